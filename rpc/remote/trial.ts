// Finds out which protocol a server speaks. Tries the newest first: MCP 2026-07-28, then a session (MCP of
// 2025); what is left is plain JSON-RPC. Called by channel.ts.
// 1. A question changes nothing at the server. A server of another protocol answers it with an error.
// 2. Only the answer that the protocol itself defines counts as a yes.
import { isObject } from '../../domain/json.ts'
import type { ServerAbout } from '../../domain/tools/server-about.ts'
import type { ToolServerProtocol } from '../../domain/tools/tool-server.ts'
import { modernVersion } from '../lanes/versions.ts'
import { aboutOf } from './intake/about.ts'
import { isModernCode, modernCodes, modernRequest } from './modern.ts'
import type { Failed, Reply } from './reply.ts'
import { withRetries } from './retrying.ts'
import type { Sessions } from './sessions.ts'
import type { RemoteRequest, Sending } from './target.ts'
import type { Wire } from './wire.ts'

/**
 * A server may leave an unknown method without an answer. A question waits for this long, and for a third of
 * the remaining time at most.
 */
const questionMs = 3_000

/** The protocol, or why the server cannot answer now. */
export type Verdict =
  | {
      readonly type: 'protocol'
      readonly protocol: ToolServerProtocol
      /** What the server said of itself; null when it said nothing. */
      readonly about: ServerAbout | null
    }
  | Failed

export async function tryProtocols(sending: Sending, wire: Wire, sessions: Sessions): Promise<Verdict> {
  const modern = await discover(sending, wire)
  if (isModern(modern)) {
    const about = modern.type === 'result' ? aboutOf(modern.result, modernVersion) : null
    return { type: 'protocol', protocol: 'modern', about }
  }
  if (isOutOfReach(modern)) return modern
  const session = await sessions.open(requestOf(sending, 'initialize'))
  if (session.type === 'session') return { type: 'protocol', protocol: 'mcp', about: session.about }
  if (isOutOfReach(session)) return session
  return { type: 'protocol', protocol: 'plain', about: null }
}

function discover(sending: Sending, wire: Wire): Promise<Reply> {
  const id = wire.nextId()
  const request = modernRequest(requestOf(sending, 'server/discover'), id)
  return withRetries(request, () => wire.ask(request, id))
}

function requestOf(sending: Sending, method: string): RemoteRequest {
  const now = Date.now()
  const deadline = now + Math.min(questionMs, Math.max(0, sending.deadline - now) / 3)
  return { ...sending, deadline, idempotencyKey: null, method, params: {} }
}

function isModern(reply: Reply): boolean {
  if (reply.type === 'result')
    return isObject(reply.result) && includesModern(reply.result['supportedVersions'])
  if (reply.type !== 'rpc-error' || !isModernCode(reply.code)) return false
  // Only servers of this revision have such errors. One of them says which versions the server supports.
  if (reply.code !== modernCodes.unsupportedVersion) return true
  return isObject(reply.data) && includesModern(reply.data['supported'])
}

function includesModern(versions: unknown): boolean {
  return Array.isArray(versions) && versions.includes(modernVersion)
}

/** Another question would fail for the same reason. */
function isOutOfReach(reply: Reply): reply is Failed {
  if (reply.type !== 'fault') return reply.type === 'rpc-error' && reply.status === 401
  const { status, error } = reply
  if (status === null)
    return error.code !== 'timeout' && error.code !== 'reset' && error.code !== 'bad-answer'
  return status === 401 || status === 429 || status === 503
}
