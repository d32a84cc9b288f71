// Expressions: CEL over plain JSON. The compiler and host threads compile them when a plan is loaded; host
// threads evaluate them for every step.
// 1. What an expression reads (steps, inputs, loop variables) is known before it runs.
// 2. Evaluation is pure, and bounded in nodes, work and size of the result.
// 3. JavaScript's prototypes are out of reach.
// 4. Literals cost nothing and plain references almost nothing.

import { budgets, OverBudget, within } from '../budgets/budget.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Argument } from '../plan/plan.ts'
import { ExpressionError, evaluationBounds, measure } from './budget.ts'
import { type Absence, type Prepared, prepare, present } from './evaluate.ts'
import { parse, pathOf } from './parse.ts'
import { splitTemplate } from './template.ts'
import { toText } from './texts.ts'
import { typeOf, type ValueType } from './values.ts'

export { ExpressionError } from './budget.ts'

/** Names to values: `inputs`, `steps`, what `foreach` binds; and how steps ended (endings.ts). */
export type Scope = { readonly [name: string]: unknown }

/** A compiled expression or argument. */
export interface Computed {
  /** Ids of the steps that it reads (`steps.<id>`), each once. */
  readonly steps: readonly string[]
  /** Top-level names that it reads, `steps` excluded: `inputs`, loop variables. */
  readonly names: readonly string[]
  /** Input names that it reads (`inputs.<name>`), each once. */
  readonly inputs: readonly string[]
  /** Those of `inputs` whose absence some reading tolerates, by `has`, `default` or `.?`. */
  readonly optionalInputs: readonly string[]
  /** Those of `steps` that it asks whether they failed, and whether they were skipped. */
  readonly failed: readonly string[]
  readonly skipped: readonly string[]
  /** Credential ids named by `{"$secret": ...}`, each once. */
  readonly secrets: readonly string[]
  /** The static type of its value. */
  readonly type: ValueType
  /** The value stands in the plan as it is. */
  readonly isLiteral: boolean
  /** Of a plain reference, its variable first: `inputs.order.items[0]`; else null. */
  readonly path: readonly (string | number)[] | null
  /**
   * @returns plain JSON: CEL ints come back as numbers; `{"$secret"}` stays as it is (resolved when sent)
   * @throws {ExpressionError} wrong types, missing keys, results past the caps
   */
  evaluate(scope: Scope): Json
}

/** What the work around has compiled; null outside of `compilingOnce`. */
let compiled: Map<string, Computed> | null = null
let absence: Absence = 'null'

/**
 * The passes over a plan meet each expression several times; inside of the work it is compiled once.
 * @param known is filled; with the same one, work can be done in portions
 */
export function compilingOnce<T>(known: Map<string, Computed>, work: () => T): T {
  const outer = compiled
  compiled = known
  try {
    return work()
  } finally {
    compiled = outer
  }
}

/** Expressions that the work compiles mean what they meant in plans of this version of the plan language. */
export function compilingAs<T>(irVersion: number, work: () => T): T {
  const outer = absence
  absence = irVersion > 1 ? 'null' : 'error'
  try {
    return work()
  } finally {
    absence = outer
  }
}

/** @throws {ExpressionError} with what was expected, and where */
export function compileExpression(source: string): Computed {
  const known = compiled?.get(source)
  if (known !== undefined) return known
  const computed = compileUncached(source)
  compiled?.set(source, computed)
  return computed
}

/** Literals, `{$}`, `{$t}`, `{$secret}`, nested in arrays and objects. @throws {ExpressionError} */
export function compileArgument(argument: Argument, depth = 0): Computed {
  if (depth > maxArgumentDepth)
    throw new ExpressionError(`the value is nested deeper than ${maxArgumentDepth}`)
  if (typeof argument !== 'object' || argument === null) return literal(argument)
  const special = specialKey(argument)
  if (special === null) return compileParts(argument, depth + 1)
  const source = (argument as { readonly [key: string]: Json })[special]
  if (typeof source !== 'string') throw new ExpressionError(`{"${special}": ...} takes a text`)
  if (special === '$') return compileExpression(source)
  if (special === '$t') return compileTemplate(source)
  return { ...literal(argument), type: 'text', secrets: [source] }
}

/** As deep as the HTTP layer lets JSON be. */
const maxArgumentDepth = 64

