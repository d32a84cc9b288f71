// Functions of time. They read no clock: `now`, in Unix ms, is in the scope of every expression of an execution.
import { nextClock } from '../moment.ts'
import { ExpressionError, spend } from './budget.ts'

/** About 0.3 ms, measured: time zones are slow. */
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
