// Schedules of workflows, as a client of the API meets them. When they run is shown by test/actors/schedule/,
// where a day takes a second.

import { Client as Postgres } from 'pg'
import { test } from 'tap'
import { scheduleAddress } from '../../../actors/schedule/client.ts'
import type { Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { createWorkflow, returning } from '../../support/workflows.ts'

const product = await restartableProduct()
const weekdays = { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }
const filled = { ...weekdays, overlap: 'skip', missed: 'last', inputs: {}, enabled: true }

async function scheduled(client: Client, schedule: object | null = weekdays): Promise<string> {
  const request = { name: 'Report', prompt: 'Return 1', plan: returning(1), schedule }
  const { status, body } = await client.post('/api/v1/workflows', request)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return `/api/v1/workflows/${body.id}`
}

/** Unix ms of the alarm of a workflow's schedule; null for none. */
async function wakeAt(path: string): Promise<number | null> {
  const database = new Postgres({ connectionString: product.databaseUrl })
  await database.connect()
  const address = scheduleAddress(path.split('/').at(-1)!)
  const { rows } = await database.query('select due_at from wakeups where address = $1', [address])
  await database.end()
  return rows.length === 0 ? null : Number(rows[0].due_at)
}

test('a schedule is kept with its defaults, and shown with the next five times', async t => {
  const { client } = await product.signUp()
  const path = await scheduled(client)
  const { body } = await client.get(path)
  const { next, ...rest } = body.schedule
  t.strictSame(rest, { ...filled, lastRunAt: null, lastError: null })
  t.equal(next.length, 5)
  for (const time of next) {
    const parts = { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
    t.match(new Date(time).toLocaleString('en-GB', parts), /^(Mon|Tue|Wed|Thu|Fri),? 09:00$/)
  }
  const { notation: _, ...listed } = body
  t.strictSame((await client.get('/api/v1/workflows')).body, [{ ...listed, truncated: [] }], 'in lists too')
  t.equal(await wakeAt(path), next[0], 'its actor wakes for the first of them')
})

test('a workflow without a schedule says null', async t => {
  const { client } = await product.signUp()
  const path = await scheduled(client, null)
  t.equal((await client.get(path)).body.schedule, null)
  t.equal(await wakeAt(path), null)
})

test('a schedule is changed, disabled, removed and set again; other changes leave it', async t => {
  const { client } = await product.signUp()
  const path = await scheduled(client)
  t.match((await client.put(path, { name: 'Renamed' })).body, { name: 'Renamed', schedule: filled })
  t.match((await client.put(path, { plan: returning(2) })).body, { version: 2, schedule: filled })
  const hourly = { cron: '0 * * * *', timezone: 'UTC', overlap: 'queue', missed: 'all', inputs: { a: 1 } }
  const changed = (await client.put(path, { schedule: hourly })).body
  t.match(changed, { version: 2, schedule: hourly })
  t.equal(await wakeAt(path), changed.schedule.next[0])
  const disabled = (await client.put(path, { schedule: { ...hourly, enabled: false } })).body
  t.match(disabled.schedule, { enabled: false, next: [] })
  t.equal(await wakeAt(path), null)
  t.equal((await client.put(path, { schedule: null })).body.schedule, null)
  t.equal((await client.get(path)).body.schedule, null)
  t.match((await client.put(path, { schedule: weekdays })).body.schedule, filled)
  t.not(await wakeAt(path), null)
})

test('a schedule that gives no inputs to a workflow that needs them is refused, and that of a prompt says so', async t => {
  const { client } = await product.signUp()
  const needy = { name: 'Plans', prompt: 'Return "Today: {{inputs.plan}}"' }
  const message = /^schedule\.inputs\.plan: expected a value/
  const refused = await client.post('/api/v1/workflows', { ...needy, schedule: weekdays })
  t.match(refused, { status: 400, body: { error: message } })
  const { body: made } = await client.post('/api/v1/workflows', needy)
  const path = `/api/v1/workflows/${made.id}`
  t.strictSame(made.startable, { ok: true, reasons: [] })
  t.match(await client.put(path, { schedule: weekdays }), { status: 400, body: { error: message } })
  t.equal((await client.put(path, { schedule: { ...weekdays, enabled: false } })).status, 200)
  const given = { ...weekdays, inputs: { plan: 'rest' } }
  t.match((await client.put(path, { schedule: given })).body.startable, { ok: true })

  const prompt = 'Every weekday at 8, return "Today: {{inputs.plan}}"'
  const { status, body } = await client.post('/api/v1/workflows', { name: 'Said', prompt })
  const reasons = [{ code: 'validation-failed', message, trigger: scheduleAddress(body.id) }]
  t.match([status, body.startable], [201, { ok: false, reasons }])
  const [listed] = (await client.get('/api/v1/workflows')).body
  t.strictSame(listed.startable, body.startable)
  const [trigger] = (await client.get(`/api/v1/workflows/${body.id}/triggers`)).body
  t.strictSame(trigger.startable, body.startable)
  const mended = await client.put(`/api/v1/workflows/${body.id}`, { schedule: given })
  t.match(mended, { status: 200, body: { startable: { ok: true } } })
})

test('a version that is activated again runs at the times that its prompt says', async t => {
  const { client } = await product.signUp()
  const daily = { name: 'Report', prompt: 'Every day at 9, return "one"' }
  const { body: first } = await client.post('/api/v1/workflows', daily)
  t.match(first, { status: 'ready', schedule: { cron: '0 9 * * *' } })
  const path = `/api/v1/workflows/${first.id}`
  await client.put(path, { prompt: 'Every day at 18, return "two"' })
  t.not(await wakeAt(path), first.schedule.next[0])
  const { body: back } = await client.post(`${path}/versions/1/activate`)
  t.match(back, { version: 1, schedule: { cron: '0 9 * * *' } })
  t.equal(await wakeAt(path), back.schedule.next[0])
})

test('a deleted workflow has no schedule any more', async t => {
  const { client } = await product.signUp()
  const path = await scheduled(client)
  t.equal((await client.delete(path)).status, 200)
  t.equal(await wakeAt(path), null)
})

test('a schedule that cannot be is 400 and says why, however long it is', async t => {
  const { client } = await product.signUp()
  const id = await createWorkflow(client, returning(1))
  const refused: [object, RegExp][] = [
    [{ ...weekdays, cron: '0 0 9 * * 1-5' }, /schedule\.cron: expected five fields/],
    [
      { ...weekdays, cron: '61 * * * *' },
      /schedule\.cron: expected a cron pattern: Invalid value for minute: 61/,
    ],
    [{ ...weekdays, cron: '0 0 30 2 *' }, /schedule\.cron: expected a pattern that comes/],
    [{ ...weekdays, cron: '*/1'.repeat(10_000) }, /schedule\.cron: .*100/],
    [{ ...weekdays, timezone: 'Europe/Atlantis' }, /schedule\.timezone: expected the name of a time zone/],
    [{ cron: '0 9 * * *' }, /schedule\.timezone: expected string/],
    [{ ...weekdays, overlap: 'maybe' }, /schedule\.overlap: expected one of/],
  ]
  for (const [schedule, message] of refused) {
    const { status, body } = await client.put(`/api/v1/workflows/${id}`, { schedule })
    t.equal(status, 400)
    t.match(body.error, message)
  }
  t.equal((await client.get(`/api/v1/workflows/${id}`)).body.schedule, null)
})

test('a schedule survives a restart, and a crash', async t => {
  const { client } = await product.signUp()
  const path = await scheduled(client)
  const { schedule } = (await client.get(path)).body
  const wake = await wakeAt(path)
  await product.stop()
  await product.start()
  t.strictSame((await client.get(path)).body.schedule, schedule)
  await product.kill()
  await product.start()
  t.strictSame((await client.get(path)).body.schedule, schedule)
  t.equal(await wakeAt(path), wake)
})

test('the notation says what starts a workflow where its prompt does; one that says nothing of it changes none', async t => {
  const { client } = await product.signUp()
  const prompt = 'Every weekday at 9:00, return "hello"'
  const start = 'Start every weekday at 09:00 in UTC.\n'
  const planned = (await client.post('/api/v1/workflows/plan', { prompt })).body
  t.match(planned, { status: 'ready', notation: `${start}1. Return "hello".\n` })
  const { id } = (await client.post('/api/v1/workflows', { name: 'Nine', prompt })).body
  const path = `/api/v1/workflows/${id}`
  const schedule = { cron: '0 9 * * 1-5', timezone: 'UTC' }
  t.match((await client.get(path)).body, { schedule, notation: '1. Return "hello".\n' })
  const changed = await client.put(path, { prompt: '1. Return "good day".' })
  t.match(changed.body, { version: 2, schedule, plan: { steps: [{ value: 'good day' }] } })
  const byHand = await client.put(path, { prompt: 'Start by hand alone.\n1. Return "good day".' })
  t.match(byHand.body, { version: 3, schedule: null })
})
