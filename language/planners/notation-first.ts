// Puts the notation before a planner: a prompt that is a plan in notation is that plan, whoever would plan
// other prompts. The composition wraps the planner with it (main/services.ts). A change in words is none.
import type { Planner } from '../../domain/plan/planning.ts'
import { saidNotation } from '../planning/said-notation.ts'

export function notationFirst(planner: Planner): Planner {
  const { suggest } = planner
  return {
    ...(suggest !== undefined && { suggest: suggest.bind(planner) }),
    async plan(prompt, context) {
      context.signal.throwIfAborted()
      const said = context.revision === undefined ? saidNotation(prompt) : null
      return said ?? planner.plan(prompt, context)
    },
  }
}
