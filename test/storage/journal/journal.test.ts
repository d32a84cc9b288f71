import { Client } from 'pg'
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { type ExecutionChange, type Projection, projectionOf } from '../../../domain/work/projection.ts'
import type { Commit, Journal } from '../../../runtime/journal.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { at, entryOf, journalContract, startOf } from '../../contracts/journal.ts'
import { projectionContract } from '../../contracts/projections.ts'
import { freshDatabase } from '../../support/postgres.ts'

const url = await freshDatabase()
const queries = new HostConnection(url)
const sql = new Client(url)
await sql.connect()
/** Hosts of one server: each has a journal of its own. */
const [one, other] = [openJournal({ url, slot: 0, queries }), openJournal({ url, slot: 1, queries })] as const
tap.teardown(() => Promise.all([one.close(), other.close(), queries.close(), sql.end()]))

journalContract(() => one)

/** Where the rows of a projection are. */
function rowOf(projection: Projection): [table: string, id: string] {
  switch (projection.kind) {
    case 'execution':
      return ['executions', (projection.type === 'started' ? projection.row : projection.change).id]
    case 'approvals':
      return ['approvals', projection.requested[0]!.id]
    case 'chat':
      return ['chat_messages', projection.messages[0]!.id]
  }
}

projectionContract(() => ({
  journal: one,
  async isWritten(projection) {
    const [table, id] = rowOf(projection)
    return (await sql.query(`select from ${table} where id = $1`, [id])).rowCount === 1
  },
}))

const december = Date.UTC(2026, 11, 1)

test('a start writes its row as it is', async t => {
  const organizationId = newId('organization')
  const row = {
    inputs: '{"a":"\'\\"😀"}',
    workflowName: `O'Brien "x" \\ {}`,
    output: 'null',
    error: '{}',
    finishedAt: at + 5,
  }
  const start = startOf(organizationId, null, row)
  await one.commit([start])
  const { rows } = await sql.query('select * from executions where id = $1', [start.address])
  t.match(rows[0], {
    organization_id: organizationId,
    inputs: row.inputs,
    workflow_name: row.workflowName,
    output: 'null',
    error: '{}',
  })
  t.equal(rows[0].finished_at, String(at + 5))
})

test('a change writes what has changed, and nothing else', async t => {
  const start = startOf(newId('organization'), null)
  await one.commit([start, startOf(newId('organization'), null)])
  await one.commit([changeOf(start, { status: 'failed', error: '{"code":"x"}', cu: 3, finishedAt: at + 9 })])
  const { rows } = await sql.query(
    'select status, error, cu, created_at, finished_at from executions where id = $1',
    [start.address],
  )
  t.strictSame(rows[0], {
    status: 'failed',
    error: '{"code":"x"}',
    cu: 3,
    created_at: String(at),
    finished_at: String(at + 9),
  })
  const running = await sql.query("select count(*)::int as n from executions where status = 'failed'")
  t.equal(running.rows[0].n, 1)
})

test('of 50 starts at once over two hosts, with one left, exactly one is granted', async t => {
  const organizationId = newId('organization')
  await one.commit(starts(organizationId, 10, 9))
  // Ten at a time: a commit that finds no free connection opens one.
  const lanes = Array.from({ length: 10 }, async (_, n) => {
    const journal = n % 2 === 0 ? one : other
    const sizes: number[] = []
    for (let left = 5; left > 0; left--)
      sizes.push((await journal.commit([startOf(organizationId, 10)])).size)
    return sizes
  })
  const results = (await Promise.all(lanes)).flat()
  t.equal(results.filter(refused => refused === 0).length, 1)
  t.equal(await used(organizationId), 10)
  t.equal(await rowsOf(organizationId), 10)
})

test('the limit falls inside of a commit: the first are granted, the rest refused with what is used', async t => {
  const organizationId = newId('organization')
  const commits = starts(organizationId, 3, 5)
  const refusals = await one.commit(commits)
  t.strictSame([...refusals.keys()], [3, 4])
  t.match(refusals.get(3), {
    code: 'quota-exceeded',
    message: 'monthly limit of 3 executions reached',
    facts: { limit: 3, current: 3 },
  })
  t.equal(await rowsOf(organizationId), 3)
})

test('the limits of two organizations in one commit do not touch', async t => {
  const [full, free] = [newId('organization'), newId('organization')]
  const commits = [startOf(full, 1), startOf(free, 2), startOf(full, 1), startOf(free, 2), startOf(free, 2)]
  t.strictSame([...(await one.commit(commits)).keys()], [2, 4])
})

test('limits hold at n - 1, n and n + 1', async t => {
  for (const [count, refused] of [
    [4, 0],
    [5, 0],
    [6, 1],
  ] as const) {
    t.equal((await one.commit(starts(newId('organization'), 5, count))).size, refused)
  }
})

