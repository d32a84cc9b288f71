// Reads what a tool server answered to one request. Called by wire.ts. Nothing here throws for what the
// server did: an answer that breaks the protocol becomes an error that says how.

import { isObject } from '../../domain/json.ts'
import { readJson } from '../../domain/numerals.ts'
import type { StepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import type { ToolError } from '../../domain/tools/tool.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'
import { retryAfter } from '../outbound/retry-after.ts'
import type { WaitEnd } from '../within-deadline.ts'
import { excerpt } from './excerpt.ts'
import type { Headers } from './target.ts'

/** The reply to one request: a result, an error of the server, or what was wrong with the answer. */
export type Reply = Result | RpcFailure | Fault
export type Failed = RpcFailure | Fault

export interface Result {
  readonly type: 'result'
  readonly result: unknown
  readonly headers: Headers
  /** Size of the message that held it. */
  readonly sizeBytes: number
}

/** A JSON-RPC error. */
export interface RpcFailure {
  readonly type: 'rpc-error'
  readonly code: number
  readonly message: string
  readonly data: unknown
  readonly status: number
}

/** Its message continues the text `tool server "Orders"`. */
export interface Fault {
  readonly type: 'fault'
  readonly error: ToolError
  /** HTTP status; null without an answer. */
  readonly status: number | null
  /** The connection failed before an answer began. */
  readonly isUnanswered: boolean
}

/**
 * For JSON from outside: the 64 of our own requests, plus the levels that an MCP result wraps around a value.
 */
const depthLimit = 68

export function fault(
  code: StepErrorCode,
  message: string,
  more: { readonly retryable?: boolean; readonly status?: number; readonly isUnanswered?: boolean } = {},
): Fault {
  const { retryable = false, status = null, isUnanswered = false } = more
  return { type: 'fault', error: { code, message, retryable }, status, isUnanswered }
}

/** For a caller that stops waiting for a trial or a session before its request is sent. */
export function notReady(why: WaitEnd): Fault {
  return why === 'timeout'
    ? fault('timeout', 'was not ready before the deadline of the call', { retryable: true })
    : fault('aborted', 'was not called: the call was given up')
}

/**
 * Reads an answer that came in one piece.
 * @param id of the request; the answer must carry the same
 */
export function readReply(response: OutboundResponse, id: number): Reply {
  const { status, body } = response
  const text = body.toString('utf8')
  const message = parse(text)
  if (status !== 200) return readFailedStatus(response, message)
  if (text === '') return fault('bad-answer', 'answered 200 with an empty body', { status })
  if (message === undefined) return badAnswer(`what is not JSON: ${excerpt(text)}`, status)
  return readMessage(message, id, { ...response, sizeBytes: body.length })
}

/** Where a message came from. */
interface Origin {
  readonly status: number
  readonly headers: Headers
  readonly sizeBytes: number
}

/** @param message parsed JSON that should be the response to the request `id` */
export function readMessage(message: unknown, id: number, { status, headers, sizeBytes }: Origin): Reply {
  if (nestsTooDeep(message)) return badAnswer(`JSON nested deeper than ${depthLimit}`, status)
  if (Array.isArray(message)) return badAnswer(`${message.length} replies to one request`, status)
  if (!isObject(message) || message['jsonrpc'] !== '2.0')
    return badAnswer('what is not a JSON-RPC 2.0 response', status)
  const error = message['error']
  if (message['id'] !== id && !(message['id'] == null && isObject(error))) {
    const other = excerpt(JSON.stringify(message['id']) ?? 'none')
    return badAnswer(`with the id ${other} to the request ${id}`, status)
  }
  if (isObject(error) && typeof error['code'] === 'number') return rpcFailure(error, status)
  if (!('result' in message) || error !== undefined) return badAnswer('neither a result nor an error', status)
  return { type: 'result', result: message['result'], headers, sizeBytes }
}

function badAnswer(what: string, status: number): Fault {
  return fault('bad-answer', `answered ${what}`, { status })
}

function rpcFailure(
  { code, message, data }: { readonly [key: string]: unknown },
  status: number,
): RpcFailure {
  return {
    type: 'rpc-error',
    code: code as number,
    message: typeof message === 'string' ? excerpt(message) : '',
    data,
    status,
  }
}

/** A failed HTTP status may carry a JSON-RPC error, which says more. 429 and 5xx are retryable. */
function readFailedStatus({ status, headers }: OutboundResponse, message: unknown): Reply {
  if (status === 429 || status >= 500) {
    const after = headers['retry-after']
    const words = `answered ${status}${after ? ` (retry after ${excerpt(after)})` : ''}`
    const code = status === 429 ? 'rate-limited' : 'server-failed'
    const failed = fault(code, words, { retryable: true, status })
    return { ...failed, error: { ...failed.error, ...retryAfter(after, Date.now()) } }
  }
  const error = isObject(message) ? message['error'] : undefined
  if (status >= 400 && isObject(error) && typeof error['code'] === 'number') return rpcFailure(error, status)
  if (status >= 300 && status < 400)
    return fault('redirect', `answered ${status}, a redirect, which is not followed`, { status })
  return fault('bad-answer', `answered ${status}`, { status })
}

/** Parsed JSON, long numbers as texts; undefined when it is not JSON. */
export function parse(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

/** Is it so deep that a walk through it could overflow the stack? */
export function nestsTooDeep(value: unknown): boolean {
  return nestsDeeper(value, depthLimit)
}

function nestsDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  for (const key in value) if (nestsDeeper(value[key as keyof typeof value], limit - 1)) return true
  return false
}
