import { setImmediate } from 'node:timers/promises'
import { test } from 'tap'
import type { JsonObject } from '../../../../domain/json.ts'
import { createFixtureSurface } from '../../../../rpc/conformance/fixture-surface.ts'
import { createLegacyLane } from '../../../../rpc/lanes/legacy/legacy-lane.ts'
import { noNodes } from '../../../../rpc/lanes/legacy/passing.ts'
import { Sessions } from '../../../../rpc/lanes/legacy/sessions.ts'
import type { Surface, SurfaceContext } from '../../../../rpc/surface/surface.ts'
import { bothTypes, laneRequest, StreamReader, wholeOf } from '../../../support/lanes.ts'
import { MemoryRpcSessions } from '../../../support/rpc-sessions.ts'

type Headers = Record<string, string>

const elicitation = { elicitation: {} }

const text = (words: string) =>
  ({ type: 'complete', result: { content: [{ type: 'text', text: words }] } }) as const

const handshake = (capabilities: object = elicitation, protocolVersion = '2025-11-25') => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities, clientInfo: { name: 'test', version: '1' } },
})

/** @param call a tool of the test's own, in place of the fixtures' */
function given(call?: (context: SurfaceContext) => ReturnType<Surface['tools']['call']>) {
  const reported: unknown[] = []
  const sessions = new Sessions({
    version: '1.2.3',
    report: error => reported.push(error),
    rows: new MemoryRpcSessions(),
    nodes: noNodes,
  })
  const lane = createLegacyLane(sessions)
  const fixtures = createFixtureSurface()
  const tools = call && {
    ...fixtures.tools,
    call: (_: string, _args: JsonObject, context: SurfaceContext) => call(context),
  }
  const surface = tools ? { ...fixtures, tools } : fixtures
  const post = (body: unknown, headers: Headers = {}, principal?: string) =>
    lane.post(laneRequest({ accept: bothTypes, ...headers }, principal), body, surface)

  /** A session that has been initialized. */
  async function open(capabilities: object = elicitation, version = '2025-11-25') {
    const answer = await post(handshake(capabilities, version))
    if (answer.type !== 'whole') throw new Error('initialize streams')
    const headers = { 'mcp-session-id': answer.headers!['Mcp-Session-Id']!, 'mcp-protocol-version': version }
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
    return {
      headers,
      send: (body: object, more: Headers = {}) => post({ jsonrpc: '2.0', ...body }, { ...headers, ...more }),
      get: (more: Headers = {}) => lane.get(laneRequest({ accept: bothTypes, ...headers, ...more })),
    }
  }
  return { lane, sessions, post, open, reported, surface }
}

const callTool = (name: string, args: object = {}, id: number | string = 1) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

test('initialize begins a session whose id is visible ASCII', async t => {
  const { post, sessions } = given()
  const answer = await post(handshake())
  t.match(wholeOf(answer), {
    status: 200,
    body: {
      id: 0,
      result: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'troupe', version: '1.2.3' },
        capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} },
      },
    },
  })
  t.match(answer.type === 'whole' && answer.headers!['Mcp-Session-Id'], /^[\x21-\x7e]{32}$/)
  t.equal(sessions.size, 1)
  await sessions.close()
})

test('each revision of 2025 is spoken, an unknown one gets the newest', async t => {
  const { post, sessions } = given()
  const spoken = async (version: string) =>
    wholeOf(await post(handshake({}, version))).body.result.protocolVersion
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) t.equal(await spoken(version), version)
  t.equal(await spoken('2030-01-01'), '2025-11-25')
  await sessions.close()
})

test('a handshake that does not fit begins no session', async t => {
  const { post, sessions } = given()
  for (const params of [
    undefined,
    {},
    { ...handshake().params, clientInfo: {} },
    { ...handshake().params, capabilities: [] },
  ]) {
    const answer = wholeOf(await post({ ...handshake(), params }))
    t.match(answer, { status: 200, body: { id: 0, error: { code: -32602, message: /^params/ } } })
  }
  const odd = { ...handshake().params, capabilities: { roots: { listChanged: 'yes' } } }
  t.match(wholeOf(await post({ ...handshake(), params: odd })), { body: { id: 0, error: {} } })
  for (const id of [null, 1.5, {}]) t.equal(wholeOf(await post({ ...handshake(), id })).status, 400)
  t.equal(sessions.size, 0)
})

