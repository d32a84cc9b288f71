import { Client } from 'pg'
import tap, { type Test, test } from 'tap'
import { derivedIdAt, newId } from '../../../domain/ids.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import { systemClock } from '../../../runtime/clock.ts'
import type { Commit, Wake } from '../../../runtime/journal.ts'
import { databaseChores } from '../../../storage/chores.ts'
import { Retention } from '../../../storage/executions/retention.ts'
import { SearchIndex } from '../../../storage/executions/search-index.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { entryOf, startOf } from '../../contracts/journal.ts'
import { openTestDatabase } from '../../support/database.ts'
import { sharedMemory } from '../../support/memories.ts'

const database = await openTestDatabase()
const queries = new HostConnection(database.url)
const journal = openJournal({ url: database.url, slot: 0, queries })
const sql = new Client(database.url)
await sql.connect()
tap.teardown(() => Promise.all([journal.close(), queries.close(), sql.end()]))

const dayMs = 24 * 60 * 60 * 1_000
const now = Date.UTC(2026, 10, 21)
const days = (count: number) => now - count * dayMs

/** An execution that began then; ended at `finishedAt`, if it has. */
async function execution(
  createdAt: number,
  finishedAt: number | null,
  wake?: Wake,
  row: { readonly status?: string; readonly forkedFrom?: string } = {},
): Promise<string> {
  const id = derivedIdAt('execution', newId('event'), createdAt)
  const start = startOf(newId('organization'), null, { id, createdAt, finishedAt, ...row })
  const commit: Commit<Projection> = { ...start, address: id, ...(wake !== undefined && { wake }) }
  await journal.commit([commit, { ...entryOf(id, 3), address: id }])
  await sql.query(
    `insert into approvals (id, organization_id, kind, execution_id, step_id, message, digest, assignees, status, requested_at)
      values ($1, 'org', 'execution', $2, 'ask', '', '', '[]', 'approved', 1)`,
    [newId('approval'), id],
  )
  return id
}

/** Rows of the execution by table. */
async function left(id: string): Promise<string> {
  const { rows } = await sql.query(
    `select (select count(*) from executions where id = $1) || '/' || (select count(*) from journal where address = $1)
      || '/' || (select count(*) from approvals where execution_id = $1)
      || '/' || (select count(*) from execution_search where id = $1) as found`,
    [id],
  )
  return rows[0].found
}

async function index(): Promise<void> {
  const search = new SearchIndex(database)
  while ((await search.take(100)) > 0);
}

test('what ended before the time that is kept leaves with all that belongs to it, and nothing else', async t => {
  const old = await execution(days(40), days(31))
  const long = await execution(days(90), days(29))
  const waiting = await execution(days(90), null)
  const owing = await execution(days(90), days(80), { isOwing: true, at: null })
  const fresh = await execution(days(1), days(1))
  await index()
  t.equal(await left(old), '1/2/1/1')
  const pauseMs = await new Retention(database, { days: 30, now: () => now }).work()
  t.equal(pauseMs, 60 * 60 * 1_000, 'nothing is left to do')
  t.equal(await left(old), '0/0/0/0')
  for (const [name, id] of Object.entries({ long, waiting, owing, fresh }))
    t.equal(await left(id), '1/2/1/1', name)
})

test('the snapshot of an execution leaves with it', async t => {
  const [old, fresh] = [await execution(days(40), days(31)), await execution(days(40), days(1))]
  const snapshot = { seq: 4, version: 1, body: '{}' }
  for (const id of [old, fresh]) await journal.commit([{ ...entryOf(id, 4), address: id, snapshot }])
  await passed(t, 1_000)
  t.equal((await journal.load(old, 1, 1)).snapshot, null)
  t.strictSame((await journal.load(fresh, 1, 1)).snapshot, snapshot)
})

