// A JSON Schema that came in as JSON: bounds beyond 2^53 - 1, those of 64 bit integers for instance, were
// read as texts (domain/numerals.ts). They are numbers for everybody who reads the schema, so here they
// round.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { isLongNumeral } from '../numerals.ts'

const bounds: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['minContains', 'maxContains'],
])
/** Their names are chosen by the author. */
const maps: ReadonlySet<string> = new Set([
  ...['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas', 'dependencies'],
])
/** They hold values, which stay as they came. */
const values: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
/** Deeper ones are refused anyway. */
const deepest = 100

/** The same object when no bound was read as a text. */
export function withNumericBounds(schema: JsonSchema): JsonSchema {
  return inSchema(schema, 0) as JsonSchema
}

function inSchema(schema: Json, depth: number): Json {
  if (depth > deepest) return schema
  if (Array.isArray(schema)) return inList(schema, depth)
  if (!isObject(schema)) return schema
  return changed(schema as JsonObject, (keyword, value) => {
    if (bounds.has(keyword)) return isLongNumeral(value) ? Number(value) : value
    if (values.has(keyword)) return value
    if (!maps.has(keyword) || !isObject(value)) return inSchema(value, depth + 1)
    return changed(value as JsonObject, (_, member) => inSchema(member, depth + 1))
  })
}

function inList(list: readonly Json[], depth: number): readonly Json[] {
  const read = list.map(part => inSchema(part, depth + 1))
  return read.some((part, index) => part !== list[index]) ? read : list
}

function changed(object: JsonObject, change: (name: string, value: Json) => Json): JsonObject {
  const entries = Object.entries(object).map(([name, value]) => [name, change(name, value)] as const)
  return entries.some(([name, value]) => value !== object[name]) ? Object.fromEntries(entries) : object
}
