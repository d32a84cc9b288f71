// Monthly budgets of a workflow and of an API key: what all their executions of a month may use together.
// budget.ts asks here before something begins.
// 1. An execution uses only what it has been granted. What it needs more it asks for, a portion at a time
//    (storage/usage/month-budgets.ts), and gives back what is left at its end: together they never exceed it.
// 2. Refused, the execution asks a person, as for a budget of its own.
import type { Event, ExecutionEffect, State } from '../protocol.ts'

/** What an execution has of its monthly budgets. */
export interface MonthlyState {
  granted: number
  /** Number of the question that is open, or of the last one. */
  question: number
  /** Compute units that the open question asks for; null when none is open. */
  needed: number | null
  /** Why the last question was refused; null after an answer of a person. */
  refused: BudgetRefusal | null
  isSettled: boolean
}

export interface BudgetRefusal {
  readonly scope: 'workflow' | 'key'
  readonly limit: number
  readonly used: number
}

export function monthlyState({
  budgets,
  granted = 0,
}: Pick<NonNullable<State['start']>, 'budgets' | 'granted'>): MonthlyState | null {
  if (budgets === undefined) return null
  return { granted, question: 0, needed: null, refused: null, isSettled: false }
}

/** Is an answer awaited? Nothing begins meanwhile. */
export function isReserving({ monthly, hasEnded }: Pick<State, 'monthly' | 'hasEnded'>): boolean {
  return monthly !== null && monthly.needed !== null && !hasEnded
}

export function* monthlyEffects(id: string, state: State): Iterable<ExecutionEffect> {
  const { start, monthly, cu } = state
  const budgets = start?.budgets
  if (monthly === null || budgets === undefined) return
  const about = { organizationId: start!.organizationId, executionId: id, budgets }
  if (isReserving(state)) {
    const { question, needed } = monthly
    yield { type: 'reserve-budget', id: `budget ${question}`, ...about, question, needed: needed! }
  }
  if (state.hasEnded && !monthly.isSettled)
    yield { type: 'settle-budget', id: 'settle budget', ...about, used: cu }
}

/** The answer to a question; an answer to an earlier one changes nothing. */
export function budgetAnswered(
  state: State,
  answer: { readonly question: number; readonly granted: number; readonly refused: BudgetRefusal | null },
): readonly Event[] {
  if (!isReserving(state) || state.monthly!.question !== answer.question) return []
  const { granted, refused } = answer
  return [refused === null ? { type: 'budget-granted', granted } : { type: 'budget-refused', refused }]
}
