import { test } from 'tap'
import type { JsonObject } from '../../../../domain/json.ts'
import { createFixtureSurface } from '../../../../rpc/conformance/fixture-surface.ts'
import { RpcError } from '../../../../rpc/json-rpc.ts'
import { createModernLane } from '../../../../rpc/lanes/modern/modern-lane.ts'
import { createRequestStates } from '../../../../rpc/lanes/modern/request-state.ts'
import type { Surface, SurfaceContext } from '../../../../rpc/surface/surface.ts'
import { laneRequest, modern, StreamReader, wholeOf } from '../../../support/lanes.ts'

type Call = (args: JsonObject, context: SurfaceContext) => ReturnType<Surface['tools']['call']>

const text = (words: string) =>
  ({ type: 'complete', result: { content: [{ type: 'text', text: words }] } }) as const
const tasksCapability = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

/** The fixtures, with a tool of the test's own in place of all others. */
function given(call?: Call) {
  const fixtures = createFixtureSurface()
  const tools = call && {
    ...fixtures.tools,
    call: (_: string, args: JsonObject, context: SurfaceContext) => call(args, context),
  }
  const surface = tools ? { ...fixtures, tools } : fixtures
  const reported: unknown[] = []
  const states = createRequestStates(new Uint8Array(32))
  const lane = createModernLane({ version: '1.2.3', states, report: error => reported.push(error) })
  const send = async (
    { headers, body }: { headers: Record<string, string>; body: unknown },
    request = laneRequest(headers),
  ) => lane(request, body, surface)
  return { send, reported, surface }
}

const greet = (params: object = {}, capabilities = {}) =>
  modern('tools/call', { name: 'greet', arguments: { name: 'Zoë' }, ...params }, capabilities)

test('a call is answered with its type, its result and who answers', async t => {
  const { send } = given()
  const { status, body } = wholeOf(await send(greet()))
  t.equal(status, 200)
  t.strictSame(body, {
    jsonrpc: '2.0',
    id: 1,
    result: {
      resultType: 'complete',
      content: [{ type: 'text', text: 'Hello, Zoë!' }],
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'troupe', title: 'Troupe', version: '1.2.3' } },
    },
  })
})

