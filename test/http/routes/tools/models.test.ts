// Language models over HTTP: the whole service, and a scripted model on loopback.
import { registerHooks } from 'node:module'
import tap, { test } from 'tap'
import * as model from '../../../support/servers/model-server.ts'

/** Packages of the SDK that this process has loaded. */
const loaded = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'ai' || specifier.startsWith('@ai-sdk/')) loaded.add(specifier)
    return next(specifier, context)
  },
})
const { openTestDatabase } = await import('../../../support/database.ts')
const { startMarketplace, worldOf } = await import('../../../support/marketplace.ts')

const server = await model.startModelServer(tap)
const database = await openTestDatabase()
const market = await startMarketplace(worldOf(database), [])
tap.teardown(() => market.stop())
const signUp = async (email: string) => {
  const body = { email, password: 'correct horse battery' }
  return market.clientOf((await market.clientOf(null).post('/api/v1/auth/signup', body)).body.token)
}
const client = await signUp('ada@example.com')
const apiKey = 'sk-of-ada-0123456789'
const path = '/api/v1/models'
const unused = { calls: 0, inputTokens: 0, outputTokens: 0, cu: 0 }

test('without a model nothing is asked, and nothing of the SDK is loaded', async t => {
  t.match(await client.get(path), {
    status: 200,
    body: { models: [], cuPerMonth: null, acceptPlans: true, service: null, used: unused },
  })
  t.match((await client.post(`${path}/test`, {})).body, {
    ok: false,
    model: null,
    error: { code: 'no-model' },
  })
  const planned = await client.post('/api/v1/workflows/plan', {
    prompt: 'Summarize the mood of the customer.',
  })
  t.match(planned.body, { status: 'needs_review' })
  t.strictSame([...loaded], [])
})

test('a model is set with its key as a credential, and tested by a question that costs', async t => {
  const credential = {
    name: 'model key',
    kind: 'model',
    secret: { apiKey },
    allowedHosts: [new URL(server.url).host],
  }
  const made = await client.post('/api/v1/credentials', credential)
  t.match(made, { status: 201, body: { kind: 'model' } })
  t.notMatch(JSON.stringify(made.body), apiKey)
  const given = {
    name: 'small',
    provider: 'compatible',
    model: 'qwen',
    url: server.url,
    credential: 'model key',
  }
  const set = await client.put(path, { models: [{ ...given, cuPerThousandTokens: 2 }], cuPerMonth: 4 })
  t.match(set, {
    status: 200,
    body: { models: [{ ...given, default: true, contextTokens: 32_000 }], cuPerMonth: 4, acceptPlans: true },
  })
  server.say(model.text('ready'))
  const tested = await client.post(`${path}/test`, {})
  t.match(tested, { status: 200, body: { ok: true, model: 'qwen', tokens: 1_100, error: null } })
  t.equal(server.asked[0]!.headers.authorization, `Bearer ${apiKey}`)
  t.ok(
    [...loaded].some(name => name.startsWith('@ai-sdk/')),
    'now the SDK is loaded',
  )
  const { used } = (await client.get(path)).body
  t.match(used, { calls: 1, inputTokens: 900, outputTokens: 200, cu: 3 })
  const [row] = await database.query<{ cu: number }>(
    { name: 'test.cu', text: 'select sum(cu)::int4 as cu from usage where shard = 1000000' },
    [],
  )
  t.equal(row!.cu, 3, 'among the compute units of the organization')
})

test('a key that is wrong is said so, without the key', async t => {
  server.say(model.failing(401, `Incorrect API key provided: ${apiKey}`))
  const { body } = await client.post(`${path}/test`, { name: 'small' })
  t.match(body, {
    ok: false,
    error: { code: 'unauthenticated', message: /401: Incorrect API key provided: \[secret\]/ },
  })
})

test('once the budget is spent nothing is asked; without one it is', async t => {
  server.say(model.text('ready'))
  t.match((await client.post(`${path}/test`, {})).body, { ok: true })
  t.match((await client.post(`${path}/test`, {})).body, { ok: false, error: { code: 'over-budget' } })
  t.equal(server.asked.length, 1)
  t.match((await client.put(path, { cuPerMonth: null })).body, {
    cuPerMonth: null,
    models: [{ name: 'small' }],
  })
  t.match((await client.post(`${path}/test`, {})).body, { ok: true })
})

