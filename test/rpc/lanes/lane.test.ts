import { test } from 'tap'
import { type Lane, laneOf } from '../../../rpc/lanes/lane.ts'

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** Title, `MCP-Protocol-Version`, `Mcp-Session-Id`, body, lane. */
const cases: [string, string, string, unknown, Lane][] = [
  ['a request without any mark', '', '', list, 'plain'],
  ['a batch without any mark', '', '', [list, list], 'plain'],
  ['a notification of one’s own', '', '', { jsonrpc: '2.0', method: 'tools/list' }, 'plain'],
  ['what is no request', '', '', 1, 'plain'],
  ['what is not JSON', '', '', null, 'plain'],
  ['an empty object', '', '', {}, 'plain'],
  ['_meta of a plain client', '', '', { ...list, params: { _meta: { progressToken: 1 } } }, 'plain'],
  ['modern _meta', '', '', { ...list, params: { _meta: meta } }, 'modern'],
  ['modern _meta in a session', '2025-11-25', 's', { ...list, params: { _meta: meta } }, 'modern'],
  [
    'a version in _meta that nobody knows',
    '',
    '',
    { ...list, params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 7 } } },
    'modern',
  ],
  ['the modern header', '2026-07-28', '', list, 'modern'],
  ['the modern header on a batch', '2026-07-28', '', [list], 'modern'],
  ['the modern header on what is not JSON', '2026-07-28', '', null, 'modern'],
  ['server/discover', '', '', { ...list, method: 'server/discover' }, 'modern'],
  ['initialize', '', '', { ...list, method: 'initialize' }, 'legacy'],
  ['a session', '', 's', list, 'legacy'],
  ['a header of 2025', '2025-06-18', '', list, 'legacy'],
  ['a header that nobody knows', '1999-01-01', '', list, 'legacy'],
  ['notifications/initialized', '', '', { jsonrpc: '2.0', method: 'notifications/initialized' }, 'legacy'],
  ['a response', '', '', { jsonrpc: '2.0', id: 1, result: {} }, 'legacy'],
  ['an error response', '', '', { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }, 'legacy'],
]

for (const [title, protocolVersion, sessionId, body, lane] of cases) {
  test(`${title} takes the ${lane} lane`, async t => {
    t.equal(laneOf({ protocolVersion, sessionId }, body), lane)
  })
}
