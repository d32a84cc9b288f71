import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'tap'
import { spentBy } from '../../../domain/budgets/budget.ts'
import type { Json } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createRemoteServers, type Listing } from '../../../rpc/remote/remote-server.ts'
import { probes } from '../../support/probes.ts'
import { call, given, limits, listTool as list, rpcError, targetAt, textPart as text } from './given.ts'

test('every attempt of a call carries its key in a header and in the parameters', async t => {
  const { asked, target, servers } = await given(t, () => ({ ok: true }))
  t.strictSame(await servers.call(target, list, call), { ok: true, output: { ok: true } })
  const { method, params, headers } = asked[0]!
  t.equal(method, 'tools/call')
  t.strictSame(params, {
    name: 'list',
    arguments: { a: 1 },
    _meta: { 'troupe/idempotencyKey': 'exec_1/fetch' },
  })
  t.equal(headers['idempotency-key'], 'exec_1/fetch')
})

const results: [string, Json, Json][] = [
  ['structured content', { content: [text('x')], structuredContent: { a: 1 } }, { a: 1 }],
  ['the JSON of an object in its one text', { content: [text('{"a":1}')] }, { a: 1 }],
  ['the JSON of a list in its one text', { content: [text(' [1,2]')] }, [1, 2]],
  ['a text that is no object or list', { content: [text('42')] }, '42'],
  ['a text that only looks like JSON', { content: [text('{a}')] }, '{a}'],
  ['two texts', { content: [text('a'), text('b')] }, 'a\nb'],
  ['content that is not text', { content: [{ type: 'image', data: 'x' }] }, [{ type: 'image', data: 'x' }]],
  ['a bare object', { sum: 3 }, { sum: 3 }],
  ['a bare number', 3, 3],
  ['null', null, null],
]

for (const [title, result, output] of results) {
  test(`the output of a call can be ${title}`, async t => {
    const { target, servers } = await given(t, () => result)
    t.strictSame(await servers.call(target, list, call), { ok: true, output })
  })
}

test('a result with isError is the failure of the tool', async t => {
  const { target, servers } = await given(t, () => ({ content: [text('no such order')], isError: true }))
  t.strictSame(await servers.call(target, list, call), {
    ok: false,
    error: {
      ...{ code: 'tool-failed', message: 'no such order', retryable: false },
      tool: { status: null, content: 'no such order' },
    },
  })
})

test('an error of the server is told with its code and words, on one line', async t => {
  const { target, servers } = await given(t, ({ id }, response) => {
    response.end(rpcError(id, -32001, 'bad\n\u001b[31mday'))
    return undefined
  })
  t.match(await servers.call(target, list, call), {
    ok: false,
    error: { code: 'server-error', message: 'tool server "Orders" answered the error -32001: bad [31mday' },
  })
})

test('a cancelled call ends at once', async t => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const { target, servers } = await given(t, () => {
    resolve()
    return undefined
  })
  const cancel = new AbortController()
  const result = servers.call(target, list, { ...call, signal: cancel.signal })
  await arrived
  cancel.abort()
  t.match(await result, { ok: false, error: { code: 'aborted', retryable: false } })
})

test('a list is followed page by page, in order', async t => {
  const { asked, target, servers } = await given(t, ({ params }) => {
    const page = Number(params['cursor'] ?? 0)
    return { tools: [{ name: `tool${page}` }], ...(page < 3 && { nextCursor: String(page + 1) }) }
  })
  const listing = await servers.list(target, limits)
  t.match(listing, { ok: true, protocol: 'plain', refused: [] })
  t.strictSame(listing.ok && listing.tools.map(tool => tool.name), ['tool0', 'tool1', 'tool2', 'tool3'])
  t.equal(asked.length, 4)
})

test('an empty cursor is that of no page: the list ends', async t => {
  const { asked, target, servers } = await given(t, ({ params }) => {
    const isFirst = params['cursor'] === undefined
    return { tools: [{ name: isFirst ? 'tool0' : 'tool1' }], nextCursor: isFirst ? '1' : '' }
  })
  const listing = await servers.list(target, limits)
  t.strictSame(listing.ok && listing.tools.map(tool => tool.name), ['tool0', 'tool1'])
  t.equal(asked.length, 2)
})

