// What a host reports of its commits: only what is durable and watched, gathered and bounded.
import { test } from 'tap'
import { ChangeReports } from '../../actors/change-reports.ts'
import type { ChangeReport } from '../../domain/news/change.ts'
import { mostChanges } from '../../domain/news/gathered-changes.ts'
import type { Projection } from '../../domain/work/projection.ts'
import { SimulatedClock } from '../../runtime/clock.ts'
import type { Commit, Journal } from '../../runtime/journal.ts'
import { WatchedOrganizations } from '../../storage/events/watched-organizations.ts'

const ours = 'org_ours'

function given(journal: Partial<Journal<Projection>> = {}) {
  const clock = new SimulatedClock()
  const watched = new WatchedOrganizations()
  const reports: ChangeReport[] = []
  const report = (some: readonly ChangeReport[]) => void reports.push(...some)
  // As in another thread: only the memory is the same.
  const changes = new ChangeReports({ watched: new WatchedOrganizations(watched.shared), report, clock })
  const observed = changes.observe({ commit: async () => new Map(), ...journal } as Journal<Projection>)
  return { clock, watched, reports, commit: (...commits: Commit<Projection>[]) => observed.commit(commits) }
}

function commitOf(organizationId: string, id: string, status = 'running'): Commit<Projection> {
  const origin = { organizationId, workflowId: 'wf_1' }
  const projection = { kind: 'execution', type: 'changed', origin, change: { id, organizationId, status } }
  return { address: id, seq: 1, at: 0, body: '[]', projections: [projection as unknown as Projection] }
}

test('of an organization that is watched, what is durable is reported after a while, by id', async t => {
  const { clock, watched, reports, commit } = given({ commit: async () => new Map([[1, {} as never]]) })
  const unwatch = watched.watch(ours)
  await commit(commitOf(ours, 'exec_1'), commitOf(ours, 'exec_refused'), commitOf('org_other', 'exec_2'))
  await commit(commitOf(ours, 'exec_1', 'completed'))
  t.strictSame(reports, [])
  clock.advance(1_000)
  t.strictSame(reports, [
    {
      organizationId: ours,
      changes: [{ type: 'execution', id: 'exec_1', workflowId: 'wf_1', status: 'completed' }],
    },
  ])
  unwatch()
  await commit(commitOf(ours, 'exec_3'))
  clock.advance(1_000)
  t.equal(reports.length, 1)
})

test('a commit whose outcome is unknown is missed, and what is too much as well', async t => {
  const { clock, watched, reports, commit } = given({
    commit: async commits => {
      if (commits.length === 1) throw new Error('the connection broke')
      return new Map()
    },
  })
  watched.watch(ours)
  await t.rejects(commit(commitOf(ours, 'exec_1')), { message: 'the connection broke' })
  clock.advance(1_000)
  t.strictSame(reports.splice(0), [{ organizationId: ours, changes: [{ type: 'missed' }] }])
  await commit(...Array.from({ length: 1_000 }, (_, n) => commitOf(ours, `exec_${n}`)))
  clock.advance(1_000)
  t.equal(reports[0]!.changes.length, mostChanges + 1)
  t.strictSame(reports[0]!.changes.at(-1), { type: 'missed' })
})

test('approvals and chats are reported with whom they belong to', async t => {
  const { clock, watched, reports, commit } = given()
  watched.watch(ours)
  const approval = { id: 'apr_1', executionId: null, status: 'pending' }
  const projections = [
    { kind: 'approvals', origin: { organizationId: ours }, requested: [approval], decided: [] },
    { kind: 'chat', session: { id: 'chat_1', organizationId: ours, owner: 'user_1' }, messages: [] },
  ] as unknown as Projection[]
  await commit({ ...commitOf(ours, 'chat_1'), projections })
  clock.advance(1_000)
  t.strictSame(reports[0]!.changes, [
    { type: 'approval', id: 'apr_1', executionId: null, status: 'pending' },
    { type: 'chat', id: 'chat_1', owner: 'user_1' },
  ])
})
