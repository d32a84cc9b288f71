// What a prompt becomes against the fixture tools, for tests of the planner.
import type { Step } from '../../domain/plan/plan.ts'
import { type PlannerContext, plan } from '../../domain/planner/planner.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { fixtureTools } from './fixture-tools.ts'

export const planned = (prompt: string, context?: PlannerContext) => plan(prompt, fixtureTools, context)

/** The steps of a prompt that leaves nothing open. @throws {Error} with what it leaves open */
export function stepsOf(prompt: string): readonly Step[] {
  const { diagnostics, plan: made } = planned(prompt)
  const errors = diagnostics.filter(each => each.severity === 'error')
  if (errors.length > 0) throw new Error([prompt, ...errors.map(each => each.message)].join('\n'))
  return made.steps
}

/** What a prompt becomes with nothing but the built-in tools. */
export function readWithBuiltins(prompt: string, context?: PlannerContext) {
  const { plan: made, diagnostics } = plan(prompt, builtins, context)
  return { steps: made.steps, errors: diagnostics.filter(({ severity }) => severity === 'error') }
}

const builtins = builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null }))

/** The codes of what blocks a prompt. */
export function refusalsOf(prompt: string): readonly string[] {
  return planned(prompt)
    .diagnostics.filter(each => each.severity === 'error')
    .map(each => each.code)
}
