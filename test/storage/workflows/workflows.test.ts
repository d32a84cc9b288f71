import { test } from 'tap'
import type { Step } from '../../../domain/plan/plan.ts'
import { workflowBounds } from '../../../domain/work/workflow.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { loadVersion } from '../../../storage/workflows/plan-reader.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { probes } from '../../support/probes.ts'

const database = await openTestDatabase()
const workflows = workflowStore(database)

test('a workflow begins with version 1, which is active', async t => {
  const { organizationId, workflow } = await createWorkflow()
  t.match(workflow, {
    name: 'Report',
    prompt: 'return "one"',
    version: 1,
    status: 'ready',
    description: null,
  })
  t.strictSame(workflow.plan, compilationOf('one').plan)
  t.match((await workflows.versions(organizationId, workflow.id, { limit: 10 })).items, [
    { version: 1, active: true },
  ])
})

test('a workflow is answered from memory, the same object each time', async t => {
  const { organizationId, workflow } = await createWorkflow()
  t.equal(workflows.get(organizationId, workflow.id), workflow)
})

test('every write is seen by the next read', async t => {
  const { organizationId, userId, workflow } = await createWorkflow()
  const { id } = workflow
  const content = { prompt: 'return "two"', compilation: compilationOf('two'), createdBy: userId }
  t.match(await workflows.update(organizationId, id, { name: 'Renamed' }), { name: 'Renamed', version: 1 })
  t.match(await workflows.get(organizationId, id), { name: 'Renamed', version: 1 })
  await workflows.update(organizationId, id, { content })
  t.match(await workflows.get(organizationId, id), { prompt: 'return "two"', version: 2, name: 'Renamed' })
  await workflows.createVersion(organizationId, id, { ...content, prompt: 'return "three"', note: 'why' })
  t.match(await workflows.get(organizationId, id), { prompt: 'return "three"', version: 3 })
  await workflows.activate(organizationId, id, 1, userId)
  t.match(await workflows.get(organizationId, id), { prompt: 'return "one"', version: 1 })
  await workflows.remove(organizationId, id)
  await t.rejects(async () => workflows.get(organizationId, id), { code: 'not-found' })
})

test('a version never changes, not even by SQL', async t => {
  const { organizationId, userId, workflow } = await createWorkflow()
  const content = { prompt: 'return "two"', compilation: compilationOf('two'), createdBy: userId }
  await workflows.update(organizationId, workflow.id, { content })
  t.match(await workflows.version(organizationId, workflow.id, 1), {
    prompt: 'return "one"',
    plan: compilationOf('one').plan,
    active: false,
  })
  const change = { name: 'test.change', text: `update workflow_versions set prompt = 'other'` }
  await t.rejects(database.query(change, []), { message: /never changed/ })
})

test('versions that are made at once are numbered without gaps', async t => {
  const { organizationId, userId, workflow } = await createWorkflow()
  const content = { prompt: 'x', compilation: compilationOf('x'), createdBy: userId }
  const makers = Array.from({ length: 5 }, () =>
    workflows.createVersion(organizationId, workflow.id, content),
  )
  const numbers = (await Promise.all(makers)).map(({ version }) => version)
  t.strictSame(numbers.toSorted(), [2, 3, 4, 5, 6])
  const listed = await workflows.versions(organizationId, workflow.id, { limit: 10 })
  t.strictSame(
    listed.items.map(({ version, active }) => [version, active]),
    [
      [6, true],
      [5, false],
      [4, false],
      [3, false],
      [2, false],
      [1, false],
    ],
  )
})

