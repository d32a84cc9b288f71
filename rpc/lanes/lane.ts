// Chooses the lane of /rpc for a POST (docs/internals/mcp-lanes.md), by two headers and the shape of the
// body. It judges nothing: a wrong request is refused by its own lane, in the terms of that lane. Called by
// lanes.ts.
import { isObject } from '../../domain/json.ts'
import { modernVersion, versionKey } from './versions.ts'

export type Lane = 'plain' | 'modern' | 'legacy'

export interface LaneMarks {
  /** `Mcp-Session-Id`; empty when absent. */
  readonly sessionId: string
  /** `MCP-Protocol-Version`; empty when absent. */
  readonly protocolVersion: string
}

/** @param body parsed; null when it is not JSON, then the headers decide */
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
