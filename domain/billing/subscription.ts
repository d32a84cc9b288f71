// The subscription of an organization and its life: pure, so that every change of plan can be tried with any
// clock. storage/billing/subscriptions.ts keeps it; the provider of payments (rpc/billing/) says what was
// paid.
// 1. The plan in force follows from the subscription and the time (`planAt`), and from nothing else.
// 2. Whoever fails to pay keeps the plan for a time of grace.
// 3. A subscription ends at the end of what was paid, and what the organization has made stays.
import { z } from 'zod'
import { type BillingPlan, billingPlans } from '../people/organization.ts'

export const subscriptionStatuses = ['none', 'active', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** As `GET /billing/subscription` shows it. */
export const Subscription = z.object({
  plan: z.enum(billingPlans),
  status: z.enum(subscriptionStatuses),
  /** Until when it is paid. */
  currentPeriodEnd: z.int().nullable(),
  /** It ends then, and is not renewed. */
  cancelAtPeriodEnd: z.boolean(),
  /** While a payment is due: when the plan in force becomes `free`. */
  graceEndsAt: z.int().nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** What there is to know of a subscription; times are Unix ms. */
export interface SubscriptionState {
  /** What is subscribed to, also while it is not paid. */
  readonly plan: BillingPlan
  readonly status: SubscriptionStatus
  readonly currentPeriodEnd: number | null
  readonly cancelAtPeriodEnd: boolean
  readonly pastDueSince: number | null
}

export const noSubscription: SubscriptionState = {
  plan: 'free',
  status: 'none',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  pastDueSince: null,
}

/** How long an organization keeps its plan while a payment is due. */
export const graceMs = 7 * 24 * 3_600_000

/** The plan in force. */
export function planAt(state: SubscriptionState, at: number): BillingPlan {
  switch (state.status) {
    case 'none':
    case 'canceled':
      return 'free'
    case 'active':
      return hasRunOut(state, at) ? 'free' : state.plan
    case 'past_due':
      return at < graceEndOf(state)! ? state.plan : 'free'
  }
}

export function viewOf(state: SubscriptionState): Subscription {
  const { plan, status, currentPeriodEnd, cancelAtPeriodEnd } = state
  const isOver = status === 'none' || status === 'canceled'
  return {
    plan: isOver ? 'free' : plan,
    ...{ status, currentPeriodEnd, cancelAtPeriodEnd, graceEndsAt: graceEndOf(state) },
  }
}

/** When time alone changes the plan in force or ends a period; null: never. */
export function dueAt(state: SubscriptionState): number | null {
  if (state.status === 'past_due') return graceEndOf(state)
  return state.status === 'active' ? state.currentPeriodEnd : null
}

/** A payment for the plan went through. @param until the end of what is paid now */
export function paid(plan: BillingPlan, until: number): SubscriptionState {
  return { plan, status: 'active', currentPeriodEnd: until, cancelAtPeriodEnd: false, pastDueSince: null }
}

/** A payment did not go through; a second one that does not prolongs no grace. */
export function unpaid(state: SubscriptionState, at: number): SubscriptionState {
  return { ...state, status: 'past_due', pastDueSince: state.pastDueSince ?? at }
}

export function ended(state: SubscriptionState): SubscriptionState {
  return { ...state, status: 'canceled', cancelAtPeriodEnd: false, pastDueSince: null }
}

/** Where no provider renews it: what time alone does to a subscription. The same state when nothing. */
export function elapsed(state: SubscriptionState, at: number): SubscriptionState {
  if (state.status === 'past_due') return at < graceEndOf(state)! ? state : ended(state)
  if (state.status !== 'active' || state.currentPeriodEnd === null || at < state.currentPeriodEnd)
    return state
  if (state.cancelAtPeriodEnd) return ended(state)
  let until = state.currentPeriodEnd
  while (until <= at) until = monthLater(until)
  return paid(state.plan, until)
}

/** The same day and time of the next month (UTC), or its last day when it is shorter. */
export function monthLater(at: number): number {
  const then = new Date(at)
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() + 1)
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(day, last))
  return then.getTime()
}

function hasRunOut({ cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionState, at: number): boolean {
  return cancelAtPeriodEnd && currentPeriodEnd !== null && at >= currentPeriodEnd
}

function graceEndOf({ status, pastDueSince }: SubscriptionState): number | null {
  return status === 'past_due' && pastDueSince !== null ? pastDueSince + graceMs : null
}
