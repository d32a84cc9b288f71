// Calls that the hub wants approved, whatever the plan says.
import { test } from 'tap'
import type { Message, ToolCallEffect } from '../../../../actors/execution/protocol.ts'
import { ann, begunLife, call, decision, faltered, type Life, returned } from '../../../support/execution.ts'

const turnedAway = (step: string): Message => ({
  type: 'step-returned',
  step,
  result: { ok: false, error: { code: 'approval-required', message: 'asks first', retryable: false } },
})
const refunding = (extra = {}) =>
  begunLife([call('refund', { order: { $: 'inputs.order' } }, extra)], { order: 7 })
const calls = ({ behavior, state }: Life) => [...behavior.pending(state)] as ToolCallEffect[]

test('a call that the hub turns away waits for an approval that names the tool and its arguments', async t => {
  const life = refunding()
  t.match(calls(life), [{ id: 'refund', approved: false }])
  life.tell(turnedAway('refund'))
  t.strictSame(life.owed, [])
  t.strictSame(life.statuses, ['running', 'awaiting_approval'])
  const approval = { stepId: 'refund', tool: 'shop__refund', args: { order: 7 }, status: 'pending' }
  t.match(life.behavior.view(life.state), {
    cu: 1,
    approvals: [{ ...approval, message: 'Call shop__refund?', assignees: [] }],
  })
})

test('the call is made once it is approved, and says that it is', async t => {
  const life = refunding()
  life.tell(turnedAway('refund'))
  life.tell(decision('approve', life.asked('refund')))
  t.match(calls(life), [{ id: 'refund', args: { order: 7 }, approved: true }])
  life.tell(returned('refund', 'done'))
  t.match(life.behavior.view(life.state), { status: 'completed', cu: 2 })
})

test('it is made with the arguments that were approved', async t => {
  const life = refunding()
  life.tell(turnedAway('refund'))
  life.tell(decision('approve', life.asked('refund'), { args: { order: 8 }, by: ann }))
  t.match(calls(life), [{ args: { order: 8 }, approved: true }])
})

test('a denial fails the step, and the call is never made', async t => {
  const life = refunding()
  life.tell(turnedAway('refund'))
  life.tell(decision('deny', life.asked('refund'), { note: 'no' }))
  t.strictSame(life.owed, [])
  t.match(life.behavior.view(life.state), {
    status: 'failed',
    error: { code: 'approval-denied', step: 'refund' },
  })
})

test('the first decision wins', async t => {
  const life = refunding()
  life.tell(turnedAway('refund'))
  const id = life.asked('refund')
  life.tell(decision('approve', id))
  t.equal(life.tell(decision('deny', id)), 'conflict')
})

test('later attempts of an approved call are approved, too', async t => {
  const life = refunding({ retry: { maxAttempts: 2, backoffMs: 100, factor: 1 } })
  life.tell(turnedAway('refund'))
  life.tell(decision('approve', life.asked('refund')))
  life.tell(faltered('refund'))
  life.pass(60_000)
  t.match(calls(life), [{ id: 'refund', approved: true }])
})

test('what the plan has had approved by somebody is not asked for again', async t => {
  const life = refunding({ approval: { message: 'Refund?' } })
  life.tell(decision('approve', life.asked('refund')))
  t.match(calls(life), [{ id: 'refund', approved: true }])
})

test('what only time has approved is still asked for', async t => {
  const life = refunding({ approval: { message: 'Refund?', timeoutMs: 1_000, onTimeout: 'approve' } })
  life.pass(2_000)
  t.match(calls(life), [{ id: 'refund', approved: false }])
  life.tell(turnedAway('refund'))
  t.match(life.behavior.view(life.state), { status: 'awaiting_approval' })
})

test('a call that was approved and is turned away all the same fails', async t => {
  const life = refunding()
  life.tell(turnedAway('refund'))
  life.tell(decision('approve', life.asked('refund')))
  life.tell(turnedAway('refund'))
  t.match(life.behavior.view(life.state), { status: 'failed', error: { code: 'approval-required' } })
})
