// The notation of a plan that is answered to somebody. It takes some 10 to 25 µs for each step, so it is
// written once for a plan that stays in memory, and of lists it is left out.
import type { Plan } from '../../domain/plan/plan.ts'
import { write } from './write.ts'

const written = new WeakMap<Plan, string>()

/** Undefined: the plan has no steps. */
function notationOf(plan: Plan): string | undefined {
  if (plan.steps.length === 0) return undefined
  const text = written.get(plan) ?? write(plan)
  written.set(plan, text)
  return text
}

/** One workflow, version or planned prompt, with its plan in notation. */
export function withNotation<T extends { readonly plan: Plan }>(
  shown: T,
): T & { readonly notation?: string } {
  const notation = notationOf(shown.plan)
  return notation === undefined ? shown : { ...shown, notation }
}
