// Plans by a language model, in the whole product: a scripted model that the environment names writes them.
import tap, { test } from 'tap'
import { Product } from '../support/product.ts'
import * as model from '../support/servers/model-server.ts'

const server = await model.startModelServer(tap)
const key = 'sk-of-the-service-123456'
const environment = {
  MODEL_URL: server.url,
  MODEL_NAME: 'small',
  MODEL_API_KEY: key,
  NETWORK_POLICY: 'public',
}
const product = await Product.start({ environment })
const { client } = await product.signUp()

const prompt = 'Let the outcome be forty, whatever happens.'
/** What the model answers. */
const answer = (value: number, quotes: Record<string, string> = {}) => ({
  plan: { steps: [{ id: 'answer', kind: 'return', value }] },
  quotes,
  name: 'Forty',
})
const workflows = '/api/v1/workflows'

test('the model of the service plans, and the plan says so', async t => {
  server.say(model.json(answer(40)))
  t.match((await client.get('/api/v1/models')).body, {
    models: [],
    service: { provider: 'compatible', model: 'small' },
  })
  const planned = await client.post(`${workflows}/plan`, { prompt })
  t.match(planned, {
    status: 200,
    body: { status: 'ready', plannedBy: 'model', plan: { steps: [{ value: 40 }] } },
  })
  t.match(planned.body.explanation, /40/)
  t.equal(server.asked[0]!.headers.authorization, `Bearer ${key}`)
  t.match((await client.get('/api/v1/models')).body.used, { calls: 1, cu: 2 })
  t.match(planned.body, { name: 'Forty', assumptions: [], cannot: [], questions: [], quotes: {} })
  const read = await client.post(`${workflows}/plan`, { prompt: 'Return 40.', typing: true })
  t.match(read.body, { status: 'ready', plannedBy: 'reader' }, 'nobody is asked while somebody types')
  t.equal(server.asked.length, 1)
})

test('a key with a budget pays for what a model plans, and plans by the reader when it is spent', async t => {
  const { body } = await client.post('/api/v1/apikeys', { name: 'Robot', budget: 2 })
  const robot = product.client(body.key)
  server.say(model.json(answer(40)))
  // The answers to what was asked before are kept, and cost nothing.
  const asked = { prompt: 'Let the outcome of the robot be forty.' }
  t.match((await robot.post(`${workflows}/plan`, asked)).body, { plannedBy: 'model' })
  const other = { prompt: 'Let the outcome of the other robot be forty.' }
  const refused = (await robot.post(workflows, { name: 'Outcome', ...other })).body
  t.match(JSON.stringify(refused.diagnostics), /budget of the API key, 2 compute units/)
  t.equal(server.asked.length, 1)
  t.match((await robot.post(`${workflows}/plan`, { prompt: 'Return 40.' })).body, { status: 'ready' })
})

test('progress comes as events, and then the answer', async t => {
  const wrong = {
    plan: { steps: [{ id: 'answer', kind: 'return', value: { $: 'steps.nothing' } }] },
    quotes: {},
  }
  server.say(model.json(wrong), model.json(answer(40)))
  const events = { accept: 'text/event-stream' }
  const { status, headers, body } = await client.post(`${workflows}/plan`, { prompt }, events)
  t.equal(status, 200)
  t.match(headers.get('content-type'), 'text/event-stream')
  const blocks = (body as string).split('\n\n').filter(block => block.startsWith('event:'))
  const names = blocks.map(block => /^event: (.*)/.exec(block)![1])
  t.strictSame(new Set(names), new Set(['progress', 'planned']))
  t.match(body, /asking small.*writing step 1.*repair 1 of 3/s)
  const last = JSON.parse(/data: (.*)/.exec(blocks.at(-1)!)![1]!)
  t.match(last, { plannedBy: 'model', status: 'ready', plan: { steps: [{ value: 40 }] } })
  const refused = await client.post(`${workflows}/plan`, { prompt: '' }, events)
  t.equal(refused.status, 400, 'a body that does not fit is no stream')
})

