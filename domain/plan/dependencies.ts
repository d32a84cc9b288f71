// Which steps of a list wait for which. Steps run at once unless one reads another's output or a barrier
// keeps their order. The execution actor (actors/execution/steps/) starts a step when all steps that it
// waits for have ended.
// 1. A step waits for the earlier steps of its list whose outputs it, or a step inside it, reads.
// 2. A barrier (write, destructive, a wait or approval, return, fail, or a block that holds one) waits for
//    every earlier step, and every later step waits for it.
// 3. A step never waits for a later one.
import { type Computed, compileArgument, compileExpression } from '../expression/expression.ts'
import { listsOf } from './nested-steps.ts'
import type { Argument, Step } from './plan.ts'

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
  const isComposite = step.kind === 'if' || step.kind === 'foreach' || step.kind === 'parallel'
  const isCalm =
    step.kind === 'set' ||
    step.kind === 'code' ||
    (step.kind === 'tool' &&
      step.approval === undefined &&
      (step.effect === 'pure' || step.effect === 'read'))
  if (!isComposite && !isCalm) return true
  return listsOf(step).some(list => list.some(isBarrier))
}

/** A computed field of a step: an expression, or a value that may hold expressions. */
export type Source =
  | { readonly field: string; readonly expression: string }
  | { readonly field: string; readonly argument: Argument }

/** All computed fields of a step itself, without those of the steps inside it. */
export function sourcesOf(step: Step): readonly Source[] {
  const sources: Source[] = step.when === undefined ? [] : [{ field: 'when', expression: step.when }]
  switch (step.kind) {
    case 'if':
      return [
        ...sources,
        ...step.cases.map(({ when }, index) => ({ field: `cases[${index}].when`, expression: when })),
      ]
    case 'foreach':
      return [...sources, { field: 'over', expression: step.over }]
    case 'tool':
      return [...sources, ...sourcesIn('args', step.args), ...approvalSource(step)]
    case 'set':
    case 'return':
      return [...sources, { field: 'value', argument: step.value }]
    case 'fail':
    case 'approval':
      return [...sources, { field: 'message', argument: step.message }]
    case 'wait':
      return step.until === undefined ? sources : [...sources, { field: 'until', argument: step.until }]
    case 'workflow':
      return [...sources, ...sourcesIn('inputs', step.inputs)]
    case 'agent':
      return [...sources, { field: 'goal', argument: step.goal }]
    case 'code':
      return [...sources, ...sourcesIn('args', step.args ?? {})]
    case 'parallel':
      return sources
  }
}

function approvalSource({ approval }: Step): readonly Source[] {
  return approval === undefined ? [] : [{ field: 'approval.message', argument: approval.message }]
}

/** @throws {ExpressionError} */
export function compileSource(source: Source): Computed {
  return 'expression' in source ? compileExpression(source.expression) : compileArgument(source.argument)
}

function sourcesIn(field: string, values: { readonly [name: string]: Argument }): readonly Source[] {
  return Object.entries(values).map(([name, argument]) => ({ field: `${field}.${name}`, argument }))
}

function readsOf(step: Step): readonly string[] {
  const own = sourcesOf(step).flatMap(source => compileSource(source).steps)
  return [...own, ...listsOf(step).flatMap(list => list.flatMap(readsOf))]
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
