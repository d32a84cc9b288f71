// Which tools of a server a plan uses, itself or through its agents.
import { listsOf } from './dependencies.ts'
import type { Plan, Step } from './plan.ts'

/** Names of the tools, each once, in the order of the plan. @param slug of the tool server */
export function toolsOfServer(plan: Plan, slug: string): readonly string[] {
  return [...new Set(plan.steps.flatMap(step => used(step, slug)))]
}

function used(step: Step, slug: string): readonly string[] {
  const inside = listsOf(step).flatMap(steps => steps.flatMap(each => used(each, slug)))
  if (step.kind === 'tool' && step.server === slug) return [step.tool, ...inside]
  if (step.kind !== 'agent') return inside
  const prefix = `${slug}__`
  const offered = step.tools.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length))
  return [...offered, ...inside]
}
