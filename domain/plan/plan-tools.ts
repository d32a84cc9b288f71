// Lists which tools of a server a plan uses, in its steps and through its agents. Called by
// storage/workflows/workflow-uses.ts.
import { blockOf } from './blocks/blocks.ts'
import { allSteps } from './nested-steps.ts'
import type { Plan } from './plan.ts'

/** Names of the tools, each once, in the order of the plan. @param slug of the tool server */
export function toolsOfServer(plan: Plan, slug: string): readonly string[] {
  const called = allSteps(plan.steps).flatMap(step => blockOf(step).calls?.(step) ?? [])
  return [...new Set(called.filter(({ server }) => server === slug).map(({ tool }) => tool))]
}
