// What a provider says of its models, well and in every way in which servers go wrong.
import tap, { test } from 'tap'
import { localModels } from '../../../rpc/models/local-models.ts'
import { type ModelSource, offeredModels } from '../../../rpc/models/offered-models.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { serve } from '../loopback.ts'

const outbound = createOutbound({ policy: 'open' })
tap.teardown(() => outbound.close())
const signal = new AbortController().signal
const key = 'sk-of-ada-0123456789'

let answer: { readonly status: number; readonly body: string } = { status: 200, body: '' }
const asked: { path: string; headers: Record<string, unknown> }[] = []
const { origin } = await serve(tap, async (request, response) => {
  asked.push({ path: request.url ?? '', headers: { ...request.headers } })
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
})

const ask = (body: unknown, source: Partial<ModelSource> = {}, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
  return offeredModels(outbound, { provider: 'compatible', url: `${origin}/v1/`, key, ...source }, { signal })
}

test('the lists of OpenAI and of Anthropic are read, each asked in its own way', async t => {
  t.strictSame(await ask({ data: [{ id: 'gpt-5', created: 1_700_000_000 }] }, { provider: 'openai' }), {
    ok: true,
    models: [{ name: 'gpt-5', createdAt: 1_700_000_000_000 }],
  })
  t.match(asked.at(-1), { path: '/v1/models', headers: { authorization: `Bearer ${key}` } })
  const claude = { id: 'claude-sonnet-4-5', created_at: '2025-09-29T00:00:00Z' }
  t.strictSame(await ask({ data: [claude] }, { provider: 'anthropic' }), {
    ok: true,
    models: [{ name: 'claude-sonnet-4-5', createdAt: Date.UTC(2025, 8, 29) }],
  })
  t.match(asked.at(-1), {
    path: '/v1/models?limit=100',
    headers: { 'x-api-key': key, 'anthropic-version': String, authorization: undefined },
  })
  await ask({ data: [] }, { key: null })
  t.equal(asked.at(-1)!.headers['authorization'], undefined)
})

test('a refusal is said without the key; a server without a list has none', async t => {
  const refused = await ask({ error: { message: `wrong key ${key}` } }, {}, 401)
  t.match(refused, { ok: false, error: { code: 'unauthenticated', message: /401: wrong key \[secret\]/ } })
  t.match(await ask('', {}, 404), { ok: true, models: [] })
  t.match(await ask('<html>', {}, 503), { ok: false, error: { code: 'unavailable' } })
})

test('what is no list, or no name, is not taken for one', async t => {
  for (const body of ['<html>', '[]', '{"data": {}}', 'null', ''])
    t.match(await ask(body), { ok: false, error: { code: 'bad-answer' } }, body)
  const strange = [null, 7, {}, { id: '' }, { id: 'a\nb' }, { id: 'x'.repeat(201) }, { id: 'good' }]
  t.strictSame(await ask({ data: strange }), { ok: true, models: [{ name: 'good', createdAt: null }] })
  const many = Array.from({ length: 500 }, (_, index) => ({ id: `m${index}` }))
  t.match(await ask({ data: many }), { ok: true, models: { length: 200 } })
  t.match(await ask('x'.repeat(1_200_000)), { ok: false, error: { code: 'bad-answer' } })
})

test('servers on this machine are looked for where they listen, and nobody waits for those that are away', async t => {
  answer = { status: 200, body: JSON.stringify({ data: [{ id: 'qwen3:8b' }] }) }
  const local = localModels(outbound, { ollama: `${origin}/v1`, lmstudio: 'http://127.0.0.1:65530/v1' })
  t.match(await local.find(signal), {
    servers: [
      { local: 'ollama', isThere: true, models: ['qwen3:8b'] },
      { local: 'lmstudio', isThere: false, models: [] },
    ],
  })
  t.equal(asked.at(-1)!.headers['authorization'], undefined)
  t.match(localModels(outbound).urlOf('ollama'), /^http:\/\/127\.0\.0\.1:11434\//)
})
