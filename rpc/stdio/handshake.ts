// The handshake with a tool server on stdio: initialize in our newest revision, and once more in another one
// when the server names one that we know. Used by child.ts.
import { isObject, type JsonObject } from '../../domain/json.ts'
import { rpcCodes } from '../json-rpc.ts'
import { sessionVersions } from '../lanes/versions.ts'
import { excerpt } from '../remote/excerpt.ts'
import { clientInfo } from '../remote/modern.ts'
import { fault, type Reply } from '../remote/reply.ts'
import { spoken } from '../remote/sessions.ts'

/** @param initialize sends initialize. @returns its answer, a failure when the server can not be used */
export async function shakeHands(initialize: (params: JsonObject) => Promise<Reply>): Promise<Reply> {
  const paramsIn = (protocolVersion: string) => ({ protocolVersion, capabilities: {}, clientInfo })
  const first = await initialize(paramsIn(sessionVersions[0]!))
  const offered = first.type === 'rpc-error' && isObject(first.data) ? first.data['supported'] : null
  const other = Array.isArray(offered)
    ? sessionVersions.find(version => offered.includes(version))
    : undefined
  return judged(other === undefined ? first : await initialize(paramsIn(other)))
}

/** A server without initialize speaks plain JSON-RPC: it is used as it is. */
function judged(reply: Reply): Reply {
  if (reply.type === 'rpc-error') return reply.code === rpcCodes.methodNotFound ? plain : reply
  if (reply.type === 'fault') return reply
  const version = isObject(reply.result) ? reply.result['protocolVersion'] : undefined
  if (typeof version !== 'string') return fault('bad-answer', 'answered initialize without a version')
  if (spoken.has(version)) return reply
  return fault('bad-answer', `speaks MCP ${excerpt(version, 50)}, which is none of ${[...spoken].join(', ')}`)
}

/** What a server without initialize has said of itself. */
export const plain: Reply = { type: 'result', result: {}, headers: {}, sizeBytes: 0 }
