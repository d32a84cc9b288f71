// Schedules in the rows of workflows: what was changed, and whose actor has heard of it.
import { test } from 'tap'
import { type KeptSchedule, Schedule } from '../../../domain/work/schedule.ts'
import { tellRefusal } from '../../../storage/workflows/schedule-refusals.ts'
import { scheduleStore } from '../../../storage/workflows/schedules.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const workflows = workflowStore(database)
const schedules = scheduleStore(database)
const schedule = Schedule.parse({ cron: '0 9 * * *', timezone: 'UTC', inputs: { region: 'north' } })

async function untoldOf(id: string) {
  return (await schedules.unsynced('', 1_000)).filter(({ workflowId }) => workflowId === id)
}

async function createWorkflow(said?: KeptSchedule) {
  const { organizationId, userId } = await signUpSomeone(database)
  const content = { prompt: 'return "one"', compilation: compilationOf('one'), createdBy: userId }
  const workflow = await workflows.create(organizationId, { name: 'Report', ...content, schedule: said })
  return { organizationId, workflow, content }
}

const said: KeptSchedule = { schedule, isFromPrompt: false, setBy: 'user_1' }

test('a schedule is untold until somebody says that it was told', async t => {
  const { organizationId, workflow } = await createWorkflow(said)
  t.strictSame(workflow.schedule, schedule)
  const setting = { workflowId: workflow.id, organizationId, revision: 1, schedule, setBy: 'user_1' }
  t.strictSame(await untoldOf(workflow.id), [setting])
  await schedules.markSynced(setting)
  t.strictSame(await untoldOf(workflow.id), [])
})

test('a workflow without a schedule has nothing to tell', async t => {
  const { organizationId, workflow } = await createWorkflow()
  await workflows.update(organizationId, workflow.id, {
    name: 'Other',
    schedule: { ...said, schedule: null },
  })
  t.equal((await workflows.get(organizationId, workflow.id)).schedule, null)
  t.strictSame(await untoldOf(workflow.id), [])
})

test('a version that needs review leaves the ready one before it to the schedule', async t => {
  const { organizationId, workflow, content } = await createWorkflow(said)
  const first = (await workflows.active(organizationId, workflow.id)).versionId
  const unready = { ...content, compilation: { ...content.compilation, status: 'needs_review' } } as const
  await workflows.createVersion(organizationId, workflow.id, unready)
  const noted = await untoldOf(workflow.id)
  t.match(noted, [{ revision: 2, schedule, servedBy: first }])
  await workflows.createVersion(organizationId, workflow.id, unready)
  t.strictSame(await untoldOf(workflow.id), noted, 'it is still the one before the first of them')
  const other = { ...schedule, cron: '0 10 * * *' }
  await workflows.update(organizationId, workflow.id, { schedule: { ...said, schedule: other } })
  t.match(await untoldOf(workflow.id), [{ revision: 3, schedule: other, servedBy: first }])
})

test('several schedules of a plan are told together, and removed ones until their actors know', async t => {
  const { organizationId, workflow, content } = await createWorkflow(said)
  const daily = { kind: 'schedule', cron: '0 9 * * *', timezone: 'UTC' } as const
  const plan = (...ids: readonly string[]) => {
    const start = ids.map(id => ({ ...daily, id }))
    const compilation = { ...content.compilation, plan: { ...content.compilation.plan, start } }
    return { ...content, compilation: { ...compilation, plannedBy: 'author' as const } }
  }
  const told = async () => {
    const [setting] = await untoldOf(workflow.id)
    return {
      only: setting?.schedule?.cron ?? null,
      others: setting?.others?.map(({ id, schedule }) => `${id} ${schedule?.cron ?? 'gone'}`),
    }
  }
  const make = (...ids: readonly string[]) =>
    workflows.createVersion(organizationId, workflow.id, plan(...ids))
  await make('a', 'b')
  t.strictSame(await told(), { only: null, others: ['a 0 9 * * *', 'b 0 9 * * *'] }, "also over a person's")
  await make('b', 'c')
  t.strictSame((await told()).others, ['b 0 9 * * *', 'c 0 9 * * *', 'a gone'])
  await schedules.markSynced((await untoldOf(workflow.id))[0]!)
  await make('c')
  t.strictSame(await told(), { only: '0 9 * * *', others: ['b gone', 'c gone'] })
  await schedules.markSynced((await untoldOf(workflow.id))[0]!)
  await make()
  t.strictSame(await told(), { only: null, others: undefined })
  await make('a', 'b')
  await workflows.remove(organizationId, workflow.id)
  t.strictSame(await told(), { only: null, others: ['a gone', 'b gone'] })
})

