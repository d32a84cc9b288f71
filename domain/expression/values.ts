// What equality, order, arithmetic and access mean on values of expressions. Values are JSON: one kind of
// number, texts, booleans, null, lists, maps. Prototypes are never reachable: only data counts as a key.

import { spend } from '../budgets/budget.ts'
import { minus, plus, remainder, times } from '../decimals.ts'
import { isLongNumeral } from '../numerals.ts'
import { own } from '../own.ts'
import { boundedText, ExpressionError, MissingValue } from './budget.ts'

/** Static types; `any` is known at run time only. */
export type ValueType = 'any' | 'null' | 'bool' | 'number' | 'text' | 'list' | 'map'

export function typeOf(value: unknown): ValueType {
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'bool'
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'list' : 'map'
  }
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value under a key or an index; undefined when there is none. */
export function peek(container: unknown, key: unknown): unknown {
  if (Array.isArray(container)) return typeof key === 'number' ? container[key] : undefined
  if (!isMap(container)) return undefined
  const name = typeof key === 'number' ? String(key) : key
  if (typeof name !== 'string') return undefined
  return own(container, name)
}

/** @throws {MissingValue} with what there is instead */
export function access(container: unknown, key: unknown, label: string): unknown {
  const value = peek(container, key)
  if (value !== undefined) return value
  const shown = typeof key === 'number' ? key : JSON.stringify(key)
  if (Array.isArray(container)) {
    if (typeof key !== 'number') throw new MissingValue(`${label} is a list: it has items, not ${shown}`)
    throw new MissingValue(`${label} has ${container.length} items, none at ${shown}`)
  }
  if (isMap(container)) throw new MissingValue(`${label} has no ${shown}`)
  throw new MissingValue(`${label} is ${describe(container)}: it has no ${shown}`)
}

export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return areSame(a, b)
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && areEqual(a, b)
  const keys = keysOf(a)
  if (keys.length !== keysOf(b).length) return false
  return keys.every(key => Object.hasOwn(b, key) && isEqual((a as never)[key], (b as never)[key]))
}

function areEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  spend(a.length + 1)
  return a.every((item, index) => isEqual(item, b[index]))
}

export function keysOf(map: object): string[] {
  const keys = Object.keys(map)
  spend(3 * keys.length + 1)
  return keys
}

export function valuesOf(map: object): unknown[] {
  return keysOf(map).map(key => (map as Record<string, unknown>)[key])
}

/** Texts are compared about as fast as memory is read. */
const charactersAUnit = 256

function areSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  if (a.length >= charactersAUnit) spend(a.length / charactersAUnit)
  return a === b
}

export type Ordered = number | string | boolean

/** Negative when a comes before b, 0 when neither does. Both fit `haveOrder`. */
export type Comparison = (a: Ordered, b: Ordered) => number

/**
 * How these values come one after the other. Texts that spell numbers are texts where others are among them.
 */
export function comparisonOf(values: readonly unknown[]): Comparison {
  return values.every(isNumeric) ? bySize : byItself
}

const bySize: Comparison = (a, b) => {
  spend(typeof a === typeof b && typeof a === 'number' ? 1 : 10)
  return order(sizeOf(a), sizeOf(b))
}

const byItself: Comparison = (a, b) => {
  spend(typeof a === 'string' ? 1 + Math.min(a.length, (b as string).length) / charactersAUnit : 1)
  return order(a, b)
}

function order<T extends number | bigint | string | boolean>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Is it a number, or the text of one that no number holds? */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || isLongNumeral(value)
}

function sizeOf(numeric: Ordered): number | bigint {
  return typeof numeric === 'string' ? BigInt(numeric) : (numeric as number)
}

export type BinaryOperator = '==' | '!=' | 'in' | '+' | '-' | '*' | '/' | '%' | '<' | '<=' | '>' | '>='

