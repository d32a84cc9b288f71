// The scope of a step: what it may read. These are earlier steps of its own list and of the lists around
// it, `inputs`, `now`, the variables of the loops around it, and `error` inside an `onError`. Steps inside
// other branches or loops are invisible; their composite step gives their output. Called by
// domain/compiler/compiler.ts.

import { type Computed, compileExpression } from '../expression/expression.ts'
import type { Source } from '../plan/blocks/block.ts'
import { blockOf, variableOf } from '../plan/blocks/blocks.ts'
import { type ChildList, ownLists } from '../plan/nested-steps.ts'
import type { Step } from '../plan/plan.ts'
import type { Pass } from './compiler.ts'

export interface Scope {
  readonly steps: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Number of lists around the step, including the plan's own. */
  readonly depth: number
  /** What the step is a part of: where others go on beside it, a `return` cannot stand. */
  readonly of: 'plan' | 'loop' | 'branches'
  /** Is there a turn that a `next` could end? */
  readonly isInLoop: boolean
}

export const outerScope: Scope = {
  steps: new Set(),
  names: new Set(['inputs', 'now']),
  depth: 1,
  of: 'plan',
  isInLoop: false,
}

export function scopeAfter(scope: Scope, step: Step): Scope {
  return { ...scope, steps: new Set([...scope.steps, step.id]) }
}

/**
 * The scope of the steps of a list inside of the step: its variable, and in an `onError` the `error`. Reports
 * a variable that hides another name or is not a valid one.
 */
export function scopeInside(scope: Scope, step: Step, { isHandler }: ChildList, pass: Pass): Scope {
  const depth = scope.depth + 1
  if (isHandler) return { ...scope, depth, names: new Set([...scope.names, 'error']) }
  const { encloses: of = scope.of, binds } = blockOf(step)
  const variable = variableOf(step)
  const isInLoop = scope.isInLoop || of === 'loop'
  if (variable === null) return { ...scope, depth, of, isInLoop }
  if (scope.names.has(variable) || variable === 'steps' || !isReadable(variable)) {
    const message = `${step.id}.${binds!.name}: ${variable} means something else already, choose another name`
    pass.report(step, 'BAD_NAME', binds!.name, message)
  }
  return { ...scope, depth, of, isInLoop, names: new Set([...scope.names, variable]) }
}

/** What a step computes, compiled. */
export interface ReadSource {
  readonly source: Source
  readonly computed: Computed
}

/** Reports whatever the step reads outside its scope. */
export function checkReads(step: Step, read: readonly ReadSource[], scope: Scope, pass: Pass): void {
  const isInside = ({ source }: ReadSource) => 'seesBody' in source
  const body = ownLists(step).flatMap(({ steps }) => steps.map(({ id }) => id))
  const inside = { ...scope, steps: new Set([...scope.steps, ...body]) }
  for (const [reads, where] of [
    [read.filter(each => !isInside(each)), scope],
    [read.filter(isInside), inside],
  ] as const) {
    for (const id of unique(reads, each => each.steps))
      if (!where.steps.has(id))
        pass.report(step, 'BAD_REFERENCE', '', explain(step, id, pass), [...where.steps])
    for (const name of unique(reads, each => each.names)) {
      if (scope.names.has(name)) continue
      const known = [...scope.names].join(', ')
      const hint = pass.steps.has(name) ? `write steps.${name}` : `expected steps.<id> or one of ${known}`
      pass.report(step, 'BAD_REFERENCE', '', `${step.id} reads ${name}, which is not known here: ${hint}`)
    }
  }
}

/** Reports steps of `after` that do not come before it. */
export function checkAfter(step: Step, scope: Scope, pass: Pass): void {
  for (const [index, id] of (step.after ?? []).entries()) {
    if (scope.steps.has(id)) continue
    const why = pass.steps.has(id)
      ? 'comes later or is inside of another branch or loop'
      : 'is no step of the plan'
    const message = `${step.id}.after[${index}]: ${id} ${why}`
    pass.report(step, 'BAD_REFERENCE', `after[${index}]`, message, [...scope.steps])
  }
}

/** Refuses a `return` inside of a loop or parallel block, and a `next` outside of every loop. */
export function checkPlace(step: Step, { of, isInLoop }: Scope, pass: Pass): void {
  if (step.kind === 'return' && of !== 'plan') {
    const where = of === 'loop' ? 'a loop' : 'parallel branches'
    const turn = isInLoop ? ', next to end this turn of the loop' : ''
    const message = `${step.id}: return cannot stand inside of ${where}; write stop to end the whole execution${turn}`
    pass.report(step, 'BAD_RETURN', '', message)
  }
  if (step.kind === 'next' && !isInLoop) {
    const message = `${step.id}: next ends a turn of a loop, and there is none around it; write stop to end the execution`
    pass.report(step, 'BAD_NEXT', '', message)
  }
}

function explain(step: Step, id: string, pass: Pass): string {
  if (id === step.id) return `${step.id} reads its own output`
  if (!pass.steps.has(id)) return `${step.id} reads steps.${id}, but no step has that id`
  return `${step.id} reads steps.${id}, which comes later or is inside of another branch or loop`
}

function unique(read: readonly ReadSource[], of: (each: Computed) => readonly string[]): ReadonlySet<string> {
  return new Set(read.flatMap(({ computed }) => of(computed)))
}

/** Some words of the expression language cannot be variables: `in`, `true`, `loop`. */
function isReadable(name: string): boolean {
  try {
    return compileExpression(name).names.includes(name)
  } catch {
    return false
  }
}
