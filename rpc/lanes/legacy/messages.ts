// Checks the bodies of a session's POSTs before the SDK sees them, because it silently drops what it does not
// understand. They are JSON-RPC messages in either direction. Called by legacy-lane.ts.
import { isObject, type JsonObject } from '../../../domain/json.ts'
import type { RpcId } from '../../json-rpc.ts'
import { batchLimit } from '../plain.ts'
import type { Session } from './session.ts'
import type { Message } from './session-transport.ts'

/** Requests that a session may have under way. */
const openLimit = 100

export function isRequest({ method, id }: Message): boolean {
  return method !== undefined && id !== undefined
}

export function isInitialize(body: unknown): body is JsonObject {
  return isObject(body) && body['method'] === 'initialize' && isRequest(body as Message)
}

/** What is wrong with the parameters of `initialize`, or null. */
export function handshakeDefect({ params }: JsonObject): string | null {
  if (!isObject(params)) return 'params: expected object'
  const { protocolVersion, capabilities, clientInfo } = params
  if (typeof protocolVersion !== 'string') return 'params.protocolVersion: expected string'
  if (!isObject(capabilities)) return 'params.capabilities: expected object'
  if (!isObject(clientInfo)) return 'params.clientInfo: expected object'
  if (typeof clientInfo['name'] !== 'string') return 'params.clientInfo.name: expected string'
  return typeof clientInfo['version'] === 'string' ? null : 'params.clientInfo.version: expected string'
}

/** What is wrong with the messages of a POST to a session, or null. */
export function messagesDefect(session: Session, messages: readonly unknown[]): string | null {
  const { transport } = session
  if (messages.length === 0 || messages.length > batchLimit) {
    return `Invalid Request: expected 1 to ${batchLimit} messages, received ${messages.length}`
  }
  const ids = new Set<RpcId>()
  for (const message of messages) {
    if (!session.understands(message)) return 'Invalid Request'
    const { id, method } = message as Message
    if (method === undefined || id === undefined) continue
    if (method === 'initialize') return 'Invalid Request: the session is initialized'
    if (ids.has(id) || transport.isOpen(id))
      return `Invalid Request: the id ${JSON.stringify(id)} is under way`
    ids.add(id)
  }
  return transport.openRequests + ids.size > openLimit
    ? `more than ${openLimit} requests are under way`
    : null
}
