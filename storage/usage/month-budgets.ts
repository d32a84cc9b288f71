// Monthly budgets of workflows and API keys: what their executions have been granted in a month. Executions
// ask for portions and settle at their end (actors/execution/steps/month-budget.ts); the functions stand in
// storage/migrations/036-month-budgets.ts.
// 1. The sum of what is granted never exceeds a limit, however many ask at once.
// 2. A question has one answer, also when it is asked again; a settlement counts once.
import { periodOf } from '../../domain/work/projection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export interface MonthBudget {
  readonly scope: 'workflow' | 'key'
  readonly id: string
  /** Compute units a month. */
  readonly limit: number
}

export interface BudgetQuestion {
  readonly organizationId: string
  readonly executionId: string
  readonly budgets: readonly MonthBudget[]
  readonly question: number
  readonly needed: number
}

export interface BudgetAnswer {
  readonly granted: number
  readonly refused: BudgetRefusal | null
}

export interface BudgetRefusal {
  readonly scope: 'workflow' | 'key'
  readonly limit: number
  readonly used: number
}

/** What is done with an API key. */
export interface KeyUse {
  readonly organizationId: string
  readonly keyId: string
}

/** Granted at once while there is plenty, so that not every call asks. */
export const grantPortion = 20

export type MonthBudgets = ReturnType<typeof monthBudgets>

export function monthBudgets(queries: Queries, clock: Pick<Clock, 'now'>) {
  async function takeOfKey({ organizationId, keyId }: KeyUse, cu: number, isSpent: boolean) {
    const values = [organizationId, keyId, periodOf(clock.now()), cu, isSpent]
    const [refused] = await queries.query<Omit<BudgetRefusal, 'scope'>>(take, values)
    return refused === undefined ? null : ({ scope: 'key', ...refused } as const)
  }

  return {
    async reserve({ budgets, ...asked }: BudgetQuestion): Promise<BudgetAnswer> {
      const { organizationId, executionId, question, needed } = asked
      const [row] = await queries.query<AnswerRow>(reserve, [
        ...[organizationId, executionId, question, periodOf(clock.now())],
        ...[
          budgets.map(({ scope }) => scope),
          budgets.map(({ id }) => id),
          budgets.map(({ limit }) => limit),
        ],
        ...[needed, grantPortion],
      ])
      const { granted, scope, limit, used } = row!
      return { granted, refused: scope === null ? null : { scope, limit: limit!, used: used! } }
    },

    /** @param used compute units of the execution, which has ended */
    async settle(executionId: string, budgets: readonly MonthBudget[], used: number): Promise<void> {
      const values = [budgets.map(({ scope }) => scope), budgets.map(({ id }) => id), used]
      await queries.query(settle, [executionId, ...values])
    },

    /**
     * Takes compute units from the month of an API key, for work that is no execution: calls of a chat and of
     * /rpc, planning by a model, dry runs. Keys without a budget, and connections, have as much as they want.
     * @returns null when they were there, else why nothing was taken
     */
    take: (of: KeyUse, cu: number) => takeOfKey(of, cu, false),

    /** The same after the work is done: what it has cost counts, even when it is more than there was. */
    async spend(of: KeyUse, cu: number): Promise<void> {
      if (cu > 0) await takeOfKey(of, cu, true)
    },

    /** What was taken for work that then did not begin. */
    async giveBack(of: KeyUse, cu: number): Promise<void> {
      await takeOfKey(of, -cu, true)
    },
  }
}

interface AnswerRow {
  readonly granted: number
  readonly scope: 'workflow' | 'key' | null
  readonly limit: number | null
  readonly used: number | null
}

const reserve: Statement = {
  name: 'month-budgets.reserve',
  text: `select granted, of_scope as scope, of_limit as "limit", of_used as used
    from reserve_budget($1, $2, $3, $4, $5::text[], $6::text[], $7::int8[], $8::int8, $9::int8)`,
}

const settle: Statement = {
  name: 'month-budgets.settle',
  text: 'select settle_budget($1, $2::text[], $3::text[], $4::int8)',
}

const take: Statement = {
  name: 'month-budgets.take',
  text: `select of_limit as "limit", of_used as used from take_of_key($1, $2, $3::int, $4::int8, $5::boolean)`,
}
