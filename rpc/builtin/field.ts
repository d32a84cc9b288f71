// Finds a field of an item by its name, as list tools and templates use it: `total`, `customer.name`,
// `lines.0.price`.
import { spend } from '../../domain/budgets/budget.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { ToolFailure } from './tool.ts'

/**
 * The value at a dotted path, or undefined. A field with the whole path as its name comes first, so that a
 * column "unit.price" is found. Only own properties count.
 */
export function valueAt(item: Json, path: string): Json | undefined {
  spend(5 + path.length / 2)
  const direct = property(item, path)
  if (direct !== undefined) return direct
  let value: Json | undefined = item
  for (const name of path.split('.')) {
    if (value === undefined) return undefined
    value = property(value, name)
  }
  return value
}

/** @throws {ToolFailure} no item has such a field: it is called otherwise */
export function mustHave(items: readonly Json[], field: string): void {
  if (items.length === 0 || items.some(item => valueAt(item, field) !== undefined)) return
  throw new ToolFailure('unknown-field', `no item of the list has a field "${field}"`)
}

function property(value: Json, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as JsonObject)[name]
}

/**
 * The number that the value is or spells ("12.50", " 7 "), or null, to count with. Lists from CSV hold texts.
 */
export function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string') spend(2 + value.length / 32)
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)) return null
  return Number(value)
}

/** The value inside a sentence or a cell: texts bare, null and undefined empty, other values as JSON. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