test('eight calls of an organization are under way at most; others have places of their own', async t => {
  const held: (() => void)[] = []
  const all = Promise.withResolvers<void>()
  server.say((response, asked) => {
    held.push(() => model.text('ready')(response, asked))
    if (held.length === 8) all.resolve()
  })
  const ask = async () => (await client.post(`${path}/test`, {})).body
  const waiting = Array.from({ length: 8 }, ask)
  await all.promise
  t.match(await ask(), { ok: false, error: { code: 'rate-limited', message: /8 calls/, retryable: true } })
  for (const answer of held) answer()
  for (const one of await Promise.all(waiting)) t.match(one, { ok: true })
  server.say(model.text('ready'))
  t.match(await ask(), { ok: true })
})

test('a credential says which models use it', async t => {
  const [{ id } = { id: '' }] = (await client.get('/api/v1/credentials')).body.filter(
    (one: { kind: string }) => one.kind === 'model',
  )
  t.match((await client.get(`/api/v1/credentials/${id}`)).body.usedBy, { models: ['small'], toolServers: [] })
})

test('what could not be asked is refused with the name of the field', async t => {
  const refused = async (body: object, reason: RegExp) =>
    t.match(await client.put(path, body), { status: 400, body: { error: reason } })
  const good = { name: 'a', provider: 'openai', model: 'gpt' }
  await refused({ models: [{ ...good, provider: 'compatible' }] }, /models\.0\.url: expected the base URL/)
  await refused({ models: [{ ...good, url: 'ftp://x' }] }, /models\.0\.url: expected an http/)
  await refused({ models: [{ ...good, url: 'https://a:b@x.example' }] }, /models\.0\.url: /)
  await refused({ models: [good, good] }, /models\.1\.name: another model/)
  await refused(
    {
      models: [
        { ...good, default: true },
        { ...good, name: 'b', default: true },
      ],
    },
    /one default/,
  )
  await refused(
    { models: [{ ...good, credential: 'none' }] },
    /models\.0\.credential: there is no credential/,
  )
  await refused(
    { models: [{ ...good, credential: 'model key' }] },
    /models\.0\.credential: .* may not be sent to api\.openai/,
  )
  await refused({ models: [{ ...good, provider: 'other' }] }, /models\.0\.provider/)
  await refused({ cuPerMonth: -1 }, /cuPerMonth/)
  t.match(await client.post(`${path}/test`, { name: 'none' }), {
    status: 400,
    body: { error: /name: there is no/ },
  })
  const bearer = { name: 'bearer', kind: 'bearer', secret: { token: 'abcdefghijkl' } }
  await client.post('/api/v1/credentials', bearer)
  await refused({ models: [{ ...good, credential: 'bearer' }] }, /expected a credential of kind model/)
  t.match((await client.get(path)).body.models, [{ name: 'small' }], 'and nothing has changed')
})

test('a tool cannot send the key of a model', async t => {
  const plan = {
    steps: [
      {
        ...{ id: 'leak', kind: 'tool', title: 'Leak', server: null, tool: 'http_request' },
        args: { method: 'POST', url: server.url, headers: { authorization: { $secret: 'model key' } } },
      },
    ],
  }
  const made = await client.post('/api/v1/workflows', { name: 'Leak', prompt: 'Leak it', plan })
  t.match(made.body, { status: 'needs_review', diagnostics: [{ code: 'CREDENTIAL_NOT_ALLOWED' }] })
})

test('another organization sees nothing of it, and only admins change it', async t => {
  const other = await signUp('bob@example.com')
  t.match((await other.get(path)).body, { models: [], used: unused })
  const { key } = (await client.post('/api/v1/apikeys', { name: 'k', scopes: ['read', 'write'] })).body
  const reader = market.clientOf(key)
  t.equal((await reader.get(path)).status, 200)
  t.equal((await reader.put(path, { models: [] })).status, 403)
  t.equal((await reader.post(`${path}/test`, {})).status, 403)
})