test("what a run held in a memory is final, its retry's, or free once the run leaves", async t => {
  // A retry is made later than what it retries, and so has a later id.
  let made = days(40)
  const ended = (status: string, forkedFrom?: string) =>
    execution(++made, days(forkedFrom === undefined ? 32 : 31), undefined, {
      status,
      ...(forkedFrom !== undefined && { forkedFrom }),
    })
  const [completed, failed, retried, mended] = [
    await ended('completed'),
    await ended('failed'),
    await ended('failed'),
    await ended('cancelled'),
  ]
  const again = await execution(++made, days(1), undefined, { status: 'failed', forkedFrom: retried })
  await ended('completed', await ended('failed', mended))
  const running = await execution(days(40), null)
  const runs = { completed, failed, retried, mended, running }
  const organizationId = newId('organization')
  await sql.query(
    `insert into organizations (id, name, plan, created_at) values ($1, 'Example', 'free', 0)`,
    [organizationId],
  )
  await sharedMemory(database, organizationId, 'held')
  for (const [key, run] of Object.entries(runs))
    await sql.query(
      `insert into memory_keys (memory_id, key, at, run, step)
        select id, $2, 0, $3, 'new' from memories where organization_id = $1`,
      [organizationId, key, run],
    )
  await passed(t, 3)
  const { rows } = await sql.query(
    `select key, run, expires_at::int as "expiresAt" from memory_keys
      where memory_id = (select id from memories where organization_id = $1) order by key`,
    [organizationId],
  )
  t.strictSame(rows, [
    { key: 'completed', run: null, expiresAt: null },
    { key: 'failed', run: null, expiresAt: 0 },
    { key: 'mended', run: null, expiresAt: null },
    { key: 'retried', run: again, expiresAt: null },
    { key: 'running', run: running, expiresAt: null },
  ])
})

test('it goes on in portions until a pass is over, past what has to stay', async t => {
  const ids = []
  for (let n = 0; n < 12; n++) ids.push(await execution(days(50), n % 3 === 0 ? null : days(45)))
  await passed(t, 5)
  const found = []
  for (const id of ids) found.push(await left(id))
  t.strictSame(
    found.map(rows => rows.startsWith('1')),
    ids.map((_, n) => n % 3 === 0),
  )
})

test('a portion that breaks off leaves everything as it was, and the next one removes it', async t => {
  const id = await execution(days(50), days(45))
  await sql.query('begin')
  await sql.query('lock table execution_search in access exclusive mode')
  await t.rejects(new Retention(database, { days: 30, now: () => now }).work(), { code: 'unavailable' })
  await sql.query('rollback')
  t.equal(await left(id), '1/2/1/0')
  await passed(t, 1_000)
  t.equal(await left(id), '0/0/0/0')
})

test('the journals of bulk actions leave as well, unless they are under way', async t => {
  const bulk = async (at: number, isOwing: boolean) => {
    const address = derivedIdAt('bulk', newId('event'), at)
    await journal.commit([{ ...entryOf(address, 1), wake: { isOwing, at: null } }])
    return address
  }
  const [over, underWay, fresh] = [
    await bulk(days(31), false),
    await bulk(days(31), true),
    await bulk(days(1), false),
  ]
  await passed(t, 1_000)
  t.equal((await journal.read(over)).length, 0)
  t.equal((await journal.read(underWay)).length, 1)
  t.equal((await journal.read(fresh)).length, 1)
})

test('0 days keep everything', async t => {
  const kept = [
    'search index',
    'usage by day',
    'events and deliveries',
    'sign-in retention',
    'connection retention',
    'starts that never began',
    'answers of memories',
    'answers of models',
  ]
  const always = [...kept, 'deleted chat sessions']
  const choresOf = (days: number) => databaseChores(database, systemClock, days).map(({ name }) => name)
  t.strictSame(choresOf(0), always)
  t.strictSame(choresOf(1), [...always, 'retention', 'large results'])
})

/** A whole pass in portions of this size. */
async function passed(t: Test, size: number): Promise<void> {
  const retention = new Retention(database, { days: 30, now: () => now }, size)
  for (let portions = 0; (await retention.work()) < 60 * 60 * 1_000; portions++) {
    if (portions === 100) t.fail('it does not come to an end')
  }
}
