// Implementations of the functions that look records up and count them by a field.
import { spend } from '../../budgets/budget.ts'
import { total } from '../../decimals.ts'
import { ExpressionError } from '../budget.ts'
import { keyOf, valueAt } from '../records.ts'
import { toText } from '../texts.ts'
import { describe, isEqual } from '../values.ts'

/** Null also finds a record without the field. */
export function find(list: unknown[], field: string, value: unknown): unknown {
  return list.find(item => isEqual(keyOf(item, field), value)) ?? null
}

/** A key is the text of the value, `null` for a record without the field; the later of two with one stays. */
export function toMap(list: unknown[], keyField: string, valueField?: string): unknown {
  const map = new Map<string, unknown>()
  for (const item of list)
    map.set(textKey(item, keyField), valueField === undefined ? item : valueAt(item, valueField))
  return recordOf(map)
}

/** In the order in which the values come first. */
export function countBy(list: unknown[], field: string): unknown {
  const counts = new Map<string, number>()
  for (const item of list) {
    const key = textKey(item, field)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return recordOf(counts)
}

/** As decimals on paper; a record without the field, or with null in it, adds nothing. */
export function sumBy(list: unknown[], field: string): number {
  const numbers: number[] = []
  for (const item of list) {
    const value = keyOf(item, field)
    if (value === null) continue
    if (typeof value !== 'number')
      throw new ExpressionError(
        `sumBy takes numbers, ${field} is ${describe(value)}: write sum(list.map(item, number(item.${field})))`,
      )
    numbers.push(value)
  }
  return total(numbers)
}

/** Units for a key of a map. */
const keyCost = 20

function textKey(item: unknown, field: string): string {
  spend(keyCost)
  const key = toText(keyOf(item, field))
  if (key === '__proto__') throw new ExpressionError('__proto__ cannot be a key')
  return key
}

function recordOf(map: ReadonlyMap<string, unknown>): unknown {
  return Object.fromEntries(map)
}
