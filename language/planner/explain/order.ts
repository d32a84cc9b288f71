// Of the steps that a step waits for, those that the order of the list does not say by itself.
import { isBarrier } from '../../../domain/plan/dependencies.ts'
import { withLists } from '../../../domain/plan/nested-steps.ts'
import type { Step } from '../../../domain/plan/plan.ts'

/** What changes something waits for all before it, and all behind it wait: `after` says nothing more. */
export function withoutPlainOrder(steps: readonly Step[]): readonly Step[] {
  const barriers = new Set(steps.filter(isBarrier).map(({ id }) => id))
  return steps.map(step => {
    const nested = withLists(step, withoutPlainOrder)
    const { after, ...rest } = nested
    if (after === undefined) return nested
    const left = barriers.has(step.id) ? [] : after.filter(id => !barriers.has(id))
    return (left.length === 0 ? rest : { ...nested, after: left }) as Step
  })
}
