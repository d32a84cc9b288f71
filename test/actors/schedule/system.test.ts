// Schedules and their executions on real hosts, over hours of a clock that stands still in between.
import { test } from 'tap'
import { Failure } from '../../../domain/failure.ts'
import { isId } from '../../../domain/ids.ts'
import { budgetExceeded, unbounded } from '../../../storage/usage/start-bounds.ts'
import { ScheduledWorld } from '../../support/actors/scheduled-world.ts'
import { organizationId } from '../../support/execution.ts'

const nine = (minutes: number) => Date.parse('2026-03-06T09:00:00Z') + minutes * 60_000

test('every time that comes starts one execution, in the name of who set the schedule', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({ inputs: { region: 'north' } })
  t.ok(isId('schedule', world.address))
  await world.pass(210)
  t.equal(world.ids.length, 4)
  const execution = await world.execution(world.ids[0]!)
  const trigger = { kind: 'schedule', ref: world.workflowId }
  t.match(execution, {
    status: 'completed',
    trigger,
    inputs: { region: 'north' },
    workflowId: world.workflowId,
  })
  t.match(world.journal.entries.get(world.ids[0]!)![0]!.body, '"startedBy":"user_1"')
  t.ok(execution.createdAt >= nine(1) && execution.createdAt < nine(1) + 15_000, 'on time')
  t.match(await world.view(), { lastError: null, running: [], nextAt: nine(5) })
  t.match(await world.client.status(world.workflowId), { lastRunAt: Number, lastError: null })
  t.match(await world.client.status('wf_01jd0000000000000000000000'), { lastRunAt: null, lastError: null })
})

test('a schedule that a key has set runs on the budget of the key, and ends with it', async t => {
  let hasEnded = false
  const world = await ScheduledWorld.start(t, {
    async findBudget(_, keyId) {
      if (hasEnded) throw new Failure('forbidden', `the API key ${keyId} was revoked`)
      return keyId === null ? null : { id: keyId, budget: 2 }
    },
    startBounds: {
      ...unbounded,
      async admit(_, start) {
        const limit = start.budgets?.find(({ id }) => id === world.key)?.limit ?? Infinity
        if (world.ids.length >= limit) throw budgetExceeded(limit, limit)
        return start
      },
    },
  })
  world.key = 'key_1'
  await world.set({})
  await world.pass(210)
  t.equal(world.ids.length, 2)
  t.match(await world.view(), { lastError: { code: 'budget-exceeded', message: /API key, 2 compute units/ } })
  hasEnded = true
  await world.pass(60)
  t.match(await world.view(), { lastError: { code: 'forbidden', message: /key_1 was revoked/ } })
  t.equal(world.ids.length, 2)
})

test('a far time is found by its row when it comes', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({ cron: '0 11 * * *' })
  t.strictSame(world.journal.wakeups.get(world.address), { isOwing: false, at: nine(120) })
  await world.pass(119 * 60)
  t.strictSame(world.ids, [])
  await world.pass(60)
  t.equal(world.ids.length, 1)
})

test('a time fires once, whichever commit is lost and whenever the host dies', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({ cron: '*/2 * * * *' })
  for (const losses of [
    ['before'],
    ['after'],
    ['before', 'after', 'before'],
    ['after', 'after', 'after'],
  ] as const) {
    world.journal.losses.push(...losses)
    const before = world.ids.length
    await world.pass(85)
    await world.replaceHost()
    await world.pass(35)
    t.equal(world.ids.length, before + 1, losses.join())
  }
  await world.pass(30)
  t.match(await world.view(), { running: [], lastError: null })
})

test('a host that dies with a start under way starts it when it is back', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({ cron: '0 10 * * *' })
  await world.pass(59 * 60)
  const open = world.journal.hold()
  await world.pass(60)
  open()
  await world.replaceHost()
  await world.pass(60)
  t.equal(world.ids.length, 1)
  t.match(await world.view(), { running: [], lastError: null })
})

test('a start whose success is not recorded is asked for again, and is the same execution', async t => {
  const world = await ScheduledWorld.start(t)
  world.isHolding = true
  world.journal.loses = '"run-started"'
  await world.set({ cron: '0 * * * *' })
  await world.pass(60 * 60)
  await world.replaceHost()
  await world.pass(30)
  t.equal(world.ids.length, 1)
  world.journal.loses = null
  await world.pass(30)
  t.equal(world.ids.length, 1)
  t.match(await world.view(), { running: [nine(60)], lastRunAt: Number })
})