test('a session belongs to the key that began it', async t => {
  const { lane, open, post, sessions } = given()
  const { headers } = await open()
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  t.equal(wholeOf(await post(list, headers)).status, 200)
  for (const principal of ['org_1 key_2', 'org_2 key_1']) {
    t.match(wholeOf(await post(list, headers, principal)), { status: 404, body: { error: { code: -32001 } } })
    t.equal(wholeOf(lane.get(laneRequest(headers, principal))).status, 404)
    t.equal(wholeOf(await lane.delete(laneRequest(headers, principal))).status, 404)
  }
  t.equal(sessions.size, 1)
  await sessions.close()
})

test('requests without a session, with an unknown one, or of an unknown version are refused', async t => {
  const { open, post, sessions } = given()
  const { headers } = await open()
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  t.equal(wholeOf(await post(list, { 'mcp-protocol-version': '2025-11-25' })).status, 400)
  t.equal(wholeOf(await post(list, { 'mcp-session-id': 'no-such' })).status, 404)
  t.equal(wholeOf(await post(list, { ...headers, 'mcp-protocol-version': '1999-01-01' })).status, 400)
  t.equal(
    wholeOf(await post(list, { ...headers, 'mcp-protocol-version': '' })).status,
    200,
    'none is 2025-03-26',
  )
  await sessions.close()
})

test('DELETE ends the session and its calls', async t => {
  const ended = Promise.withResolvers<void>()
  const { lane, open, sessions } = given(({ signal }) => {
    signal.addEventListener('abort', () => ended.resolve())
    return new Promise(() => {})
  })
  const { headers, send } = await open()
  await send(callTool('hanging'))
  t.equal(wholeOf(await lane.delete(laneRequest(headers))).status, 200)
  await ended.promise
  t.equal(sessions.size, 0)
  t.equal(wholeOf(await send({ id: 2, method: 'ping' })).status, 404)
})

test('lists and pings are answered as JSON, tools as events that begin with an id to come back with', async t => {
  const { open, sessions } = given()
  const { send } = await open()
  t.match(wholeOf(await send({ id: 1, method: 'ping' })), { status: 200, body: { id: 1, result: {} } })
  const { result } = wholeOf(await send({ id: 2, method: 'tools/list' })).body
  t.ok(result.tools.length > 0)
  t.notOk('resultType' in result, 'which only later revisions have')
  const reader = new StreamReader(await send(callTool('greet', { name: 'Zoë' })))
  t.strictSame(await reader.rest(), [
    null,
    { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'Hello, Zoë!' }] } },
  ])
  await sessions.close()
})

test('revisions that know no event without data get none; a client without events gets JSON', async t => {
  const { open, sessions } = given()
  const { send } = await open({}, '2025-06-18')
  t.match(await new StreamReader(await send(callTool('greet', { name: 'A' }))).rest(), [{ id: 1 }])
  t.match(wholeOf(await send(callTool('greet', { name: 'A' }, 2), { accept: 'application/json' })).body, {
    id: 2,
  })
  await sessions.close()
})

test('a client that comes back gets what it missed, and its call went on', async t => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { open, sessions } = given(async ({ log, signal }) => {
    log('info', 'first')
    await mayEnd
    log('info', 'second')
    return text(signal.aborted ? 'aborted' : 'done')
  })
  const { send, get } = await open()
  const reader = new StreamReader(await send(callTool('slow')))
  t.equal(await reader.next(), null)
  t.match(await reader.next(), { method: 'notifications/message', params: { data: 'first' } })
  reader.close()
  end()
  const resumed = new StreamReader(get({ 'last-event-id': String(reader.ids[0]) }))
  t.match(await resumed.rest(), [
    { params: { data: 'first' } },
    { params: { data: 'second' } },
    { id: 1, result: { content: [{ text: 'done' }] } },
  ])
  await sessions.close()
})

test('streams of a session do not mix', async t => {
  const { open, sessions } = given()
  const { send, get } = await open()
  const first = new StreamReader(await send(callTool('greet', { name: 'A' }, 1)))
  const second = new StreamReader(await send(callTool('greet', { name: 'B' }, 2)))
  await first.rest()
  await second.rest()
  t.match(await new StreamReader(get({ 'last-event-id': String(first.ids[0]) })).rest(), [{ id: 1 }])
  t.match(await new StreamReader(get({ 'last-event-id': String(second.ids[0]) })).rest(), [{ id: 2 }])
  for (const id of ['bogus', '99000001', '-1', '1e6']) {
    t.equal(wholeOf(get({ 'last-event-id': id })).status, 400, id)
  }
  await sessions.close()
})

