// The billing period of an organization: a calendar month in UTC, on every plan, because the limit of
// executions counts by it (storage/journal/execution-rows.ts).
import { z } from 'zod'
import { billingPlans } from '../people/organization.ts'
import { amountDue, type Tier } from './tiers.ts'

export const BillingPeriod = z.object({
  plan: z.enum(billingPlans),
  periodStart: z.int(),
  /** Exclusive: the beginning of the next one. */
  periodEnd: z.int(),
  executions: z.object({ used: z.int(), limit: z.int().nullable() }),
  cu: z.object({ used: z.int(), included: z.int().nullable() }),
  serviceModel: z.object({ used: z.int(), limit: z.int().nullable() }).nullable().meta({
    description:
      'Compute units of the model of this service, a part of `cu`; null where there is none. At the limit it is not asked until the month (UTC) is over',
  }),
  currency: z.string(),
  /** So far, in the smallest unit of the currency. */
  amountDue: z.int(),
})
export type BillingPeriod = z.infer<typeof BillingPeriod>

/** What was used in a period. */
export interface PeriodUse {
  readonly executions: number
  readonly cu: number
}

/** Begin and end (exclusive) of the calendar month of a time, Unix ms. */
export function monthAround(at: number): { readonly start: number; readonly end: number } {
  const then = new Date(at)
  const [year, month] = [then.getUTCFullYear(), then.getUTCMonth()]
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) }
}

/** @param serviceModel see BillingPeriod */
export function billingPeriod(
  tier: Tier,
  { serviceModel, ...use }: PeriodUse & Pick<BillingPeriod, 'serviceModel'>,
  at: number,
): BillingPeriod {
  const { start, end } = monthAround(at)
  return {
    ...{ plan: tier.plan, periodStart: start, periodEnd: end },
    executions: { used: use.executions, limit: tier.executions },
    cu: { used: use.cu, included: tier.cu },
    serviceModel,
    ...{ currency: tier.currency, amountDue: amountDue(tier, use.cu) },
  }
}
