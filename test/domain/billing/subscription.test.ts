import { test } from 'tap'
import {
  dueAt,
  elapsed,
  ended,
  graceMs,
  monthLater,
  noSubscription,
  paid,
  planAt,
  unpaid,
  viewOf,
} from '../../../domain/billing/subscription.ts'

const at = Date.UTC(2026, 0, 31, 12)
const day = 24 * 3_600_000

test('a payment puts the plan in force until the end of what is paid, and it is renewed then', async t => {
  const state = paid('pro', monthLater(at))
  t.equal(planAt(state, at), 'pro')
  t.equal(dueAt(state), Date.UTC(2026, 1, 28, 12), 'the last day of a shorter month')
  t.equal(elapsed(state, dueAt(state)! - 1), state, 'nothing before')
  const renewed = elapsed(state, dueAt(state)!)
  t.match(renewed, { status: 'active', plan: 'pro', currentPeriodEnd: Date.UTC(2026, 2, 28, 12) })
})

test('after many months away it is renewed up to now', async t => {
  const state = elapsed(paid('pro', at), at + 100 * day)
  t.ok(state.currentPeriodEnd! > at + 100 * day)
  t.ok(state.currentPeriodEnd! <= at + 132 * day)
})

test('a subscription that is canceled stays until its period ends, to the millisecond', async t => {
  const until = at + 10 * day
  const state = { ...paid('scale', until), cancelAtPeriodEnd: true }
  t.equal(planAt(state, until - 1), 'scale')
  t.equal(planAt(state, until), 'free')
  t.match(elapsed(state, until), { status: 'canceled', cancelAtPeriodEnd: false })
  t.match(viewOf(elapsed(state, until)), { plan: 'free', status: 'canceled' })
})

test('whoever owes a payment keeps the plan for the grace, which a second failure does not prolong', async t => {
  const due = unpaid(paid('pro', at), at)
  const again = unpaid(due, at + 3 * day)
  t.equal(viewOf(again).graceEndsAt, at + graceMs)
  t.equal(planAt(again, at + graceMs - 1), 'pro')
  t.equal(planAt(again, at + graceMs), 'free')
  t.equal(elapsed(again, at + graceMs - 1), again)
  t.equal(elapsed(again, at + graceMs).status, 'canceled')
  t.match(paid('pro', at + 30 * day), { pastDueSince: null }, 'a payment ends it')
})

test('without a subscription, and after its end, the plan is free and nothing is due', async t => {
  for (const state of [noSubscription, ended(paid('pro', at))]) {
    t.equal(planAt(state, at), 'free')
    t.equal(dueAt(state), null)
    t.equal(viewOf(state).plan, 'free')
  }
})
