import { type Test, test } from 'tap'
import type { Json, JsonObject } from '../../domain/json.ts'
import { offeredName, type ToolDefinition } from '../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { type BuiltinTool, pureTool, ToolFailure, worldTool } from '../../rpc/builtin/tool.ts'
import { createHub, type Hub, type HubParts, type ToolCall } from '../../rpc/hub.ts'
import { createOutbound } from '../../rpc/outbound/outbound.ts'
import { createPureCalls } from '../../rpc/pure-calls.ts'
import { serve } from './loopback.ts'

const words = { title: '', description: '', outputSchema: null, keywords: [], examples: [] }
const numbers = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
}

const builtins: BuiltinTool[] = [
  pureTool<{ a: number; b: number }>({
    ...words,
    name: 'divide',
    inputSchema: numbers,
    run({ a, b }) {
      if (b === 0) throw new ToolFailure('tool-failed', 'b: expected a number other than 0')
      return a / b
    },
  }),
  worldTool<JsonObject>({
    ...words,
    name: 'who',
    effect: 'read',
    inputSchema: { type: 'object' },
    run: async (_args, { idempotencyKey, timeoutMs }) => ({ idempotencyKey, timeoutMs }),
  }),
  worldTool<JsonObject>({
    ...words,
    name: 'get',
    effect: 'read',
    inputSchema: { type: 'object' },
    run: async (_args, { outbound }) => (await outbound.request({ method: 'GET', url: 'ftp://x' })).status,
  }),
]

const list: ToolDefinition = { ...words, name: 'list', inputSchema: numbers, effect: 'read' }

function server(slug: string, url: string, changes: Partial<RegisteredServer> = {}): RegisteredServer {
  const checks = { status: 'healthy', error: null, lastCheckedAt: 0, createdAt: 0 } as const
  const about = { id: `srv_${slug}`, organizationId: 'org_a', name: slug.toUpperCase(), slug, url }
  return { ...about, enabled: true, protocol: 'plain', tools: [list], ...checks, ...changes }
}

interface Given {
  readonly hub: Hub
  readonly call: (tool: string, args: JsonObject, more?: Partial<ToolCall>) => ReturnType<Hub['call']>
}

/** A hub over servers that may be replaced while it runs. */
function given(
  t: Test,
  servers: { current: readonly RegisteredServer[] } = { current: [] },
  parts: Partial<Pick<HubParts, 'check' | 'builtins' | 'pureCalls'>> = {},
): Given {
  const of = (organizationId: string) => servers.current.filter(s => s.organizationId === organizationId)
  const hub = createHub({
    builtins,
    directory: {
      list: async organizationId => of(organizationId),
      find: async (organizationId, slug) => of(organizationId).find(s => s.slug === slug) ?? null,
    },
    outbound: createOutbound({ policy: 'open' }),
    ...parts,
  })
  t.teardown(() => hub.close())
  const signal = new AbortController().signal
  const base = { organizationId: 'org_a', server: null, idempotencyKey: 'exec_1/a', timeoutMs: 2_000, signal }
  return { hub, call: (tool, args, more) => hub.call({ ...base, tool, args, ...more }) }
}

/** A tool server that answers every call with its parameters. */
async function serveParams(t: Test): Promise<{ url: string; asked: Json[] }> {
  const asked: Json[] = []
  const { origin } = await serve(t, async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { id, params } = JSON.parse(body)
    asked.push(params)
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: params.arguments }))
  })
  return { url: origin, asked }
}

test('a pure tool runs at once, and only pure tools are given as functions', async t => {
  const { hub, call } = given(t)
  const divide = hub.pure('divide')!
  t.strictSame(divide({ a: 6, b: 3 }), { ok: true, output: 2 })
  t.strictSame(await call('divide', { a: 6, b: 3 }), { ok: true, output: 2 })
  for (const name of ['who', 'list', 'constructor', '__proto__']) t.equal(hub.pure(name), null)
})

test('what takes more than a decision may is a call, and runs in a thread that can be ended', async t => {
  const pureCalls = createPureCalls()
  const { hub, call } = given(t, undefined, { builtins: builtinTools, pureCalls })
  const text = 'a,b\n'.repeat(100_000)
  t.equal(hub.pure('csv_parse')!({ text, header: false }), null)
  t.match(hub.pure('csv_parse')!({ text: 'a,b\n', header: false }), { ok: true, output: [['a', 'b']] })
  const called = await call('csv_parse', { text, header: false }, { timeoutMs: 20_000 })
  t.match(called, { ok: true, output: { length: 100_000 } })
  const many = Array.from({ length: 100_000 }, (_, n) => `${'a'.repeat(100)}${(n * 7_919) % 100_003}`)
  t.match(await call('list_sort', { list: many }, { timeoutMs: 20_000 }), {
    ok: false,
    error: { code: 'too-large', message: /more work than one step/ },
  })
  const late = await call('csv_parse', { text, header: false }, { timeoutMs: 1 })
  t.match(late, { ok: false, error: { code: 'timeout', retryable: true } })
})

test('what the results of a tool looked like comes with it, for planners', async t => {
  const observed = new Map([['list', { type: 'string' }]])
  const { hub } = given(t, { current: [server('a', 'http://x/', { observed }), server('b', 'http://x/')] })
  const tools = (await hub.list('org_a')).filter(tool => tool.server !== null)
  t.match(tools, [{ server: 'a', observedOutput: { type: 'string' } }, { server: 'b' }])
  t.notOk('observedOutput' in tools[1]!)
})