test('a list without end stops at 100 pages, and says so', async t => {
  let page = 0
  const { asked, target, servers } = await given(t, () => ({ tools: [], nextCursor: `${++page}` }))
  const refused = [{ name: 'the rest', reason: /more than 100 pages/ }]
  t.match(await servers.list(target, limits), { ok: true, tools: [], refused })
  t.equal(asked.length, 100)
})

test('a list whose pages go in a circle is a fault', async t => {
  const next: Record<string, string> = { '': 'a', a: 'b', b: 'a' }
  const { asked, target, servers } = await given(t, ({ params }) => {
    return { tools: [], nextCursor: next[String(params['cursor'] ?? '')]! }
  })
  const message = /^tool server "Orders" answered tools\/list with a cursor that it had given before/
  t.match(await servers.list(target, limits), { ok: false, error: { code: 'bad-answer', message } })
  t.equal(asked.length, 3)
})

test('tools past 10,000 are left out', async t => {
  probes(t, 93)
  const tools = Array.from({ length: 10_001 }, (_, i) => ({ name: `t${i}` }))
  const { target, servers } = await given(t, () => ({ tools }))
  const listing = await servers.list(target, limits)
  t.equal(listing.ok && listing.tools.length, 10_000, 'P93')
  t.match(listing, { refused: [{ name: 't10000', reason: /more than 10000 tools/ }] })
})

test('while the schemas of a list are compiled, this thread has its other work done', async t => {
  const pattern = `^(${Array.from({ length: 100 }, (_, n) => `word${n}`).join('|')})$`
  const inputSchema = { properties: { a: { type: 'string', pattern } } }
  t.ok(spentBy(() => compileSchema(inputSchema)) > 100_000, 'each takes a portion')
  const tools = Array.from({ length: 100 }, (_, n) => ({ name: `t${n}`, inputSchema }))
  const state: { now: 'asked' | 'answered' | 'over' } = { now: 'asked' }
  const { servers, target } = await given(t, () => {
    state.now = 'answered'
    return { tools }
  })
  const listing = servers.list(target, { timeoutMs: 60_000 }).finally(() => {
    state.now = 'over'
  })
  let others = 0
  for (; state.now !== 'over'; await new Promise(setImmediate)) if (state.now === 'answered') others++
  t.match(await listing, { ok: true, refused: [] })
  t.ok(others >= 100, `${others} turns of others`)
})

test('a definition is cleaned, bounded and completed', async t => {
  probes(t, 93)
  const description = `a\u0000\u001b[31mred\u202e\ud800 ${'x'.repeat(1_000_000)}`
  const { target, servers } = await given(t, () => ({
    tools: [{ name: '__proto__', title: 'A\ntitle\ud800', description, inputSchema: { type: 'object' } }],
  }))
  const listing = await servers.list(target, limits)
  const tool = (listing as Listing & { ok: true }).tools[0]!
  t.match(tool, { name: '__proto__', title: 'A title\ufffd', outputSchema: null, effect: 'write' })
  t.equal(tool.description.length, 4_000, 'P93')
  t.match(tool.description, /^ared\ufffd x+…$/)
})

test('the effect of a tool follows from its annotations', async t => {
  const tools = [
    { name: 'a', annotations: { readOnlyHint: true, destructiveHint: true } },
    { name: 'b', annotations: { destructiveHint: true } },
    { name: 'c', annotations: { idempotentHint: true } },
    { name: 'd' },
  ]
  const { target, servers } = await given(t, () => ({ tools }))
  const listing = await servers.list(target, limits)
  t.strictSame(listing.ok && listing.tools.map(tool => tool.effect), [
    'read',
    'destructive',
    'write',
    'write',
  ])
})

