// Implementations of the functions over lists and numbers (domain/expression/functions.ts).
import { spend } from '../budgets/budget.ts'
import { mean, total } from '../decimals.ts'
import { boundedText, ExpressionError, MissingValue } from './budget.ts'
import { toText } from './texts.ts'
import { comparisonOf, describe, isEqual, isNumeric } from './values.ts'

export function join(list: unknown[], separator = ''): string {
  let text = ''
  for (const [index, part] of list.entries()) {
    text += index === 0 ? toText(part) : separator + toText(part)
    boundedText(text.length > 65_536 ? text : '')
  }
  return boundedText(text)
}

export function item(list: unknown[], index: number): unknown {
  const found = list[index]
  if (found === undefined) throw new MissingValue('the list is empty')
  return found
}

export function sum(list: unknown[]): number {
  return total(numbersIn(list))
}

export function average(list: unknown[]): number {
  if (list.length === 0) throw new MissingValue('the list is empty')
  return mean(numbersIn(list))
}

function numbersIn(list: unknown[]): readonly number[] {
  for (const value of list)
    if (typeof value !== 'number') throw new ExpressionError(`sum takes numbers, received ${describe(value)}`)
  return list as number[]
}

export function least(...values: unknown[]): unknown {
  return extreme(values, -1)
}

export function greatest(...values: unknown[]): unknown {
  return extreme(values, 1)
}

/** @param sign of the comparison of a better value with a worse one */
function extreme(args: unknown[], sign: 1 | -1): unknown {
  const values = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  comparable(values)
  const compare = comparisonOf(values)
  let best = item(values, 0) as number | string
  for (const value of values as (number | string)[]) if (compare(value, best) * sign > 0) best = value
  return best
}

export function sort(list: unknown[]): unknown[] {
  comparable(list)
  return list.toSorted(comparisonOf(list) as (a: unknown, b: unknown) => number)
}

function comparable(values: unknown[]): void {
  if (values.every(isNumeric)) return
  const type = typeof values[0]
  for (const value of values) {
    if (typeof value === type && (type === 'number' || type === 'string')) continue
    throw new ExpressionError(`only numbers, or only texts, have an order; received ${describe(value)}`)
  }
}

export function round(value: number, places = 0): number {
  if (!Number.isInteger(places) || places < 0 || places > 15) {
    throw new ExpressionError(`round takes 0 to 15 decimal places, received ${places}`)
  }
  // Through the decimal text, so that round(1.005, 2) is 1.01: 1.005 * 100 is 100.49999999999999.
  const [mantissa, exponent = '0'] = String(Math.abs(value)).split('e')
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + places}`))
  const [digits, power = '0'] = String(scaled).split('e')
  return Math.sign(value) * Number(`${digits}e${Number(power) - places}`)
}

export function unique(list: unknown[]): unknown[] {
  const seen: unknown[] = []
  const scalars = new Set<unknown>()
  for (const value of list) {
    if (typeof value !== 'object' || value === null) {
      spend(typeof value === 'string' ? 5 + (value.length >> 4) : 3)
      if (scalars.has(value)) continue
      scalars.add(value)
    } else {
      spend(seen.length)
      if (seen.some(other => isEqual(other, value))) continue
    }
    seen.push(value)
  }
  return seen
}
