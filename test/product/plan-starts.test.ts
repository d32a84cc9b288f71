// Workflows whose plans say what starts them.
import { test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { query } from '../support/people/colleagues.ts'
import { sharedProduct } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()

const monday = { kind: 'schedule', cron: '0 9 * * 1', timezone: 'Europe/Berlin' }
const hook = { kind: 'hook', id: 'orders', inputs: { amount: 'body.order.amount' } }
const amount = returning({ $: 'default(inputs.amount, null)' })

async function create(client: Client, plan: object, more: object = {}) {
  const request = { name: 'Order', prompt: 'By hand', plan, ...more }
  const { status, body } = await client.post('/api/v1/workflows', request)
  if (status !== 201 || body.status !== 'ready') throw new Error(JSON.stringify(body))
  return { id: body.id, path: `/api/v1/workflows/${body.id}`, body }
}
const triggersOf = async (client: Client, path: string) => (await client.get(`${path}/triggers`)).body
const deliver = (address: string, body: unknown) =>
  product.client().post(address, body, { prefer: 'wait=20' })

/** Unix ms of the alarm of a schedule; null for none. */
async function wakeAt(address: string): Promise<number | null> {
  const [row] = await query<{ at: string }>(product, 'select due_at as at from wakeups where address = $1', [
    address,
  ])
  return row === undefined ? null : Number(row.at)
}

test('the only schedule of a plan is that of the workflow, with its next times', async t => {
  const { client } = await product.signUp()
  const biweekly = { ...monday, everyWeeks: 2, from: '2026-12-07', inputs: { amount: 7 } }
  const { path, body } = await create(client, { start: [biweekly], ...amount })
  const { kind: _, ...said } = biweekly
  t.match(body.schedule, { ...said, overlap: 'skip', missed: 'last', enabled: true })
  const week = 7 * 86_400_000
  const [first, second] = body.schedule.next as [number, number]
  t.ok(Math.abs(second - first - 2 * week) <= 3_600_000, 'every other week')
  t.match(await triggersOf(client, path), [{ kind: 'schedule', start: 'schedule', schedule: said }])

  const off = await client.put(path, { schedule: { ...said, enabled: false } })
  t.match(off.body.schedule, { enabled: false })
  const daily = { ...monday, cron: '0 8 * * *' }
  const changed = await client.put(path, { plan: { start: [daily], ...amount } })
  t.match(changed.body.schedule, { cron: '0 8 * * *', enabled: false }, 'switched off it stays')
  t.equal(changed.body.schedule.everyWeeks, undefined)
  t.equal((await client.put(path, { plan: { start: [], ...amount } })).body.schedule, null)
})

test('several schedules are triggers of their own, and the field schedule is null', async t => {
  const { client } = await product.signUp()
  const late = { ...monday, id: 'late', cron: '0 17 * * 5' }
  const { path, body } = await create(client, { start: [{ ...monday, id: 'early' }, late], ...amount })
  t.equal(body.schedule, null)
  t.match(await triggersOf(client, path), [
    {
      kind: 'schedule',
      start: 'early',
      id: /^sch_/,
      schedule: { cron: monday.cron, next: [Number, Number] },
    },
    { kind: 'schedule', start: 'late', id: /^sch_/, schedule: { cron: late.cron, lastRunAt: null } },
  ])
  const [early, evening] = await triggersOf(client, path)
  t.equal(await wakeAt(early.id), early.schedule.next[0], 'each has an actor that wakes for it')
  t.equal(await wakeAt(evening.id), evening.schedule.next[0])
  t.equal((await client.put(path, { name: 'Renamed', schedule: null })).body.schedule, null)
  t.equal((await triggersOf(client, path)).length, 2, 'who sends back what was shown removes nothing')
  t.match((await client.put(path, { plan: { start: [late], ...amount } })).body.schedule, { cron: late.cron })
  await client.post(`${path}/versions/1/activate`)
  t.same(
    (await triggersOf(client, path)).map(({ start }: { start: string }) => start),
    ['early', 'late'],
    'an older version brings its own back',
  )
  await client.put(path, { plan: amount })
  t.same(await triggersOf(client, path), [], 'a plan that says none any more has none')
  t.equal(await wakeAt(early.id), null)
})

test('a request cannot say another schedule than its plan', async t => {
  const { client } = await product.signUp()
  const { path, body } = await create(client, { start: [monday], ...amount })
  const plan = { start: [monday], ...amount }
  t.equal((await client.put(path, { plan, schedule: body.schedule })).status, 200)
  const other = await client.put(path, { plan, schedule: { cron: '0 8 * * *', timezone: 'UTC' } })
  t.match(other, { status: 400, body: { error: /^schedule: the plan says when the workflow starts/ } })
})

test('a hook keeps its address and its secret by its id, over versions', async t => {
  const { client } = await product.signUp()
  const { path } = await create(client, { start: [hook], ...amount })
  const [made] = await triggersOf(client, path)
  t.match(made, { kind: 'hook', start: 'orders', fromPrompt: true, inputs: hook.inputs, enabled: true })
  const { body } = await client.post(`${path}/triggers/${made.id}/rotate`)
  const address = new URL(body.url).pathname
  t.match(await deliver(address, { order: { amount: 40 } }), { body: { output: 40 } })

  const verification = { kind: 'bearer', secret: 'correct horse' }
  await client.put(`${path}/triggers/${made.id}`, { verification })
  const mapped = { ...hook, inputs: { amount: 'body.total' } }
  await client.put(path, { plan: { start: [mapped], ...amount } })
  t.match(await triggersOf(client, path), [
    { id: made.id, fromPrompt: true, inputs: mapped.inputs, verification: { kind: 'bearer' } },
  ])
  t.equal((await deliver(address, { total: 41 })).status, 401)
  const signed = { authorization: 'Bearer correct horse', prefer: 'wait=20' }
  t.match(await product.client().post(address, { total: 41 }, signed), { body: { output: 41 } })

  await client.put(path, { plan: { start: [{ ...mapped, id: 'other' }], ...amount } })
  t.not((await triggersOf(client, path))[0].id, made.id, 'another id is another hook')
  t.equal((await product.client().post(address, { total: 41 }, signed)).status, 404)
})

test('what a person made stays, and the hook of a prompt is taken over', async t => {
  const { client } = await product.signUp()
  const prompt = 'When the webhook is called, return {{inputs.amount}}'
  const { id } = (await client.post('/api/v1/workflows', { name: 'Order', prompt })).body
  const path = `/api/v1/workflows/${id}`
  const [said] = await triggersOf(client, path)
  const byHand = (await client.post(`${path}/triggers`, { kind: 'hook' })).body
  await client.put(path, { plan: { start: [hook], ...amount } })
  t.match(await triggersOf(client, path), [
    { id: byHand.id, fromPrompt: false, start: null },
    { id: said.id, fromPrompt: true, start: 'orders' },
  ])
  await client.put(path, { plan: { start: [], ...amount } })
  t.match(await triggersOf(client, path), [{ id: byHand.id }])
  t.equal((await triggersOf(client, path)).length, 1)
})

test('the triggers run in the name of whoever made the version the active one', async t => {
  const { client } = await product.signUp()
  const plan = { start: [hook], ...amount }
  const { path } = await create(client, plan)
  const [{ id }] = await triggersOf(client, path)
  const address = new URL((await client.post(`${path}/triggers/${id}/rotate`)).body.url).pathname
  const key = (await client.post('/api/v1/apikeys', { name: 'Robot' })).body
  t.equal((await product.client(key.key).put(path, { plan })).status, 200)
  await client.delete(`/api/v1/apikeys/${key.id}`)
  const order = { order: { amount: 1 } }
  t.match(await deliver(address, order), { status: 403, body: { error: /was revoked/ } })
  await client.post(`${path}/versions/1/activate`)
  t.match(await deliver(address, order), { status: 200, body: { output: 1 } })
})

test('the end of another workflow starts it, with what the plan declares', async t => {
  const { client } = await product.signUp()
  const shop = await create(client, returning({ total: 9 }), { name: 'Shop' })
  const start = [{ kind: 'completion', workflow: 'Shop', inputs: { amount: 'execution.output.total' } }]
  const { id } = await create(client, { start, ...amount })
  await runToEnd(client, shop.id)
  const [ended] = await until(
    async () => (await client.get(`/api/v1/executions?workflowId=${id}`)).body,
    (list: { id: string; finishedAt: number | null }[]) => list.some(({ finishedAt }) => finishedAt !== null),
  )
  t.match((await client.get(`/api/v1/executions/${ended!.id}`)).body, {
    output: 9,
    trigger: { kind: 'completion' },
  })
})

test('a plan that needs review changes nothing of what starts the workflow', async t => {
  const { client } = await product.signUp()
  const { path } = await create(client, { start: [monday, hook], ...amount })
  const wrong = { start: [], steps: [{ id: 'a', kind: 'tool', tool: 'nothing', args: {} }] }
  t.match(await client.put(path, { plan: wrong }), { body: { status: 'needs_review' } })
  t.equal((await triggersOf(client, path)).length, 2)
})

test('the difference of two versions shows what starts them and what they return', async t => {
  const { client } = await product.signUp()
  const { path } = await create(client, { start: [monday], ...amount })
  await client.put(path, {
    plan: { start: [{ ...monday, cron: '0 8 * * 1' }, hook], outputSchema: {}, ...amount },
  })
  const { body } = await client.get(`${path}/versions/1/diff/2`)
  t.match(body, {
    outputSchema: { before: null, after: {} },
    start: [
      { id: 'schedule', before: { cron: '0 9 * * 1' }, after: { cron: '0 8 * * 1' } },
      { id: 'orders', before: null, after: { kind: 'hook' } },
    ],
  })
})

test('nothing starts a workflow that is deleted, or whose organization has ended', async t => {
  const { client } = await product.signUp()
  const { path } = await create(client, { start: [monday, { ...monday, id: 'late' }], ...amount })
  const [{ id }] = await triggersOf(client, path)
  t.type(await wakeAt(id), 'number')
  t.equal((await client.delete(path)).status, 200)
  t.equal(await wakeAt(id), null)
  t.equal((await client.get(`${path}/triggers`)).status, 404)

  const other = await create(client, { start: [monday, { ...monday, id: 'late' }], ...amount })
  const schedules = await triggersOf(client, other.path)
  t.equal((await client.delete('/api/v1/organization')).status, 200)
  for (const schedule of schedules) t.equal(await wakeAt(schedule.id), null)
})
