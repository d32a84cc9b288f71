// Which of the three lanes of /rpc a POST takes (mcp.md). Decided by two headers and the shape of the body, before
// anything is judged: a request that is wrong is refused by its own lane, in that lane's words.
import { isObject } from '../../domain/json.ts'
import { modernVersion, versionKey } from './versions.ts'

export type Lane = 'plain' | 'modern' | 'legacy'

export interface LaneMarks {
  /** `Mcp-Session-Id`, empty when there is none. */
  readonly sessionId: string
  /** `MCP-Protocol-Version`, empty when there is none. */
  readonly protocolVersion: string
}

/** @param body parsed; null when it is not JSON, and then the headers decide */
export function laneOf({ sessionId, protocolVersion }: LaneMarks, body: unknown): Lane {
  if (isModern(protocolVersion, body)) return 'modern'
  if (sessionId !== '' || protocolVersion !== '') return 'legacy'
  return isLegacy(body) ? 'legacy' : 'plain'
}

function isModern(protocolVersion: string, body: unknown): boolean {
  if (protocolVersion === modernVersion) return true
  if (!isObject(body)) return false
  if (body['method'] === 'server/discover') return true
  const { params } = body
  return isObject(params) && isObject(params['_meta']) && versionKey in params['_meta']
}

function isLegacy(body: unknown): boolean {
  if (!isObject(body)) return false
  const { method } = body
  if (method === undefined) return 'result' in body || 'error' in body
  return method === 'initialize' || (typeof method === 'string' && method.startsWith('notifications/'))
}
