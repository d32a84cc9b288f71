// Who pays when a language model plans: the budget of the API key with which the author asks. compiler.ts
// gives it to the planner.
import type { ModelPayer } from '../../domain/plan/planning.ts'
import type { MonthBudgets } from '../../storage/usage/month-budgets.ts'
import { budgetExceeded } from '../../storage/usage/start-bounds.ts'
import type { Author } from '../services.ts'

export type KeyBudgets = Pick<MonthBudgets, 'take' | 'spend'>

/** Taken before a question, so that many at once do not pass the budget; the rest comes after. */
const questionCu = 1

/** Null: nobody has to pay. */
export function planningPayer(
  budgets: KeyBudgets | undefined,
  { organizationId, key }: Author,
): ModelPayer | null {
  if (budgets === undefined || key === null || key.budget === null) return null
  const use = { organizationId, keyId: key.id }
  return {
    async refusal() {
      const refused = await budgets.take(use, questionCu)
      return refused === null ? null : budgetExceeded(refused.limit, refused.used).message
    },
    pay: cu => budgets.spend(use, cu - questionCu),
  }
}