test('arguments that do not fit the schema never reach a tool', async t => {
  const { url, asked } = await serveParams(t)
  const { hub, call } = given(t, { current: [server('orders', url)] })
  const refusal = { ok: false, error: { code: 'invalid-arguments', retryable: false } }
  const message = 'b: expected number, received string'
  t.match(hub.pure('divide')!({ a: 1, b: 'x' }), { ...refusal, error: { message } })
  t.match(await call('list', { a: 1, b: 'x' }, { server: 'orders' }), { ...refusal, error: { message } })
  t.match(await call('list', { a: 1 }, { server: 'orders' }), {
    ...refusal,
    error: { message: /^b: expected/ },
  })
  t.match(await call('divide', { a: 1, b: 1, c: 1 }), { ...refusal, error: { message: /^c: expected no/ } })
  t.strictSame(asked, [])
})

test('what a tool throws about the world is a value', async t => {
  const { hub, call } = given(t)
  t.match(hub.pure('divide')!({ a: 1, b: 0 }), {
    ok: false,
    error: { code: 'tool-failed', retryable: false },
  })
  t.match(await call('get', {}), { ok: false, error: { code: 'bad-url', retryable: false } })
})

test('a tool of the world is given the key and the time of its call', async t => {
  const { call } = given(t)
  t.strictSame(await call('who', {}), { ok: true, output: { idempotencyKey: 'exec_1/a', timeoutMs: 2_000 } })
})

test('a tool of a server is called by its slug and its own name', async t => {
  const { url, asked } = await serveParams(t)
  const { call } = given(t, { current: [server('orders', url)] })
  const result = await call('list', { a: 1, b: 2 }, { server: 'orders' })
  t.strictSame(result, { ok: true, output: { a: 1, b: 2 } })
  t.match(asked, [{ name: 'list', _meta: { 'troupe/idempotencyKey': 'exec_1/a' } }])
})

test('what cannot be called is said, and nothing is sent', async t => {
  const { url, asked } = await serveParams(t)
  const off = server('off', url, { enabled: false })
  const foreign = server('foreign', url, { organizationId: 'org_b' })
  const unfit = { ...list, name: 'unfit', inputSchema: { $ref: 'http://elsewhere' } }
  const { call } = given(t, { current: [server('orders', url, { tools: [list, unfit] }), off, foreign] })
  const cases: [string | null, string, string][] = [
    [null, 'nothing', 'unknown-tool'],
    [null, 'orders__list', 'unknown-tool'],
    ['orders', 'gone', 'unknown-tool'],
    ['orders', '__proto__', 'unknown-tool'],
    ['gone', 'list', 'unknown-tool-server'],
    ['foreign', 'list', 'unknown-tool-server'],
    ['off', 'list', 'tool-server-disabled'],
    ['orders', 'unfit', 'bad-schema'],
  ]
  for (const [slug, tool, code] of cases) {
    t.match(await call(tool, { a: 1, b: 2 }, { server: slug }), { ok: false, error: { code } }, code)
  }
  t.strictSame(asked, [])
})

test('a list is the built-in tools and those of enabled servers, namespaced', async t => {
  const servers = { current: [server('orders', 'http://x'), server('off', 'http://x', { enabled: false })] }
  const { hub } = given(t, servers)
  const named = async (organization: string) => (await hub.list(organization)).map(offeredName)
  t.strictSame(await named('org_a'), ['divide', 'who', 'get', 'orders__list'])
  t.strictSame(await named('org_b'), ['divide', 'who', 'get'])
})

test('a list stays the same array until a server of the organization changes', async t => {
  const orders = server('orders', 'http://x')
  const servers = { current: [orders] as readonly RegisteredServer[] }
  const { hub } = given(t, servers)
  const first = await hub.list('org_a')
  servers.current = [orders, server('stock', 'http://x', { organizationId: 'org_b' })]
  t.equal(await hub.list('org_a'), first)
  servers.current = [{ ...orders, tools: [{ ...list }] }]
  t.not(await hub.list('org_a'), first)
  servers.current = []
  t.equal(await hub.list('org_a'), await hub.list('org_c'), 'without servers all share the built-in tools')
})

test('arguments and results are held against schemas where the hub is told to, for the organization', async t => {
  const { url } = await serveParams(t)
  const checked: [string, unknown][] = []
  const check = async (organizationId: string, schema: JsonObject) => {
    checked.push([organizationId, schema['$comment']])
    return checked.length === 4 ? 'count: expected a number' : null
  }
  const inputSchema = { $comment: 'input' }
  const tools = [{ ...list, inputSchema, outputSchema: { $comment: 'output' } }]
  const { call } = given(t, { current: [server('orders', url, { tools })] }, { check })
  t.match(await call('list', {}, { server: 'orders' }), { ok: true })
  t.match(await call('list', {}, { server: 'orders' }), { ok: false, error: { code: 'bad-answer' } })
  t.strictSame(checked, [
    ['org_a', 'input'],
    ['org_a', 'output'],
    ['org_a', 'input'],
    ['org_a', 'output'],
  ])
})
