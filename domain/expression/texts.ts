// Implementations of the functions over texts and single values (domain/expression/functions.ts).
import { OverBudget, spend } from '../budgets/budget.ts'
import { countText, findLastText, findText, splitText } from '../budgets/search.ts'
import { isLongNumeral, readJson } from '../numerals.ts'
import { ExpressionError, measure } from './budget.ts'
import { characterAt, countCharacters, sliceCharacters } from './characters.ts'
import { describe, isEqual, keysOf } from './values.ts'

export function size(value: string | unknown[] | object): number {
  if (typeof value === 'string') return countCharacters(value)
  return Array.isArray(value) ? value.length : keysOf(value).length
}

/** The text in capitals or small letters. */
export function inCase(text: string, change: 'toUpperCase' | 'toLowerCase'): string {
  spend(5 + (text.length >> 2))
  return text[change]()
}

/** The first character in capitals. */
export function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 32)
  return text === '' ? text : first.toUpperCase() + text.slice(first.length)
}

/** At most so many characters, the last of them an ellipsis when something is left out. */
export function truncate(text: string, length: number): string {
  if (!(length >= 1)) throw new ExpressionError(`truncate takes a length of at least 1, received ${length}`)
  if (text.length <= length || countCharacters(text) <= length) return text
  return `${sliceCharacters(text, 0, length - 1)}\u2026`
}

export function words(text: string): string[] {
  spend(text.length >> 1)
  return text.split(/\s+/).filter(word => word !== '')
}

export function lines(text: string): string[] {
  spend(text.length >> 3)
  const found: string[] = []
  let begin = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== lineFeed && code !== carriageReturn) continue
    spend(lineCost)
    found.push(text.slice(begin, at))
    if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++
    begin = at + 1
  }
  found.push(text.slice(begin))
  return found
}

/** Units for a line that is cut out. */
const lineCost = 4
const [lineFeed, carriageReturn] = [10, 13]

/** Longest text that padStart makes. */
const paddedLength = 10_000

export function padStart(value: unknown, length: number, fill = ' '): string {
  if (length > paddedLength)
    throw new ExpressionError(`padStart makes at most ${paddedLength} characters, received ${length}`)
  if (length > 0) spend(length / 16)
  const text = toText(value)
  const missing = Math.trunc(length) - countCharacters(text)
  if (missing <= 0 || fill === '') return text
  return sliceCharacters(fill.repeat(Math.ceil(missing / countCharacters(fill))), 0, missing) + text
}

export function split(text: string, separator: string): string[] {
  return splitText(text, separator)
}

export function replace(text: string, from: string, to: string): string {
  if (from === '') return text
  const occurrences = countText(text, from)
  if (text.length + occurrences * (to.length - from.length) > 1024 * 1024) {
    throw new ExpressionError('replace makes a text of more than 1 MiB')
  }
  return splitText(text, from).join(to)
}

export function contains(container: string | unknown[] | object, part: unknown): boolean {
  if (typeof container === 'string') {
    if (typeof part !== 'string')
      throw new ExpressionError(`contains looks for a text, received ${describe(part)}`)
    return findText(container, part) >= 0
  }
  if (Array.isArray(container)) return container.some(candidate => isEqual(candidate, part))
  return typeof part === 'string' && Object.hasOwn(container, part)
}

export function indexOf(text: string, part: string): number {
  return characterAt(text, findText(text, part))
}

export function lastIndexOf(text: string, part: string): number {
  return characterAt(text, findLastText(text, part))
}

export function slice(sized: string | unknown[] | object, start: number, end?: number): unknown {
  if (typeof sized === 'string') return sliceCharacters(sized, start, end)
  if (Array.isArray(sized)) return sized.slice(start, end)
  throw new ExpressionError('slice takes a text or a list, received a map')
}

/** Units: a fraction is written digit by digit. */
const jsonCost = 10

export function json(value: unknown): string {
  spend(jsonCost + (measure(value) >> 2))
  return JSON.stringify(value)
}

/** Units: the engine takes 10 us to say why. */
const notJsonCost = 300

export function parseJson(text: string): unknown {
  spend(text.length >> 1)
  try {
    const value: unknown = readJson(text)
    measure(value)
    return value
  } catch (cause) {
    if (cause instanceof ExpressionError || cause instanceof OverBudget) throw cause
    spend(notJsonCost)
    throw new ExpressionError(`the text is not JSON: ${describe(text)}`, { cause })
  }
}

/** One that no number holds stays the text that it is, and its order counts as that of a number. */
export function toNumber(value: unknown): number | string {
  if (typeof value === 'number' || isLongNumeral(value)) return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text)))
    return Number(text)
  throw new ExpressionError(`expected a number, received ${describe(value)}`)
}

export function toInteger(value: unknown): number | string {
  const number = toNumber(value)
  return typeof number === 'number' ? Math.trunc(number) : number
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