test('an organization without a limit is never refused, and is counted', async t => {
  const organizationId = newId('organization')
  await Promise.all([one, other, one].map(journal => journal.commit(starts(organizationId, null, 20))))
  t.equal(await used(organizationId), 60)
})

test('what was started without a limit counts when a limit comes', async t => {
  const organizationId = newId('organization')
  await one.commit(starts(organizationId, null, 4))
  await other.commit(starts(organizationId, null, 3))
  t.equal((await one.commit(starts(organizationId, 8, 2))).size, 1)
  t.equal((await other.commit(starts(organizationId, 5, 1))).size, 1)
  t.equal((await other.commit(starts(organizationId, 9, 1))).size, 0)
  t.equal(await used(organizationId), 9)
})

test('a limit that is lowered below what is used refuses, and takes nothing back', async t => {
  const organizationId = newId('organization')
  await one.commit(starts(organizationId, 10, 6))
  t.equal((await one.commit(starts(organizationId, 3, 1))).size, 1)
  t.equal(await used(organizationId), 6)
  t.equal((await one.commit(starts(organizationId, 10, 5))).size, 1)
})

test('a new month, UTC, begins to count at nothing', async t => {
  const organizationId = newId('organization')
  const full = { createdAt: december - 1 }
  t.equal((await one.commit([startOf(organizationId, 1, full), startOf(organizationId, 1, full)])).size, 1)
  const next = startOf(organizationId, 1, { createdAt: december })
  t.equal((await one.commit([next])).size, 0)
  t.strictSame(await usage(organizationId), [
    { period: 202611, executions: 1, cu: 0 },
    { period: 202612, executions: 1, cu: 0 },
  ])
})

test('compute units are metered once, at the end, in the month of the end', async t => {
  const organizationId = newId('organization')
  const start = startOf(organizationId, null)
  await one.commit([start])
  t.strictSame(await usage(organizationId), [{ period: 202611, executions: 1, cu: 0 }])
  await one.commit([changeOf(start, { status: 'waiting', cu: 3, finishedAt: null })])
  await other.commit([{ ...changeOf(start, { status: 'completed', cu: 7, finishedAt: december }), seq: 9 }])
  const quick = startOf(organizationId, null, { cu: 2, finishedAt: at, status: 'completed' })
  await one.commit([quick])
  t.strictSame(await usage(organizationId), [
    { period: 202611, executions: 2, cu: 2 },
    { period: 202612, executions: 0, cu: 7 },
  ])
})

test('a refused start is not metered', async t => {
  const organizationId = newId('organization')
  await one.commit([startOf(organizationId, 0, { cu: 5, finishedAt: at })])
  t.equal(
    (await usage(organizationId)).reduce((sum, { cu }) => sum + cu, 0),
    0,
  )
})

test('a text with NUL, which PostgreSQL cannot hold, fails its commit and leaves nothing', async t => {
  const entry = entryOf(newId('execution'), 1)
  await t.rejects(one.commit([{ ...entry, body: '["\u0000"]' }]))
  t.strictSame(await one.read(entry.address), [])
})

test('a connection that is gone fails one commit, not the next', async t => {
  const journal: Journal<Projection> = openJournal({ url, slot: 7, queries })
  t.teardown(() => journal.close())
  const entry = entryOf(newId('execution'), 1)
  await journal.commit([entry])
  await sql.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'troupe journal'",
  )
  await t.rejects(journal.commit([entryOf(entry.address, 2)]))
  await journal.commit([entryOf(entry.address, 2)])
  t.equal((await journal.read(entry.address)).length, 2)
})

function starts(organizationId: string, limit: number | null, count: number): Commit<Projection>[] {
  return Array.from({ length: count }, () => startOf(organizationId, limit))
}

function changeOf(
  { address, projections }: Commit<Projection>,
  change: Partial<ExecutionChange>,
): Commit<Projection> {
  const start = projectionOf(projections, 'execution')
  if (start?.type !== 'started') throw new TypeError('only a start can be changed')
  const { kind, origin, row } = start
  return {
    ...entryOf(address, 3),
    projections: [{ kind, origin, type: 'changed', change: { ...row, ...change } }],
  }
}

async function usage(organizationId: string): Promise<{ period: number; executions: number; cu: number }[]> {
  const { rows } = await sql.query(
    `select period, sum(executions)::int as executions, sum(cu)::int as cu from usage
     where organization_id = $1 group by period order by period`,
    [organizationId],
  )
  return rows
}

async function used(organizationId: string): Promise<number> {
  return (await usage(organizationId)).reduce((sum, { executions }) => sum + executions, 0)
}

async function rowsOf(organizationId: string): Promise<number> {
  const { rows } = await sql.query('select count(*)::int as n from executions where organization_id = $1', [
    organizationId,
  ])
  return rows[0].n
}
