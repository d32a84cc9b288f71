// The law of the notation: what is written of a plan is read as this plan, and is written the same again.
import fc from 'fast-check'
import { canonical, type Json } from '../../../domain/json.ts'
import { withLists } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { read } from '../../../language/notation/read.ts'
import { write } from '../../../language/notation/write.ts'
import { anyPlan } from './any-plan.ts'

/** Throws where a plan breaks the law; the message shows the text. */
function holdsFor(plan: Plan): void {
  const text = write(plan)
  const back = read(text)
  const [error] = back.errors
  if (error !== undefined) throw new Error(`line ${error.line}, ${error.column}: ${error.message}\n${text}`)
  const [sent, found] = [essence(plan), essence(back.plan)]
  if (sent !== found) throw new Error(`another plan is read:\n${text}\n${sent}\n${found}`)
  if (write(back.plan) !== text) throw new Error(`another text is written:\n${text}\n${write(back.plan)}`)
}

/** @returns what went wrong, with the plan made small; null for nothing */
export function brokenBy(plans: number): string | null {
  const run = fc.check(fc.property(anyPlan, holdsFor), { numRuns: plans })
  if (!run.failed) return null
  return `${String(run.errorInstance)}\nseed ${run.seed}, path ${run.counterexamplePath}`
}

/** As a list, of one or none. */
export function faultOf(plan: Plan): readonly string[] {
  try {
    holdsFor(plan)
    return []
  } catch (error) {
    return [String(error)]
  }
}

/** Without what the notation does not say: places in a prompt, effects, the first version. */
function essence(plan: Plan): string {
  const said = { irVersion: 1, ...plan, steps: bare(plan.steps) }
  return JSON.stringify(canonical(said as unknown as Json), null, 1)
}

function bare(steps: readonly Step[]): readonly Step[] {
  return steps.map(step => {
    const { span: _, effect: __, ...said } = withLists(step, bare) as Step & { readonly effect?: unknown }
    return said as Step
  })
}