test('server/discover tells versions and capabilities, and how long they hold', async t => {
  const { result } = wholeOf(await given().send(modern('server/discover'))).body
  t.match(result, {
    resultType: 'complete',
    supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
    capabilities: { tools: { listChanged: true }, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    cacheScope: 'private',
  })
  t.ok(result.ttlMs > 0)
})

test('every list says how long it may be kept, and by whom', async t => {
  const { send } = given()
  for (const [method, array] of [
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ] as const) {
    const { result } = wholeOf(await send(modern(method))).body
    t.match(result, { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' }, method)
    t.ok(result[array].length > 0, method)
  }
})

test('two lists that share an empty array keep their names', async t => {
  const items = Object.freeze([])
  const nothing = async () => ({ items, nextCursor: null })
  const { surface } = given()
  Object.assign(surface.prompts, { list: nothing })
  Object.assign(surface.resources, { list: nothing })
  const lane = createModernLane({
    version: '1',
    states: createRequestStates(new Uint8Array(32)),
    report: () => {},
  })
  const list = async (method: string) => {
    const { headers, body } = modern(method)
    return wholeOf(await lane(laneRequest(headers), body, surface)).body.result
  }
  t.match(await list('prompts/list'), { prompts: [] })
  t.match(await list('resources/list'), { resources: [] })
})

test('a bad cursor is invalid params', async t => {
  const { send } = given()
  for (const cursor of ['bogus', 7, null]) {
    const { status, body } = wholeOf(await send(modern('tools/list', { cursor })))
    t.match({ status, body }, { status: 200, body: { id: 1, error: { code: -32602, message: /cursor/ } } })
  }
})

test('a method that does not exist is 404', async t => {
  const { send } = given()
  for (const method of [
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'tasks/list',
    'tasks/result',
    'constructor',
  ]) {
    t.match(
      wholeOf(await send(modern(method))),
      { status: 404, body: { id: 1, error: { code: -32601 } } },
      method,
    )
  }
})

const capabilities = 'io.modelcontextprotocol/clientCapabilities'
const version = 'io.modelcontextprotocol/protocolVersion'

/** What is changed of a good request, and the code with which it is refused at 400. */
const envelopes: [string, (request: ReturnType<typeof modern>) => void, number][] = [
  ['without _meta', ({ body }) => delete body['params']._meta, -32602],
  ['without params', ({ body }) => delete body['params'], -32602],
  ['without a version', ({ body }) => delete body['params']._meta[version], -32602],
  ['with a version that is no text', ({ body }) => (body['params']._meta[version] = 7), -32602],
  ['without capabilities', ({ body }) => delete body['params']._meta[capabilities], -32602],
  [
    'with a strange log level',
    ({ body }) => (body['params']._meta['io.modelcontextprotocol/logLevel'] = 'loud'),
    -32602,
  ],
  ['with a strange progress token', ({ body }) => (body['params']._meta.progressToken = {}), -32602],
  ['without the header of the version', ({ headers }) => delete headers['mcp-protocol-version'], -32020],
  [
    'with another version in the header',
    ({ headers }) => (headers['mcp-protocol-version'] = '2025-11-25'),
    -32020,
  ],
  ['without Mcp-Method', ({ headers }) => delete headers['mcp-method'], -32020],
  ['with another Mcp-Method', ({ headers }) => (headers['mcp-method'] = 'tools/list'), -32020],
  ['with Mcp-Method in other letters', ({ headers }) => (headers['mcp-method'] = 'TOOLS/CALL'), -32020],
  ['without Mcp-Name', ({ headers }) => delete headers['mcp-name'], -32020],
  ['with another Mcp-Name', ({ headers }) => (headers['mcp-name'] = 'other'), -32020],
]

for (const [title, change, code] of envelopes) {
  test(`a request ${title} is refused at 400 with ${code}`, async t => {
    const request = greet()
    change(request)
    t.match(wholeOf(await given().send(request)), { status: 400, body: { id: 1, error: { code } } })
  })
}

test('a version that nobody knows is refused with those that are known', async t => {
  const request = greet({ _meta: { [version]: 'v999' } })
  request.headers['mcp-protocol-version'] = 'v999'
  t.match(wholeOf(await given().send(request)), {
    status: 400,
    body: {
      id: 1,
      error: { code: -32022, data: { supported: ['2026-07-28', '2025-11-25'], requested: 'v999' } },
    },
  })
})

test('what is no single request is refused without an id', async t => {
  const { send } = given()
  const { headers, body } = greet()
  for (const wrong of [
    [body],
    1,
    { ...body, id: null },
    { ...body, id: 1.5 },
    { ...body, id: {} },
    { ...body, jsonrpc: '1.0' },
  ]) {
    const answer = wholeOf(await send({ headers, body: wrong }))
    t.match(answer, { status: 400, body: { error: { code: -32600 } } }, JSON.stringify(wrong))
  }
  t.notOk('id' in wholeOf(await send({ headers, body: [body] })).body)
})

test('a notification is taken without a word', async t => {
  const { send } = given()
  const { headers } = modern('notifications/cancelled')
  const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  t.strictSame(wholeOf(await send({ headers, body })), { status: 202, body: null })
  t.match(wholeOf(await send({ headers, body: { ...body, method: 'tools/call' } })), { status: 400 })
})

test('a silent call is answered as JSON also when the client takes events', async t => {
  t.equal((await given().send(greet({ _meta: { progressToken: 'p' } }))).type, 'whole')
})

test('progress and logs come as events before the response', async t => {
  const { send } = given(async (_, { progress, log }) => {
    log('debug', 'too low')
    progress?.(1, 2, 'half')
    progress?.(1, 2, 'does not rise')
    log('warning', { hot: true }, 'oven')
    return text('done')
  })
  const meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'info' }
  const messages = await new StreamReader(await send(greet({ _meta: meta }))).rest()
  t.match(messages, [
    {
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, total: 2, message: 'half' },
    },
    { method: 'notifications/message', params: { level: 'warning', logger: 'oven', data: { hot: true } } },
    { id: 1, result: { resultType: 'complete', content: [{ text: 'done' }] } },
  ])
  t.equal(messages.length, 3)
})

test('a client that asked for neither gets neither', async t => {
  const { send } = given(async (_, { progress, log }) => {
    log('emergency', 'fire')
    return text(progress === null ? 'no progress' : 'progress')
  })
  t.match(wholeOf(await send(greet())).body.result.content, [{ text: 'no progress' }])
})

test('a client that takes JSON only gets the answer only', async t => {
  const { send } = given(async (_, { progress }) => {
    progress?.(1, null, null)
    return text('done')
  })
  const request = greet({ _meta: { progressToken: 1 } })
  request.headers['accept'] = 'application/json'
  t.match(wholeOf(await send(request)).body.result.content, [{ text: 'done' }])
})

test('an error after the stream has begun is its last event', async t => {
  const { send, reported } = given(async (_, { progress }) => {
    progress?.(1, null, null)
    throw new TypeError('a secret')
  })
  const messages = await new StreamReader(await send(greet({ _meta: { progressToken: 1 } }))).rest()
  t.match(messages[1], { id: 1, error: { code: -32603, message: 'Internal error' } })
  t.match(reported, [{ message: 'a secret' }])
})

/** A tool that says when it has been cancelled. */
function cancellable(speaks: boolean) {
  const started = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const call: Call = async (_, { signal, progress }) => {
    if (speaks) progress?.(1, null, null)
    signal.addEventListener('abort', () => cancelled.resolve())
    started.resolve()
    await cancelled.promise
    throw new Error('stopped')
  }
  return { call, started: started.promise, cancelled: cancelled.promise }
}

test('closing the event stream cancels the call', async t => {
  const tool = cancellable(true)
  const { send, reported } = given(tool.call)
  const reader = new StreamReader(await send(greet({ _meta: { progressToken: 1 } })))
  await reader.next()
  reader.close()
  await tool.cancelled
  t.strictSame(reported, [], 'which is no defect')
})

test('a client that leaves before any event cancels the call too', async t => {
  const tool = cancellable(false)
  const { send } = given(tool.call)
  const request = greet()
  const http = laneRequest(request.headers)
  const answer = send(request, http)
  await tool.started
  http.leave()
  await tool.cancelled
  t.match(wholeOf(await answer).body, { error: { code: -32603 } })
})

test('a call that is asked for input is done again with the answers and an unchanged state', async t => {
  const { send } = given()
  const call = (params: object, name = 'test_input_required_result_request_state') =>
    send(modern('tools/call', { name, arguments: {}, ...params }, { elicitation: {} }))
  const { result } = wholeOf(await call({})).body
  t.match(result, {
    resultType: 'input_required',
    inputRequests: { confirm: { method: 'elicitation/create' } },
  })
  const { requestState } = result
  const inputResponses = { confirm: { action: 'accept', content: { ok: true } } }
  t.match(wholeOf(await call({ inputResponses, requestState })).body.result, {
    resultType: 'complete',
    content: [{ text: /state-ok/ }],
  })
  for (const wrong of [`${requestState}x`, 7]) {
    t.match(wholeOf(await call({ inputResponses, requestState: wrong })).body, {
      error: { code: -32602, message: /requestState/ },
    })
  }
  t.match(
    wholeOf(await call({ inputResponses, requestState }, 'test_input_required_result_tampered_state')).body,
    { error: { code: -32602 } },
    'of another tool',
  )
  for (const wrong of [null, [], { confirm: 7 }]) {
    t.match(wholeOf(await call({ inputResponses: wrong, requestState })).body, {
      error: { code: -32602, message: /inputResponses/ },
    })
  }
})

test('a client is not asked what it cannot answer', async t => {
  const { send } = given()
  const call = modern(
    'tools/call',
    { name: 'test_input_required_result_elicitation', arguments: {} },
    { sampling: {} },
  )
  t.match(wholeOf(await send(call)), {
    status: 400,
    body: { error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } } },
  })
})

