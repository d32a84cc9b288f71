// Reads the keywords of a foreign JSON Schema for domain/schema/schema-drift.ts. A keyword with a value of
// the wrong form counts as absent.
import { canonical, isObject, type Json } from '../json.ts'

export type Schema = { readonly [keyword: string]: Json }

export function schemaOf(value: Json): Schema {
  return isObject(value) ? (value as Schema) : {}
}

/** Null: any type. */
export function typesOf({ type }: Schema): readonly Json[] | null {
  if (type === undefined) return null
  return Array.isArray(type) ? type : [type as Json]
}

/** The allowed values as text; null for any. */
export function valuesOf(schema: Schema): Set<string> | null {
  const values = schema['const'] === undefined ? schema['enum'] : [schema['const']]
  return Array.isArray(values) ? new Set(values.map(textOf)) : null
}

export function propertiesOf({ properties }: Schema): ReadonlyMap<string, Json> {
  return new Map(isObject(properties) ? (Object.entries(properties) as [string, Json][]) : [])
}

export function namesOf(required: Json | undefined): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? required.map(String) : [])
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  return a !== undefined && b !== undefined && textOf(a) === textOf(b)
}

function textOf(value: Json): string {
  return JSON.stringify(canonical(value))
}