test('a call that lets its connection go is answered when the client is back', async t => {
  const { open, sessions } = given()
  const { send, get } = await open()
  const reader = new StreamReader(await send(callTool('test_reconnection')))
  t.strictSame(await reader.rest(), [null, null])
  const resumed = new StreamReader(get({ 'last-event-id': String(reader.ids.at(-1)) }))
  t.match(await resumed.rest(), [{ id: 1, result: { content: [{ text: /successfully/ }] } }])
  await sessions.close()
})

test('a surface that needs input has the client asked on the stream of the call', async t => {
  const { open, sessions } = given()
  const { send } = await open()
  const reader = new StreamReader(await send(callTool('test_elicitation', { message: 'Who?' }, 'a')))
  t.equal(await reader.next(), null)
  const question = await reader.next()
  t.match(question, { method: 'elicitation/create', params: { message: 'Who?' } })
  const answer = { id: question.id, result: { action: 'accept', content: { response: 'me' } } }
  t.equal(wholeOf(await send(answer)).status, 202)
  t.match(await reader.rest(), [{ id: 'a', result: { content: [{ text: /action=accept.*me/ }] } }])
  await sessions.close()
})

test('a call that belongs to a task, which no session has, is one like any other', async t => {
  const { open, sessions } = given(async ({ progress, ask }) => {
    progress!(1, null, null)
    return text(JSON.stringify(await ask!('elicitation/create', { message: 'Who?' })))
  })
  const { send } = await open()
  const _meta = { progressToken: 'p', 'io.modelcontextprotocol/related-task': { taskId: 'x' } }
  const reader = new StreamReader(await send({ ...callTool('any'), params: { name: 'any', _meta } }))
  await reader.next()
  t.match(await reader.next(), { method: 'notifications/progress', params: { progressToken: 'p' } })
  const { id, method } = await reader.next()
  t.equal(method, 'elicitation/create')
  await send({ id, result: { action: 'decline' } })
  t.match(await reader.rest(), [{ result: { content: [{ text: /decline/ }] } }])
  await sessions.close()
})

test('what a call says after it and its session have ended reaches nobody', async t => {
  const { promise: calling, resolve } = Promise.withResolvers<SurfaceContext>()
  const { lane, open, sessions } = given(async context => {
    resolve(context)
    return text('done')
  })
  const { headers, send } = await open()
  const params = { name: 'any', _meta: { progressToken: 'p' } }
  await new StreamReader(await send({ ...callTool('any'), params })).rest()
  await setImmediate()
  await lane.delete(laneRequest(headers))
  const { log, progress } = await calling
  log('error', 'too late')
  progress?.(1, null, null)
  // What is rejected and not caught ends the process by then.
  await setImmediate()
  t.equal(sessions.size, 0)
})

test('several rounds of questions keep the state between them', async t => {
  const { open, sessions } = given()
  const { send } = await open()
  const reader = new StreamReader(await send(callTool('test_input_required_result_multi_round')))
  await reader.next()
  for (const content of [{ name: 'Zoë' }, { color: 'red' }]) {
    const { id } = await reader.next()
    await send({ id, result: { action: 'accept', content } })
  }
  t.match(await reader.rest(), [
    { result: { content: [{ text: 'Multi-round complete for Zoë who likes red' }] } },
  ])
  await sessions.close()
})

test('a client without the capability is not asked', async t => {
  const { open, sessions } = given()
  const { send } = await open({})
  const [, response] = await new StreamReader(
    await send(callTool('test_elicitation', { message: 'Who?' })),
  ).rest()
  t.match(response, { id: 1, error: { code: -32600, message: /elicitation/ } })
  await sessions.close()
})

