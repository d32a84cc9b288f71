// Implementations of zip, chunk and isBlank.
import { spend } from '../../budgets/budget.ts'
import { ExpressionError } from '../budget.ts'
import { isMap, keysOf } from '../values.ts'

/** As long as the longer list, with null in place of what the other lacks. */
export function zip(a: unknown[], b: unknown[]): unknown[] {
  const length = Math.max(a.length, b.length)
  spend(4 * length)
  return Array.from({ length }, (_, index) => [a[index] ?? null, b[index] ?? null])
}

export function chunk(list: unknown[], size: number): unknown[] {
  if (!Number.isInteger(size) || size < 1)
    throw new ExpressionError(`chunk takes a whole number of at least 1, received ${size}`)
  const count = Math.ceil(list.length / size)
  spend(list.length + 4 * count)
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size))
}

export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return value === null || (isMap(value) && keysOf(value).length === 0)
}
