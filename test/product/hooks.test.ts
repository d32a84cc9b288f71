// Hooks as their senders and their owners meet them.
import { createHmac } from 'node:crypto'
import { test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { Product, sharedProduct } from '../support/product.ts'
import { createWorkflow, returning } from '../support/workflows.ts'

const product = await sharedProduct()
const echo = returning({ $: 'inputs' })
const json = { 'content-type': 'application/json' }

async function makeHook(client: Client, settings: object = {}, plan: object = echo) {
  const workflow = await createWorkflow(client, plan)
  const path = `/api/v1/workflows/${workflow}/triggers`
  const { status, body } = await client.post(path, { kind: 'hook', ...settings })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { workflow, path: `${path}/${body.id}`, hook: new URL(body.url).pathname, created: body }
}

const deliver = (hook: string, body?: unknown, headers: Record<string, string> = {}) =>
  product.client().post(hook, body, headers)

test('a delivery starts the workflow with its body as the inputs, and is answered at once', async t => {
  const { client } = await product.signUp()
  const { workflow, hook, path, created } = await makeHook(client)
  t.match(created, { id: /^trg_/, kind: 'hook', enabled: true, verification: { kind: 'none' }, inputs: null })
  t.match(created.url, /^http:\/\/.*\/hooks\/hook_[\w-]{43}$/)
  const taken = await deliver(hook, { amount: 7 })
  t.match(taken, { status: 202, body: { executionId: /^exec_/, duplicate: false } })
  const done = await deliver(hook, { amount: 8 }, { prefer: 'wait=20' })
  t.match(done, { status: 200, body: { status: 'completed', output: { amount: 8 }, error: null } })
  t.equal(done.headers.get('preference-applied'), 'wait=20')
  const execution = (await client.get(`/api/v1/executions/${done.body.executionId}`)).body
  t.match(execution, { workflowId: workflow, trigger: { kind: 'hook', ref: created.id } })
  t.match(await deliver(hook), { status: 202 }, 'without a body there are no inputs')
  t.notOk('url' in (await client.get(path)).body, 'the address is shown once')
})

test('inputs come from body, query and headers, in JSON and in forms; a mapping that fails names the input', async t => {
  const { client } = await product.signUp()
  const inputs = {
    amount: 'body.order.amount',
    from: "headers['x-from']",
    page: 'query.page',
    all: '[body.order.id, "x"]',
  }
  const { hook, path } = await makeHook(client, { inputs })
  const order = { order: { amount: 3, id: 'a' } }
  const wait = { prefer: 'wait=20', 'x-from': 'shop' }
  t.match(await deliver(`${hook}?page=2`, order, wait), {
    body: { output: { amount: 3, from: 'shop', page: '2', all: ['a', 'x'] } },
  })
  t.match(await deliver(hook, order, wait), { status: 400, body: { error: /^inputs\.page: / } })
  t.match(await deliver(`${hook}?page=2`, { order: 1 }, wait), {
    status: 400,
    body: { error: /^inputs\.amount: / },
  })
  t.match(await client.put(path, { inputs: { text: 'body.text', many: 'body.many' } }), { status: 200 })
  const form = { ...wait, 'content-type': 'application/x-www-form-urlencoded' }
  t.match(await deliver(hook, 'text=a+b&many=1&many=2', form), {
    body: { output: { text: 'a b', many: ['1', '2'] } },
  })
  const long = `a${'&a'.repeat(500_000)}`
  t.match(await deliver(hook, long, form), { status: 400, body: { error: /at most 1000 fields/ } })
  t.match(await deliver(hook, '<a/>', { 'content-type': 'text/xml' }), { status: 415 })
  t.match(await deliver(hook, '{"a":', json), {
    status: 400,
    body: { error: 'the body is not valid JSON: line 1, column 6: it ends too early' },
  })
  t.match(await client.put(path, { inputs: null }), { body: { inputs: null } })
  t.match(await deliver(hook, '[1]', json), { status: 400, body: { error: /expected an object/ } })
})

test('while the newest version needs review, a hook goes on with the one that was live before', async t => {
  const { client } = await product.signUp()
  const { workflow, hook, path } = await makeHook(client)
  const sends = async () => (await deliver(hook, { n: 1 }, { prefer: 'wait=20' })).body.output
  const save = (body: object) => client.put(`/api/v1/workflows/${workflow}`, body)
  await save({ plan: returning('second') })
  await client.post(`/api/v1/workflows/${workflow}/versions/1/activate`)
  t.match(await save({ prompt: 'Frobnicate the whole thing' }), {
    body: { status: 'needs_review', version: 3 },
  })
  t.strictSame(await sends(), { n: 1 }, 'version 1, to which somebody had gone back')
  t.match(await save({ prompt: 'Frobnicate it again' }), { body: { version: 4 } })
  t.match(await client.put(path, { enabled: true }), { status: 200 }, 'a change of the hook keeps that')
  t.strictSame(await sends(), { n: 1 })
  const byHand = await client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: {} })
  t.match(byHand, { status: 409, body: { error: /needs review/ } }, 'whoever asks for it is told')
  await save({ plan: returning('fifth') })
  t.equal(await sends(), 'fifth')
  await client.post(`/api/v1/workflows/${workflow}/versions/3/activate`)
  t.equal(await sends(), 'fifth', 'also when somebody activates such a version')
})

