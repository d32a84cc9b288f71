// What an execution of a plan may cost in compute units (domain/billing/compute-units.ts), told from the plan
// alone. It holds for runs that end well; a step that fails ends one earlier. Executions of other workflows
// that it starts are charged by themselves.
import { z } from 'zod'
import { blockOf } from './blocks/blocks.ts'
import { type Cost, noCost, plus, priceOf, times } from './cost.ts'
import { ownLists } from './nested-steps.ts'
import type { Plan, Step } from './plan.ts'

export const ComputeEstimate = z.object({ least: z.int(), most: z.int().nullable() })
/** `most` is null when the plan does not bound it: lists, agents, steps that people continue. */
export type ComputeEstimate = z.infer<typeof ComputeEstimate>

export function computeEstimate({ steps }: Plan): ComputeEstimate {
  const { least, most, earliest } = costOfList(steps)
  const start = priceOf('execution')
  return { least: start + Math.min(least, earliest ?? least), most: most === null ? null : start + most }
}

function costOfList(steps: readonly Step[]): Cost {
  let sum = noCost
  for (const step of steps) {
    const cost = costOf(step)
    const ended = cost.earliest === null ? null : sum.least + cost.earliest
    const earliest = ended === null ? sum.earliest : Math.min(sum.earliest ?? ended, ended)
    sum = { least: sum.least + cost.least, most: plus(sum.most, cost.most), earliest }
    if (blockOf(step).leaves !== undefined && step.when === undefined) break
  }
  return sum
}

function costOf(step: Step): Cost {
  const lists = ownLists(step).map(({ steps }) => costOfList(steps))
  const own = blockOf(step).cost?.(step, lists) ?? noCost
  const handler = typeof step.onError === 'object' ? costOfList(step.onError.steps) : noCost
  const most = plus(step.retry?.park ? times(own.most, null) : own.most, handler.most)
  return { ...own, least: step.when === undefined ? own.least : 0, most }
}
