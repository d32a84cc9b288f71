import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'
import { exampleMethods } from '../../../rpc/conformance/example-methods.ts'
import { createFixtureSurface } from '../../../rpc/conformance/fixture-surface.ts'
import { createLanes } from '../../../rpc/lanes/lanes.ts'
import type { RpcMethod, Surface } from '../../../rpc/surface/surface.ts'
import { wireListText } from '../../../rpc/tool-wire.ts'
import { exchanges } from '../../conformance/json-rpc-exchanges.ts'
import { laneRequest, wholeOf } from '../../support/lanes.ts'
import { MemoryRpcSessions } from '../../support/rpc-sessions.ts'

const quiet = {
  version: '1',
  secret: new Uint8Array(32),
  parse: JSON.parse,
  report: () => {},
  rows: new MemoryRpcSessions(),
}

const echo: ToolDefinition = {
  name: 'echo',
  title: 'Echo',
  description: 'Gives back what it is given',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  outputSchema: null,
  effect: 'pure',
  keywords: [],
  examples: [],
}

/** A surface with the tools `echo`, `broken` and `asking`. */
function surfaceWith(methods: Readonly<Record<string, RpcMethod>>): Surface {
  const fixtures = createFixtureSurface()
  return {
    ...fixtures,
    methods,
    tools: {
      ...fixtures.tools,
      listText: async () => wireListText([echo]),
      async call(name, args) {
        if (name === 'broken') throw new TypeError('a secret')
        if (name === 'asking') return { type: 'input-required', requests: {}, state: null }
        const content = [{ type: 'text', text: `${name} ${JSON.stringify(args)}` }] as const
        return { type: 'complete', result: { content } }
      },
    },
  }
}

function given(methods: Readonly<Record<string, RpcMethod>> = {}) {
  const reported: unknown[] = []
  const lanes = createLanes({
    version: '1',
    secret: new Uint8Array(32),
    parse: JSON.parse,
    report: error => reported.push(error),
    rows: new MemoryRpcSessions(),
  })
  const surface = surfaceWith(methods)
  const send = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return wholeOf(await lanes.post(laneRequest(), text, surface))
  }
  return { reported, send }
}

const notFound = (id: Json) => ({ jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id })

for (const { title, sent, status, body } of exchanges) {
  test(`section 7 of the specification: ${title}`, async t => {
    t.strictSame(await given(exampleMethods).send(sent), { status, body })
  })
}

test('an id of null is a request and is answered', async t => {
  const { send } = given(exampleMethods)
  t.strictSame(await send({ jsonrpc: '2.0', method: 'get_data', id: null }), {
    status: 200,
    body: { jsonrpc: '2.0', result: ['hello', 5], id: null },
  })
})

test('names that every object has are unknown methods', async t => {
  const { send } = given()
  for (const method of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
    t.strictSame(await send({ jsonrpc: '2.0', method, id: 1 }), { status: 200, body: notFound(1) })
  }
})

test('the methods of one surface are not those of another', async t => {
  t.match(await given(exampleMethods).send({ jsonrpc: '2.0', method: 'get_data', id: 1 }), {
    body: { result: ['hello', 5] },
  })
  t.strictSame((await given().send({ jsonrpc: '2.0', method: 'get_data', id: 1 })).body, notFound(1))
})

test('50 requests in a batch are answered, 51 are refused as a whole', async t => {
  const { send } = given(exampleMethods)
  const batch = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', method: 'get_data', id }))
  t.equal((await send(batch(50))).body.length, 50)
  const { status, body } = await send(batch(51))
  t.equal(status, 200)
  t.match(body, { error: { code: -32600, message: /51 .* at most 50/ }, id: null })
})

test('requests of a batch run side by side and duplicate ids are each answered', async t => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { send } = given({
    first: () => promise.then(() => 1),
    second: () => {
      resolve()
      return 2
    },
  })
  const { body } = await send([
    { jsonrpc: '2.0', method: 'first', id: 7 },
    { jsonrpc: '2.0', method: 'second', id: 7 },
  ])
  t.strictSame(body, [
    { jsonrpc: '2.0', result: 1, id: 7 },
    { jsonrpc: '2.0', result: 2, id: 7 },
  ])
})

