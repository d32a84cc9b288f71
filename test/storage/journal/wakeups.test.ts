import { Client } from 'pg'
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { type ExecutionStatus, executionStatuses } from '../../../domain/work/execution.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { addressesToWake, owingOrDue } from '../../../storage/journal/wakeups.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { entryOf, startOf } from '../../contracts/journal.ts'
import { wakingContract } from '../../contracts/wakeups.ts'
import { freshDatabase } from '../../support/postgres.ts'

const url = await freshDatabase()
const queries = new HostConnection(url)
const journal = openJournal({ url, slot: 0, queries })
const toWake = addressesToWake(queries)
const sql = new Client(url)
await sql.connect()
tap.teardown(() => Promise.all([journal.close(), queries.close(), sql.end()]))

wakingContract(() => ({ journal, toWake }))

const soon = 1_000
const atStart = { before: soon, isStart: true }

async function started(status: ExecutionStatus): Promise<string> {
  const start = startOf(newId('organization'), null, { status })
  await journal.commit([start])
  return start.address
}

test('executions at work are found by their row at a start, and by that alone; the others are not', async t => {
  const ids = new Map<ExecutionStatus, string>()
  for (const status of executionStatuses) ids.set(status, await started(status))
  t.strictSame(await toWake(atStart, '', 100), [ids.get('queued'), ids.get('running')].sort())
  t.strictSame(await toWake({ ...atStart, isStart: false }, '', 100), [])
  t.equal((await sql.query('select from wakeups')).rowCount, 0)
  await sql.query('delete from executions')
})

test('an actor that several reasons name is found once', async t => {
  const running = await started('running')
  const schedule = newId('schedule')
  await journal.commit([
    { ...entryOf(running, 3), wake: { isOwing: true, at: soon - 1 } },
    { ...entryOf(schedule, 1), wake: { isOwing: true, at: soon - 1 } },
  ])
  t.strictSame(await toWake(atStart, '', 100), [running, schedule])
  t.strictSame(await toWake(atStart, '', 1), [running])
  t.strictSame(await toWake(atStart, running, 1), [schedule])
})

test('who is to be woken is read from indexes, however many wait for moments that are far', async t => {
  await sql.query(
    `insert into wakeups (address, due_at) select 'exec_' || n, 9e15 from generate_series(1, 20000) n`,
  )
  await sql.query('analyze wakeups')
  const text = owingOrDue.text.replaceAll('$1', '1000').replaceAll('$2', `''`).replaceAll('$3', '256')
  const { rows } = await sql.query(`explain (format json) ${text}`)
  const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(node => node['Relation Name'] === 'wakeups')
  t.equal(scans.length, 2)
  t.strictSame(
    scans.filter(node => node['Node Type'] === 'Seq Scan'),
    [],
  )
})

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