function compileUncached(source: string): Computed {
  const gathered = Array.from({ length: 6 }, () => new Set<string>()) as Sets
  const [steps, names, inputs, optional, failed, skipped] = gathered
  const reading = {
    steps,
    names,
    inputs,
    optionalInputs: optional,
    failed,
    skipped,
    isTolerant: false,
    locals: new Map(),
    depth: 0,
    absence,
  }
  try {
    const tree = parse(source)
    const { type, run } = prepare(tree, reading)
    const path = pathOf(tree)
    return {
      steps: [...steps],
      names: [...names],
      inputs: [...inputs],
      optionalInputs: [...optional],
      failed: [...failed],
      skipped: [...skipped],
      secrets: [],
      type,
      path,
      isLiteral: false,
      // A plain reference needs no bounds: its value was bounded when it was made.
      evaluate:
        path === null ? evaluateBounded(run, source, reading.absence) : evaluateUnbounded(run, source),
    }
  } catch (error) {
    throw inContext(error, source)
  }
}

type Sets = [Set<string>, Set<string>, Set<string>, Set<string>, Set<string>, Set<string>]

function evaluateBounded(run: Prepared['run'], source: string, missing: Absence): Computed['evaluate'] {
  return scope => {
    try {
      return paid(() => {
        const value = present(run({ scope, locals: [] }), missing)
        measure(value)
        return value as Json
      })
    } catch (error) {
      throw inContext(error, source)
    }
  }
}

function evaluateUnbounded(run: Prepared['run'], source: string): Computed['evaluate'] {
  return scope => {
    try {
      return run({ scope, locals: none }) as Json
    } catch (error) {
      throw inContext(error, source)
    }
  }
}

const none: unknown[] = []

/** Parts of a value have budgets of their own, within that of the whole. */
function paid<T>(work: () => T): T {
  try {
    return within(budgets.expression, work)
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw new ExpressionError('the expression does too much work: fewer or shorter lists are needed')
  }
}

function inContext(error: unknown, source: string): unknown {
  if (!(error instanceof ExpressionError)) return error
  const shown = source.length > 120 ? `${source.slice(0, 120)}...` : source
  return new ExpressionError(`${error.message} (in \`${shown}\`)`, { cause: error })
}

function literal(value: Json): Computed {
  return { ...nothing, type: typeOf(value), path: null, isLiteral: true, evaluate: () => value }
}

const nothing = {
  ...{ steps: [], names: [], inputs: [], optionalInputs: [], failed: [], skipped: [], secrets: [] },
} as const

/** The key by which an object stands for a computed value. */
function specialKey(argument: object): '$' | '$t' | '$secret' | null {
  const keys = Object.keys(argument)
  if (keys.length !== 1) return null
  const [key] = keys
  return key === '$' || key === '$t' || key === '$secret' ? key : null
}

function compileTemplate(template: string): Computed {
  const parts = splitTemplate(template)
  const computed = parts.map(part => (part.type === 'text' ? null : compileExpression(part.source)))
  const expressions = computed.filter(part => part !== null)
  const write = (scope: Scope): string => {
    let text = ''
    parts.forEach((part, index) => {
      text += part.type === 'text' ? part.text : toText(computed[index]!.evaluate(scope))
      if (text.length > evaluationBounds.resultBytes)
        throw new ExpressionError('the text is larger than 1 MiB')
    })
    return text
  }
  const evaluate = (scope: Scope) => paid(() => write(scope))
  return { ...union(expressions), type: 'text', path: null, isLiteral: false, evaluate }
}

function compileParts(argument: readonly Json[] | JsonObject, depth: number): Computed {
  const isList = Array.isArray(argument)
  const keys = Object.keys(argument)
  if (!isList && keys.includes('__proto__')) throw new ExpressionError('__proto__ cannot be a key')
  const parts = keys.map(key => compileArgument((argument as JsonObject)[key]!, depth))
  if (parts.every(part => part.isLiteral)) return { ...literal(argument), ...union(parts) }
  // A single computed part is bounded by itself; several need a bound together.
  const isBounded = parts.filter(part => !part.isLiteral).length === 1
  const gather = (scope: Scope): Json => {
    const value = isList ? parts.map(part => part.evaluate(scope)) : fill(keys, parts, scope)
    if (!isBounded) measure(value)
    return value
  }
  const evaluate = (scope: Scope) => paid(() => gather(scope))
  return { ...union(parts), type: isList ? 'list' : 'map', path: null, isLiteral: false, evaluate }
}

function fill(keys: readonly string[], parts: readonly Computed[], scope: Scope): JsonObject {
  const map: Record<string, Json> = {}
  for (let i = 0; i < keys.length; i++) map[keys[i]!] = parts[i]!.evaluate(scope)
  return map
}

function union(parts: readonly Computed[]): Pick<Computed, keyof typeof nothing> {
  const gather = (of: (part: Computed) => readonly string[]) => [...new Set(parts.flatMap(of))]
  return {
    steps: gather(part => part.steps),
    names: gather(part => part.names),
    inputs: gather(part => part.inputs),
    optionalInputs: gather(part => part.optionalInputs),
    failed: gather(part => part.failed),
    skipped: gather(part => part.skipped),
    secrets: gather(part => part.secrets),
  }
}