test('each version has the explanation of its own plan, also in lists; a list leaves a long one out', async t => {
  const { organizationId, userId, workflow } = await createWorkflow()
  const { id } = workflow
  t.equal(workflow.explanation, null)
  const explain = (explanation: string) => {
    const content = { prompt: 'x', compilation: { ...compilationOf('x'), explanation }, createdBy: userId }
    return workflows.createVersion(organizationId, id, content)
  }
  t.equal((await explain('Return "x".')).explanation, 'Return "x".')
  t.equal((await workflows.get(organizationId, id)).explanation, 'Return "x".')
  const [listed] = (await workflows.list(organizationId, { limit: 1 })).items
  t.match(listed, { explanation: 'Return "x".', truncated: [] })
  const long = '"'.repeat(64 * 1024 + 1)
  t.equal((await explain(long)).explanation, long)
  const { items } = await workflows.versions(organizationId, id, { limit: 10 })
  t.strictSame(
    items.map(({ explanation }) => explanation),
    [null, 'Return "x".', null],
  )
  t.match(items[0]!.truncated, [{ field: 'explanation', sizeBytes: long.length }])
  t.equal((await workflows.activate(organizationId, id, 2, userId)).explanation, 'Return "x".')
})

test('a foreign organization sees and changes nothing', async t => {
  const { userId, workflow } = await createWorkflow()
  const { organizationId } = await signUpSomeone(database)
  const { id } = workflow
  const content = { prompt: 'x', compilation: compilationOf('x'), createdBy: userId }
  const attempts: (() => Promise<unknown>)[] = [
    async () => workflows.get(organizationId, id),
    () => workflows.update(organizationId, id, { name: 'Taken' }),
    () => workflows.createVersion(organizationId, id, content),
    () => workflows.activate(organizationId, id, 1, userId),
    () => workflows.version(organizationId, id, 1),
    () => workflows.versions(organizationId, id, { limit: 10 }),
    () => workflows.usedBy(organizationId, id),
    () => workflows.remove(organizationId, id),
  ]
  for (const attempt of attempts) await t.rejects(attempt, { code: 'not-found' }, attempt.toString())
  t.strictSame((await workflows.list(organizationId, { limit: 10 })).items, [])
})

test('what runs a workflow is found by id and by name, and a name means the newest of that name', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const make = async (name: string, steps: readonly Step[] = []) => {
    const compilation = { ...compilationOf('one'), plan: { steps } }
    return (await workflows.create(organizationId, { name, prompt: 'x', compilation, createdBy: userId })).id
  }
  const run = (workflow: string) =>
    ({ id: 'run', title: 'Run', kind: 'workflow', workflow, inputs: { workflow: 'Other' } }) as const
  const older = await make('Say "hi"')
  const newer = await make('Say "hi"')
  const byName = await make('By name', [run('Say "hi"')])
  const byId = await make('By id', [
    { id: 'all', title: 'All', kind: 'foreach', over: '[1]', as: 'one', steps: [run(older)] },
  ])
  const other = await make('Other')
  const usersOf = async (id: string) => (await workflows.usedBy(organizationId, id)).runBy
  t.strictSame(await usersOf(older), [{ id: byId, name: 'By id' }])
  t.strictSame(await usersOf(newer), [{ id: byName, name: 'By name' }])
  t.strictSame(await usersOf(other), [], 'an input of that text runs nothing')
  t.strictSame((await workflows.remove(organizationId, newer)).runBy, [{ id: byName, name: 'By name' }])
  t.strictSame((await usersOf(older)).length, 2, 'now the name means this one')
  await workflows.remove(organizationId, byId)
  t.strictSame(await usersOf(older), [{ id: byName, name: 'By name' }])
})

test('a list is paged without gap or repeat, newest first, without what was removed', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const ids = []
  for (let n = 0; n < 5; n++) ids.push((await create(organizationId, userId)).id)
  await workflows.remove(organizationId, ids.splice(2, 1)[0]!)
  const first = await workflows.list(organizationId, { limit: 3 })
  const second = await workflows.list(organizationId, { limit: 3, cursor: first.next })
  const listed = [...first.items, ...second.items].map(({ id }) => id)
  t.strictSame(listed, ids.toSorted().reverse())
  t.equal(second.next, null)
  await t.rejects(workflows.list(organizationId, { limit: 3, cursor: 'made up' }), {
    code: 'validation-failed',
  })
})

