// What a statement can speak of: results of earlier steps, items of the loops around it, and what came just
// before. Immutable: trying one reading of a sentence leaves no trace for the next.
import type { JsonSchema } from '../json.ts'
import type { ApprovalPolicy, Argument, PromptSchedule, Step } from '../plan/plan.ts'
import type { ToolSearch } from '../tools/tool-search.ts'
import type { Token } from './text/tokens.ts'
import type { Reference } from './values/values.ts'

/** The output of a step. */
export interface Result {
  readonly id: string
  /** Other words for it: what the author called it, the verb of its step. */
  readonly names: readonly string[]
  readonly schema: JsonSchema | null
  /** The output of `if` and `parallel` is one of several things: saying "it" would be unclear. */
  readonly isUnclear: boolean
  /** Of a name for the body of a web answer: that answer, whose fields are asked for by this name too. */
  readonly answer?: Reference
}

export interface Variable {
  readonly name: string
  readonly schema: JsonSchema | null
  /** `error`, which is no item of a loop. */
  readonly isError?: true
}

export type Antecedent =
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'variable'; readonly variable: Variable }

export interface Environment {
  readonly search: ToolSearch
  readonly prompt: string
  readonly results: readonly Result[]
  /** Innermost last. */
  readonly variables: readonly Variable[]
  /** What "it" is. */
  readonly antecedent: Antecedent | null
  /** Steps by the numbers of the prompt. */
  readonly numbered: ReadonlyMap<number, string>
  readonly takenIds: ReadonlySet<string>
  /** The step just before in the same list, which "if that fails" and "try 3 times" are about. */
  readonly before: Step | null
  /** How many steps the sentence had that it came from. */
  readonly beforeCount: number
  /** The words of the next sentence. */
  readonly following: readonly Token[]
  /** What the next sentence's step is to be approved by. */
  readonly pending: PendingApproval | null
  /** In a loop, a condition, a branch. */
  readonly isInside: boolean
  readonly schedule: PromptSchedule | null
  /** IANA name, for times that say none. */
  readonly timeZone: string
}

export interface PendingApproval {
  readonly policy: Omit<ApprovalPolicy, 'message'>
  readonly timeoutMs: number | null
  /** Null when the step's own words will do. */
  readonly message: Argument | null
}

export function emptyEnvironment(search: ToolSearch, prompt: string, timeZone = 'UTC'): Environment {
  const nothing = {
    results: [],
    variables: [],
    antecedent: null,
    numbered: new Map(),
    takenIds: new Set<string>(),
    before: null,
    beforeCount: 0,
    following: [],
    pending: null,
    isInside: false,
    schedule: null,
  }
  return { search, prompt, timeZone, ...nothing }
}

/** An id from words: lower case, underscores, and a number when it is taken. */
export function freshId(words: string, env: Environment): string {
  const plain = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const base = (/^[a-z]/.test(plain) ? plain : `step_${plain}`).slice(0, 50).replace(/_+$/, '')
  const isFree = (id: string) => !env.takenIds.has(id) && !unreadable.has(id)
  if (isFree(base)) return base
  let number = 2
  while (!isFree(`${base}_${number}`)) number += 1
  return `${base}_${number}`
}

/** `steps.in` cannot be parsed. */
const unreadable: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null'])

export function withResult(env: Environment, result: Result): Environment {
  return {
    ...env,
    results: [...env.results, result],
    antecedent: { type: 'result', result },
    takenIds: new Set([...env.takenIds, result.id]),
  }
}

/** The step may be skipped: who says "it" after that must say which result is meant. */
export function withUnclear(env: Environment, id: string): Environment {
  const { antecedent } = env
  if (antecedent?.type !== 'result' || antecedent.result.id !== id) return env
  return { ...env, antecedent: { type: 'result', result: { ...antecedent.result, isUnclear: true } } }
}

export function withVariable(env: Environment, variable: Variable): Environment {
  return {
    ...env,
    variables: [...env.variables, variable],
    antecedent: { type: 'variable', variable },
    takenIds: new Set([...env.takenIds, variable.name]),
  }
}

/** Inside of a block: what came before it is no step of the same list. */
export function inside(env: Environment): Environment {
  return { ...env, before: null, beforeCount: 0, following: [], pending: null, isInside: true }
}

/** After a block: what was inside is out of sight, its ids stay taken. */
export function leave(outer: Environment, inner: Environment): Environment {
  return { ...outer, takenIds: inner.takenIds }
}

/** The result that a name means, the latest of that name. */
export function resultNamed(env: Environment, name: string): Result | null {
  const wanted = name.toLowerCase()
  return (
    env.results.findLast(result => result.id === wanted) ??
    env.results.findLast(result => result.names.includes(wanted)) ??
    null
  )
}

/** What "the item" is. */
export function itemOf(env: Environment): Variable | null {
  return env.variables.findLast(variable => !variable.isError) ?? null
}

export function variableNamed(env: Environment, name: string): Variable | null {
  const wanted = name.toLowerCase()
  return env.variables.findLast(variable => variable.name === wanted) ?? null
}