test('while a run is under way the next is left out; its end lets the one after it through', async t => {
  const world = await ScheduledWorld.start(t)
  world.isHolding = true
  await world.set({})
  await world.pass(150)
  t.equal(world.ids.length, 1)
  t.match(await world.view(), { running: [nine(1)], lastError: { code: 'overlap' } })
  await world.replaceHost()
  await world.releaseAll()
  await world.pass(30)
  t.match(await world.view(), { running: [] })
  await world.pass(60)
  t.ok(world.ids.length > 1)
})

test('a cancelled run is over: its schedule hears of it', async t => {
  const world = await ScheduledWorld.start(t)
  world.isHolding = true
  await world.set({ overlap: 'queue' })
  await world.pass(90)
  const [first] = world.ids
  t.match(JSON.parse(await world.executions.cancel(organizationId, first!)), { status: 'cancelled' })
  await world.pass(10)
  t.equal(world.ids.length, 2, 'the one that waited')
  t.match(await world.view(), { running: [nine(2)] })
})

test('after the service was down the last of the missed times runs, once', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({ cron: '*/10 * * * *' })
  await world.sleep(3_600)
  await world.pass(30)
  t.equal(world.ids.length, 1)
  t.match(await world.view(), { nextAt: nine(70) })
})

test('a workflow that needs review refuses its runs, and runs when it is ready', async t => {
  const world = await ScheduledWorld.start(t)
  world.status = 'needs_review'
  await world.set({})
  await world.pass(60)
  t.strictSame(world.ids, [])
  const refused = { lastRunAt: null, lastError: { code: 'workflow-needs-review', message: /needs review/ } }
  t.match(await world.client.status(world.workflowId), refused)
  t.match(world.refusals[0], { workflowId: world.workflowId, setBy: 'user_1', error: refused.lastError })
  world.status = 'ready'
  await world.pass(60)
  t.equal(world.ids.length, 1)
})

test('while a workflow needs review, the ready version that was active before goes on', async t => {
  const world = await ScheduledWorld.start(t)
  const { workflowId } = world
  const version = { id: 'wfv_0', organizationId: 'org_1', workflowId, version: 7, inputsSchema: {} }
  world.before = { ...version, status: 'ready', plan: { steps: [] }, isUnaccepted: false }
  world.status = 'needs_review'
  await world.set({})
  await world.pass(60)
  t.match(await world.execution(world.ids[0]!), { workflowVersion: 7 })
  world.before = { ...world.before, isUnaccepted: true }
  await world.pass(60)
  t.equal(world.ids.length, 1, 'what nobody has accepted does not run unattended')
  t.match(await world.view(), { lastError: { code: 'workflow-needs-review' } })
  world.status = 'ready'
  await world.pass(60)
  t.match(await world.execution(world.ids[1]!), { workflowVersion: 1 }, 'the note is no longer asked for')
})

test('the monthly limit refuses a run, and the next time comes all the same', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({})
  world.journal.refuse = ({ address }) =>
    address.startsWith('exec_')
      ? { code: 'quota-exceeded', message: 'monthly limit reached', facts: {} }
      : null
  await world.pass(60)
  t.match(await world.view(), { lastError: { code: 'quota-exceeded' }, running: [], nextAt: nine(2) })
  world.journal.refuse = () => null
  await world.pass(60)
  t.equal(world.ids.length, 1)
})

test('a removed schedule starts nothing more', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({})
  await world.pass(60)
  await world.set(null)
  await world.pass(300)
  t.equal(world.ids.length, 1)
  t.notOk(world.journal.wakeups.has(world.address))
})

test('a setting that its actor did not hear of is told by the chore', async t => {
  const world = await ScheduledWorld.start(t)
  world.write({})
  await world.pass(60)
  t.strictSame(world.ids, [])
  t.equal(await world.client.chore.work(), 15_000)
  t.strictSame(world.untold, [])
  await world.pass(60)
  t.equal(world.ids.length, 1)
})