test('what a model planned runs unattended once its explanation is accepted, by a digest of what was read', async t => {
  server.say(model.json(answer(40)))
  const { body: made } = await client.post(workflows, { name: 'Forty', prompt, tool: true })
  t.match(made, { plannedBy: 'model', acceptance: { acceptedAt: null, acceptedBy: null } })
  const path = `${workflows}/${made.id}`
  const wait = { prefer: 'wait=20' }
  const run = () => client.post(`${path}/execute`, { inputs: {} }, wait)
  t.match((await run()).body, { status: 'completed', output: 40 }, 'a person may start it and look')

  const parent = {
    steps: [
      { id: 'child', kind: 'workflow', title: 'Run it', workflow: made.id, inputs: {} },
      { id: 'end', kind: 'return', title: 'Return it', value: { $: 'steps.child' } },
    ],
  }
  const { body: outer } = await client.post(workflows, { name: 'Outer', prompt: 'By hand', plan: parent })
  t.match(outer, { plannedBy: 'author', acceptance: null })
  const runOuter = async () =>
    (await client.post(`${workflows}/${outer.id}/execute`, { inputs: {} }, wait)).body
  const callTool = async () => {
    const params = { name: 'run_forty', arguments: {} }
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return JSON.stringify((await client.post('/rpc', request)).body)
  }
  const refusal = /somebody has to confirm it/
  t.match(await runOuter(), { status: 'failed', error: { code: 'workflow-needs-review', message: refusal } })
  t.match(await callTool(), refusal)

  const accept = (digest: string, id = made.id) => client.post(`${workflows}/${id}/accept`, { digest })
  t.match(await accept('0'.repeat(64)), { status: 409, body: { error: /^digest: another plan/ } })
  t.match(await accept('0'.repeat(64), outer.id), {
    status: 409,
    body: { error: /nothing is to be confirmed/ },
  })
  const { digest } = made.acceptance
  const accepted = await accept(digest)
  t.match(accepted, { status: 200, body: { acceptance: { digest, acceptedAt: Number, acceptedBy: String } } })
  t.match((await accept(digest)).body.acceptance, accepted.body.acceptance, 'again is the same')
  t.match((await client.get(`${path}/versions/1`)).body, {
    plannedBy: 'model',
    acceptance: { acceptedAt: Number },
  })
  t.match(await runOuter(), { status: 'completed', output: 40 })
  t.notMatch(await callTool(), refusal)

  await client.put(path, { prompt: `${prompt} ` })
  t.match(
    (await client.get(path)).body,
    { version: 2, acceptance: { acceptedAt: null } },
    'another version is another plan',
  )
  t.match(await runOuter(), { status: 'failed' })
  t.match((await client.put('/api/v1/models', { acceptPlans: false })).body, { acceptPlans: false })
  t.match(await runOuter(), { status: 'completed' }, 'the organization does without')
  t.notMatch(await callTool(), refusal)
})

test('a plan that the model has made is kept as it is, and is still the plan of a model', async t => {
  server.say(model.json(answer(41)))
  const { plan, quotes, assumptions } = (await client.post(`${workflows}/plan`, { prompt })).body
  const sent = { plan, quotes, assumptions, plannedBy: 'model' }
  const { body: made } = await client.post(workflows, { name: 'Forty-one', prompt, ...sent })
  t.match(made, { status: 'ready', plannedBy: 'model', acceptance: { acceptedAt: null } })
  t.equal(server.asked.length, 1)
  const byHand = (await client.post(workflows, { name: 'By hand', prompt, plan })).body
  t.match(byHand, { plannedBy: 'author', acceptance: null })
  const changed = await client.put(`${workflows}/${byHand.id}`, { ...sent })
  t.match(changed.body, { version: 2, plannedBy: 'model', acceptance: { acceptedAt: null } })
})

test('a prompt that is the reader’s is saved without asking the model', async t => {
  server.say(model.json(answer(41)))
  const body = { name: 'Read', prompt: 'Return 40.', plannedBy: 'reader' }
  t.match((await client.post(workflows, body)).body, {
    status: 'ready',
    plannedBy: 'reader',
    acceptance: null,
  })
  t.equal(server.asked.length, 0)
})

test('the key of the service is in no answer and no log', async t => {
  server.say(model.failing(401, `Incorrect API key provided: ${key}`))
  const { body } = await client.post(`${workflows}/plan`, { prompt })
  t.match(body, { status: 'needs_review' })
  t.match(JSON.stringify(body), /the language model gave no plan.*\[secret\]/)
  t.notMatch(JSON.stringify(body), key)
  t.notMatch(product.stdout, key)
})
