// Finding out which protocol a server speaks, newest first: MCP 2026-07-28, then a session, then plain JSON-RPC, which
// has nothing to be tried. Each question is one that a server of another era answers with an error, and that changes
// nothing; only the answer that the era itself gives counts as a yes.
import { isObject } from '../../domain/json.ts'
import type { ToolServerProtocol } from '../../domain/tool-server.ts'
import { modernVersion } from '../lanes/versions.ts'
import { isModernCode, modernCodes, modernRequest } from './modern.ts'
import type { Failed, Reply } from './reply.ts'
import { retrying } from './retrying.ts'
import type { Sessions } from './sessions.ts'
import type { RemoteRequest, Sending } from './target.ts'
import type { Wire } from './wire.ts'

/** A server that answers nothing to a method that it does not know takes this at most, and a third of what is left. */
const questionMs = 3_000

/** The protocol, or why the server cannot be asked now. */
export type Verdict = { readonly type: 'protocol'; readonly protocol: ToolServerProtocol } | Failed

export async function tryProtocols(sending: Sending, wire: Wire, sessions: Sessions): Promise<Verdict> {
  const modern = await discover(sending, wire)
  if (isModern(modern)) return { type: 'protocol', protocol: 'modern' }
  if (isOutOfReach(modern)) return modern
  const session = await sessions.open(question(sending, 'initialize'))
  if (session.type === 'session') return { type: 'protocol', protocol: 'mcp' }
  if (isOutOfReach(session)) return session
  return { type: 'protocol', protocol: 'plain' }
}

function discover(sending: Sending, wire: Wire): Promise<Reply> {
  const id = wire.nextId()
  const request = modernRequest(question(sending, 'server/discover'), id)
  return retrying(request, () => wire.ask(request, id))
}

function question(sending: Sending, method: string): RemoteRequest {
  const now = Date.now()
  const deadline = now + Math.min(questionMs, Math.max(0, sending.deadline - now) / 3)
  return { ...sending, deadline, idempotencyKey: null, method, params: {} }
}

function isModern(reply: Reply): boolean {
  if (reply.type === 'result') return isObject(reply.result) && names(reply.result['supportedVersions'])
  if (reply.type !== 'rpc-error' || !isModernCode(reply.code)) return false
  // Errors of this revision come from servers of this revision; of its versions the server says which it has.
  if (reply.code !== modernCodes.unsupportedVersion) return true
  return isObject(reply.data) && names(reply.data['supported'])
}

function names(versions: unknown): boolean {
  return Array.isArray(versions) && versions.includes(modernVersion)
}

/** Another question would fare no better. */
function isOutOfReach(reply: Reply): reply is Failed {
  if (reply.type !== 'fault') return reply.type === 'rpc-error' && reply.status === 401
  const { status, error } = reply
  if (status === null)
    return error.code !== 'timeout' && error.code !== 'reset' && error.code !== 'bad-answer'
  return status === 401 || status === 429 || status === 503
}