test('tasks are not offered to these revisions, whatever the client says', async t => {
  const { open, sessions } = given()
  const { send } = await open({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
  const [, response] = await new StreamReader(await send(callTool('slow_compute', { seconds: 0 }))).rest()
  t.match(response, { result: { content: [{ type: 'text' }] } })
  t.notOk('taskId' in response.result)
  await sessions.close()
})

test('a cancelled call ends without a response', async t => {
  const { open, sessions, reported } = given(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  )
  const { send } = await open()
  const reader = new StreamReader(await send(callTool('hanging', {}, 'c')))
  await reader.next()
  await send({ method: 'notifications/cancelled', params: { requestId: 'c' } })
  t.equal(await reader.next(), null)
  t.ok(reader.isOver)
  t.strictSame(reported, [])
  t.match(wholeOf(await send({ id: 'c', method: 'ping' })).body, { id: 'c' }, 'its id is free again')
  await sessions.close()
})

test('logs follow the level that the session has set', async t => {
  const { open, sessions } = given(async ({ log }) => {
    log('info', 'low')
    log('error', 'high')
    return text('done')
  })
  const { send } = await open()
  const logged = async (id: number) =>
    (await new StreamReader(await send(callTool('logging', {}, id))).rest())
      .filter(message => message?.method === 'notifications/message')
      .map(({ params }) => params.data)
  t.strictSame(await logged(1), ['low', 'high'])
  t.match(wholeOf(await send({ id: 2, method: 'logging/setLevel', params: { level: 'warning' } })).body, {
    result: {},
  })
  t.strictSame(await logged(3), ['high'])
  await sessions.close()
})

test('changes are told on the GET stream, of resources only those that are subscribed to', async t => {
  const { open, sessions } = given()
  const { send, get } = await open()
  const uri = 'test://watched-resource'
  const trigger = async (name: string, id: number) =>
    new StreamReader(await send(callTool(name, {}, id))).rest()
  await trigger('test_trigger_resource_change', 1)
  await send({ id: 2, method: 'resources/subscribe', params: { uri } })
  const reader = new StreamReader(get())
  await trigger('test_trigger_resource_change', 3)
  t.match(await reader.next(), { method: 'notifications/resources/updated', params: { uri } })
  await trigger('test_trigger_tool_change', 4)
  t.match(await reader.next(), { method: 'notifications/tools/list_changed' })
  await send({ id: 5, method: 'resources/unsubscribe', params: { uri } })
  await trigger('test_trigger_resource_change', 6)
  await trigger('test_trigger_prompt_change', 7)
  t.match(await reader.next(), { method: 'notifications/prompts/list_changed' })
  await sessions.close()
})

test('the GET stream wants a reader of events', async t => {
  const { open, sessions } = given()
  const { get } = await open()
  t.equal(wholeOf(get({ accept: 'application/json' })).status, 406)
  await sessions.close()
})

test('a resource that does not exist has the code of these revisions', async t => {
  const { open, sessions } = given()
  const { send } = await open()
  const read = { id: 1, method: 'resources/read', params: { uri: 'test://nothing' } }
  const [, response] = await new StreamReader(await send(read)).rest()
  t.match(response, { error: { code: -32002, data: { uri: 'test://nothing' } } })
  await sessions.close()
})

test('a defect of ours is reported, and answered without its words', async t => {
  const { open, sessions, reported } = given(async () => {
    throw new TypeError('a secret')
  })
  const { send } = await open()
  const [, response] = await new StreamReader(await send(callTool('broken'))).rest()
  t.strictSame(response.error, { code: -32603, message: 'Internal error' })
  t.match(reported, [{ message: 'a secret' }])
  await sessions.close()
})

test('bodies that are no messages, or reuse an id that is under way, are refused', async t => {
  const { open, post, sessions } = given(() => new Promise(() => {}))
  const { headers, send } = await open()
  for (const body of [
    1,
    'x',
    {},
    [],
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: null, method: 'ping' },
    { jsonrpc: '2.0', id: 1.5, method: 'ping' },
    { jsonrpc: '2.0', id: 9, method: 'ping', params: [] },
    { jsonrpc: '2.0', id: 9, method: 'ping', params: { _meta: 1 } },
    { jsonrpc: '2.0', id: 9, method: 'ping', result: {} },
    handshake(),
  ]) {
    t.match(
      wholeOf(await post(body, headers)),
      { status: 400, body: { error: { code: -32600 } } },
      JSON.stringify(body),
    )
  }
  await send(callTool('hanging', {}, 7))
  t.match(wholeOf(await send({ id: 7, method: 'ping' })), {
    status: 400,
    body: { error: { message: /7 is under way/ } },
  })
  await sessions.close()
})

test('100 requests of a session may be under way, and no more', async t => {
  const { open, sessions } = given(() => new Promise(() => {}))
  const { send } = await open()
  for (let id = 0; id < 100; id++) t.equal((await send(callTool('hanging', {}, id))).type, 'stream')
  t.match(wholeOf(await send({ id: 100, method: 'ping' })), {
    status: 400,
    body: { error: { message: /100 requests/ } },
  })
  await sessions.close()
})

test('a batch is answered as a batch', async t => {
  const { open, post, sessions } = given()
  const { headers } = await open({}, '2025-03-26')
  const batch = [1, 2].map(id => ({ jsonrpc: '2.0', id, method: 'ping' }))
  t.match(wholeOf(await post(batch, headers)).body, [{ id: 1 }, { id: 2 }])
  const notified = [{ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }]
  t.strictSame(wholeOf(await post(notified, headers)), { status: 202, body: null })
  await sessions.close()
})
