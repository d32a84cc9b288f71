// The handshake with a tool server on stdio: initialize in our newest revision, and once more in another one
// when the server names one that we know. Used by child.ts.
import { isObject, type JsonObject } from '../../domain/json.ts'
import { rpcCodes } from '../json-rpc.ts'
import { sessionVersions } from '../lanes/versions.ts'
import { excerpt } from '../remote/excerpt.ts'
import { clientInfo } from '../remote/modern.ts'
import { type Failed, fault, type Reply } from '../remote/reply.ts'
import { spoken } from '../remote/sessions.ts'

/** @param initialize sends initialize. @returns null when the server can be used */
export async function shakeHands(initialize: (params: JsonObject) => Promise<Reply>): Promise<Failed | null> {
  const paramsIn = (protocolVersion: string) => ({ protocolVersion, capabilities: {}, clientInfo })
  const first = await initialize(paramsIn(sessionVersions[0]!))
  const offered = first.type === 'rpc-error' && isObject(first.data) ? first.data['supported'] : null
  const other = Array.isArray(offered)
    ? sessionVersions.find(version => offered.includes(version))
    : undefined
  return failureOf(other === undefined ? first : await initialize(paramsIn(other)))
}

/** A server without initialize speaks plain JSON-RPC: it is used as it is. */
function failureOf(reply: Reply): Failed | null {
  if (reply.type === 'rpc-error') return reply.code === rpcCodes.methodNotFound ? null : reply
  if (reply.type === 'fault') return reply
  const version = isObject(reply.result) ? reply.result['protocolVersion'] : undefined
  if (typeof version !== 'string') return fault('bad-answer', 'answered initialize without a version')
  if (spoken.has(version)) return null
  return fault('bad-answer', `speaks MCP ${excerpt(version, 50)}, which is none of ${[...spoken].join(', ')}`)
}
