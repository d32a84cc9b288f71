// Functions of time for expressions. They read no clock: `now`, in Unix ms, is in the scope of every
// expression.
import { spend } from '../budgets/budget.ts'
import { nextClock } from '../moment.ts'
import { ExpressionError } from './budget.ts'

/** Time zones are slow: about 0.3 ms, measured. */
const clockCost = 10_000

export function nextTimeOfDay(now: number, clock: string, zone: string): number {
  spend(clockCost)
  try {
    return nextClock(now, clock, zone)
  } catch (error) {
    if (error instanceof RangeError)
      throw new ExpressionError(`nextClock: ${error.message}`, { cause: error })
    throw error
  }
}