test('a hook of a workflow that was never ready says so, to its sender and to its owner', async t => {
  const { client } = await product.signUp()
  const prompt = 'Frobnicate the whole thing'
  const { id } = (await client.post('/api/v1/workflows', { name: 'New', prompt })).body
  const made = await client.post(`/api/v1/workflows/${id}/triggers`, { kind: 'hook' })
  const refused = { status: 409, body: { error: /needs review/ } }
  t.match(await deliver(new URL(made.body.url).pathname, {}), refused)
  const shown = await client.get(`/api/v1/workflows/${id}/triggers/${made.body.id}`)
  t.match(shown.body.lastError, { message: /needs review/ })
})

test('no credential of a delivery becomes an input', async t => {
  const { client } = await product.signUp()
  const verification = { kind: 'bearer', secret: 'correct horse' }
  const { hook } = await makeHook(client, { verification, inputs: { all: 'headers' } })
  const headers = { authorization: 'Bearer correct horse', cookie: 'a=b', prefer: 'wait=20' }
  const { status, body } = await deliver(hook, {}, headers)
  t.equal(status, 200)
  t.equal(body.output.all['content-type'], 'application/json')
  t.notMatch(JSON.stringify(body), /correct horse|a=b/)
})

test('a delivery without the right signature is refused by a sentence, and nothing is started', async t => {
  const { client } = await product.signUp()
  const secret = 'a secret of the sender'
  const { workflow, hook, path } = await makeHook(client, { verification: { kind: 'github', secret } })
  t.notMatch(JSON.stringify((await client.get(path)).body), /a secret/)
  const body = '{"zen":  "Half measures"}'
  const sign = (text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
  t.match(await deliver(hook, body, json), { status: 401, body: { error: /^X-Hub-Signature-256: / } })
  t.match(await deliver(hook, body, { ...json, 'x-hub-signature-256': sign('{}') }), { status: 401 })
  t.strictSame((await client.get(`/api/v1/executions?workflowId=${workflow}`)).body, [])
  const right = { ...json, 'x-hub-signature-256': sign(body), prefer: 'wait=20' }
  t.match(await deliver(hook, body, right), { status: 200, body: { output: { zen: 'Half measures' } } })
  t.match(await client.put(path, { verification: { kind: 'slack' } }), {
    ...{ status: 400, body: { error: 'verification.secret: expected a secret' } },
  })
  await client.put(path, { verification: { kind: 'github', toleranceSeconds: 60 } })
  t.equal((await deliver(hook, body, right)).status, 200, 'the secret has stayed')
})

test('Slack is answered when it asks whether somebody listens', async t => {
  const { client } = await product.signUp()
  const secret = 'a secret of slack'
  const { hook, workflow } = await makeHook(client, { verification: { kind: 'slack', secret } })
  const now = String(Math.floor(Date.now() / 1_000))
  const body = JSON.stringify({ type: 'url_verification', challenge: 'c-1' })
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${now}:${body}`).digest('hex')}`
  const headers = { ...json, 'x-slack-request-timestamp': now, 'x-slack-signature': signature }
  t.match(await deliver(hook, body, headers), { status: 200, body: { challenge: 'c-1' } })
  t.equal((await deliver(hook, body, json)).status, 401)
  t.strictSame((await client.get(`/api/v1/executions?workflowId=${workflow}`)).body, [])
})

test('a delivery that comes again starts nothing again, however its id is found', async t => {
  const { client } = await product.signUp()
  for (const [settings, send] of [
    [{}, (hook: string, id: string) => deliver(hook, {}, { 'webhook-id': id })],
    [
      { deduplication: { header: 'X-Order' } },
      (hook: string, id: string) => deliver(hook, {}, { 'x-order': id }),
    ],
    [{ deduplication: { expression: 'body.n' } }, (hook: string, id: string) => deliver(hook, { n: id })],
  ] as const) {
    const { workflow, hook } = await makeHook(client, settings)
    const copies = await Promise.all(Array.from({ length: 10 }, () => send(hook, 'one')))
    t.strictSame([...new Set(copies.map(({ status }) => status))], [202])
    t.equal(new Set(copies.map(({ body }) => body.executionId)).size, 1)
    t.equal(copies.filter(({ body }) => !body.duplicate).length, 1)
    t.not((await send(hook, 'two')).body.executionId, copies[0]!.body.executionId)
    t.equal((await client.get(`/api/v1/executions?workflowId=${workflow}`)).body.length, 2)
  }
  const { hook } = await makeHook(client, { deduplication: { header: 'X-Order' } })
  t.match(await deliver(hook, {}), { status: 400, body: { error: /^X-Order: / } })
})

test('what is signed starts one execution, whatever id comes with it', async t => {
  const { client } = await product.signUp()
  const secret = 'a secret of github'
  for (const more of [{}, { deduplication: { header: 'X-Order' } }]) {
    const { workflow, hook } = await makeHook(client, { verification: { kind: 'github', secret }, ...more })
    const send = (body: string, id: string) => {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      const ids = { 'x-github-delivery': id, 'x-order': id }
      return deliver(hook, body, { ...json, 'x-hub-signature-256': signature, ...ids })
    }
    const first = (await send('{"n": 1}', 'one')).body
    t.match(first, { duplicate: false })
    const { executionId } = first
    t.match((await send('{"n": 1}', 'one')).body, { executionId, duplicate: true })
    t.match((await send('{"n": 1}', 'two')).body, { executionId, duplicate: true }, 'under another id')
    t.match((await send('{"n": 2}', 'three')).body, { duplicate: false })
    t.equal((await client.get(`/api/v1/executions?workflowId=${workflow}`)).body.length, 2)
  }
  const { hook } = await makeHook(client, { verification: { kind: 'slack', secret } })
  const now = String(Math.floor(Date.now() / 1_000))
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${now}:{}`).digest('hex')}`
  const headers = { ...json, 'x-slack-request-timestamp': now, 'x-slack-signature': signature }
  const { executionId } = (await deliver(hook, '{}', headers)).body
  t.match((await deliver(hook, '{}', headers)).body, { executionId, duplicate: true }, 'without an id')
})

test('one hook takes so many deliveries a minute, and another is not concerned', async t => {
  const limited = await Product.start({ environment: { RATE_LIMIT_HOOK: '3' }, t })
  const { client } = await limited.signUp()
  const make = async () => {
    const path = `/api/v1/workflows/${await createWorkflow(client, echo)}/triggers`
    return new URL((await client.post(path, { kind: 'hook' })).body.url).pathname
  }
  const [first, second] = [await make(), await make()]
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await limited.client().post(first!, {})).status)
  t.strictSame(statuses, [202, 202, 202, 429])
  t.equal((await limited.client().post(second!, {})).status, 202)
})

