// Billing plans and what they allow: the only place that knows their numbers. Every start of an execution
// asks for its limit here (actors/execution/starting/); PLANS changes them (domain/settings/settings.ts).
import { z } from 'zod'
import { type BillingPlan, billingPlans } from '../people/organization.ts'

/**
 * Started executions a month on the free plan unless FREE_TIER_EXECUTIONS says otherwise
 * (docs/internals/contract.md, 10).
 */
export const defaultFreeExecutions = 500

/** What an operator may say of a plan. */
const Terms = z.strictObject({
  name: z.string().min(1).max(100),
  /** Executions that may start in a calendar month (UTC); null: no limit. */
  executions: z.int().min(0).nullable(),
  /** Compute units a month that are in the price; null: no number is named. */
  cu: z.int().min(0).nullable(),
  /** For people: "$29 a month". */
  price: z.string().max(100),
  /** A month, in the smallest unit of the currency. */
  amount: z.int().min(0),
  /** ISO 4217, in lower case as Stripe writes it. */
  currency: z.string().regex(/^[a-z]{3}$/, 'expected three lower-case letters'),
  /** For each thousand compute units begun over `cu`, in the smallest unit of the currency; null: nothing. */
  overage: z.int().min(0).nullable(),
  features: z.array(z.string().min(1).max(200)).max(20),
})

/** A billing plan as `GET /billing/plans` shows it. */
export const Tier = Terms.extend({ plan: z.enum(billingPlans) })
export type Tier = z.infer<typeof Tier>

export type Tiers = Readonly<Record<BillingPlan, Tier>>

/** Of each plan: executions that may start in a calendar month; null for no limit. */
export type ExecutionLimits = Readonly<Record<BillingPlan, number | null>>

/** Of each plan: compute units a month past which chats call no tools; null for no limit. */
export type CuLimits = Readonly<Record<BillingPlan, number | null>>

/** PLANS: changes by plan; what is absent stays as it is. */
export const TierChanges = z.partialRecord(z.enum(billingPlans), Terms.partial())
export type TierChanges = z.infer<typeof TierChanges>

const everyPlan = ['Workflows, schedules, hooks, agents', 'All tools and the marketplace']
const monthly = { currency: 'usd', overage: null }

const defaults: Readonly<Record<BillingPlan, Omit<Tier, 'plan'>>> = {
  free: {
    ...{ name: 'Free', executions: defaultFreeExecutions, cu: null, price: 'Free', amount: 0, ...monthly },
    features: everyPlan,
  },
  pro: {
    ...{ name: 'Pro', executions: null, cu: 50_000, price: '$29 a month', amount: 2_900, ...monthly },
    features: [...everyPlan, 'As many executions as you like'],
  },
  scale: {
    ...{ name: 'Scale', executions: null, cu: 500_000, price: '$199 a month', amount: 19_900, ...monthly },
    features: [...everyPlan, 'As many executions as you like', 'Ten times the compute units of Pro'],
  },
}

/** @param freeExecutions of the free plan, unless the changes say it */
export function tiersOf(freeExecutions: number = defaultFreeExecutions, changes: TierChanges = {}): Tiers {
  const tierOf = (plan: BillingPlan): Tier => {
    const given = Object.entries(changes[plan] ?? {}).filter(([, value]) => value !== undefined)
    return {
      ...defaults[plan],
      ...(plan === 'free' && { executions: freeExecutions }),
      ...Object.fromEntries(given),
      plan,
    }
  }
  return { free: tierOf('free'), pro: tierOf('pro'), scale: tierOf('scale') }
}

export function executionLimitsOf({ free, pro, scale }: Tiers): ExecutionLimits {
  return { free: free.executions, pro: pro.executions, scale: scale.executions }
}

/** The compute units of a plan are a limit where nobody pays: neither for the plan nor for more of them. */
export function cuLimitsOf({ free, pro, scale }: Tiers): CuLimits {
  const limitOf = ({ amount, cu, overage }: Tier) => (amount === 0 && overage === null ? cu : null)
  return { free: limitOf(free), pro: limitOf(pro), scale: limitOf(scale) }
}

/** What a month costs so far, in the smallest unit of the currency. @param cu used in it */
export function amountDue({ amount, cu: included, overage }: Tier, cu: number): number {
  if (overage === null || included === null) return amount
  return amount + Math.ceil(Math.max(0, cu - included) / 1_000) * overage
}