test('tools/list gives every tool in MCP shape', async t => {
  const { body } = await given().send({ jsonrpc: '2.0', method: 'tools/list', id: 1 })
  const { name, title, description, inputSchema } = echo
  t.match(body, { jsonrpc: '2.0', id: 1 })
  t.match(body.result.tools, [{ name, title, description, inputSchema, annotations: { readOnlyHint: true } }])
})

test('tools/call hands name and arguments to the surface', async t => {
  const { send } = given()
  const call = (params: Json) => send({ jsonrpc: '2.0', method: 'tools/call', params, id: 1 })
  const text = (text: string) => ({ jsonrpc: '2.0', result: { content: [{ type: 'text', text }] }, id: 1 })
  t.strictSame((await call({ name: 'echo', arguments: { a: 1 } })).body, text('echo {"a":1}'))
  t.strictSame((await call({ name: 'echo' })).body, text('echo {}'))
})

test('tools/call without a name, or with arguments that are no object, is -32602', async t => {
  const { send } = given()
  for (const params of [{}, [], ['echo'], { name: 1 }, { name: 'echo', arguments: [1] }] as Json[]) {
    const { status, body } = await send({ jsonrpc: '2.0', method: 'tools/call', params, id: 1 })
    t.equal(status, 200)
    t.match(body, { error: { code: -32602, message: /^params\./ }, id: 1 })
  }
})

test('prompts and resources are listed and read as by clients of MCP', async t => {
  const { send } = given()
  const asked = async (method: string, params: Json = {}) =>
    (await send({ jsonrpc: '2.0', method, params, id: 1 })).body
  t.match(await asked('resources/list'), { result: { resources: [{ uri: String }] } })
  t.match(await asked('resources/templates/list'), { result: { resourceTemplates: Array } })
  t.match(await asked('prompts/list'), { result: { prompts: [{ name: String }] } })
  const uri = 'test://static-text'
  t.match(await asked('resources/read', { uri }), { result: { contents: [{ uri }] } })
  for (const params of [{}, { uri: 7 }, ['x']] as Json[])
    t.match(await asked('resources/read', params), { error: { code: -32602, message: /^params\.uri/ } })
  t.match(await asked('resources/list', { cursor: 7 }), { error: { code: -32602 } })
})

test('a tool that asks its caller questions says that this takes another client', async t => {
  const { body } = await given().send({
    jsonrpc: '2.0',
    method: 'tools/call',
    params: { name: 'asking' },
    id: 1,
  })
  t.match(body, { error: { code: -32600, message: /asking .* MCP client/ }, id: 1 })
})

test('a defect of ours is reported, and answered without its words', async t => {
  const { send, reported } = given()
  const broken = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'broken' } }
  t.strictSame((await send({ ...broken, id: 1 })).body, {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32603, message: 'Internal error' },
  })
  t.strictSame(await send(broken), { status: 202, body: null })
  t.equal(reported.length, 2)
})

test('calls end when their caller leaves', async t => {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const surface = surfaceWith({})
  Object.assign(surface.tools, {
    call: async (_name: string, _args: object, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => resolve())
      await aborted
      return { type: 'complete', result: { content: [] } }
    },
  })
  const lanes = createLanes(quiet)
  const request = laneRequest()
  const answer = lanes.post(
    request,
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
    surface,
  )
  request.leave()
  await aborted
  t.equal((await answer).type, 'whole')
})

test('a body that is not JSON is refused in the words of its lane', async t => {
  const lanes = createLanes(quiet)
  const send = async (headers: Record<string, string>) =>
    wholeOf(await lanes.post(laneRequest(headers), '{', surfaceWith({})))
  const error = { code: -32700, message: 'Parse error' }
  t.strictSame(await send({}), { status: 400, body: { jsonrpc: '2.0', error, id: null } })
  t.strictSame(await send({ 'mcp-protocol-version': '2026-07-28' }), {
    status: 400,
    body: { jsonrpc: '2.0', error },
  })
})
