// What an execution of a plan may cost in compute units (domain/billing/compute-units.ts), told from the plan
// alone. It holds for runs that end well; a step that fails ends one earlier. Executions of other workflows
// that it starts are charged by themselves.
import { z } from 'zod'
import { cuRates } from '../billing/compute-units.ts'
import { listsOf } from './nested-steps.ts'
import type { Plan, Step } from './plan.ts'

export const ComputeEstimate = z.object({ least: z.int(), most: z.int().nullable() })
/** `most` is null when the plan does not bound it: lists, agents, steps that people continue. */
export type ComputeEstimate = z.infer<typeof ComputeEstimate>

/** `earliest`: what has been spent where the execution may end inside; null when it cannot end there. */
interface Cost extends ComputeEstimate {
  readonly earliest: number | null
}

const priceOf = (unit: string) => cuRates.find(rate => rate.unit === unit)!.cu
const nothing: Cost = { least: 0, most: 0, earliest: null }

export function computeEstimate({ steps }: Plan): ComputeEstimate {
  const { least, most, earliest } = costOfList(steps)
  const start = priceOf('execution')
  return { least: start + Math.min(least, earliest ?? least), most: most === null ? null : start + most }
}

function costOfList(steps: readonly Step[]): Cost {
  let sum = nothing
  for (const step of steps) {
    const cost = costOf(step)
    const ended = cost.earliest === null ? null : sum.least + cost.earliest
    const earliest = ended === null ? sum.earliest : Math.min(sum.earliest ?? ended, ended)
    sum = { least: sum.least + cost.least, most: plus(sum.most, cost.most), earliest }
    if (step.kind === 'return' && step.when === undefined) break
  }
  return sum
}

function costOf(step: Step): Cost {
  const own = costOfBlock(step)
  const handler = typeof step.onError === 'object' ? costOfList(step.onError.steps) : nothing
  const most = plus(step.retry?.park ? unlessNone(own.most) : own.most, handler.most)
  return { ...own, least: step.when === undefined ? own.least : 0, most }
}

function costOfBlock(step: Step): Cost {
  switch (step.kind) {
    case 'tool': {
      const price = priceOf('tool_call')
      return { ...nothing, least: price, most: price * (step.retry?.maxAttempts ?? 1) }
    }
    case 'code':
      return { ...nothing, least: priceOf('code_step'), most: priceOf('code_step') }
    case 'agent':
      return { ...nothing, most: null }
    case 'return':
      return { ...nothing, earliest: 0 }
    case 'if': {
      const branches = branchesOf(step)
      return oneOf(step.else === undefined ? [...branches, nothing] : branches)
    }
    case 'foreach': {
      const { most } = costOfList(step.steps)
      return { ...nothing, most: unlessNone(most) }
    }
    case 'parallel': {
      const branches = branchesOf(step)
      const most = branches.reduce<number | null>((sum, branch) => plus(sum, branch.most), 0)
      const least = branches.map(branch => branch.least)
      if (step.wait === 'any') return { ...nothing, least: Math.min(...least), most }
      return { ...nothing, least: least.reduce((a, b) => a + b, 0), most }
    }
    default:
      return nothing
  }
}

function branchesOf({ onError: _, ...step }: Step): readonly Cost[] {
  return listsOf(step as Step).map(costOfList)
}

function oneOf(branches: readonly Cost[]): Cost {
  const ends = branches.flatMap(({ earliest }) => (earliest === null ? [] : [earliest]))
  return {
    least: Math.min(...branches.map(({ least }) => least)),
    most: branches.some(({ most }) => most === null) ? null : Math.max(...branches.map(({ most }) => most!)),
    earliest: ends.length === 0 ? null : Math.min(...ends),
  }
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/** As often as one likes: nothing stays nothing. */
function unlessNone(most: number | null): number | null {
  return most === 0 ? 0 : null
}
