// The steps of a plan by their ids, each with the list that it stands in. Called by merged-plan.ts.
import type { JsonObject } from '../../../domain/json.ts'
import { childLists, withLists } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'

interface Placed {
  /** Without the steps inside. */
  readonly own: JsonObject
  /** Id of the step around it and the field there; empty for the plan's own list. */
  readonly list: string
  readonly inside: readonly string[]
}

export type PlacedSteps = ReadonlyMap<string, Placed>

export function placed(plan: Plan): PlacedSteps {
  const found = new Map<string, Placed>()
  const visit = (steps: readonly Step[], list: string): readonly string[] =>
    steps.map(step => {
      const inside = childLists(step).flatMap(({ field, steps }) => visit(steps, listKey(step.id, field)))
      const { span: _, ...own } = withLists(step, () => [])
      found.set(step.id, { own: own as unknown as JsonObject, list, inside })
      return step.id
    })
  visit(plan.steps, '')
  return found
}

export function listKey(id: string, field: string): string {
  return `${id}/${field}`
}

export function idsOf(side: PlacedSteps, list: string): readonly string[] {
  // A step is found after those inside of it; those of one list in their order.
  return [...side].flatMap(([id, each]) => (each.list === list ? [id] : []))
}
