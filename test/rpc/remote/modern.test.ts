// MCP 2026-07-28 against a server that takes nothing else.
import { type Test, test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createRemoteServers } from '../../../rpc/remote/remote-server.ts'
import type { ToolProgress } from '../../../rpc/tool-progress.ts'
import {
  decode,
  type ModernCall,
  type ModernServer,
  modernServer,
} from '../../support/servers/modern-server.ts'
import { serve } from '../loopback.ts'
import { call, event, limits, listTool, targetAt, textPart } from './given.ts'

const done = { content: [textPart('done')] }

async function givenModern(t: Test, server: Partial<ModernServer> = {}) {
  const calls: ModernCall[] = []
  const { origin } = await serve(t, modernServer({ tools: [], call: () => done, ...server }, calls))
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  return { calls, servers: createRemoteServers(outbound), target: targetAt(origin, 'modern') }
}

test('a request says who asks, in which revision, and what it is about', async t => {
  const { calls, servers, target } = await givenModern(t)
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  const [{ params, headers }] = calls as [ModernCall]
  t.strictSame(params, {
    name: 'list',
    arguments: { a: 1 },
    _meta: {
      'troupe/idempotencyKey': 'exec_1/fetch',
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'troupe', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      },
    },
  })
  t.match(headers, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'list',
    'idempotency-key': 'exec_1/fetch',
    accept: 'application/json, text/event-stream',
  })
  t.notOk('mcp-session-id' in headers)
})

test('headers of the call go along, a trace for instance', async t => {
  const { calls, servers, target } = await givenModern(t)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await servers.call(target, listTool, { ...call, headers: { traceparent, 'mcp-method': 'tools/list' } })
  t.match(calls[0]!.headers, { traceparent, 'mcp-method': 'tools/call' })
})

const region = { type: 'string', 'x-mcp-header': 'Region' }
const marked: JsonSchema = {
  type: 'object',
  properties: {
    region,
    limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
    where: { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } },
    'x-mcp-header': { type: 'string' },
    other: { type: 'string', enum: ['x-mcp-header'], default: { 'x-mcp-header': 'no' } as unknown as Json },
  },
}

test('marked arguments travel as headers too, written so that every value survives', async t => {
  const { calls, servers, target } = await givenModern(t)
  const tool = { ...listTool, inputSchema: marked }
  const values = ['us-west1', 'Hello, 世界', ' padded ', 'line1\nline2', '=?base64?literal?=', '', 'a\tb']
  for (const value of values) {
    const args = {
      region: value,
      limit: '7615917337495251231',
      dry: false,
      where: { city: value },
      other: 'x',
    }
    t.match(await servers.call(target, tool, { ...call, args }), { ok: true })
    const { headers } = calls.at(-1)!
    t.equal(decode(String(headers['mcp-param-region'])), value)
    t.equal(decode(String(headers['mcp-param-city'])), value)
    t.match(headers, { 'mcp-param-limit': '7615917337495251231', 'mcp-param-dry-run': 'false' })
  }
  t.equal(calls[1]!.headers['mcp-param-region'], '=?base64?SGVsbG8sIOS4lueVjA==?=')
})

test('an argument that is absent or null has no header', async t => {
  const { calls, servers, target } = await givenModern(t)
  const tool = { ...listTool, inputSchema: marked }
  await servers.call(target, tool, { ...call, args: { region: null, where: null } })
  t.strictSame(
    Object.keys(calls[0]!.headers).filter(name => name.startsWith('mcp-param')),
    [],
  )
})

test('a call that is refused for its headers is made again as the tool is defined now, once', async t => {
  let listed: JsonSchema = marked
  const made: ModernCall[] = []
  const { calls, servers, target } = await givenModern(t, {
    list: () => ({ tools: [{ name: 'list', inputSchema: listed }] }),
    call(taken, response) {
      if (taken.headers['mcp-param-region'] !== undefined) {
        made.push(taken)
        return done
      }
      const error = { code: -32020, message: 'Header mismatch: Mcp-Param-Region is missing' }
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: taken.id, error }))
      return undefined
    },
  })
  const args = { region: 'north' }
  t.match(await servers.call(target, listTool, { ...call, args }), { ok: true, output: 'done' })
  t.strictSame(
    calls.map(({ method }) => method),
    ['tools/call', 'tools/list', 'tools/call'],
  )
  t.equal(made[0]!.headers['idempotency-key'], call.idempotencyKey)

  listed = { type: 'object' }
  calls.length = 0
  const refused = await servers.call(target, listTool, { ...call, args })
  t.match(refused, { ok: false, error: { code: 'server-error', message: /-32020/, retryable: false } })
  t.equal(calls.length, 3, 'and not again')
})

