// Lists which tools of a server a plan uses, in its steps and through its agents. Called by
// storage/workflows/workflow-uses.ts.
import { listsOf } from './nested-steps.ts'
import type { Plan, Step } from './plan.ts'

/** Names of the tools, each once, in the order of the plan. @param slug of the tool server */
export function toolsOfServer(plan: Plan, slug: string): readonly string[] {
  return [...new Set(plan.steps.flatMap(step => toolsOf(step, slug)))]
}

function toolsOf(step: Step, slug: string): readonly string[] {
  const inside = listsOf(step).flatMap(steps => steps.flatMap(each => toolsOf(each, slug)))
  if (step.kind === 'tool' && step.server === slug) return [step.tool, ...inside]
  if (step.kind !== 'agent') return inside
  const prefix = `${slug}__`
  const offered = step.tools.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length))
  return [...offered, ...inside]
}
