// JSON-RPC 2.0 requests, strictly by the specification (sections 4 to 7), and responses. Every lane reads its
// requests here first. The package json-rpc-2.0, which then finds and runs the method, would accept any `id`
// and `params` (section 7's `[1]` and `[1,2,3]`, an object as `id`). https://www.jsonrpc.org/specification
import { isObject, type Json, type JsonObject } from '../domain/json.ts'

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** First code of the range for servers: a tool server behind us failed. */
  toolServerFailed: -32000,
  /** Too many requests in this minute; data `{code, retryAfterMs}`. */
  limitExceeded: -32005,
  /** MCP, sessions of 2025: the resource does not exist. Later revisions use invalidParams. */
  resourceNotFound: -32002,
  /** MCP 2026-07-28: a header contradicts the body. */
  headerMismatch: -32020,
  /**
   * MCP 2026-07-28: the call needs a capability that the client did not declare; data
   * `{requiredCapabilities}`.
   */
  missingCapability: -32021,
  /** MCP 2026-07-28; data `{supported, requested}`. */
  unsupportedVersion: -32022,
} as const

export type RpcId = string | number | null

export interface RpcRequest {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: JsonObject | readonly Json[]
  /** Absent in a notification, which gets no answer. */
  readonly id?: RpcId
}

export interface RpcErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: Json
}

export type RpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly error: RpcErrorObject }

/** A method throws it to answer with this error. */
export class RpcError extends Error {
  readonly code: number
  readonly data: Json | undefined

  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

/**
 * The request in a parsed value, or null. Keeps the four members of the specification only, so that other
 * members cannot confuse later code.
 */
export function readRequest(value: unknown): RpcRequest | null {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return null
  const { method, params, id } = value
  if (typeof method !== 'string') return null
  if (params !== undefined && !isObject(params) && !Array.isArray(params)) return null
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') return null
  const request: { -readonly [K in keyof RpcRequest]: RpcRequest[K] } = { jsonrpc: '2.0', method }
  if (params !== undefined) request.params = params as JsonObject | readonly Json[]
  if (id !== undefined) request.id = id
  return request
}

export function rpcFailure(id: RpcId, code: number, message: string, data?: Json): RpcResponse {
  const error = data === undefined ? { code, message } : { code, message, data }
  return { jsonrpc: '2.0', error, id }
}

/** The response to a thrown error. Tells the caller nothing that is internal. */
export function rpcFailureOf(id: RpcId, error: unknown): RpcResponse {
  if (error instanceof RpcError) return rpcFailure(id, error.code, error.message, error.data)
  return rpcFailure(id, rpcCodes.internalError, 'Internal error')
}
