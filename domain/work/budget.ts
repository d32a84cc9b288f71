// Budgets: the compute units that an execution may use, by its start or by its workflow. What happens when
// they are used up stands in actors/execution/steps/budget.ts.
import { z } from 'zod'

/** The place of the approval that asks for more; no step of a plan has such an id. */
export const budgetStep = '$budget'

/** Compute units. */
export const Budget = z.int().min(1).max(1_000_000_000)

/** The smaller of two budgets; null is none. */
export function smallerBudget(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
