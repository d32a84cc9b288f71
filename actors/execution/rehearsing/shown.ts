// What a rehearsal shows of steps and values: bounded, however large they are. Used by dry-run.ts and
// backtest.ts.
import type { Json } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { ExecutionStep } from '../../../domain/work/execution.ts'
import { rehearsalBounds } from '../../../domain/work/rehearsal.ts'
import type { Event } from '../protocol.ts'
import { Timeline } from '../reading/timeline.ts'

/** Shows values until they are too many characters together; from then on null in their place. */
export function shownValues(): (value: Json) => Json {
  let left: number = rehearsalBounds.shownLength
  return value => {
    if (value === null) return null
    const { length } = JSON.stringify(value)
    if (length > left) return null
    left -= length
    return value
  }
}

/** The steps of these events, in the order in which they began. */
export function stepsOf(
  plan: Plan,
  events: readonly { readonly at: number; readonly event: Event }[],
): readonly ExecutionStep[] {
  const timeline = new Timeline(plan)
  for (const [index, { at, event }] of events.entries())
    timeline.take({ address: '', seq: index + 1, at, body: JSON.stringify([event]) })
  return timeline.steps
}
