// Results of tools: what they promise and what they keep, what is reserved, and what is too large.
import { test } from 'tap'
import { Failure } from '../../../domain/failure.ts'
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { readSent } from '../../../domain/schema/sent-numerals.ts'
import { call, given, listTool, textPart } from './given.ts'

const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    orders: { type: 'array', items: { type: 'object', properties: { total: { type: 'number' } } } },
  },
  required: ['orders'],
}
const promising = { ...listTool, outputSchema }

test('a result that fits its outputSchema is taken', async t => {
  const structuredContent = { orders: [{ total: 1 }] }
  for (const result of [{ content: [], structuredContent }, structuredContent]) {
    const { target, servers } = await given(t, () => result)
    t.strictSame(await servers.call(target, promising, call), { ok: true, output: structuredContent })
  }
})

test('whole numbers keep their digits, both ways', async t => {
  const whole = { type: 'integer' }
  const digits = '7615917337495251231'
  const properties = {
    id: whole,
    ids: { type: 'array', items: { $ref: '#/$defs/id' } },
    name: { type: 'string' },
  }
  const schema: JsonSchema = {
    type: 'object',
    properties,
    $defs: { id: { anyOf: [whole, { type: 'null' }] } },
  }
  const tool = { ...listTool, inputSchema: schema, outputSchema: schema }
  const said = `{"id":${digits},"ids":[${digits},1,null],"name":"${digits}"}`
  const value = { id: digits, ids: [digits, 1, null], name: digits }
  const results = [`{"content":[],"structuredContent":${said}}`, said]
  for (const result of results) {
    const { target, servers, asked } = await given(t, () => readSent(result) as Json)
    const answer = await servers.call(target, tool, { ...call, args: value })
    t.strictSame(answer, { ok: true, output: value })
    t.ok(asked.at(-1)!.body.includes(`"arguments":${said}`), asked.at(-1)!.body)
  }
  const { target, servers } = await given(t, () => ({ content: [textPart(said)] }))
  t.strictSame(await servers.call(target, listTool, call), { ok: true, output: value }, 'JSON in a text')
})

test('bounds of 64 bits in a schema are numbers', async t => {
  const bounded =
    '{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"default":7}'
  const schema = `{"type":"object","properties":{"id":${bounded},"default":${bounded}}}`
  const tools = `{"tools":[{"name":"list","inputSchema":${schema}}]}`
  const { target, servers } = await given(t, () => readSent(tools) as Json)
  const listed = await servers.list(target, { timeoutMs: 5_000 })
  t.match(listed, { ok: true, refused: [] })
  t.strictSame(listed.ok && listed.tools[0]?.inputSchema, JSON.parse(schema))
})

const broken: [string, Json, RegExp][] = [
  [
    'another type',
    { content: [], structuredContent: { orders: [{ total: 'x' }] } },
    /^tool server "Orders" answered list with a result that does not fit its outputSchema: result\.orders\.0\.total: expected number, received string$/,
  ],
  [
    'nothing where something has to be',
    { content: [], structuredContent: {} },
    /result\.orders: expected a value, received none$/,
  ],
  ['null', { content: [], structuredContent: null }, /result: expected object, received null$/],
  [
    'text only',
    { content: [textPart('{"orders":[]}')] },
    /answered list without the structuredContent that it promises$/,
  ],
  ['a bare number', 7, /result: expected object, received number$/],
]

for (const [title, result, message] of broken) {
  test(`a result that does not fit its outputSchema is a fault that says where: ${title}`, async t => {
    const { target, servers } = await given(t, () => result)
    t.match(await servers.call(target, promising, call), {
      ok: false,
      error: { code: 'bad-answer', message, retryable: false },
    })
  })
}

test('the failure of a tool need not fit its outputSchema', async t => {
  const { target, servers } = await given(t, () => ({ content: [textPart('no')], isError: true }))
  t.match(await servers.call(target, promising, call), { ok: false, error: { code: 'tool-failed' } })
})

const reason = 'no such order'
const image = { type: 'image' }
const failures: [string, Json, string, Json][] = [
  ['structured content', { structuredContent: { code: 7 } }, '{"code":7}', { code: 7 }],
  ['a text for its content', { content: reason }, reason, reason],
  ['JSON in its text', { content: [textPart('{"code":7}')] }, '{"code":7}', { code: 7 }],
  [
    'no content',
    { reason: 'no such order', _meta: { traceparent: 'x' } },
    '{"isError":true,"reason":"no such order"}',
    { reason },
  ],
  ['content without a text', { content: [image] }, 'the tool failed without saying why', [image]],
]

for (const [title, result, message, content] of failures) {
  test(`what says that it is an error is no success: ${title}`, async t => {
    const { target, servers } = await given(t, () => ({ isError: true, ...(result as JsonObject) }))
    const tool = { status: null, content }
    const error = { code: 'tool-failed', message, retryable: false, tool }
    for (const tool of [listTool, promising])
      t.strictSame(await servers.call(target, tool, call), { ok: false, error })
  })
}

