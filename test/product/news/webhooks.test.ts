// Webhooks as their users meet them: registered over HTTP, told over HTTP, looked at and repeated over HTTP.
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { Product } from '../../support/product.ts'
import { isSigned, Receiver } from '../../support/servers/webhook-receiver.ts'

const product = await Product.start({ environment: { WEBHOOK_RETRY_SECONDS: '1' } })
const { client } = await product.signUp()
const plan = {
  steps: [
    {
      id: 'check',
      kind: 'if',
      cases: [{ when: 'inputs.n < 0', steps: [{ id: 'no', kind: 'fail', message: 'negative' }] }],
    },
    { id: 'answer', kind: 'return', value: { $: 'inputs.n' } },
  ],
}
const workflow = (await client.post('/api/v1/workflows', { name: 'Numbers', prompt: 'n', plan })).body.id
const run = (n: number) => client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: { n } })

async function register(receiver: Receiver, events = ['*'], as: Client = client) {
  const { status, body } = await as.post('/api/v1/webhooks', { url: receiver.url, events })
  if (status !== 201) throw new Error(`registering answered ${status} ${JSON.stringify(body)}`)
  return body as { id: string; secret: string }
}

interface Listed {
  readonly event: string
  readonly attempts: number
}

async function deliveries(id: string, query = '') {
  return (await client.get(`/api/v1/webhooks/${id}/deliveries?${query}`)).body
}

/** @throws {Error} it takes too long */
async function eventually<T>(read: () => Promise<T>, isSo: (value: T) => boolean, what: string): Promise<T> {
  for (const endsAt = Date.now() + 60_000; ; await pause(50)) {
    const value = await read()
    if (isSo(value)) return value
    if (Date.now() > endsAt) throw new Error(`not in time: ${what}, but ${JSON.stringify(value)}`)
  }
}

test('an endpoint hears of executions and workflows, signed, in their order, once each', async t => {
  const receiver = await Receiver.start()
  const { id, secret } = await register(receiver)
  const done = (await run(3)).body.id
  const failed = (await run(-1)).body.id
  const other = (await client.post('/api/v1/workflows', { name: 'Other', prompt: 'Return 1' })).body.id
  await client.put(`/api/v1/workflows/${other}`, { name: 'Another' })
  await client.delete(`/api/v1/workflows/${other}`)
  await receiver.until(() => receiver.heard.length >= 7, 'seven events')
  const told = (resource: string) =>
    receiver.heard.filter(one => one.resource === resource).map(({ type }) => type)
  t.strictSame(told(done), ['execution.started', 'execution.completed'])
  t.strictSame(told(failed), ['execution.started', 'execution.failed'])
  t.strictSame(told(other), ['workflow.created', 'workflow.updated', 'workflow.deleted'])
  t.ok(receiver.heard.every(one => isSigned(one, secret)))
  const completed = receiver.heard.find(one => one.resource === done && one.type === 'execution.completed')!
  t.match(completed.body, { id: completed.id, type: 'execution.completed', createdAt: Number })
  t.match(completed.body.data, { workflowName: 'Numbers', status: 'completed', output: 3, error: null })
  const list = await eventually(
    () => deliveries(id),
    all => all.every((one: { status: string }) => one.status === 'delivered'),
    'all are delivered',
  )
  t.equal(list.length, 7)
  t.match(list[0], { webhookId: id, attempts: 1, responseStatus: 204, nextAttemptAt: null })
  await client.delete(`/api/v1/webhooks/${id}`)
  t.equal((await client.get(`/api/v1/webhooks/${id}/deliveries`)).status, 404)
})

test('an endpoint hears of what it asked for', async t => {
  const receiver = await Receiver.start()
  const { id } = await register(receiver, ['execution.failed', 'approval.requested', 'approval.decided'])
  const steps = [{ id: 'ask', kind: 'approval', message: 'Go?' }]
  const asking = (await client.post('/api/v1/workflows', { name: 'Asking', prompt: 'ask', plan: { steps } }))
    .body.id
  await run(1)
  const { body } = await client.post(`/api/v1/workflows/${asking}/execute`, { inputs: {} })
  await receiver.until(() => receiver.heard.length >= 1, 'a request')
  const approval = receiver.heard[0]!.body.data
  await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'deny', note: 'no' })
  await receiver.until(() => receiver.heard.length >= 3, 'a decision and a failure')
  t.strictSame(
    receiver.heard.map(({ type, resource }) => [type, resource]),
    [
      ['approval.requested', body.id],
      ['approval.decided', body.id],
      ['execution.failed', body.id],
    ],
  )
  t.match(receiver.heard[1]!.body.data, { status: 'denied', note: 'no' })
  await client.delete(`/api/v1/webhooks/${id}`)
})