test('a tool that cannot be offered is left out with the reason, the others stay', async t => {
  const { target, servers } = await given(t, () => ({
    tools: [
      { name: 'good' },
      { name: 'good' },
      { name: 'x'.repeat(1_001) },
      { name: 'a\0b' },
      { name: 'far', inputSchema: { $ref: 'http://169.254.169.254/schema' } },
      { name: 'large', inputSchema: { description: 'x'.repeat(70_000) } },
      null,
      7,
    ],
  }))
  const listing = await servers.list(target, limits)
  t.strictSame(listing.ok && listing.tools.map(tool => tool.name), ['good'])
  t.match(listing, {
    refused: [
      { name: 'good', reason: /has this name/ },
      { name: /^x+…$/, reason: /expected a name/ },
      { name: 'ab', reason: /expected a name/ },
      { name: 'far', reason: /leaves the schema/ },
      { name: 'large', reason: /65536|KiB|larger|64/ },
      { reason: /expected a name/ },
      { reason: /expected a name/ },
    ],
  })
})

test('a tool whose name cannot be offered has another, and is called by its own', async t => {
  const names = ['get weather', 'x'.repeat(128), 'größe', 'Ziel 目标', 'get_weather']
  const { asked, target, servers } = await given(t, ({ method }) =>
    method === 'tools/list' ? { tools: names.map(name => ({ name })) } : { a: 1 },
  )
  const listing = await servers.list(target, limits)
  if (!listing.ok) return t.fail('no list')
  t.strictSame(listing.refused, [])
  t.strictSame(
    listing.tools.map(({ title }) => title),
    names,
  )
  for (const { name } of listing.tools) t.match(name, /^[A-Za-z0-9_.-]{1,64}$/)
  t.equal(new Set(listing.tools.map(({ name }) => name)).size, names.length)
  t.match(listing.tools[0], { name: /^get_weather_[0-9a-f]{10}$/, upstreamName: 'get weather' })
  t.notOk('upstreamName' in listing.tools[4]!)
  for (const tool of listing.tools) t.match(await servers.call(target, tool, call), { ok: true })
  t.strictSame(
    asked.filter(({ method }) => method === 'tools/call').map(({ params }) => params['name']),
    names,
  )
})

test('of a schema only that is left out which cannot be checked', async t => {
  const inputSchema = {
    type: 'object',
    properties: { day: { type: 'string', pattern: '^(?=2)\\d+$' }, any: { type: 'any' } },
    required: ['day'],
  }
  const { target, servers } = await given(t, () => ({ tools: [{ name: 'a', inputSchema }] }))
  const listing = await servers.list(target, limits)
  t.match(listing, { ok: true, refused: [], tools: [{ name: 'a' }] })
  const [tool] = listing.ok ? listing.tools : []
  t.strictSame(tool!.inputSchema['required'], ['day'])
  t.match(tool!.inputSchema['properties'], { day: { type: 'string', $comment: /pattern/ } })
  const check = compileSchema(tool!.inputSchema)
  t.equal(check({ day: 'x', any: 7 }), null)
  t.match(check({ any: 7 }), /day/)
  t.match(check({ day: 7 }), /day/)
})

test('a server that refuses every protocol is told by its first refusal', async t => {
  const { target, servers } = await given(t, (_asked, response) => {
    response.writeHead(404).end('nothing here')
    return undefined
  })
  t.match(await servers.list(target, limits), {
    ok: false,
    error: { code: 'bad-answer', message: 'tool server "Orders" answered 404', retryable: false },
  })
})

test('an answer to tools/list without tools is a fault', async t => {
  const { target, servers } = await given(t, () => ({}))
  t.match(await servers.list(target, limits), { ok: false, error: { code: 'bad-answer' } })
})

test('the example server works as a tool server', async t => {
  const example = spawn(process.execPath, ['examples/tool-server.ts'], { env: { ...process.env, PORT: '0' } })
  t.teardown(() => example.kill())
  const [line] = (await once(example.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(line.toString())![0]
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const servers = createRemoteServers(outbound)
  const target = targetAt(url, null)
  const listing = await servers.list(target, limits)
  t.match(listing, { ok: true, protocol: 'plain', refused: [] })
  t.strictSame(listing.ok && listing.tools.map(({ name }) => name), ['echo', 'add', 'slow'])
  const plain = targetAt(url, 'plain')
  const sum = await servers.call(plain, { ...list, name: 'add' }, { ...call, args: { a: 1, b: 2 } })
  t.strictSame(sum, { ok: true, output: { sum: 3 } })
  t.match(await servers.call(plain, { ...list, name: 'gone' }, call), {
    error: { code: 'invalid-arguments' },
  })
})