test('a refusal is one event with the name of the workflow, and none once that is gone', async t => {
  const { organizationId, workflow } = await createWorkflow(said)
  const error = { code: 'validation-failed', message: 'inputs.plan: expected a value' }
  const refusal = { organizationId, workflowId: workflow.id, setBy: 'user_1', scheduledAt: 60_000, error }
  await tellRefusal(database, refusal)
  await tellRefusal(database, { ...refusal, organizationId: 'org_of_others' })
  const find = {
    name: 'test.refusals',
    text: 'select body from event_outbox where resource = $1 and type = $2',
  }
  const rows = await database.query<{ body: string }>(find, [workflow.id, 'schedule.refused'])
  const events = rows.map(({ body }) => JSON.parse(body))
  t.equal(events.length, 1)
  t.match(events[0], { organizationId, data: { workflowName: 'Report', setBy: 'user_1', error } })
})

test('every change counts, and one that was told late hides no later one', async t => {
  const { organizationId, workflow, content } = await createWorkflow(said)
  const [first] = await untoldOf(workflow.id)
  const later = { ...schedule, cron: '0 10 * * *' }
  await workflows.update(organizationId, workflow.id, { schedule: { ...said, schedule: later } })
  await schedules.markSynced(first!)
  t.match(await untoldOf(workflow.id), [{ revision: 2, schedule: later }])
  await workflows.createVersion(organizationId, workflow.id, {
    ...content,
    schedule: { ...said, schedule: null },
  })
  const [removed] = await untoldOf(workflow.id)
  t.match(removed, { revision: 3, schedule: null })
  t.equal((await workflows.get(organizationId, workflow.id)).schedule, null)
  await schedules.markSynced(removed!)
  await schedules.markSynced(first!)
  t.strictSame(await untoldOf(workflow.id), [])
})

test('who activates a version gets the schedule that its prompt says, and its actor is to hear of it', async t => {
  const { organizationId, workflow, content } = await createWorkflow()
  const [daily, hourly] = [schedule, { ...schedule, cron: '0 * * * *' }]
  for (const promptSchedule of [daily, hourly, null, undefined])
    await workflows.createVersion(organizationId, workflow.id, { ...content, promptSchedule })
  const activate = (version: number) => workflows.activate(organizationId, workflow.id, version, 'user_2')
  t.strictSame((await activate(2)).schedule, daily)
  t.match(await untoldOf(workflow.id), [{ revision: 1, schedule: daily, setBy: 'user_2' }])
  t.strictSame((await activate(3)).schedule, hourly)
  t.strictSame((await activate(5)).schedule, hourly, 'a plan that somebody wrote says nothing of it')
  t.equal((await activate(4)).schedule, null)
  t.match(await untoldOf(workflow.id), [{ revision: 3, schedule: null }])
  await workflows.update(organizationId, workflow.id, { schedule: said })
  t.strictSame((await activate(3)).schedule, schedule, 'what was set by hand stays')
})

test('a deleted workflow tells that its schedule is gone', async t => {
  const { organizationId, workflow } = await createWorkflow(said)
  await workflows.remove(organizationId, workflow.id)
  t.match(await untoldOf(workflow.id), [{ revision: 2, schedule: null }])
})

test('what is untold is listed in pages', async t => {
  await createWorkflow(said)
  await createWorkflow(said)
  const all = await schedules.unsynced('', 1_000)
  const [first] = await schedules.unsynced('', 1)
  t.strictSame(first, all[0])
  t.strictSame(await schedules.unsynced(first!.workflowId, 1_000), all.slice(1))
})