test('what fails is tried again; redirects are not followed; answers are kept without secrets', async t => {
  const secret = 'correct-horse-token-1234'
  await client.post('/api/v1/credentials', { name: 'Token', kind: 'bearer', secret: { token: secret } })
  const [receiver, elsewhere] = [await Receiver.start(), await Receiver.start()]
  const bad = [
    { status: 500, body: `no ${secret} here` },
    { status: 307, headers: { location: elsewhere.url } },
  ]
  receiver.behave = n => bad[n] ?? { status: 200, body: 'x'.repeat(10_000) }
  const { id } = await register(receiver, ['execution.completed'])
  await run(5)
  const [delivery] = await eventually(
    () => deliveries(id, 'status=delivered'),
    all => all.length === 1,
    'it is delivered',
  )
  const { body } = await client.get(`/api/v1/webhooks/${id}/deliveries/${delivery.id}`)
  t.match(body, { attempts: 3, responseStatus: 200, status: 'delivered' })
  t.strictSame(
    body.latestAttempts.map((one: { status: number }) => one.status),
    [200, 307, 500],
  )
  t.equal(body.latestAttempts[0].body.length, 4_096)
  t.equal(body.latestAttempts[2].body, 'no [secret] here')
  t.match(JSON.parse(body.request), { id: delivery.eventId, type: 'execution.completed' })
  t.equal(elsewhere.heard.length, 0)
  t.equal(new Set(receiver.heard.map(one => one.id)).size, 1, 'under the same id')
  await client.delete(`/api/v1/webhooks/${id}`)
})

test('a delivery is repeated on request, and what was missed is recovered', async t => {
  const receiver = await Receiver.start()
  const since = Date.now()
  const { id } = await register(receiver, ['execution.completed'])
  await run(6)
  const [first] = await eventually(
    () => deliveries(id, 'status=delivered'),
    all => all.length === 1,
    'it is delivered',
  )
  t.equal((await client.post(`/api/v1/webhooks/${id}/deliveries/${first.id}/replay`)).status, 200)
  await receiver.until(() => receiver.heard.length === 2, 'it comes again')
  await client.put(`/api/v1/webhooks/${id}`, { active: false })
  t.equal((await client.post(`/api/v1/webhooks/${id}/recover`, { since })).status, 409)
  const missed = (await run(7)).body.id
  await client.put(`/api/v1/webhooks/${id}`, { active: true })
  const { body } = await client.post(`/api/v1/webhooks/${id}/recover`, { since })
  t.match(body, { id, recovered: Number, isComplete: true })
  await receiver.until(
    () => receiver.heard.some(({ resource }) => resource === missed),
    'what was missed comes',
  )
  await client.delete(`/api/v1/webhooks/${id}`)
})

test('a test answers with what the endpoint answered; both secrets sign while they overlap', async t => {
  const receiver = await Receiver.start()
  receiver.behave = () => ({ status: 418, body: 'short and stout' })
  const { id, secret } = await register(receiver)
  const tested = (await client.post(`/api/v1/webhooks/${id}/test`)).body
  t.match(tested, { ok: false, status: 418, body: 'short and stout', error: /418/ })
  t.match(receiver.heard[0], { id: tested.eventId, type: 'ping' })
  const rotated = (await client.post(`/api/v1/webhooks/${id}/rotate-secret`, { overlapSeconds: 600 })).body
  t.match(rotated, { oldSecretUntil: Number })
  await client.post(`/api/v1/webhooks/${id}/test`)
  t.ok(
    [secret, rotated.secret].every(each => isSigned(receiver.heard[1]!, each)),
    'both sign',
  )
  const last = (await client.post(`/api/v1/webhooks/${id}/rotate-secret`, { overlapSeconds: 0 })).body
  await client.post(`/api/v1/webhooks/${id}/test`)
  t.strictSame(
    [secret, rotated.secret, last.secret].map(each => isSigned(receiver.heard[2]!, each)),
    [false, false, true],
  )
  const shown = JSON.stringify((await client.get('/api/v1/webhooks')).body)
  t.notOk(shown.includes('whsec_') || shown.includes('v1.'), 'no list shows a secret')
  await client.delete(`/api/v1/webhooks/${id}`)
})

test('a test is listed among the deliveries, with its attempt and answer, whatever came of it', async t => {
  const receiver = await Receiver.start()
  const { id } = await register(receiver)
  const answers = [{ status: 200, body: 'thanks' }, { status: 418, body: 'a teapot' }, 'reset'] as const
  receiver.behave = n => answers[n]!
  for (const [ok, status, body] of [
    [true, 200, 'thanks'],
    [false, 418, 'a teapot'],
    [false, null, null],
  ] as const) {
    const tested = (await client.post(`/api/v1/webhooks/${id}/test`)).body
    t.match(tested, { ok, status, body, deliveryId: /^dlv_/ })
    const { ok: _, eventId, deliveryId, ...attempt } = tested
    const [listed] = await deliveries(id)
    t.strictSame(listed, {
      ...{ id: deliveryId, webhookId: id, eventId, event: 'ping', status: ok ? 'delivered' : 'dead' },
      ...{ attempts: 1, responseStatus: status, nextAttemptAt: null, createdAt: attempt.at },
    })
    const shown = (await client.get(`/api/v1/webhooks/${id}/deliveries/${deliveryId}`)).body
    t.strictSame(shown.latestAttempts, [attempt])
    t.equal(shown.request, receiver.heard.at(-1)!.text, 'what was sent, to the letter')
  }
  const events = (query: string) => deliveries(id, query).then(all => all.map((one: Listed) => one.event))
  t.strictSame(await events('status=dead'), ['ping', 'ping'])
  t.strictSame(await events('status=delivered'), ['ping'])
  await client.delete(`/api/v1/webhooks/${id}`)
})

