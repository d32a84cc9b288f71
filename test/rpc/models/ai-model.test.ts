// Models by the AI SDK against scripted servers on loopback that speak the real protocols.
import tap, { test } from 'tap'
import type { ModelRequest, ModelResult } from '../../../domain/models/language-model.ts'
import type { ModelProvider } from '../../../domain/models/model.ts'
import { aiModel } from '../../../rpc/models/ai-model.ts'
import { modelTimes } from '../../../rpc/models/model-fetch.ts'
import { SdkModels } from '../../../rpc/models/sdk-models.ts'
import { createOutbound, type NetworkPolicy } from '../../../rpc/outbound/outbound.ts'
import { systemClock } from '../../../runtime/clock.ts'
import * as model from '../../support/servers/model-server.ts'

const key = 'sk-very-secret-key-1234567890'
const server = await model.startModelServer(tap)

interface Asking extends Partial<ModelRequest> {
  readonly key?: string
  readonly sdk?: SdkModels
  readonly provider?: ModelProvider
  readonly policy?: NetworkPolicy
  readonly idleMs?: number
}

async function ask(asking: Asking = {}) {
  const { provider = 'compatible', policy = 'open', idleMs = 10_000, ...more } = asking
  const { key: own = key, sdk = new SdkModels(), ...rest } = more
  const outbound = createOutbound({ policy })
  const asked = aiModel({
    ...{ provider, model: 'm', url: server.url, key: () => own, outbound, clock: systemClock, sdk },
    ...{ contextTokens: 32_000, maxOutputTokens: 500, times: { ...modelTimes, idleMs } },
  })
  const signal = new AbortController().signal
  const messages = [{ role: 'user', text: 'hello' }] as const
  try {
    return await asked.ask({ instructions: 'Be brief.', messages, timeoutMs: 20_000, signal, ...rest })
  } finally {
    await outbound.close()
  }
}

const schema = { name: 'answer', schema: { type: 'object', properties: { n: { type: 'number' } } } }
const codeOf = (result: ModelResult) => (result.ok ? 'ok' : result.error.code)

test('a text comes whole and in pieces, with the tokens that the server counts', async t => {
  server.say(model.text('Hello, world'))
  for (const provider of ['compatible', 'openai'] as const) {
    const pieces: string[] = []
    const result = await ask({ provider, onText: piece => pieces.push(piece) })
    t.match(result, { ok: true, answer: { text: 'Hello, world', tokens: { input: 900, output: 200 } } })
    t.strictSame(pieces, ['Hello,', ' world'])
  }
  t.equal(server.asked.length, 2)
  for (const { path, headers, body } of server.asked) {
    t.equal(path, '/v1/chat/completions')
    t.equal(headers.authorization, `Bearer ${key}`)
    t.match(body, { model: 'm', stream: true, messages: [{ content: 'Be brief.' }, { content: 'hello' }] })
    t.notMatch(JSON.stringify(body), key)
  }
})

test('its identity tells apart all that changes an answer', async t => {
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const usual = { provider: 'compatible', model: 'm', url: 'http://localhost:1/v1' } as const
  const rest = { key: () => key, outbound, clock: systemClock, contextTokens: 32_000, maxOutputTokens: 500 }
  const others = [
    {},
    { provider: 'openai' },
    { model: 'n' },
    { url: 'http://localhost:2/v1' },
    { maxOutputTokens: 600 },
  ] as const
  const identities = others.map(other => aiModel({ ...usual, ...rest, ...other }).identity)
  t.equal(new Set(identities).size, others.length)
  t.equal(aiModel({ ...usual, ...rest, key: () => 'another' }).identity, identities[0])
  t.notMatch(identities.join(), key)
})

test('Anthropic is asked in its own protocol', async t => {
  server.say(model.anthropic('Hello'))
  const result = await ask({ provider: 'anthropic' })
  t.match(result, { ok: true, answer: { text: 'Hello', tokens: { input: 900, output: 200 } } })
  const [{ path, headers, body } = {} as never] = server.asked
  t.equal(path, '/v1/messages')
  t.equal(headers['x-api-key'], key)
  t.match(body, { model: 'm', max_tokens: 500, stream: true })
  server.say(model.anthropic('No.', 'refusal'))
  t.equal(codeOf(await ask({ provider: 'anthropic' })), 'refused')
})

test('calls of one model that is open share neither key nor text, and say nothing of each other', async t => {
  const sdk = new SdkModels()
  server.say((response, asked) => model.text(String(asked.body.messages.at(-1)!.content))(response, asked))
  for (const provider of ['compatible', 'openai'] as const) {
    const asked = server.asked.length
    const names = ['a', 'b', 'c'].map(name => `sk-${name}-1234567890`)
    const results = await Promise.all(
      names.map(name => ask({ provider, sdk, key: name, messages: [{ role: 'user', text: name }] })),
    )
    t.match(
      results,
      names.map(text => ({ ok: true, answer: { text } })),
    )
    for (const { headers, body } of server.asked.slice(asked)) {
      t.equal(headers.authorization, `Bearer ${body.messages.at(-1)!.content}`)
      t.notOk(Object.keys(headers).some(name => name.startsWith('x-call')))
    }
  }
})

