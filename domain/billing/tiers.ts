// Billing levels and what they allow: the only place that knows a plan's numbers. Every start of an
// execution asks for its limit here (actors/execution/starting/).
import type { BillingPlan } from '../people/organization.ts'

/**
 * Started executions a month on the free plan unless FREE_TIER_EXECUTIONS says otherwise
 * (docs/internals/contract.md, 10).
 */
export const defaultFreeExecutions = 500

/** @returns executions that may start in a calendar month (UTC); null when there is no limit */
export function executionLimit(plan: BillingPlan, freeExecutions: number): number | null {
  return plan === 'free' ? freeExecutions : null
}
