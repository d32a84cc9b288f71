// Executions on a real system in this thread: pauses, sub-workflows, and hosts that die in the midst of them.
import { test } from 'tap'
import { executionKind } from '../../../actors/execution/effects.ts'
import type { ToolCallEffect } from '../../../actors/execution/protocol.ts'
import { Failure, notFound } from '../../../domain/failure.ts'
import type { ToolResult } from '../../../domain/tools/tool.ts'
import type { Execution } from '../../../domain/work/execution.ts'
import type { ToolCall } from '../../../rpc/hub.ts'
import { bounds } from '../../../runtime/config.ts'
import { turns } from '../../support/actors/host.ts'
import { block, call, compute, organizationId, set, id as someId, startOf } from '../../support/execution.ts'
import { World } from '../../support/world.ts'

const sub = (extra = {}) => block('sub', { kind: 'workflow', workflow: 'child', inputs: {} }, extra)
const rest = (forMs: number) => block('rest', { kind: 'wait', for: forMs })
const begin = async (world: World) => JSON.parse(await world.client.start(startOf())) as Execution
/** The other execution of the journal. */
const childOf = (world: World, parent: string) => [...world.journal.entries.keys()].find(id => id !== parent)!

test('a sub-workflow runs and its output is that of the step', async t => {
  const world = await World.start(t, [sub(), set('after', { $: 'steps.sub' })], {
    workflows: { child: [set('x', 41)] },
  })
  t.match(await world.run(), { status: 'completed', output: 41 })
  const [parent, child] = [...world.journal.entries.keys()]
  t.match(await world.look(child!), {
    trigger: { kind: 'workflow', ref: parent },
    workflowName: 'child',
    status: 'completed',
  })
  await turns()
  t.equal(world.journal.wakeups.size, 0)
})

test('a sub-workflow that is not there fails the step', async t => {
  const world = await World.start(t, [sub()])
  t.match(await world.run(), { status: 'failed', error: { code: 'not-found', step: 'sub' } })
})

test('a host that dies before, while and after its child works loses neither', async t => {
  for (const turnsBefore of [0, 1, 2, 3, 5, 8, 13, 30]) {
    const world = await World.start(t, [sub()], { workflows: { child: [call('x'), set('y', 'done')] } })
    const parent = await begin(world)
    await turns(turnsBefore)
    await world.replaceHost()
    await world.pass(2 * bounds.alarmPollMs)
    t.match(
      await world.look(parent.id),
      { status: 'completed', output: 'done' },
      `after ${turnsBefore} turns`,
    )
    t.equal(world.journal.entries.size, 2)
    t.equal(world.journal.wakeups.size, 0)
  }
})

test('a cancel of the parent reaches the child, also when their host dies in between', async t => {
  for (const dies of [false, true]) {
    const world = await World.start(t, [sub()], { workflows: { child: [rest(86_400_000)] } })
    const parent = await begin(world)
    await turns()
    t.equal((await world.look(parent.id)).status, 'waiting')
    const cancelled = world.client.cancel(organizationId, parent.id)
    if (dies) {
      await cancelled
      await world.replaceHost()
      await world.pass(2 * bounds.alarmPollMs)
    }
    t.equal(JSON.parse(await cancelled).status, 'cancelled')
    await turns()
    t.equal((await world.look(childOf(world, parent.id))).status, 'cancelled')
    await turns()
    t.equal(world.journal.wakeups.size, 0)
  }
})

test('a child that takes too long is cancelled', async t => {
  const world = await World.start(t, [sub({ timeoutMs: 5_000 })], {
    workflows: { child: [rest(86_400_000)] },
  })
  const parent = await begin(world)
  await world.pass(6_000)
  t.match(await world.look(parent.id), { status: 'failed', error: { code: 'timeout' } })
  t.equal((await world.look(childOf(world, parent.id))).status, 'cancelled')
})

test('paused executions hold no memory, and go on at their moment, also after a restart', async t => {
  const world = await World.start(t, [rest(600_000), set('after', 'rested')])
  const { id } = await begin(world)
  await world.pass(1_500)
  t.equal(world.system.load.slots[0]!.active, 0)
  await world.replaceHost()
  await world.pass(597_000)
  t.equal((await world.look(id)).status, 'waiting')
  await world.pass(2_000)
  t.match(await world.look(id), { status: 'completed', output: 'rested' })
})