test('a test that fails harms nothing: what happens is told in its order, once, and the endpoint is well', async t => {
  const receiver = await Receiver.start()
  const { id } = await register(receiver, ['execution.completed'])
  const first = (await run(1)).body.id
  await receiver.until(() => receiver.taken.length === 1, 'the first event')
  receiver.behave = () => ({ status: 410 })
  t.match((await client.post(`/api/v1/webhooks/${id}/test`)).body, { ok: false, status: 410 })
  receiver.behave = () => ({ status: 204 })
  const [ping] = await deliveries(id, 'status=dead')
  const again = await client.post(`/api/v1/webhooks/${id}/deliveries/${ping.id}/replay`)
  t.match(again, { status: 409, body: { error: /ping.*test the webhook once more/ } })
  const second = (await run(2)).body.id
  await receiver.until(() => receiver.taken.length >= 2, 'the second event')
  const told = await eventually(
    () => deliveries(id, 'status=delivered'),
    all => all.length >= 2,
    'both are delivered',
  )
  t.ok(told.every((one: Listed) => one.event === 'execution.completed' && one.attempts === 1))
  t.strictSame(
    receiver.heard.map(({ type, resource }) => (type === 'ping' ? type : resource)),
    [first, 'ping', second],
  )
  const { active, failingSince, disabledReason } = (await client.get(`/api/v1/webhooks/${id}`)).body
  t.strictSame([active, failingSince, disabledReason], [true, null, null])
  await client.delete(`/api/v1/webhooks/${id}`)
})

test('an endpoint that is gone is switched off, and says why', async t => {
  const receiver = await Receiver.start()
  receiver.behave = () => ({ status: 410 })
  const { id } = await register(receiver, ['execution.completed'])
  await run(8)
  const shown = await eventually(
    async () => (await client.get(`/api/v1/webhooks/${id}`)).body,
    one => !one.active,
    'it is switched off',
  )
  t.match(shown, { disabledReason: /410/, failingSince: Number })
  await client.put(`/api/v1/webhooks/${id}`, { active: true })
  receiver.behave = () => ({ status: 200 })
  await run(9)
  await receiver.until(() => receiver.taken.length === 1, 'it is told again')
  t.match((await client.get(`/api/v1/webhooks/${id}`)).body, {
    active: true,
    disabledReason: null,
    failingSince: null,
  })
  await client.delete(`/api/v1/webhooks/${id}`)
})

test('what is registered is checked, bounded, audited, and of its organization only', async t => {
  const { client: stranger } = await product.signUp()
  const receiver = await Receiver.start()
  const { id } = await register(receiver, ['*'], stranger)
  for (const path of ['', '/deliveries', '/deliveries/dlv_1'])
    t.equal((await client.get(`/api/v1/webhooks/${id}${path}`)).status, 404)
  for (const path of ['/test', '/rotate-secret', '/deliveries/dlv_1/replay'])
    t.equal((await client.post(`/api/v1/webhooks/${id}${path}`)).status, 404)
  t.equal((await client.put(`/api/v1/webhooks/${id}`, { active: false })).status, 404)
  t.equal((await client.delete(`/api/v1/webhooks/${id}`)).status, 404)
  for (const url of [
    'file:///etc/passwd',
    'gopher://a',
    'http://a@127.0.0.1',
    'http://a:25/',
    'http://a/\r\nX: 1',
    'x',
    `http://a/${'x'.repeat(2_050)}`,
  ])
    t.equal((await client.post('/api/v1/webhooks', { url, events: ['*'] })).status, 400, url.slice(0, 40))
  for (const events of [[], ['execution.exploded'], 'execution.failed'])
    t.equal((await client.post('/api/v1/webhooks', { url: receiver.url, events })).status, 400)
  const made = await Promise.all(
    Array.from({ length: 22 }, () => stranger.post('/api/v1/webhooks', { url: receiver.url, events: ['*'] })),
  )
  t.strictSame(made.map(({ status }) => status).sort(), [...Array(19).fill(201), ...Array(3).fill(409)])
  const { body } = await stranger.get(`/api/v1/audit?target=${id}`)
  t.match(body, [{ action: 'webhook.created', target: { id, name: /^127/ } }])
  const metrics = (await client.get('/metrics')).body as string
  t.match(metrics, /^webhook_lag_seconds \d/m)
})
