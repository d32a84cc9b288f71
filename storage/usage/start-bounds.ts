// What bounds the start of an execution besides the month of its organization: the budget of an API key, and
// how many executions one root may lead to. Everything that starts executions asks `admit` before it does:
// routes (http/executions/starts.ts), sub-workflows, schedules and bulk actions (actors/).
// 1. A start takes its compute unit from the budget of the key before it begins, in one statement with all
//    others that take from it: many at once start no more than what fits.
// 2. Who repeats a start takes nothing again. What was taken and led to no start comes back: at once where
//    the start was refused, else by the chore of start-retention.ts.
// 3. Where neither bounds it, the database is not asked.
import { Failure } from '../../domain/failure.ts'
import type { StartExecution } from '../../domain/work/execution.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { grantPortion, monthBudgets } from './month-budgets.ts'

export interface StartBounds {
  /**
   * @returns the start, with what it has of its budgets already
   * @throws {Failure} budget-exceeded; conflict: too many descend from its root
   */
  admit(id: string, start: StartExecution): Promise<StartExecution>
  /** Gives back what a start has taken that was then refused. */
  release(id: string, start: StartExecution): Promise<void>
}

/** A workflow that has used up its own month does start, and asks for more (actors/execution/steps/). */
const noLimit = 9_000_000_000_000_000

/** @param chainLimit executions that may descend from one root */
export function startBounds(queries: Queries, clock: Pick<Clock, 'now'>, chainLimit: number): StartBounds {
  const budgetsOfMonth = monthBudgets(queries, clock)
  return {
    async admit(id, start) {
      const { organizationId, root = null } = start
      const budgets = start.budgets?.some(({ scope }) => scope === 'key') ? start.budgets : []
      if (root === null && budgets.length === 0) return start
      const now = clock.now()
      const [answer] = await queries.query<AdmitRow>(admit, [
        ...[organizationId, id, root, chainLimit, now, periodOf(now)],
        ...[budgets.map(({ scope }) => scope), budgets.map(budget => budget.id)],
        ...[budgets.map(({ scope, limit }) => (scope === 'key' ? limit : noLimit)), grantPortion],
      ])
      const { given, led, limit, used } = answer!
      if (led !== null) throw tooMany(root!, led)
      if (limit !== null) throw budgetExceeded(limit, used!)
      return given === 0 ? start : { ...start, granted: given }
    },

    async release(id, { budgets, granted, root }) {
      if (granted !== undefined && budgets !== undefined) await budgetsOfMonth.settle(id, budgets, 0)
      if (root != null) await queries.query(leaveChain, [id])
    },
  }
}

/** Lets every start begin. */
export const unbounded: StartBounds = { admit: async (_, start) => start, release: async () => {} }

/**
 * Starts, and gives back what was taken when the start is refused.
 * @param start is called with the admitted one
 */
export async function startWithin<T>(
  bounds: StartBounds,
  id: string,
  wanted: StartExecution,
  start: (admitted: StartExecution) => Promise<T>,
): Promise<T> {
  const admitted = await bounds.admit(id, wanted)
  try {
    return await start(admitted)
  } catch (error) {
    // Of an answer that got lost nobody knows whether it has started.
    if (error instanceof Failure && error.code !== 'unavailable') await bounds.release(id, admitted)
    throw error
  }
}

export function budgetExceeded(limit: number, used: number): Failure {
  const message = `the budget of the API key, ${limit} compute units a month, does not suffice: ${used} are used`
  return new Failure('budget-exceeded', `${message}. A person can make a key with another budget`, {
    limit,
    current: used,
  })
}

function tooMany(root: string, most: number): Failure {
  const message = `${root} has led to ${most} executions, as many as one may: no more are started`
  return new Failure('conflict', `${message}. Do workflows start each other?`)
}

interface AdmitRow {
  readonly given: number
  /** How many executions the root has led to, where that is too many. */
  readonly led: number | null
  readonly limit: number | null
  readonly used: number | null
}

const leaveChain: Statement = { name: 'start-bounds.leave-chain', text: 'select leave_chain($1)' }

const admit: Statement = {
  name: 'start-bounds.admit',
  text: `select given, led, of_limit as "limit", of_used as used
    from admit_start($1, $2, $3, $4::int, $5::int8, $6::int, $7::text[], $8::text[], $9::int8[], $10::int8)`,
}
