// Approvals as rows: what a decision changes in them, and what it leaves as it was.
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { columnsOf } from '../../../domain/work/approval-subject.ts'
import type { ApprovalProjection, ApprovalRow } from '../../../domain/work/projection.ts'
import { approvalStore } from '../../../storage/executions/approvals.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { openDatabase } from '../../../storage/open-database.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { at, originOf, startOf } from '../../contracts/journal.ts'
import { freshDatabase } from '../../support/postgres.ts'

const url = await freshDatabase()
const database = await openDatabase({ url })
const queries = new HostConnection(url)
const journal = openJournal({ url, slot: 0, queries })
tap.teardown(() => Promise.all([journal.close(), queries.close(), database.close()]))
const approvals = approvalStore(database)
const undecided = { decidedArgs: null, decidedAt: null, decidedBy: null, note: null }

/** An execution that has asked for an approval. */
async function asking() {
  const organizationId = newId('organization')
  const start = startOf(organizationId, null)
  const executionId = start.address
  const row: ApprovalRow = {
    ...{ id: newId('approval'), organizationId, message: 'Pay?', tool: 'bank__pay', args: '{"sum":7}' },
    ...columnsOf({ kind: 'execution', executionId, stepId: 'pay' }),
    ...{ digest: 'd', assignees: '[]', form: null, status: 'pending', requestedAt: at, expiresAt: null },
    ...undecided,
  }
  const commit = (seq: number, parts: Partial<ApprovalProjection>) => {
    const projection: ApprovalProjection = {
      kind: 'approvals',
      requested: [],
      decided: [],
      origin: originOf(organizationId),
      ...parts,
    }
    return journal.commit([{ ...start, seq, projections: [projection] }])
  }
  await journal.commit([start])
  await commit(3, { requested: [row] })
  const { organizationId: _, ...shown } = { ...row, args: { sum: 7 }, assignees: [] }
  return { organizationId, executionId, row, shown, commit }
}

test('what was proposed stays when something else is approved, which stands beside it with who and when', async t => {
  const { organizationId, executionId, row, shown, commit } = await asking()
  t.strictSame(await approvals.get(organizationId, row.id), shown)
  t.strictSame(await approvals.pendingOf(executionId), [shown])
  const subject = columnsOf({ kind: 'execution', executionId, stepId: 'pay' })
  const decision = { status: 'approved', decidedAt: at + 9, decidedBy: 'user_1', note: 'half' } as const
  await commit(4, { decided: [{ id: row.id, ...subject, ...decision, decidedArgs: '{"sum":5}' }] })
  const decided = { ...shown, ...decision, decidedArgs: { sum: 5 } }
  t.strictSame(await approvals.get(organizationId, row.id), decided)
  t.strictSame((await approvals.list(organizationId, 'approved', { limit: 10 })).items, [
    { ...decided, truncated: [] },
  ])
  t.strictSame(await approvals.pendingOf(executionId), [])
})

test('one that was requested and decided in the same commit has both, too', async t => {
  const { organizationId, row, shown, commit } = await asking()
  const id = newId('approval')
  const decision = { status: 'approved', decidedAt: at, decidedBy: 'user_1', note: null } as const
  await commit(4, { requested: [{ ...row, id, ...decision, decidedArgs: '{"sum":5}' }] })
  t.strictSame(await approvals.get(organizationId, id), {
    ...shown,
    id,
    ...decision,
    decidedArgs: { sum: 5 },
  })
})

test('an approval that names nothing of its kind is no row', async t => {
  const { organizationId, row, commit } = await asking()
  for (const nothing of [{ executionId: null }, { stepId: null }]) {
    const id = newId('approval')
    await t.rejects(commit(4, { requested: [{ ...row, id, ...nothing }] }), /approvals_name_their_subject/)
    await t.rejects(approvals.get(organizationId, id), { code: 'not-found' })
  }
})

test('another organization sees none of it', async t => {
  const { row } = await asking()
  await t.rejects(approvals.get(newId('organization'), row.id), { code: 'not-found' })
  t.strictSame((await approvals.list(newId('organization'), null, { limit: 10 })).items, [])
})