const badMarks: [string, JsonSchema][] = [
  ['no text', { a: { type: 'string', 'x-mcp-header': 7 } }],
  ['empty', { a: { type: 'string', 'x-mcp-header': '' } }],
  ['no name of a header', { a: { type: 'string', 'x-mcp-header': 'a b' } }],
  ['split in two', { a: { type: 'string', 'x-mcp-header': 'a\r\nb' } }],
  ['on a number', { a: { type: 'number', 'x-mcp-header': 'A' } }],
  ['on an object', { a: { type: 'object', 'x-mcp-header': 'A' } }],
  ['twice', { a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } }],
  ['in a list', { a: { type: 'array', items: region } }],
  ['in a choice', { a: { anyOf: [region, { type: 'null' }] } }],
  ['behind a reference', { a: { $ref: '#/properties/b/$defs/c' }, b: { $defs: { c: region } } }],
]

test('a tool with a mark that is not allowed is left out, the others stay', async t => {
  const tools = badMarks.map(([, properties], i) => ({ name: `bad${i}`, inputSchema: { properties } }))
  const { servers, target } = await givenModern(t, {
    tools: [...tools, { name: 'good', inputSchema: marked }],
  })
  const listing = await servers.list(target, limits)
  t.strictSame(listing.ok && listing.tools.map(({ name }) => name), ['good'])
  t.equal(listing.ok && listing.refused.length, badMarks.length)
  for (const { reason } of listing.ok ? listing.refused : []) t.match(reason, /^x-mcp-header/)
})

test('a list is followed page by page, and kept no longer than its shortest page', async t => {
  const { servers, target } = await givenModern(t, {
    list: cursor => ({
      tools: [{ name: `tool${cursor ?? 0}` }],
      ttlMs: cursor === undefined ? 5_000 : 1_000,
      ...(cursor !== '2' && { nextCursor: String(Number(cursor ?? 0) + 1) }),
    }),
  })
  const listing = await servers.list(target, limits)
  t.match(listing, { ok: true, ttlMs: 1_000 })
  t.strictSame(listing.ok && listing.tools.map(({ name }) => name), ['tool0', 'tool1', 'tool2'])
})

test('progress and logs are asked for when somebody listens, and passed on', async t => {
  const { calls, servers, target } = await givenModern(t, {
    call: ({ id, params }, response) => {
      const progressToken = params._meta?.['progressToken']
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(
        event({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } }),
      )
      response.write(event({ method: 'notifications/message', params: { level: 'error', data: 'oh' } }))
      response.end(event({ id, result: { resultType: 'complete', ...done } }))
      return undefined
    },
  })
  const heard: ToolProgress[] = []
  const result = await servers.call(target, listTool, { ...call, onProgress: one => heard.push(one) })
  t.strictSame(result, { ok: true, output: 'done' })
  t.strictSame(heard, [
    { type: 'progress', done: 1, total: 2, message: null },
    { type: 'log', level: 'error', data: 'oh', logger: null },
  ])
  t.equal(calls[0]!.params._meta?.['io.modelcontextprotocol/logLevel'], 'info')
})

test('a request that the server puts on a stream is not answered: there are none in this revision', async t => {
  const { calls, servers, target } = await givenModern(t, {
    call: ({ id }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ id: 'e1', method: 'elicitation/create', params: {} }))
      response.end(event({ id, result: { resultType: 'complete', ...done } }))
      return undefined
    },
  })
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: 'done' })
  t.equal(calls.length, 2)
})

test('a cancelled call closes the stream and says nothing more', async t => {
  const working = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const { calls, servers, target } = await givenModern(t, {
    call: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      response.on('close', () => closed.resolve())
      working.resolve()
      return undefined
    },
  })
  const cancel = new AbortController()
  const result = servers.call(target, listTool, { ...call, signal: cancel.signal })
  await working.promise
  cancel.abort()
  t.match(await result, { ok: false, error: { code: 'aborted' } })
  await closed.promise
  t.equal(calls.length, 1)
})

const incomplete: [string, object, object][] = [
  [
    'input',
    { resultType: 'input_required', inputRequests: { a: { method: 'elicitation/create' } } },
    {
      code: 'input-required',
      message: /asked for elicitation\/create, which a call of its tool can not give/,
    },
  ],
  ['a task', { resultType: 'task', task: {} }, { code: 'bad-answer', message: /of the type "task"/ }],
  ['a type that is none', { resultType: 7, ...done }, { code: 'bad-answer', message: /of the type 7/ }],
  ['no content', {}, { code: 'bad-answer', message: /without `content`/ }],
]

for (const [what, result, error] of incomplete) {
  test(`a result that is ${what} is not a success`, async t => {
    const { servers, target } = await givenModern(t, { call: () => result })
    t.match(await servers.call(target, listTool, call), { ok: false, error })
  })
}

test('errors of the protocol come as errors of the server, not as ours', async t => {
  for (const code of [-32020, -32021, -32022, -32000, -32042]) {
    const { servers, target } = await givenModern(t, {
      call: ({ id }, response) => {
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } }))
        return undefined
      },
    })
    t.match(await servers.call(target, listTool, call), {
      ok: false,
      error: { code: 'server-error', message: `tool server "Orders" answered the error ${code}: no` },
    })
  }
})
