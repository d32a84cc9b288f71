// Monthly budgets in the life of an execution: it asks for portions, waits for the answer, and settles.
import { test } from 'tap'
import { execution } from '../../../actors/execution/behavior.ts'
import { compileProgram } from '../../../actors/execution/steps/program.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { budgetStep } from '../../../domain/work/budget.ts'
import { Recorded } from '../../support/actors/lives.ts'
import { block, call, cancel, decision, id, returned, set, startOf } from '../../support/execution.ts'

const budgets = [{ scope: 'workflow', id: 'wf_1', limit: 10 }] as const
const admin = { userId: 'user_a', role: 'admin', email: null }

function begun(steps: readonly Step[], own: object = {}): Recorded {
  const life = new Recorded(
    execution(
      id,
      compileProgram({ steps } as Plan, () => null),
    ),
  )
  life.tell({ type: 'start', start: { ...startOf({}), budgets, ...own } })
  return life
}

const effects = (life: Recorded) => [...life.behavior.pending(life.state)]
const answer = (life: Recorded, granted: number, refused: object | null = null, question?: number) => {
  const asked = question ?? life.state.monthly!.question
  return life.tell({ type: 'budget-answered', question: asked, granted, refused } as never)
}
const refusal = { scope: 'workflow', limit: 10, used: 10 }

test('nothing begins before it is granted, the start included; the end settles what was used', async t => {
  const life = begun([call('a'), call('b')])
  t.match(effects(life), [{ type: 'reserve-budget', question: 1, needed: 2, budgets }])
  t.equal(life.state.status, 'running')
  answer(life, 2)
  t.strictSame(life.owed, ['a'])
  life.tell(returned('a'))
  t.match(effects(life), [{ type: 'reserve-budget', question: 2, needed: 1 }])
  answer(life, 20)
  life.tell(returned('b'))
  t.match(life.state, { status: 'completed', cu: 3 })
  t.match(effects(life), [{ type: 'settle-budget', used: 3 }])
  life.tell({ type: 'budget-settled' })
  t.strictSame(effects(life), [])
})

test('an execution without a costly step asks for its start', async t => {
  const life = begun([set('a', 1)])
  t.match(effects(life), [{ type: 'reserve-budget', needed: 1 }])
  answer(life, 1)
  t.equal(life.state.status, 'completed')
})

test('refused, it asks a person; raised, it goes on; an old or late answer changes nothing', async t => {
  const life = begun([call('a'), call('b')])
  answer(life, 0, refusal)
  t.equal(life.state.status, 'awaiting_approval')
  const { request } = life.state.approvals[budgetStep]!
  t.match(request, { args: refusal, assignees: ['owner', 'admin'] })
  answer(life, 50, null, 1)
  t.equal(life.state.status, 'awaiting_approval')
  life.tell({ ...decision('approve', request.id, { by: admin }), form: { cu: 2 } } as never)
  t.strictSame(life.owed, ['a'])
  life.tell(returned('a'))
  t.match(effects(life), [{ type: 'reserve-budget', question: 2 }], 'the month is asked again')
  answer(life, 0, refusal)
  life.tell(decision('deny', life.state.approvals[budgetStep]!.request.id, { by: admin }))
  t.match(life.state, { status: 'failed', error: { code: 'budget-exceeded' } })
  t.match(effects(life), [{ type: 'settle-budget', used: 2 }])
})

test('a budget of its own holds beside the monthly one', async t => {
  const life = begun([call('a'), call('b')], { budget: 2 })
  answer(life, 20)
  life.tell(returned('a'))
  t.match(life.state.approvals[budgetStep]!.request.args, { scope: 'execution', limit: 2 })
})

test('what it starts as a step is held to the budget of the key as well', async t => {
  const key = { scope: 'key', id: 'key_1', limit: 50 } as const
  const child = block('sub', { kind: 'workflow', workflow: 'Other', inputs: {} })
  const life = begun([child], { budgets: [key] })
  answer(life, 20)
  t.match(effects(life), [{ type: 'start-child', key: { id: 'key_1', budget: 50 } }])
  const without = begun([child])
  answer(without, 20)
  t.match(effects(without), [{ type: 'start-child', key: null }])
})

test('a cancel while it is asked ends it and settles; a replay is as far', async t => {
  const life = begun([call('a')])
  const replay = life.replay()
  t.strictSame(replay.state, life.state)
  life.tell(cancel())
  t.equal(life.state.status, 'cancelled')
  t.match(effects(life), [{ type: 'settle-budget', used: 1 }])
})
