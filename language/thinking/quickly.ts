// Computes at once what takes less than asking a thread for it. Called by thinking.ts, and by the hub for
// pure tools.
import { OverBudget, spend, within } from '../../domain/budgets/budget.ts'

/** A millisecond at most; asking a thread takes a third of it. */
const quickUnits = 20_000

/**
 * @param work pays from its budget (domain/budgets/budget.ts)
 * @param units what it may take
 * @returns null when it takes longer
 * @throws whatever the work throws
 */
export function quickly<T>(work: () => T, units = quickUnits): T | null {
  try {
    return within(units, () => {
      try {
        return work()
      } finally {
        // Also when the work has an answer for a budget that is spent.
        spend(1)
      }
    })
  } catch (error) {
    if (error instanceof OverBudget) return null
    throw error
  }
}