test('a text is read as JSON as deep as an answer may nest, and stays a text beyond that', async t => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const { target, servers } = await given(t, ({ params }) => ({
    content: [textPart(String(params['name']))],
  }))
  for (const [text, output] of [
    [nested(68), JSON.parse(nested(68))],
    [nested(69), nested(69)],
    [nested(100_000), nested(100_000)],
  ])
    t.strictSame(await servers.call(target, { ...listTool, name: text }, call), { ok: true, output })
})

test('a check of a result takes bounded time, whatever the schema', async t => {
  const branches = Array.from({ length: 400 }, (_, i) => ({ minimum: -i }))
  const { target, servers } = await given(t, () => Array(100_000).fill(1))
  const tool = { ...listTool, outputSchema: { items: { allOf: branches } } as JsonSchema }
  const result = await servers.call(target, tool, { ...call, timeoutMs: 60_000 })
  t.match(result, { ok: false, error: { code: 'bad-answer', message: /result: expected less/ } })
})

test('what is reserved does not go on', async t => {
  const _meta = {
    'io.modelcontextprotocol/serverInfo': {},
    'com.mcp.tools/x': 1,
    'troupe/error': { code: 'quota-exceeded' },
    progressToken: 1,
    traceparent: 'x',
    'com.example/own': 2,
    'com.example.mcp/own': 3,
  }
  const kept = { 'com.example/own': 2, 'com.example.mcp/own': 3 }
  const image = { type: 'image', data: 'x', _meta }
  const { target, servers } = await given(t, ({ params }) =>
    params['name'] === 'bare'
      ? { sum: 1, _meta }
      : { content: [image, { ...image, _meta: { traceparent: 'x' } }] },
  )
  t.strictSame(await servers.call(target, listTool, call), {
    ok: true,
    output: [
      { type: 'image', data: 'x', _meta: kept },
      { type: 'image', data: 'x' },
    ],
  })
  t.strictSame(await servers.call(target, { ...listTool, name: 'bare' }, call), {
    ok: true,
    output: { sum: 1, _meta: kept },
  })
})

const large = 'x'.repeat(1_200_000)

test('a result over 1 MiB is kept, and its beginning goes on with a link', async t => {
  const kept: [string, string][] = []
  const largeResults = {
    keep: async (organizationId: string, body: string) => {
      kept.push([organizationId, body])
      return 'res_1'
    },
  }
  const { target, servers } = await given(t, () => ({ content: [textPart(large)] }), { largeResults })
  const preview = `"${large.slice(0, 3_999)}`
  t.strictSame(await servers.call(target, listTool, call), {
    ok: true,
    output: { truncated: true, preview, sizeBytes: 1_200_002, link: '/api/v1/tool-results/res_1' },
  })
  t.strictSame(kept, [['org_1', JSON.stringify(large)]])
})

test('a large result that nests without end is kept as the text that it is', async t => {
  const kept: string[] = []
  const largeResults = {
    keep: async (_: string, body: string) => {
      kept.push(body)
      return 'res_1'
    },
  }
  const deep = '['.repeat(600_000) + ']'.repeat(600_000)
  const { target, servers } = await given(t, () => ({ content: [textPart(deep)] }), { largeResults })
  t.match(await servers.call(target, listTool, call), { ok: true, output: { truncated: true } })
  t.strictSame(kept, [JSON.stringify(deep)])
})

test('a large result that can not be kept is too large', async t => {
  const full = { keep: async () => null }
  for (const parts of [{}, { largeResults: full }]) {
    const { target, servers } = await given(t, () => ({ content: [textPart(large)] }), parts)
    t.match(await servers.call(target, listTool, call), { ok: false, error: { code: 'too-large' } })
  }
})

test('a large result that can not be kept now may be asked for again', async t => {
  const down = { keep: () => Promise.reject(new Failure('unavailable', 'the database is down')) }
  const { target, servers } = await given(t, () => ({ content: [textPart(large)] }), { largeResults: down })
  t.match(await servers.call(target, listTool, call), {
    ok: false,
    error: { code: 'unavailable', message: /which could not be kept: the database is down/, retryable: true },
  })
})

test('a result over 8 MiB is not read to its end', async t => {
  const largeResults = { keep: async () => 'res_1' }
  const { target, servers } = await given(t, () => 'x'.repeat(9_000_000), { largeResults })
  t.match(await servers.call(target, listTool, call), { ok: false, error: { code: 'too-large' } })
})

test('many large results at once all arrive', async t => {
  const largeResults = { keep: async () => 'res_1' }
  const { target, servers } = await given(t, () => ({ content: [textPart(large)] }), { largeResults })
  const timeoutMs = 60_000
  const results = await Promise.all(
    Array.from({ length: 20 }, () => servers.call(target, listTool, { ...call, timeoutMs })),
  )
  t.ok(results.every(result => result.ok))
})
