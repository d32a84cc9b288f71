import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { queuedOrganizations, readQueue } from '../../../storage/executions/queues.ts'
import type { Queries } from '../../../storage/postgres/statement.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()

test('a queue is told by workflow, with its limits, the oldest executions first', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const content = { prompt: 'x', compilation: compilationOf('x'), createdBy: userId }
  const limited = await workflowStore(database).create(organizationId, {
    name: 'L',
    concurrency: 3,
    ...content,
  })
  const [queuing, working] = [newId('workflow'), newId('workflow')]
  const oldest = await insert(organizationId, limited.id, 'queued', 5)
  await insert(organizationId, limited.id, 'running', 2)
  const queued = await insert(organizationId, queuing, 'queued', 1)
  await insert(organizationId, working, 'running', 4)
  await insert(organizationId, newId('workflow'), 'waiting', 1)
  const other = await signUpSomeone(database)
  await insert(other.organizationId, newId('workflow'), 'queued', 1)

  const { limit, workflows } = await readQueue(database, organizationId, 2)
  t.equal(limit, null)
  t.strictSame(
    new Map(workflows.map(workflow => [workflow.workflowId, workflow])),
    new Map([
      [limited.id, { workflowId: limited.id, limit: 3, running: 2, queued: oldest.slice(0, 2) }],
      [queuing, { workflowId: queuing, limit: null, running: 0, queued }],
      [working, { workflowId: working, limit: null, running: 4, queued: [] }],
    ]),
  )
  t.strictSame(
    (await queuedOrganizations(database)).toSorted(),
    [organizationId, other.organizationId].toSorted(),
  )
})

test('a look at a long queue reads the beginning of each of its parts only', async t => {
  const { organizationId } = await signUpSomeone(database)
  for (let n = 0; n < 3; n++) await insert(organizationId, newId('workflow'), 'queued', 2_000)
  await database.query({ name: '', text: 'vacuum analyze executions' }, [])
  const counting = countingRows()
  t.equal((await readQueue(counting, organizationId, 10)).workflows.length, 3)
  await queuedOrganizations(counting)
  t.ok(counting.rows > 0 && counting.rows < 200, `${counting.rows} rows`)
})

/** @returns their ids, in order */
async function insert(organizationId: string, workflowId: string, status: string, count: number) {
  const ids = Array.from({ length: count }, () => newId('execution')).toSorted()
  const text = `insert into executions
    select id, $1, $2, '', 1, '', $3, '{}', '{}', null, null, 1, 1, null, null from unnest($4::text[]) id`
  await database.query({ name: '', text }, [organizationId, workflowId, status, ids])
  return ids
}

/** Counts the rows that the nodes of each statement's plan give. */
function countingRows(): Queries & { rows: number } {
  return {
    rows: 0,
    async query(statement, values) {
      const text = `explain (analyze, format json) ${statement.text}`
      const [explained] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        { name: '', text },
        values,
      )
      this.rows += rowsOf(explained!['QUERY PLAN'][0].Plan)
      return database.query(statement, values)
    },
  }
}

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsOf(node: PlanNode): number {
  const passed = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return passed * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)
}
