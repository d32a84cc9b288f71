// Bounds the work whose size a user chooses: expressions, patterns, schemas, tools that compute, plans.
// domain/budgets/computations.ts lists all such work.
// 1. Whoever starts such work gives it a budget (`within`); the work pays as it goes (`spend`). A charge is
//    no less than the real cost, so a budget is a bound in time.
// 2. Such work is synchronous, so one counter for each thread is enough.
// 3. Work inside other work pays from both budgets.

/** The work met its bound. Whoever gave the budget tells the user, in the words of what was asked for. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/**
 * Budgets, in units of about 20 to 50 ns: one visited node of an expression, or 64 characters that a search
 * passes by.
 */
export const budgets = {
  /** One expression or argument: some 40 ms at most. */
  expression: 800_000,
  /** One call of a pure tool inside of a decision: some 40 ms at most. What takes longer is an effect. */
  decision: 800_000,
  /** One call of a tool of ours that computes in a host, and waits for others: some 80 ms at most. */
  call: 2_000_000,
  /** One call of a pure tool: a second at most, in a thread that can be ended (rpc/pure-calls.ts). */
  tool: 20_000_000,
  /** One JSON Schema, to compile it: 40 ms at most. */
  schema: 800_000,
  /** One value, checked against a schema: 40 ms at most. */
  check: 800_000,
} as const

let left = Number.POSITIVE_INFINITY
let given = 0

/** A number for each budget given. What is kept from one piece of work to the next is paid again by each. */
export function currentBudget(): number {
  return given
}

/** @throws {OverBudget} */
export function spend(units: number): void {
  left -= units
  if (left < 0) throw new OverBudget('this takes more work than it may')
}

/**
 * Runs work that may spend so much, and no more than is left to the work around it.
 * @throws {OverBudget} and whatever the work throws
 */
export function within<T>(units: number, work: () => T): T {
  const outer = left
  const granted = Math.min(units, outer)
  left = granted
  given++
  try {
    return work()
  } finally {
    left = outer - (granted - Math.max(left, 0))
  }
}

/**
 * What the work spends. Work around it pays for it.
 * @throws {OverBudget} when the work around it may not spend so much
 */
export function spentBy(work: () => unknown): number {
  return within(unbounded, () => {
    const before = left
    work()
    return before - left
  })
}

/** More than anything spends, and small enough to count in ones. */
const unbounded = 2 ** 50