test('a call goes on as a task only for a client that can have tasks', async t => {
  const { send } = given()
  const call = (capabilities: object) =>
    send(modern('tools/call', { name: 'failing_job' }, capabilities as JsonObject))
  t.match(wholeOf(await call({})), { status: 400, body: { error: { code: -32021 } } })
  const { result } = wholeOf(await call(tasksCapability)).body
  t.match(result, { resultType: 'task', taskId: String, status: 'working' })
  const task = (method: string, params: object, can: object = tasksCapability) =>
    send(modern(method, { taskId: result.taskId, ...params }, can as JsonObject))
  t.match(wholeOf(await task('tasks/get', {})).body.result, { resultType: 'complete', taskId: result.taskId })
  t.match(wholeOf(await task('tasks/get', {}, {})), { status: 400, body: { error: { code: -32021 } } })
  const ack = wholeOf(await task('tasks/cancel', {})).body.result
  t.strictSame(Object.keys(ack), ['resultType', '_meta'])
  t.match(wholeOf(await task('tasks/get', {})).body.result, { status: 'cancelled' })
  t.match(wholeOf(await task('tasks/get', { taskId: 'other' })).body, { error: { code: -32602 } })
})

test('a surface that makes a task for a client that cannot have one is corrected', async t => {
  const { send } = given(async () => ({ type: 'task', task: { taskId: 't', status: 'working' } }))
  t.match(wholeOf(await send(greet())), { status: 400, body: { error: { code: -32021 } } })
})

test('an error of the surface is an error of the protocol at 200', async t => {
  const { send, reported } = given(async () => {
    throw new RpcError(-32000, 'the server is down', { server: 'x' })
  })
  t.match(wholeOf(await send(greet())), {
    status: 200,
    body: { id: 1, error: { code: -32000, data: { server: 'x' } } },
  })
  t.strictSame(reported, [])
})
