// The budget of an execution: what would exceed it does not begin; the execution asks for more and pauses.
import { test } from 'tap'
import { execution } from '../../../actors/execution/behavior.ts'
import { Metering } from '../../../actors/execution/reading/metering.ts'
import { Timeline } from '../../../actors/execution/reading/timeline.ts'
import { compileProgram } from '../../../actors/execution/steps/program.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { budgetStep } from '../../../domain/work/budget.ts'
import { Recorded } from '../../support/actors/lives.ts'
import {
  block,
  call,
  cancel,
  decision,
  id as executionId,
  faltered,
  look,
  resume,
  returned,
  startOf,
} from '../../support/execution.ts'

const admin = { userId: 'user_a', role: 'admin', email: null }
const pure = () => null

function begun(steps: readonly Step[], budget: number): Recorded {
  const life = new Recorded(execution(executionId, compileProgram({ steps } as Plan, pure)))
  life.tell({ type: 'start', start: { ...startOf({}), budget } })
  return life
}

const asked = (life: Recorded) => life.state.approvals[budgetStep]?.request
const decide = (life: Recorded, how: 'approve' | 'deny', form: object | null = null) =>
  life.tell({ ...decision(how, asked(life)!.id, { by: admin }), form } as never)

test('what the budget holds begins, to the last unit, and the next call asks for more', async t => {
  const life = begun([look('a'), look('b'), look('c')], 3)
  t.strictSame(life.owed, ['a', 'b'], 'one for the start, one for each of two calls')
  t.equal(life.state.cu, 3)
  t.match(asked(life), { args: { scope: 'execution', limit: 3, used: 3 }, assignees: ['owner', 'admin'] })
  t.equal(life.state.status, 'running', 'two calls work')
  life.tell(returned('a'))
  life.tell(returned('b'))
  t.equal(life.state.status, 'awaiting_approval')
  t.strictSame(life.owed, [])
  decide(life, 'approve', { cu: 1 })
  t.strictSame(life.owed, ['c'])
  t.equal(life.state.budget, 4)
  life.tell(returned('c'))
  t.match(life.state, { status: 'completed', cu: 4 })
})

test('an approval without a number adds as much as it began with; too little asks again', async t => {
  const code = block('c', { kind: 'code', js: 'return 1', args: {} })
  const life = begun([call('a'), code], 2)
  life.tell(returned('a'))
  decide(life, 'approve', { cu: 1 })
  t.equal(life.state.status, 'awaiting_approval', 'code costs two')
  decide(life, 'approve')
  t.equal(life.state.budget, 5)
  t.strictSame(life.owed, ['c'])
})

test('a denial ends it, and says why; only owners and admins decide', async t => {
  const life = begun([call('a'), call('b')], 1)
  t.strictSame(life.owed, [])
  t.equal(life.tell(decision('approve', asked(life)!.id)), 'forbidden')
  decide(life, 'deny')
  t.match(life.state, { status: 'failed', error: { code: 'budget-exceeded', step: null } })
  t.match(life.state.error!.message, /1 compute units.*user_a did not raise it/)
})

test('a retry that is due waits for the budget, and no alarm rings meanwhile', async t => {
  const retry = { maxAttempts: 3, backoff: 'fixed', delayMs: 1_000 } as const
  const life = begun([{ ...call('a'), retry } as never], 2)
  life.tell(faltered('a'))
  life.pass(60_000)
  t.ok(asked(life))
  t.equal(life.behavior.wakeAt(life.state), null)
  decide(life, 'approve', { cu: 5 })
  t.strictSame(life.owed, ['a'])
})

test('a cancel withdraws the question, and nothing begins any more', async t => {
  const life = begun([call('a')], 1)
  const { id } = asked(life)!
  life.tell(cancel())
  t.equal(life.state.status, 'cancelled')
  t.equal(life.tell({ ...decision('approve', id, { by: admin }) }), 'conflict')
  t.equal(life.tell(resume), 'conflict')
})

test('steps that cost nothing go on without a budget, and a replay is as far', async t => {
  const set = block('s', { kind: 'set', value: 1 })
  const life = begun([set, block('r', { kind: 'return', value: { $: 'steps.s' } })], 1)
  t.match(life.state, { status: 'completed', output: 1, cu: 1 })
  const parked = begun([call('a'), call('b')], 2)
  const replay = parked.replay()
  t.strictSame(replay.state, parked.state)
})

test('the timeline shows the question, and the log the units', async t => {
  const steps = [call('a'), call('b')]
  const life = begun(steps, 2)
  life.tell(returned('a'))
  decide(life, 'approve')
  life.tell(returned('b'))
  const timeline = new Timeline({ steps } as Plan)
  const body = JSON.stringify(life.events)
  const log = timeline.take({ address: executionId, seq: 1, at: 1, body })
  t.match(
    timeline.steps.find(({ id }) => id === budgetStep),
    { kind: 'approval', title: 'Budget', status: 'completed' },
  )
  t.match(log.at(-1), { event: 'end', data: { cu: 3 } })
  const metering = new Metering({ steps } as Plan)
  for (const event of life.events) metering.take(event)
  t.equal(metering.cu, life.state.cu)
})
