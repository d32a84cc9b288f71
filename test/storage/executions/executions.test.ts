import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { ExecutionStatus } from '../../../domain/work/execution.ts'
import { executionStore } from '../../../storage/executions/executions.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const executions = executionStore(database)

test('an execution is read as it leaves over HTTP', async t => {
  const organizationId = newId('organization')
  const id = await insert(organizationId, { createdAt: 1_000, status: 'completed', finishedAt: 1_250 })
  t.strictSame(await executions.get(organizationId, id), {
    id,
    workflowId: 'wf_any',
    workflowName: 'Report',
    workflowVersion: 3,
    status: 'completed',
    inputs: { amount: 1 },
    output: { text: 'done' },
    error: null,
    trigger: { kind: 'api', ref: null },
    approvals: [],
    forkedFrom: null,
    cu: 4,
    createdAt: 1_000,
    startedAt: 1_000,
    finishedAt: 1_250,
    durationMs: 250,
  })
})

test('a foreign organization sees nothing', async t => {
  const organizationId = newId('organization')
  const id = await insert(newId('organization'), {})
  await t.rejects(executions.get(organizationId, id), { code: 'not-found' })
  t.strictSame((await executions.search(organizationId, {}, { limit: 10 })).items, [])
  const cursor = Buffer.from(`-createdAt 9 ${id}`).toString('base64url')
  t.strictSame((await executions.search(organizationId, {}, { limit: 10, cursor })).items, [])
})

test('pages have no gap and no repeat, and the last one says so', async t => {
  const organizationId = newId('organization')
  const ids = []
  // Full pages only: the boundary at which a next page might be promised that is empty.
  for (let n = 0; n < 6; n++) ids.push(await insert(organizationId, { createdAt: n }))
  const pages = []
  let cursor: string | null = null
  do {
    const page = await executions.search(organizationId, {}, { limit: 3, cursor })
    pages.push(page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== null)
  const newestFirst = ids.toReversed()
  t.strictSame(pages, [newestFirst.slice(0, 3), newestFirst.slice(3)])
})

test('a search keeps what every filter keeps', async t => {
  const organizationId = newId('organization')
  const ids: string[] = []
  const statuses: ExecutionStatus[] = ['running', 'completed', 'failed', 'completed']
  for (const [n, status] of statuses.entries()) {
    ids.push(await insert(organizationId, { createdAt: n, status, workflowId: n < 3 ? 'wf_a' : 'wf_b' }))
  }
  const search = async (filter: object) => {
    const page = await executions.search(organizationId, filter, { limit: 10 })
    return page.items.map(({ id }) => ids.indexOf(id)).toSorted()
  }
  t.strictSame(await search({ status: ['completed', 'failed'] }), [1, 2, 3])
  t.strictSame(await search({ workflowId: 'wf_a' }), [0, 1, 2])
  t.strictSame(await search({ workflowId: 'wf_a', status: ['completed'] }), [1])
  t.strictSame(await search({ createdAfter: 1, createdBefore: 3 }), [1, 2])
  t.strictSame(await search({ workflowId: `' or 1 = 1 --` }), [])
})

test('a cursor that was made up is refused', async t => {
  for (const text of [
    '',
    'x',
    newId('execution'),
    `-createdAt 1 ${newId('workflow')}`,
    '-createdAt -1 exec_',
    '\0',
  ]) {
    const cursor = Buffer.from(text).toString('base64url')
    await t.rejects(
      executions.search('org_any', {}, { limit: 10, cursor }),
      { code: 'validation-failed' },
      cursor,
    )
  }
})

async function insert(
  organizationId: string,
  {
    createdAt = 0,
    status = 'running' as ExecutionStatus,
    workflowId = 'wf_any',
    finishedAt = null as number | null,
  },
): Promise<string> {
  const id = newId('execution')
  const statement = {
    name: 'test.insert-execution',
    text: `insert into executions values ($1, $2, $3, 'Report', 3, 'wfv_any', $4, '{"kind":"api","ref":null}',
      '{"amount":1}', '{"text":"done"}', null, 4, $5, $5, $6)`,
  }
  await database.query(statement, [id, organizationId, workflowId, status, createdAt, finishedAt])
  return id
}
