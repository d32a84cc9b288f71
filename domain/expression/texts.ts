// Implementations of the functions over texts and single values (domain/expression/functions.ts).
import { RE2JS } from 're2js'
import { ExpressionError, measure, spend } from './budget.ts'
import { describe, isEqual } from './values.ts'

/** CEL's `matches` looks for the pattern anywhere in the text. Longer patterns or texts are refused. */
const matchBounds = { patternLength: 500, textLength: 65_536 } as const

export function size(value: string | unknown[] | object): number {
  if (typeof value === 'string') return [...value].length
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

export function split(text: string, separator: string): string[] {
  spend(separator === '' ? text.length : text.length >> 2)
  return text.split(separator)
}

export function replace(text: string, from: string, to: string): string {
  if (from === '') return text
  const occurrences = text.split(from).length - 1
  spend((text.length >> 3) + occurrences)
  if (text.length + occurrences * (to.length - from.length) > 1024 * 1024) {
    throw new ExpressionError('replace makes a text of more than 1 MiB')
  }
  return text.replaceAll(from, () => to)
}

export function contains(container: string | unknown[] | object, part: unknown): boolean {
  if (typeof container === 'string') {
    if (typeof part !== 'string')
      throw new ExpressionError(`contains looks for a text, received ${describe(part)}`)
    return container.includes(part)
  }
  if (Array.isArray(container)) return container.some(candidate => isEqual(candidate, part))
  return typeof part === 'string' && Object.hasOwn(container, part)
}

export function indexOf(text: string, part: string): number {
  return text.indexOf(part)
}

export function lastIndexOf(text: string, part: string): number {
  return text.lastIndexOf(part)
}

export function slice(sized: string | unknown[] | object, start: number, end?: number): unknown {
  if (typeof sized === 'string' || Array.isArray(sized)) return sized.slice(start, end)
  throw new ExpressionError('slice takes a text or a list, received a map')
}

export function matches(text: string, pattern: string): boolean {
  if (pattern.length > matchBounds.patternLength) {
    throw new ExpressionError(`the pattern is longer than ${matchBounds.patternLength} characters`)
  }
  if (text.length > matchBounds.textLength) {
    throw new ExpressionError(`matches reads at most ${matchBounds.textLength} characters`)
  }
  spend(text.length * 2 + pattern.length * 100)
  try {
    return RE2JS.compile(pattern).matcher(text).find()
  } catch (cause) {
    throw new ExpressionError(`${JSON.stringify(pattern)} is no RE2 pattern`, { cause })
  }
}

export function json(value: unknown): string {
  spend(measure(value) >> 3)
  return JSON.stringify(value)
}

export function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    measure(value)
    return value
  } catch (cause) {
    if (cause instanceof ExpressionError) throw cause
    throw new ExpressionError(`the text is not JSON: ${describe(text)}`, { cause })
  }
}

export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text)))
    return Number(text)
  throw new ExpressionError(`expected a number, received ${describe(value)}`)
}

export function toBool(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  if (value === 'false') return false
  throw new ExpressionError(`expected true or false, received ${describe(value)}`)
}

/** The text of a value inside a text: texts as they are, anything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : json(value)
}
