// Connecting a language model in one step, over HTTP: the whole service, and a scripted model on loopback.
import tap, { test } from 'tap'
import { StartLink } from '../../../../http/account/links/start-link.ts'
import { systemClock } from '../../../../runtime/clock.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'
import { sampleAnswer } from '../../../support/sample-answer.ts'
import * as model from '../../../support/servers/model-server.ts'

const server = await model.startModelServer(tap)
/** Nobody is there. */
const nowhere = 'http://127.0.0.1:65530/v1'
const market = await startMarketplace(worldOf(await openTestDatabase()), [], {
  localUrls: { ollama: server.url, lmstudio: nowhere },
})
tap.teardown(() => market.stop())

const password = 'correct horse battery'
const signUp = async (email: string) =>
  market.clientOf((await market.clientOf(null).post('/api/v1/auth/signup', { email, password })).body.token)
const models = '/api/v1/models'
const connect = `${models}/connect`
const key = 'sk-proj-0123456789abcdef'
const good = model.json(sampleAnswer)

test('a key is enough: its form says whose it is, a model is chosen, kept, and plans a sample', async t => {
  const client = await signUp('ada@example.com')
  server.offer(['text-embedding-9', 'gpt-5', 'gpt-5-mini', 'gpt-4'])
  server.say(good)
  const made = await client.post(connect, { key, url: server.url })
  t.match(made, {
    status: 201,
    body: {
      model: { name: 'gpt-5', provider: 'openai', default: true, plans: 'well', contextTokens: 128_000 },
      offered: ['text-embedding-9', 'gpt-5', 'gpt-5-mini', 'gpt-4'],
      sample: { plans: 'well', problems: [], request: /late orders/ },
    },
  })
  t.equal(server.listed[0]!.authorization, `Bearer ${key}`)
  t.equal(server.asked[0]!.headers.authorization, `Bearer ${key}`)
  const first = String(server.asked[0]!.body.messages[1]!.content)
  t.match(first, /shop__list_orders\(.*mail__send\(/s, 'by the planner, over tools that nobody has')
  t.match((await client.get(models)).body, { models: [{ name: 'gpt-5', plans: 'well' }], local: false })
  const [credential] = (await client.get('/api/v1/credentials')).body
  t.match(credential, { name: 'OpenAI key', kind: 'model', allowedHosts: [new URL(server.url).host] })
  const log = await client.get('/api/v1/audit?limit=50')
  t.match(JSON.stringify(log.body), /credential\.created.*|models\.connected/)
  for (const action of ['credential.created', 'models.connected'])
    t.ok(
      log.body.some((entry: { action: string }) => entry.action === action),
      action,
    )
  for (const { body } of [made, log, await client.get(models)]) t.notMatch(JSON.stringify(body), key)
})

test('a further key for the same model takes the place of the first', async t => {
  const client = await signUp('grace@example.com')
  server.offer(['gpt-5'])
  server.say(good)
  await client.post(connect, { key, url: server.url })
  const other = 'sk-proj-another-0123456789'
  t.match(await client.post(connect, { key: other, url: server.url }), { status: 201 })
  t.equal(server.asked.at(-1)!.headers.authorization, `Bearer ${other}`)
  t.equal((await client.get(models)).body.models.length, 1)
  t.equal((await client.get('/api/v1/credentials')).body.length, 1)
})

test('of models that are connected at once none is lost, and no key is left over', async t => {
  const client = await signUp('annie@example.com')
  const names = ['m1', 'm2', 'm3', 'm4']
  server.offer(names)
  server.say(good)
  const wanted = [...names, 'm4', 'm4']
  const made = await Promise.all(
    wanted.map(name => client.post(connect, { key: `${key}-${name}`, url: server.url, model: name })),
  )
  t.strictSame(
    made.map(({ status }) => status),
    wanted.map(() => 201),
  )
  const kept: { model: string; default: boolean; credential: string }[] = (await client.get(models)).body
    .models
  t.strictSame(kept.map(each => each.model).toSorted(), names)
  t.equal(kept.filter(each => each.default).length, 1)
  const credentials: { id: string }[] = (await client.get('/api/v1/credentials')).body
  t.strictSame(
    credentials.map(({ id }) => id).toSorted(),
    kept.map(({ credential }) => credential).toSorted(),
  )
})

test('a model is told to the audit log before its sample, which is of no other of its name', async t => {
  const client = await signUp('radia@example.com')
  server.offer(['gpt-5'])
  const { promise: isAsked, resolve: tell } = Promise.withResolvers<() => void>()
  server.say((response, asked) => tell(() => good(response, asked)))
  const connecting = client.post(connect, { key, url: server.url })
  const answer = await isAsked
  const log: { action: string }[] = (await client.get('/api/v1/audit?limit=50')).body
  t.ok(log.some(({ action }) => action === 'models.connected'))
  const [there] = (await client.get(models)).body.models
  t.equal((await client.put(models, { models: [{ ...there, model: 'gpt-6' }] })).status, 200)
  answer()
  t.match(await connecting, { status: 201, body: { model: { model: 'gpt-6', plans: null } } })
  t.match((await client.get(models)).body.models, [{ name: 'gpt-5', model: 'gpt-6', plans: null }])
})

test('a model that plans badly is kept with a warning, which its plans repeat', async t => {
  const client = await signUp('linus@example.com')
  server.offer(['gpt-5'])
  server.say(model.text('I would love to help you with your workflow!'))
  const made = await client.post(connect, { key, url: server.url })
  t.match(made, { status: 201, body: { model: { plans: 'badly' }, sample: { plans: 'badly' } } })
  t.match(made.body.sample.problems, [/answered no plan/])
  t.match((await client.get(models)).body.models, [{ name: 'gpt-5', plans: 'badly' }])
  server.say(model.json({ plan: { steps: [{ id: 'end', kind: 'return', value: 40 }] }, quotes: {} }))
  const { body } = await client.post('/api/v1/workflows/plan', { prompt: 'Let it be forty, please.' })
  t.match(body, { status: 'ready', plannedBy: 'model' })
  t.match(body.diagnostics, [{ code: 'WEAK_MODEL', severity: 'info', message: /^gpt-5 did badly/ }])

  server.say(model.text('ready'), good)
  const tested = await client.post(`${models}/test`, { name: 'gpt-5', plan: true })
  t.match(tested.body, { ok: true, sample: { plans: 'well', problems: [] } })
  t.match((await client.get(models)).body.models, [{ plans: 'well' }], 'a later test is what counts')
  server.say(model.text('ready'))
  t.match((await client.post(`${models}/test`, {})).body, { ok: true, sample: null })
})

test('a plan that compiles and does something else is a bad one', async t => {
  const client = await signUp('barbara@example.com')
  server.offer(['gpt-5'])
  const [orders] = sampleAnswer.plan.steps
  server.say(
    model.json({ plan: { steps: [orders!] }, quotes: { orders: sampleAnswer.quotes.orders } } as never),
  )
  const { body } = await client.post(connect, { key, url: server.url })
  t.equal(body.sample.plans, 'badly')
  t.strictSame(body.sample.problems, ['the plan does not call mail__send', 'the plan has no schedule'])
})

test('a model that does not answer at all is kept, and nobody says how it plans', async t => {
  const client = await signUp('hedy@example.com')
  server.offer(['gpt-5'])
  server.say(model.failing(402, 'your credit is used up'))
  const { body } = await client.post(connect, { key, url: server.url })
  t.match(body, { model: { plans: null }, sample: { plans: null, problems: [/credit is used up/] } })
})

test('what cannot be connected is refused by the name of the field, and nothing is kept', async t => {
  const client = await signUp('joan@example.com')
  const refused = async (body: object, error: RegExp) => {
    const answer = await client.post(connect, body)
    t.match(answer, { status: 400, body: { error } })
    t.notMatch(JSON.stringify(answer.body), key)
  }
  server.offer(401)
  await refused({ key, url: server.url }, /^key: .*answered 401: Incorrect API key/)
  await refused({ key: 'AIza-of-somebody' }, /^provider: .* name openai, anthropic, or compatible/)
  await refused({ key: 'sk-or-v1-abc' }, /^provider: /)
  await refused({ key, provider: 'compatible' }, /url: expected the base URL/)
  await refused({}, /key: expected either key or local/)
  await refused({ key, local: 'ollama' }, /key: expected either key or local/)
  await refused({ local: 'ollama', url: server.url }, /local: expected neither url nor provider/)
  await refused({ key: 'two words' }, /key: expected/)
  await refused({ key, url: nowhere }, /^url: /)
  server.offer(['whisper-1'])
  await refused({ key, url: server.url }, /^model: .*for instance whisper-1/)
  t.strictSame((await client.get(models)).body.models, [])
  t.strictSame((await client.get('/api/v1/credentials')).body, [])
})

test('a server without a list takes the model that somebody names', async t => {
  const client = await signUp('katherine@example.com')
  server.offer(404)
  server.say(good)
  const body = { key: 'any-key-at-all', provider: 'compatible', url: server.url, model: 'mixtral' }
  t.match(await client.post(connect, body), {
    status: 201,
    body: { model: { name: 'mixtral', provider: 'compatible', url: server.url }, offered: [] },
  })
})

test('only admins connect a model', async t => {
  const client = await signUp('mary@example.com')
  const made = await client.post('/api/v1/apikeys', { name: 'k', scopes: ['read', 'write'] })
  t.equal((await market.clientOf(made.body.key).post(connect, { key })).status, 403)
})

test('models of this machine are found by who started the service, signed in on it, and by nobody else', async t => {
  const client = await signUp('dev@example.com')
  const find = (by = client, headers = {}) => by.get(`${models}/local`, headers)
  t.equal((await find()).status, 404, 'nobody has started it')
  market.services.demo.link = new StartLink('dev@example.com', systemClock)
  t.teardown(() => {
    market.services.demo.link = null
  })
  server.offer(['nomic-embed-text', 'qwen3:8b'])
  t.match((await client.get(models)).body, { local: true })
  t.match((await find()).body, {
    servers: [
      { local: 'ollama', title: 'Ollama', isThere: true, models: ['nomic-embed-text', 'qwen3:8b'] },
      { local: 'lmstudio', title: 'LM Studio', isThere: false, models: [] },
    ],
  })
  server.say(good)
  t.match(await client.post(connect, { local: 'ollama' }), {
    status: 201,
    body: {
      model: {
        ...{ name: 'qwen3:8b', provider: 'compatible', url: server.url, credential: null },
        ...{ cuPerThousandTokens: 0, plans: 'well' },
      },
    },
  })
  t.match(await client.post(connect, { local: 'lmstudio' }), { status: 400, body: { error: /^local: / } })

  const stranger = await signUp('eve@example.com')
  t.equal((await find(stranger)).status, 404, 'somebody else')
  t.equal((await stranger.post(connect, { local: 'ollama' })).status, 404)
  const made = await client.post('/api/v1/apikeys', { name: 'k', scopes: ['read', 'admin'] })
  t.equal((await find(market.clientOf(made.body.key))).status, 404, 'a key is no sign-in')
  t.equal((await find(client, { 'x-forwarded-for': '203.0.113.9' })).status, 404, 'a proxy for somebody')
  const services = market.services as { isProduction: boolean }
  services.isProduction = true
  t.equal((await find()).status, 404, 'never in production')
  services.isProduction = false
})
