// JSON Schemas as language models and their providers want them: every property says its type. One that may
// be anything says so by a union of all types, which allows what no type at all allows.
import { isObject, type Json, type JsonSchema } from '../json.ts'

const anyType = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const
/** A schema with one of these says what it allows. */
const saying = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'] as const
/** Of foreign schemas, deeper ones stay as they are. */
const depthLimit = 20

const known = new WeakMap<JsonSchema, JsonSchema>()

/** The same object where nothing has to be said. */
export function withTypes(schema: JsonSchema): JsonSchema {
  let typed = known.get(schema)
  if (typed === undefined) {
    typed = inner(schema, depthLimit)
    known.set(schema, typed)
  }
  return typed
}

function inner(schema: JsonSchema, depth: number): JsonSchema {
  const changed: { [keyword: string]: Json } = {}
  if (isObject(schema['properties'])) {
    const entries = Object.entries(schema['properties'] as JsonSchema)
    const typed = entries.map(([name, value]) => [name, typedPart(value, depth)] as const)
    if (typed.some(([, value], index) => value !== entries[index]![1]))
      changed['properties'] = Object.fromEntries(typed)
  }
  if (isObject(schema['items'])) take(changed, 'items', schema['items'] as JsonSchema, depth)
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = schema[keyword]
    if (!Array.isArray(parts)) continue
    const typed = parts.map(part => typedPart(part as Json, depth))
    if (typed.some((part, index) => part !== parts[index])) changed[keyword] = typed
  }
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed }
}

function take(changed: { [keyword: string]: Json }, keyword: string, part: JsonSchema, depth: number): void {
  const typed = typedPart(part, depth)
  if (typed !== part) changed[keyword] = typed
}

function typedPart(part: Json, depth: number): Json {
  if (part === true) return { type: anyType }
  if (!isObject(part) || depth === 0) return part
  const schema = inner(part as JsonSchema, depth - 1)
  return saying.some(keyword => keyword in schema) ? schema : { type: anyType, ...schema }
}
