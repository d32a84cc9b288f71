// JSON values and JSON Schemas as the whole project passes them around: plain data, never class instances.

import { z } from 'zod'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** A JSON Schema (draft 2020-12 or 7) as data. Ours are objects, and so are those of tool servers. */
export type JsonSchema = { readonly [keyword: string]: Json }

/** Is it a JSON object, neither null nor an array? */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Any JSON value in a zod schema. A value from HTTP has been parsed as JSON already, so only its presence
 * is checked.
 */
export const JsonValue = z
  .unknown()
  .refine(value => value !== undefined, 'expected a value') as unknown as z.ZodType<Json, Json>

/**
 * Any JSON object in a zod schema. Its members are not looked at: zod's own `record` takes microseconds for
 * each, and they may be thousands.
 */
export const JsonObjectValue = z
  .unknown()
  .refine(isObject, {
    error: ({ input }) => `Invalid input: expected object, received ${z.core.util.parsedType(input)}`,
  })
  .meta({ type: 'object', additionalProperties: {} }) as unknown as z.ZodType<JsonObject, JsonObject>

/** Do more lists and objects than that stand in each other? */
export function isDeeper(value: Json, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some(each => isDeeper(each as Json, most - 1))
}

/** Every text in a value, names of fields left out. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** The same value with the names of objects in order, so that equal values have equal texts. */
export function canonical(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(canonical)
  const object = value as JsonObject
  const names = Object.keys(object).sort()
  // An object with a prototype would not keep a member named __proto__.
  const sorted: { [name: string]: Json } = Object.create(null)
  for (const name of names) sorted[name] = canonical(object[name]!)
  return sorted
}