test('an answer by a schema is asked for as such, and parsed', async t => {
  server.say(model.json({ n: 1 }))
  t.match(await ask({ schema }), { ok: true, answer: { value: { n: 1 } } })
  t.match(server.asked[0]!.body, {
    response_format: { type: 'json_schema', json_schema: { name: 'answer' } },
  })
  server.say(model.text('```json\n{"n": 2}\n```'))
  t.match(await ask({ schema }), { ok: true, answer: { value: { n: 2 } } })
  server.say(model.text('{"n": '))
  t.match(await ask({ schema }), { ok: false, error: { code: 'bad-answer', tokens: { input: 900 } } })
})

test('a call of a tool comes as the model wrote it, also where it breaks the schema', async t => {
  const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const tools = [{ name: 'get_order', description: 'Gets an order', inputSchema }]
  server.say(model.toolCall('get_order', '{"id":"A-1"}'))
  t.match(await ask({ tools }), { ok: true, answer: { calls: [{ tool: 'get_order', args: { id: 'A-1' } }] } })
  t.match(server.asked[0]!.body, { tools: [{ function: { name: 'get_order', parameters: inputSchema } }] })
  server.say(model.toolCall('get_order', '{"number": 7}'))
  t.match(await ask({ tools }), { answer: { calls: [{ args: { number: 7 } }] } })
  server.say(model.toolCall('drop_tables', '{}'))
  t.match(
    await ask({ tools }),
    { answer: { calls: [{ tool: 'drop_tables' }] } },
    'whoever asked looks at the name',
  )
  server.say(model.toolCall('get_order', '{"id": "A-'))
  t.match(await ask({ tools }), { answer: { calls: [{ args: '{"id": "A-' }] } })
  server.say(model.toolCall('get_order', ''))
  t.match(await ask({ tools }), { answer: { calls: [{ args: {} }] } }, 'nothing at all is no arguments')
})

test('the results of tools go back with their calls', async t => {
  server.say(model.text('Done'))
  const call = { id: 'call_1', tool: 'get_order', args: { id: 'A-1' } }
  const result = { id: 'call_1', tool: 'get_order', output: { total: 7 }, isError: false }
  await ask({
    messages: [
      { role: 'user', text: 'go' },
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', results: [result] },
    ],
  })
  t.match(server.asked[0]!.body.messages.slice(2), [
    { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'get_order' } }] },
    { role: 'tool', tool_call_id: 'call_1', content: '{"total":7}' },
  ])
})

test('whatever goes wrong is an error with a code, and says whether to ask again', async t => {
  const cases: readonly [string, model.Said, string, boolean][] = [
    ['a refusal', model.refusal('I cannot help with that'), 'refused', false],
    ['a filter', model.text('', 'content_filter'), 'refused', false],
    ['an answer over its length', model.text('And then', 'length'), 'cut-short', false],
    ['a stream that ends in the middle', model.cut('{"n":'), 'bad-answer', true],
    ['a connection that breaks', model.broken('Hel'), 'unavailable', true],
    ['what is no stream', model.page, 'bad-answer', true],
    ['a wrong key', model.failing(401, `Incorrect API key provided: ${key}`), 'unauthenticated', false],
    ['an unknown model', model.failing(404, 'no such model'), 'bad-request', false],
    ['a server that is down', model.failing(500, 'oops'), 'unavailable', true],
    ['a server that is too busy', model.failing(503, 'later'), 'unavailable', true],
    ['too many requests', model.failing(429, 'slow down', { 'Retry-After': '7' }), 'rate-limited', true],
  ]
  for (const [what, said, code, retryable] of cases) {
    server.say(said)
    const result = await ask()
    t.match(result, { ok: false, error: { code, retryable, message: /127\.0\.0\.1/ } }, what)
    t.notMatch(JSON.stringify(result), key, what)
    t.equal(server.asked.length, 1, `${what}: asked once`)
  }
  server.say(model.failing(429, 'slow down', { 'Retry-After': '7' }))
  t.match(await ask(), { error: { retryAfterMs: 7_000, message: /answered 429: slow down/ } })
})

test('silence ends: before the answer, within it, and an answer without end', async t => {
  server.say(model.stalled('Hel'))
  t.match(await ask({ idleMs: 30 }), { error: { code: 'timeout', retryable: true, tokens: { output: 1 } } })
  server.say(model.silent)
  t.match(await ask({ timeoutMs: 60 }), { error: { code: 'timeout' } })
  server.say(model.endless)
  t.match(await ask(), { ok: false, error: { code: 'bad-answer' } })
})

test('whoever leaves gets the reason of the signal, before and within the answer', async t => {
  const reason = new Error('left')
  server.say(model.stalled('Hel'))
  await t.rejects(ask({ signal: AbortSignal.abort(reason) }), reason)
  t.equal(server.asked.length, 0)
  const leaving = new AbortController()
  await t.rejects(ask({ signal: leaving.signal, onText: () => leaving.abort(reason) }), reason)
})

test('the network policy holds for models, too', async t => {
  server.say(model.text('Hello'))
  t.match(await ask({ policy: 'public' }), { ok: false, error: { code: 'unavailable', retryable: false } })
  t.equal(server.asked.length, 0)
})
