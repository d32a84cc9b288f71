// The notation of a plan that is answered to somebody. It takes some 10 to 25 µs for each step, so it is
// written once for a plan that stays in memory, and of lists it is left out. Titles that repeat the words of
// the prompt are left out, as the places in the prompt are that they come from: a title in the notation is
// one that somebody gave. So are the ids of starts that the compiler gives them again.
import type { Plan } from '../../domain/plan/plan.ts'
import { withoutSaidTitles } from '../../domain/plan/said-title.ts'
import { withoutDerivedIds } from '../../domain/work/starts/start-ids.ts'
import { write } from './write.ts'

interface Shown {
  readonly plan: Plan
  /** Which the plan is of. */
  readonly prompt: string
}

const written = new WeakMap<Plan, string>()

/** Characters of a plan as JSON: a longer one would hold up all other requests while it is written. */
const longest = 131_072

/** Undefined: the plan has no steps, or is too large. */
function notationOf({ plan, prompt }: Shown): string | undefined {
  if (plan.steps.length === 0) return undefined
  const known = written.get(plan)
  if (known !== undefined) return known
  if (JSON.stringify(plan).length > longest) return undefined
  const text = write(asSaid(plan, prompt))
  written.set(plan, text)
  return text
}

function asSaid(plan: Plan, prompt: string): Plan {
  const steps = withoutSaidTitles(plan.steps, prompt)
  return plan.start === undefined
    ? { ...plan, steps }
    : { ...plan, steps, start: withoutDerivedIds(plan.start) }
}

/** One workflow, version or planned prompt, with its plan in notation. */
export function withNotation<T extends Shown>(shown: T): T & { readonly notation?: string } {
  const notation = notationOf(shown)
  return notation === undefined ? shown : { ...shown, notation }
}