export const binaryOperators: { readonly [operator in BinaryOperator]: (a: unknown, b: unknown) => unknown } =
  {
    '==': isEqual,
    '!=': (a, b) => !isEqual(a, b),
    in: isIn,
    '+': add,
    '-': (a, b) => (bothNumbers(a, b) ? finite(minus(a as number, b as number)) : mismatch(a, '-', b)),
    '*': (a, b) => (bothNumbers(a, b) ? finite(times(a as number, b as number)) : mismatch(a, '*', b)),
    '/': (a, b) => (bothNumbers(a, b) ? finite((a as number) / divisor(b as number)) : mismatch(a, '/', b)),
    '%': (a, b) => (bothNumbers(a, b) ? remainder(a as number, divisor(b as number)) : mismatch(a, '%', b)),
    '<': (a, b) => compare(a, '<', b) < 0,
    '<=': (a, b) => compare(a, '<=', b) <= 0,
    '>': (a, b) => compare(a, '>', b) > 0,
    '>=': (a, b) => compare(a, '>=', b) >= 0,
  }

const addable: readonly ValueType[] = ['any', 'number', 'text', 'list']

/** Static type of an operator's result, or null when operands of these types never fit. */
export function operatorType(operator: BinaryOperator, a: ValueType, b: ValueType): ValueType | null {
  const open = a === 'any' || b === 'any'
  switch (operator) {
    case '==':
    case '!=':
      return 'bool'
    case 'in':
      return b === 'any' || b === 'list' || b === 'map' ? 'bool' : null
    case '+':
      if ((a !== b && !open) || !addable.includes(a) || !addable.includes(b)) return null
      return a === 'any' ? b : a
    case '<':
    case '<=':
    case '>':
    case '>=':
      return open || (a === b && (a === 'number' || a === 'text' || a === 'bool')) ? 'bool' : null
    default:
      return (a === 'any' || a === 'number') && (b === 'any' || b === 'number') ? 'number' : null
  }
}

/** A value in an error message: its type, and itself when it is short. */
export function describe(value: unknown): string {
  if (value === undefined) return 'not there'
  const type = typeOf(value)
  if (type === 'null') return 'null'
  if (type === 'list') return `a list of ${(value as unknown[]).length}`
  if (type === 'map') return 'a map'
  if (typeof value === 'string' && value.length > 40) return 'a text'
  const shown = JSON.stringify(value)
  return shown.length > 40 ? `a ${type}` : `the ${type} ${shown}`
}

function isIn(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) {
    spend(container.length)
    return container.some(candidate => isEqual(candidate, item))
  }
  if (isMap(container)) return peek(container, item) !== undefined
  return mismatch(item, 'in', container)
}

function add(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return finite(plus(a, b))
  if (typeof a === 'string' && typeof b === 'string') return boundedText(a + b)
  if (Array.isArray(a) && Array.isArray(b)) {
    spend(a.length + b.length)
    return [...a, ...b]
  }
  return mismatch(a, '+', b)
}

function bothNumbers(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number'
}

function haveOrder(a: unknown, b: unknown): boolean {
  if (typeof a !== typeof b) return isNumeric(a) && isNumeric(b)
  return typeof a === 'number' || typeof a === 'string' || typeof a === 'boolean'
}

function compare(a: unknown, operator: string, b: unknown): number {
  if (!haveOrder(a, b)) return mismatch(a, operator, b)
  return comparisonOf([a, b])(a as Ordered, b as Ordered)
}

function divisor(value: number): number {
  if (value === 0) throw new ExpressionError('division by zero')
  return value
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new ExpressionError('the number is too large')
  return value
}

function mismatch(a: unknown, operator: string, b: unknown): never {
  const hint =
    operator === '+' && (typeof a === 'string' || typeof b === 'string') ? ': use string(value)' : ''
  throw new ExpressionError(`${operator} does not take ${describe(a)} and ${describe(b)}${hint}`)
}
