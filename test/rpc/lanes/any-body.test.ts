// Whatever a client sends, it is told what was wrong, in JSON-RPC, and nothing of ours breaks.
import fc from 'fast-check'
import { test } from 'tap'
import { createFixtureSurface } from '../../../rpc/conformance/fixture-surface.ts'
import { createLanes } from '../../../rpc/lanes/lanes.ts'
import { bothTypes, laneRequest, modern, StreamReader } from '../../support/lanes.ts'
import { MemoryRpcSessions } from '../../support/rpc-sessions.ts'

const reported: unknown[] = []
const surface = createFixtureSurface()
const lanes = createLanes({
  version: '1',
  secret: new Uint8Array(32),
  parse: JSON.parse,
  report: error => reported.push(error),
  rows: new MemoryRpcSessions(),
})

const method = fc.constantFrom(
  'tools/list',
  'tools/call',
  'prompts/get',
  'resources/read',
  'completion/complete',
  'subscriptions/listen',
  'tasks/get',
  'tasks/update',
  'resources/subscribe',
  'logging/setLevel',
  'initialize',
  'server/discover',
  'notifications/cancelled',
  'constructor',
)

const params = fc.dictionary(
  fc.constantFrom(
    'name',
    'arguments',
    'uri',
    'cursor',
    'taskId',
    'inputResponses',
    'requestState',
    'notifications',
    'ref',
    'argument',
    'level',
    'requestId',
    '_meta',
    '__proto__',
  ),
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      'greet',
      'test_custom_header',
      'test_simple_prompt',
      'test://static-text',
      'test_input_required_result_elicitation',
    ),
    fc.constant({ taskIds: ['t'], toolsListChanged: true }),
    fc.constant({ user_name: { action: 'accept', content: { name: 'x' } } }),
  ),
)

const handshake = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

const anyHandshake = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.oneof(fc.nat(), fc.jsonValue({ maxDepth: 0 })),
  method: fc.constant('initialize'),
  params: fc
    .dictionary(fc.constantFrom(...Object.keys(handshake), '_meta'), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 2,
    })
    .map(odd => ({ ...handshake, ...odd })),
})

const message = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { jsonrpc: fc.constantFrom('2.0', '1.0'), id: fc.jsonValue({ maxDepth: 0 }), method, params },
    { requiredKeys: ['method'] },
  ),
  fc.record({ jsonrpc: fc.constant('2.0'), id: fc.nat(), result: fc.jsonValue() }),
)

async function send(headers: Record<string, string>, body: unknown) {
  const request = laneRequest({ accept: bothTypes, ...headers })
  const answer = await lanes.post(request, JSON.stringify(body), surface)
  if (answer.type === 'stream') {
    new StreamReader(answer).close()
    request.leave()
    return 200
  }
  if (answer.body !== null) JSON.parse(answer.body)
  return answer.status
}

const statuses = [200, 202, 400, 404]

test('without any mark', async t => {
  await fc.assert(fc.asyncProperty(message, async body => t.ok(statuses.includes(await send({}, body)))))
  t.strictSame(reported, [])
})

test('on the modern lane', async t => {
  const requests = fc.tuple(method, params, fc.boolean())
  await fc.assert(
    fc.asyncProperty(requests, async ([method, params, isWhole]) => {
      const { headers, body } = modern(method, params as Record<string, unknown>)
      if (!isWhole) delete body['params']._meta
      t.ok(statuses.includes(await send(headers, body)))
    }),
    { numRuns: 300 },
  )
  await fc.assert(
    fc.asyncProperty(message, async body => {
      t.ok(statuses.includes(await send({ 'mcp-protocol-version': '2026-07-28' }, body)))
    }),
  )
  t.strictSame(reported, [])
})

test('in a handshake', async t => {
  await fc.assert(fc.asyncProperty(anyHandshake, async body => t.ok(statuses.includes(await send({}, body)))))
  t.strictSame(reported, [])
})

test('in a session', async t => {
  const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params: handshake }
  const begun = await lanes.post(laneRequest(), JSON.stringify(body), surface)
  if (begun.type !== 'whole') throw new Error('initialize streams')
  const session = { 'mcp-session-id': begun.headers!['Mcp-Session-Id']! }
  await fc.assert(fc.asyncProperty(message, async body => t.ok(statuses.includes(await send(session, body)))))
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 4 }), async body => {
      t.ok(statuses.includes(await send(session, body)))
    }),
  )
  t.strictSame(reported, [])
  await lanes.close()
})
