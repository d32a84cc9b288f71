// Reads and checks the envelope of a request of 2026-07-28. Everything that a session used to hold comes with
// each request, in `_meta`. Headers repeat some of it for proxies and must agree with the body. The order of
// checks is the one that helps a client most: message, version, metadata, routing headers.
import { isObject, type JsonObject } from '../../../domain/json.ts'
import { type RpcId, readRequest, rpcCodes } from '../../json-rpc.ts'
import type { LogLevel } from '../../surface/surface.ts'
import { isLogLevel } from '../log-levels.ts'
import { callMethods } from '../methods.ts'
import { modernVersion, versionKey } from '../versions.ts'
import { decodeHeaderValue } from './header-value.ts'
import { EnvelopeError, headerMismatch, malformed, unsupportedVersion } from './refusal.ts'
import { isTaskMethod } from './tasks.ts'

export type ModernId = string | number

export interface ModernRequest {
  /** Null: a notification, which gets no answer. */
  readonly id: ModernId | null
  readonly method: string
  readonly params: JsonObject
  readonly capabilities: JsonObject
  /** For `notifications/progress`; null when the client wants none. */
  readonly progressToken: string | number | null
  /** Least severity of `notifications/message`; null when the client wants none. */
  readonly logLevel: LogLevel | null
}

type Header = (name: string) => string

/** @throws {RpcError} refusal.ts gives its status */
export function readModern(body: unknown, header: Header): ModernRequest {
  const request = readRequest(body)
  if (request === null) throw invalidRequest('Invalid Request')
  const { method, id = null } = request
  if (id === null) return notification(method, isObject(body) && 'id' in body)
  if (typeof id === 'number' && !Number.isSafeInteger(id))
    throw invalidRequest('id: expected string or integer')
  const params = (request.params ?? {}) as JsonObject
  const meta = judgeVersion(params, header)
  judgeRouting(method, params, header)
  return {
    id,
    method,
    params,
    capabilities: meta[capabilitiesKey] as JsonObject,
    progressToken: progressTokenOf(meta),
    logLevel: logLevelOf(meta),
  }
}

/** The id for an answer to this body. */
export function idOf(body: unknown): RpcId {
  const id = isObject(body) ? body['id'] : null
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as ModernId) : null
}

const prefix = 'io.modelcontextprotocol/'
const capabilitiesKey = `${prefix}clientCapabilities`
const logLevelKey = `${prefix}logLevel`

/** Over HTTP this revision defines no notifications from clients; a client cancels by closing the stream. */
function notification(method: string, hasId: boolean): ModernRequest {
  if (hasId) throw invalidRequest('id: expected string or integer, received null')
  if (!method.startsWith('notifications/')) throw invalidRequest('id: expected string or integer')
  return { id: null, method, params: {}, capabilities: {}, progressToken: null, logLevel: null }
}

/** @returns the `_meta` of the request */
function judgeVersion(params: JsonObject, header: Header): JsonObject {
  const { _meta: meta } = params
  if (!isObject(meta)) throw malformed('params._meta: expected object')
  const version = meta[versionKey]
  if (typeof version !== 'string') throw malformed(`params._meta["${versionKey}"]: expected string`)
  if (!isObject(meta[capabilitiesKey])) throw malformed(`params._meta["${capabilitiesKey}"]: expected object`)
  const named = header('mcp-protocol-version')
  if (named === '') throw headerMismatch('MCP-Protocol-Version is missing')
  if (named !== version) throw headerMismatch(`MCP-Protocol-Version is ${named}, the body says ${version}`)
  if (version !== modernVersion) throw unsupportedVersion(version)
  return meta as JsonObject
}

function judgeRouting(method: string, params: JsonObject, header: Header): void {
  const named = header('mcp-method').trim()
  if (named === '') throw headerMismatch('Mcp-Method is missing')
  if (named !== method) throw headerMismatch(`Mcp-Method is ${named}, the body says ${method}`)
  const subject = subjectParam(method)
  const value = subject === null ? undefined : params[subject]
  // When the body lacks the value, the method refuses it.
  if (typeof value !== 'string') return
  const mirrored = header('mcp-name')
  if (mirrored === '' && value !== '') throw headerMismatch('Mcp-Name is missing')
  if (decodeHeaderValue(mirrored) !== value)
    throw headerMismatch(`Mcp-Name does not say what params.${subject} says`)
}

/** The parameter that `Mcp-Name` mirrors, for methods that have one. */
function subjectParam(method: string): string | null {
  const call = callMethods.get(method)
  if (call !== undefined) return call.subject
  return isTaskMethod(method) ? 'taskId' : null
}

function progressTokenOf({ progressToken: token }: JsonObject): string | number | null {
  if (token === undefined) return null
  if (typeof token === 'string' || Number.isSafeInteger(token)) return token as string | number
  throw malformed('params._meta.progressToken: expected string or integer')
}

function logLevelOf(meta: JsonObject): LogLevel | null {
  const level = meta[logLevelKey]
  if (level === undefined) return null
  if (isLogLevel(level)) return level
  throw malformed(`params._meta["${logLevelKey}"]: expected a level such as "info"`)
}

function invalidRequest(message: string): EnvelopeError {
  return new EnvelopeError(rpcCodes.invalidRequest, message)
}
