// The notation of a plan that is answered to somebody. It takes some 25 µs for each step (measured beside
// test/domain/notation/bounds.test.ts), so it is written once for a plan that stays in memory.
import type { Plan } from '../plan/plan.ts'
import { write } from './write.ts'

const written = new WeakMap<Plan, string>()

/** Undefined: the plan has no steps. */
export function notationOf(plan: Plan): string | undefined {
  if (plan.steps.length === 0) return undefined
  const text = written.get(plan) ?? write(plan)
  written.set(plan, text)
  return text
}
