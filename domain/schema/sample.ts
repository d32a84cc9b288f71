// A value that fits a JSON Schema, for what is not done in a dry run: the answer that a tool would give.
// Examples, defaults and constants of the schema win. It does its best and is not checked: a schema can ask
// for what nobody can make up.

import { isObject, type Json, type JsonObject } from '../json.ts'
import { own } from '../own.ts'

/** Deeper values are left out. */
const deepest = 6

/** @param schema null when nothing is known: null */
export function sampleOf(schema: JsonObject | null, depth = 0): Json {
  if (schema === null || depth > deepest) return null
  for (const keyword of ['const', 'default'] as const)
    if (Object.hasOwn(schema, keyword)) return schema[keyword]!
  for (const keyword of ['examples', 'enum'] as const) {
    const values = schema[keyword]
    if (Array.isArray(values) && values.length > 0) return values[0] as Json
  }
  const [part] = ['anyOf', 'oneOf', 'allOf'].flatMap(keyword => schema[keyword] ?? [])
  const inner = Array.isArray(part) ? part[0] : part
  if (isObject(inner)) return sampleOf(inner as JsonObject, depth + 1)
  return sampleOfType(schema, depth)
}

function sampleOfType(schema: JsonObject, depth: number): Json {
  const { type } = schema
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0
    case 'boolean':
      return true
    case 'array': {
      const { items, minItems } = schema
      const count = Math.min(typeof minItems === 'number' ? minItems : 1, 10)
      if (!isObject(items)) return []
      return Array.from({ length: count }, () => sampleOf(items as JsonObject, depth + 1))
    }
    case 'object': {
      const properties = isObject(schema['properties']) ? (schema['properties'] as JsonObject) : {}
      const fields = Object.entries(properties).filter(([, field]) => isObject(field))
      return Object.fromEntries(
        fields.slice(0, 100).map(([name, field]) => [name, sampleOf(field as JsonObject, depth + 1)]),
      )
    }
    default:
      return null
  }
}

const texts: { readonly [format: string]: string } = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  email: 'somebody@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function textOf({ format, title, minLength }: JsonObject): string {
  const text = own(texts, String(format)) ?? (typeof title === 'string' ? title : 'text')
  return typeof minLength === 'number' ? text.padEnd(Math.min(minLength, 1_000), 'x') : text
}
