// What is answered where no language model is asked, or it gave no plan. Called by writing-planner.ts.
import type { Diagnostic } from '../../domain/plan/plan.ts'
import type { Planned, Planner, PlanningContext } from '../../domain/plan/planning.ts'

/** Of a change in words. */
export function whyUnasked({ isTyping = false, mayAskModel = true }: PlanningContext): string {
  if (!mayAskModel) return 'asking it takes the permission workflow:write'
  if (isTyping) return 'it is not asked while somebody types'
  return 'give the service one, or change the plan itself'
}

/**
 * The reader plans prompts; a change in words takes a model.
 * @param why there is none for a change, and what to do
 */
export async function withoutModel(
  reader: Planner,
  prompt: string,
  context: PlanningContext,
  why: string,
): Promise<Planned> {
  const { plan = null } = context.revision ?? {}
  if (plan === null) return reader.plan(prompt, context)
  const message = `a change in words needs a language model: ${why}`
  const error: Diagnostic = { code: 'NEEDS_MODEL', severity: 'error', path: null, span: null, message }
  return { plan, diagnostics: [error], schedule: null, explanation: null }
}
