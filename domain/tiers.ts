// Billing levels and what they allow. The only place that knows a plan's numbers.
import type { BillingPlan } from './organization.ts'

/** Started executions a month on the free plan unless FREE_TIER_EXECUTIONS says otherwise (contract 10). */
export const defaultFreeExecutions = 500

/** @returns executions that may start in a calendar month (UTC); null when there is no limit */
export function executionLimit(plan: BillingPlan, freeExecutions: number): number | null {
  return plan === 'free' ? freeExecutions : null
}
