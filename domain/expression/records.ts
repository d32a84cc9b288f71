// Implementations of the functions over lists of records (domain/expression/functions.ts): sorting and
// grouping by a field. A field is named by its path: `customer.name`.
import { spend } from '../budgets/budget.ts'
import { ExpressionError } from './budget.ts'
import { access, comparisonOf, describe, isMap, isNumeric } from './values.ts'

/** Stable; records without the field, or with null in it, come last. */
export function sortBy(list: unknown[], field: string, direction = 'ascending'): unknown[] {
  if (direction !== 'ascending' && direction !== 'descending')
    throw new ExpressionError(`sortBy takes "ascending" or "descending", received ${describe(direction)}`)
  const sign = direction === 'ascending' ? 1 : -1
  const keyed = list.map(item => ({ item, key: keyOf(item, field) }))
  const [known, unknown] = [keyed.filter(({ key }) => key !== null), keyed.filter(({ key }) => key === null)]
  const type = typeof known[0]?.key
  const odd = known.find(({ key }) => typeof key !== type)
  if (odd !== undefined && !known.every(({ key }) => isNumeric(key)))
    throw new ExpressionError(`sortBy: ${field} is of several types, among them ${describe(odd.key)}`)
  const compare = comparisonOf(known.map(({ key }) => key))
  known.sort((a, b) => sign * compare(a.key as string, b.key as string))
  return [...known, ...unknown].map(({ item }) => item)
}

/** In the order in which the keys come first: `[{key, items}]`. */
export function groupBy(list: unknown[], field: string): unknown[] {
  spend(10)
  const groups = new Map<unknown, unknown[]>()
  for (const item of list) {
    const key = keyOf(item, field)
    const group = groups.get(key)
    if (group !== undefined) group.push(item)
    else {
      spend(5)
      groups.set(key, [item])
    }
  }
  return [...groups].map(([key, items]) => ({ key, items }))
}

/** Lists inside the list become part of it, one level. */
export function flatten(list: unknown[]): unknown[] {
  const flat = list.flat()
  spend(5 + flat.length)
  return flat
}

/** A number, a text or true/false; null when the record has none. */
export function keyOf(item: unknown, field: string): unknown {
  const value = valueAt(item, field)
  if (typeof value === 'object' && value !== null)
    throw new ExpressionError(`${field} is ${describe(value)}: expected a number, a text or true/false`)
  if (typeof value === 'string') spend(value.length >> 4)
  return value
}

/** Of any type; null when the record has none. */
export function valueAt(item: unknown, field: string): unknown {
  let value = item
  spend(2 + field.length / 4)
  for (const name of field.split('.')) {
    if (!isMap(value))
      throw new ExpressionError(`expected a record with ${field}, received ${describe(value)}`)
    spend(1)
    if (!Object.hasOwn(value, name)) return null
    value = access(value, name, field)
    if (value === null) return null
  }
  return value
}
