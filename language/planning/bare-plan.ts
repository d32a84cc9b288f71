// A plan as its author wrote it: without what the compiler writes into its steps. For a model or an agent
// that is to change it.
import { withLists } from '../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../domain/plan/plan.ts'

export function barePlan(plan: Plan): Plan {
  return { ...plan, steps: plan.steps.map(bareStep) }
}

/** Arguments may have the same names. */
function bareStep(step: Step): Step {
  const { span: _, effect: __, ...written } = step as Step & { readonly effect?: unknown }
  return withLists(written as Step, list => list.map(bareStep))
}
