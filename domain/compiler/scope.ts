// The scope of a step: what it may read. These are earlier steps of its own list and of the lists around
// it, `inputs`, `now`, the variables of the loops around it, and `error` inside an `onError`. Steps inside
// other branches or loops are invisible; their composite step gives their output. Called by
// domain/compiler/compiler.ts.

import { type Computed, compileExpression } from '../expression/expression.ts'
import { blockOf, variableOf } from '../plan/blocks/blocks.ts'
import type { ChildList } from '../plan/nested-steps.ts'
import type { Step } from '../plan/plan.ts'
import type { Pass } from './compiler.ts'

export interface Scope {
  readonly steps: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Number of lists around the step, including the plan's own. */
  readonly depth: number
  /** What the step is a part of: where others go on beside it, a `return` cannot stand. */
  readonly of: 'plan' | 'loop' | 'branches'
}

export const outerScope: Scope = {
  steps: new Set(),
  names: new Set(['inputs', 'now']),
  depth: 1,
  of: 'plan',
}

export function scopeAfter(scope: Scope, step: Step): Scope {
  return { ...scope, steps: new Set([...scope.steps, step.id]) }
}

/**
 * The scope of the steps of a list inside of the step: its variable, and in an `onError` the `error`. Reports a
 * variable that hides another name or is not a valid one.
 */
export function scopeInside(scope: Scope, step: Step, { isHandler }: ChildList, pass: Pass): Scope {
  const depth = scope.depth + 1
  if (isHandler) return { ...scope, depth, names: new Set([...scope.names, 'error']) }
  const { encloses: of = scope.of, binds } = blockOf(step)
  const variable = variableOf(step)
  if (variable === null) return { ...scope, depth, of }
  if (scope.names.has(variable) || variable === 'steps' || !isReadable(variable)) {
    const message = `${step.id}.${binds!.name}: ${variable} means something else already, choose another name`
    pass.report(step, 'BAD_NAME', binds!.name, message)
  }
  return { ...scope, depth, of, names: new Set([...scope.names, variable]) }
}

/** Reports whatever the step reads outside its scope. */
export function checkReads(step: Step, computed: readonly Computed[], scope: Scope, pass: Pass): void {
  for (const id of unique(computed, each => each.steps)) {
    if (!scope.steps.has(id))
      pass.report(step, 'BAD_REFERENCE', '', explain(step, id, pass), [...scope.steps])
  }
  for (const name of unique(computed, each => each.names)) {
    if (scope.names.has(name)) continue
    const known = [...scope.names].join(', ')
    const hint = pass.steps.has(name) ? `write steps.${name}` : `expected steps.<id> or one of ${known}`
    pass.report(step, 'BAD_REFERENCE', '', `${step.id} reads ${name}, which is not known here: ${hint}`)
  }
}

/** Refuses a `return` inside of a loop or parallel block. */
export function checkReturn(step: Step, { of }: Scope, pass: Pass): void {
  if (step.kind !== 'return' || of === 'plan') return
  const where = of === 'loop' ? 'a loop' : 'parallel branches'
  const message = `${step.id}: return ends the whole execution and cannot stand inside of ${where}`
  pass.report(step, 'BAD_RETURN', '', message)
}

function explain(step: Step, id: string, pass: Pass): string {
  if (id === step.id) return `${step.id} reads its own output`
  if (!pass.steps.has(id)) return `${step.id} reads steps.${id}, but no step has that id`
  return `${step.id} reads steps.${id}, which comes later or is inside of another branch or loop`
}

function unique(
  computed: readonly Computed[],
  of: (each: Computed) => readonly string[],
): ReadonlySet<string> {
  return new Set(computed.flatMap(of))
}

/** Some words of the expression language cannot be variables: `in`, `true`, `loop`. */
function isReadable(name: string): boolean {
  try {
    return compileExpression(name).names.includes(name)
  } catch {
    return false
  }
}
