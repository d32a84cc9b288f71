// Which steps of a list wait for which. Steps run at once unless they depend: on a step that they read, or on the order
// of what changes the world. The execution actor starts a step when all that it waits for have ended.
// 1. A step waits for the earlier steps of its list whose outputs it, or anything inside of it, reads.
// 2. A barrier (write, destructive, what waits for somebody or something, return, fail, or a block that holds one) waits for everything before it, and
//    everything after it waits for it. Steps later than themselves are never waited for.
import { type Computed, compileArgument, compileExpression } from './expression.ts'
import type { Argument, Step } from './plan.ts'

/**
 * For each step of a list the indices, ascending, of those that it must wait for. Indices that another one waits for
 * already are left out where a barrier makes that plain.
 * @throws {ExpressionError} when an expression cannot be compiled; a compiled plan has none such
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

/** Does the step change the world or end the execution, itself or inside? Nothing of its list may pass it. */
export function isBarrier(step: Step): boolean {
  const isComposite = step.kind === 'if' || step.kind === 'foreach' || step.kind === 'parallel'
  const isCalm =
    step.kind === 'set' ||
    (step.kind === 'tool' &&
      step.approval === undefined &&
      (step.effect === 'pure' || step.effect === 'read'))
  if (!isComposite && !isCalm) return true
  return listsOf(step).some(list => list.some(isBarrier))
}

/** The lists of steps directly inside of a step. */
export function listsOf(step: Step): readonly (readonly Step[])[] {
  const handler = typeof step.onError === 'object' ? [step.onError.steps] : []
  switch (step.kind) {
    case 'if':
      return [
        ...step.cases.map(each => each.steps),
        ...(step.else === undefined ? [] : [step.else]),
        ...handler,
      ]
    case 'foreach':
      return [step.steps, ...handler]
    case 'parallel':
      return [...step.branches.map(branch => branch.steps), ...handler]
    default:
      return handler
  }
}

/** A field of a step that is computed: an expression as it stands, or a value that may hold some. */
export type Source =
  | { readonly field: string; readonly expression: string }
  | { readonly field: string; readonly argument: Argument }

/** Everything that a step computes itself, what is inside of it left out. */
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
      return [...sources, ...named('args', step.args), ...approvalSource(step)]
    case 'set':
    case 'return':
      return [...sources, { field: 'value', argument: step.value }]
    case 'fail':
    case 'approval':
      return [...sources, { field: 'message', argument: step.message }]
    case 'wait':
      return step.until === undefined ? sources : [...sources, { field: 'until', argument: step.until }]
    case 'workflow':
      return [...sources, ...named('inputs', step.inputs)]
    case 'agent':
      return [...sources, { field: 'goal', argument: step.goal }]
    case 'code':
      return [...sources, ...named('args', step.args ?? {})]
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

function named(field: string, values: { readonly [name: string]: Argument }): readonly Source[] {
  return Object.entries(values).map(([name, argument]) => ({ field: `${field}.${name}`, argument }))
}

function readsOf(step: Step): readonly string[] {
  const own = sourcesOf(step).flatMap(source => compileSource(source).steps)
  return [...own, ...listsOf(step).flatMap(list => list.flatMap(readsOf))]
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
