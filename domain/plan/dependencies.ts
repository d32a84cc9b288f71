// Which steps of a list wait for which. Steps run at once unless one reads another's output or a barrier
// keeps their order. The execution actor (actors/execution/steps/) starts a step when all steps that it
// waits for have ended.
// 1. A step waits for the earlier steps of its list whose outputs it, or a step inside it, reads, and for
//    those of its `after`.
// 2. A barrier (write, destructive, a wait or approval, return, stop, next, fail, or a block that holds one)
//    waits for every earlier step, and every later step waits for it.
// 3. A step never waits for a later one.
import { blockOf } from './blocks/blocks.ts'
import { compileSource, sourcesOf } from './blocks/sources.ts'
import { listsOf } from './nested-steps.ts'
import type { Step } from './plan.ts'

/**
 * For each step of a list the ascending indices of the steps that it must wait for. Indices that a barrier
 * implies are left out.
 * @throws {ExpressionError} an expression cannot be compiled; a compiled plan has none such
 */
export function dependencies(steps: readonly Step[]): readonly (readonly number[])[] {
  const indexOf = new Map(steps.map((step, index) => [step.id, index]))
  let lastBarrier = -1
  return steps.map((step, index) => {
    const first = lastBarrier
    if (isBarrier(step)) {
      lastBarrier = index
      return range(Math.max(first, 0), index)
    }
    const waits = new Set(first < 0 ? [] : [first])
    for (const id of readsOf(step)) {
      const read = indexOf.get(id)
      if (read !== undefined && read > first && read < index) waits.add(read)
    }
    return [...waits].sort((a, b) => a - b)
  })
}

/**
 * Does the step, or one inside it, change the world or end the execution? No step of its list may pass it.
 */
export function isBarrier(step: Step): boolean {
  if (!blockOf(step).isCalm?.(step)) return true
  return listsOf(step).some(list => list.some(isBarrier))
}

function readsOf(step: Step): readonly string[] {
  const own = sourcesOf(step).flatMap(source => compileSource(source).steps)
  return [...own, ...(step.after ?? []), ...listsOf(step).flatMap(list => list.flatMap(readsOf))]
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