test('a start that kills its host every time is answered so, not as unknown', async t => {
  const pure = {
    poison: () => {
      throw new TypeError('poisoned')
    },
  }
  const world = await World.start(t, [compute('x', 'poison', {})], { pure })
  const answer = world.client.start(startOf())
  const refused = t.rejects(answer, {
    code: 'start-failed',
    message: /cannot start: its code ended its host 3 times/,
  })
  for (let n = 0; n < bounds.crashes; n++) {
    await turns()
    world.clock.advance(0)
  }
  await turns()
  await refused
  t.equal(world.system.load.restarts, bounds.crashes)
  t.equal(world.journal.entries.size, 0)
  await t.rejects(world.look(someId), { code: 'not-found' })
})

test('a call waits for a hub that cannot read what it needs just now', async t => {
  let times = 0
  const hub = {
    pure: () => null,
    call: async () => {
      if (++times < 3) throw new Failure('unavailable', 'the database is away')
      return { ok: true, output: 1 } as const
    },
  }
  const findWorkflow = () => Promise.reject(notFound('workflow'))
  const kind = executionKind({
    hub,
    fusePureSteps: true,
    loadPlan: async () => ({ steps: [] }),
    findWorkflow,
  })
  const effect = { type: 'call', id: 'fetch', server: 'shop', tool: 'fetch', attempt: 2 } as ToolCallEffect
  const leaving = new AbortController()
  const outside = { signal: leaving.signal, ask: async () => '', pause: async () => {} }
  const returned = { type: 'step-returned', step: 'fetch', attempt: 2, result: { ok: true, output: 1 } }
  t.match(await kind.perform(someId, effect, outside), returned)
  t.equal(times, 3)
  leaving.abort()
  t.equal(await kind.perform(someId, effect, outside), null, 'nobody waits for it any more')
})

test('a call is given no more time than a timer can measure', async t => {
  const given: number[] = []
  const hub = {
    pure: () => null,
    async call({ timeoutMs }: ToolCall): Promise<ToolResult> {
      given.push(timeoutMs)
      return { ok: true, output: 1 }
    },
  }
  const kind = executionKind({
    hub,
    fusePureSteps: true,
    loadPlan: async () => ({ steps: [] }),
    findWorkflow: () => Promise.reject(notFound('workflow')),
  })
  const outside = {
    signal: new AbortController().signal,
    ask: async () => '',
    pause: async () => {},
  }
  for (const timeoutMs of [1_000, 2 ** 31 - 1, 2 ** 31, 366 * 86_400_000]) {
    const effect = { type: 'call', id: 'fetch', server: 'shop', tool: 'fetch', timeoutMs } as ToolCallEffect
    await kind.perform(someId, effect, outside)
  }
  t.strictSame(given, [1_000, 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1])
})

test('a child that is not there when it is given up is asked for again: its start may be on its way', async t => {
  const said: string[] = []
  const hub = { pure: () => null, call: () => Promise.reject(new Error('nobody calls')) }
  const kind = executionKind({
    hub,
    fusePureSteps: true,
    loadPlan: async () => ({ steps: [] }),
    findWorkflow: () => Promise.reject(notFound('workflow')),
  })
  const outside = {
    signal: new AbortController().signal,
    ask: async (address: string, message: unknown) => {
      said.push(`${(message as { type: string }).type} ${address}`)
      if (said.length === 1) throw notFound('execution')
      return '{}'
    },
    pause: async (delayMs: number) => {
      said.push(delayMs > 2_800 ? 'long pause' : 'short pause')
    },
  }
  const effect = { type: 'cancel-child', id: 'cancel', organizationId, childId: 'exec_child' } as const
  t.match(await kind.perform(someId, effect, outside), { type: 'child-cancelled', childId: 'exec_child' })
  t.strictSame(said, ['cancel exec_child', 'long pause', 'cancel exec_child'])
})