test('an address counts until it is rotated, switched off or deleted; every other is the same 404', async t => {
  const { client } = await product.signUp()
  const { workflow, hook, path } = await makeHook(client)
  const unknown = await deliver(`/hooks/hook_${'x'.repeat(43)}`, {})
  t.match(unknown, { status: 404, body: { error: 'hook not found' } })
  t.strictSame((await deliver('/hooks/x', {})).body, unknown.body)
  const { body: rotated } = await client.post(`${path}/rotate`, { overlapSeconds: 60 })
  const next = new URL(rotated.url).pathname
  t.strictSame([(await deliver(hook, {})).status, (await deliver(next, {})).status], [202, 202])
  await client.post(`${path}/rotate`)
  t.strictSame((await deliver(next, {})).body, unknown.body, 'without an overlap the old one ends at once')
  const last = new URL((await client.post(`${path}/rotate`)).body.url).pathname
  await client.put(path, { enabled: false })
  t.strictSame((await deliver(last, {})).body, unknown.body)
  await client.put(path, { enabled: true })
  t.equal((await deliver(last, {})).status, 202)
  await client.delete(`/api/v1/workflows/${workflow}`)
  t.equal((await deliver(last, {})).status, 404)
  t.equal((await client.get(path)).status, 404)
})

test('triggers are listed with the schedule; what does not fit is refused by its field', async t => {
  const { client } = await product.signUp()
  const { workflow, path, created } = await makeHook(client)
  const all = `/api/v1/workflows/${workflow}/triggers`
  await client.put(`/api/v1/workflows/${workflow}`, { schedule: { cron: '0 9 * * *', timezone: 'UTC' } })
  t.match((await client.get(all)).body, [
    { kind: 'schedule', id: /^sch_/, schedule: { cron: '0 9 * * *' } },
    { kind: 'hook', id: created.id },
  ])
  for (const [body, error] of [
    [{ kind: 'hook', inputs: { a: 'body.' } }, /^inputs\.a: /],
    [{ kind: 'hook', inputs: { a: 'inputs.b' } }, /^inputs\.a: expected body, query or headers/],
    [{ kind: 'hook', verification: { kind: 'bearer' } }, /^verification\.secret: expected a secret/],
    [{ kind: 'hook', verification: { kind: 'standard', secret: 'whsec_short' } }, /^verification\.secret: /],
    [{ kind: 'hook', deduplication: { expression: 'steps.a' } }, /^deduplication\.expression: /],
    [{ kind: 'completion', workflowId: 'wf_x' }, /^workflowId: /],
    [{ kind: 'nothing' }, /^kind: /],
  ] as const) {
    t.match(await client.post(all, body), { status: 400, body: { error } })
  }
  t.match(await client.put(path, { on: 'failed' }), { status: 400, body: { error: /^on: / } })
  t.match(await client.delete(path), { status: 200, body: { id: created.id, deleted: true } })
  t.equal((await client.get(path)).status, 404)
  for (let n = 0; n < 20; n++) t.equal((await client.post(all, { kind: 'hook' })).status, 201)
  t.equal((await client.post(all, { kind: 'hook' })).status, 409)
})