test('statistics count the executions of each workflow', async t => {
  const { organizationId, workflow } = await createWorkflow()
  const insert = {
    name: 'test.executions',
    text: `insert into executions
      select 'exec_' || n, $1, $2, '', 1, '', s, '{}', '{}', null, null, 1, n, 100, case when s <> 'running' then 100 + n end
      from unnest('{completed,completed,failed,cancelled,running}'::text[]) with ordinality as x(s, n)`,
  }
  await database.query(insert, [organizationId, workflow.id])
  const never = await create(organizationId, (await signUpSomeone(database)).userId)
  const { items } = await workflows.list(organizationId, { limit: 10 }, true)
  const stats = new Map(items.map(item => [item.id, item.stats]))
  t.strictSame(stats.get(workflow.id), {
    executions: 5,
    completed: 2,
    failed: 1,
    cancelled: 1,
    running: 1,
    successRate: 2 / 3,
    avgDurationMs: 2,
    p95DurationMs: 2,
    lastExecutionAt: 5,
    latest: ['running', 'cancelled', 'failed', 'completed', 'completed'].map((status, n) => ({
      id: `exec_${5 - n}`,
      status,
    })),
  })
  t.match(stats.get(never.id), { executions: 0, successRate: null, lastExecutionAt: null, latest: [] })
  const named = await workflows.list(organizationId, { limit: 10, q: workflow.name.toUpperCase() })
  t.ok(named.items.every(({ name }) => name.toLowerCase().includes(workflow.name.toLowerCase())))
  t.strictSame((await workflows.list(organizationId, { limit: 10, q: 'no%such' })).items, [])
})

test('statistics are of the latest executions of each workflow', async t => {
  const { organizationId, userId, workflow } = await createWorkflow()
  const other = await create(organizationId, userId)
  const insert = {
    name: 'test.many-executions',
    text: `insert into executions
      select 'exec_' || $2 || n, $1, $2, '', 1, '', case when n <= 30 then 'failed' else 'completed' end, '{}', '{}',
        null, null, 1, n, n, n + case when n <= 30 then 0 else 7 end
      from generate_series(1, $3::int) n`,
  }
  const { statsExecutions } = workflowBounds
  for (const { id } of [workflow, other])
    await database.query(insert, [organizationId, id, statsExecutions + 20])
  const { items } = await workflows.list(organizationId, { limit: 10 }, true)
  t.equal(items.length, 2)
  for (const { stats } of items)
    t.match(stats, {
      executions: statsExecutions,
      completed: statsExecutions - 10,
      failed: 10,
      avgDurationMs: 7,
      lastExecutionAt: statsExecutions + 20,
    })
})

test('a host reads a version by its id over a connection of its own', async t => {
  const { organizationId, workflow } = await createWorkflow()
  const { versionId } = await workflows.active(organizationId, workflow.id)
  const connection = new HostConnection(database.url)
  t.teardown(() => connection.close())
  t.match(await loadVersion(connection, versionId), {
    organizationId,
    workflowId: workflow.id,
    version: 1,
    plan: compilationOf('one').plan,
  })
  t.equal(await loadVersion(connection, 'wfv_none'), null)
})

async function createWorkflow() {
  const { organizationId, userId } = await signUpSomeone(database)
  return { organizationId, userId, workflow: await create(organizationId, userId) }
}

function create(organizationId: string, createdBy: string) {
  const content = { prompt: 'return "one"', compilation: compilationOf('one'), createdBy }
  return workflows.create(organizationId, { name: 'Report', ...content })
}

test('a workflow of somebody else is looked for where one that never was is, though it is in memory (P70)', async t => {
  probes(t, 70)
  const { organizationId, workflow } = await createWorkflow()
  const { id } = workflow
  const stranger = await signUpSomeone(database)
  t.notOk(workflows.get(organizationId, id) instanceof Promise, 'the owner finds it in memory')
  const found = workflows.get(stranger.organizationId, id)
  t.ok(found instanceof Promise, 'P70 a stranger does not')
  await t.rejects(Promise.resolve(found), { code: 'not-found' })
})
