// A JSON Schema from results that were seen, for tools that say nothing of theirs: types and names of fields,
// never a value. storage/tool-servers/tool-observations.ts gathers them.
// 1. `mergedSchemas` widens: what fitted either schema fits the answer. Merging the same again changes
//    nothing.
// 2. Names of fields are kept, keys of maps are not: an object whose keys look like data (ids, addresses) is
//    described by its values alone.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'

export const observedBounds = {
  /** Levels of objects and lists whose insides are described. */
  depth: 4,
  /** Of one object. */
  properties: 60,
  sizeBytes: 8 * 1024,
  /** Items of a list that are looked at. */
  items: 50,
  /** Keys of one object that are looked at; one with more is a map. */
  keys: 200,
  /** Values of one result that are looked at; the rest counts as absent. */
  visits: 5_000,
} as const

const typeOrder = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

/** A shape while it is made. Absent: nothing is known of it, which differs from an object without fields. */
interface Shape {
  readonly types: ReadonlySet<string>
  readonly fields?: ReadonlyMap<string, { readonly shape: Shape; readonly isRequired: boolean }>
  /** Of every value of a map. */
  readonly values?: Shape
  readonly items?: Shape
}

/** Walks a bounded part of the value. */
export function observedSchema(value: Json): JsonSchema {
  return bounded(shapeOf(value, 1, { left: observedBounds.visits }))
}

/** @param a its fields go first, also where there are too many; where it was cut, the answer is, too */
export function mergedSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const known = shapeIn(a)
  return bounded(merged(known, shapeIn(b)), depthOf(known))
}

/** Counts values down. */
interface Walk {
  left: number
}

function shapeOf(value: Json, depth: number, walk: Walk): Shape {
  walk.left -= 1
  if (value === null) return scalar('null')
  if (Array.isArray(value)) {
    if (depth > observedBounds.depth) return scalar('array')
    const seen: Shape[] = []
    for (const item of value.slice(0, observedBounds.items))
      if (walk.left > 0) seen.push(shapeOf(item, depth + 1, walk))
    return seen.length === 0 ? scalar('array') : { types: new Set(['array']), items: seen.reduce(merged) }
  }
  if (typeof value === 'object') return objectShape(value as JsonObject, depth, walk)
  if (typeof value === 'number') return scalar(Number.isInteger(value) ? 'integer' : 'number')
  return scalar(typeof value)
}

function scalar(type: string): Shape {
  return { types: new Set([type]) }
}

function objectShape(value: JsonObject, depth: number, walk: Walk): Shape {
  const types = new Set(['object'])
  if (depth > observedBounds.depth) return { types }
  const keys = Object.keys(value)
  const shapes: [string, Shape][] = []
  for (const key of keys.slice(0, observedBounds.keys))
    if (walk.left > 0) shapes.push([key, shapeOf(value[key]!, depth + 1, walk)])
  const isMap = keys.length > observedBounds.keys || !keys.every(looksLikeField)
  if (isMap && shapes.length > 0) return { types, values: shapes.map(([, shape]) => shape).reduce(merged) }
  if (isMap) return { types, fields: new Map() }
  return { types, fields: new Map(shapes.map(([key, shape]) => [key, { shape, isRequired: true }])) }
}

/** Words with few digits: no id, no address, no date, no token. */
function looksLikeField(key: string): boolean {
  return (
    key.length <= 64 &&
    /^[\p{L}_$][\p{L}\p{M}\p{N}_$ .:/()-]*$/u.test(key) &&
    !/\d{4}|\d.*\D\d.*\D\d/.test(key)
  )
}

function merged(a: Shape, b: Shape): Shape {
  const types = new Set([...a.types, ...b.types])
  if (types.has('number')) types.delete('integer')
  const items = both(a.items, b.items)
  const values = mapValues(a, b)
  const fields = values === undefined ? mergedFields(a, b) : undefined
  return {
    types,
    ...(fields !== undefined && { fields }),
    ...(values !== undefined && { values }),
    ...(items !== undefined && { items }),
  }
}

function both(a: Shape | undefined, b: Shape | undefined): Shape | undefined {
  return a === undefined || b === undefined ? (a ?? b) : merged(a, b)
}

/** Where either is a map, the fields of the other are values of it. */
function mapValues(a: Shape, b: Shape): Shape | undefined {
  if (a.values === undefined && b.values === undefined) return undefined
  const fields = [a, b].flatMap(({ fields }) => [...(fields?.values() ?? [])].map(({ shape }) => shape))
  return [a.values, b.values, ...fields].filter(shape => shape !== undefined).reduce(merged)
}

function mergedFields(a: Shape, b: Shape): Shape['fields'] {
  if (a.fields === undefined || b.fields === undefined) return a.fields ?? b.fields
  const names = new Set([...a.fields.keys(), ...b.fields.keys()])
  return new Map(
    [...names].map(name => {
      const [inA, inB] = [a.fields!.get(name), b.fields!.get(name)]
      const isRequired = inA?.isRequired === true && inB?.isRequired === true
      return [name, { shape: both(inA?.shape, inB?.shape)!, isRequired }]
    }),
  )
}

/** Levels that are described everywhere: an object without a description was cut off. */
function depthOf({ types, fields, values, items }: Shape): number {
  if (types.has('object') && fields === undefined && values === undefined) return 0
  const inside = [...(fields?.values() ?? [])].map(({ shape }) => shape)
  const all = [...inside, values, items].filter(shape => shape !== undefined)
  return 1 + Math.min(observedBounds.depth - 1, ...all.map(depthOf))
}

/**
 * The schema within its bounds: of one that is too large, the deepest levels go first, then fields.
 * @param most levels to describe
 */
function bounded(shape: Shape, most: number = observedBounds.depth): JsonSchema {
  for (let depth = Math.min(most, observedBounds.depth); depth > 1; depth--) {
    const schema = schemaOf(shape, depth, observedBounds.properties)
    if (sizeOf(schema) <= observedBounds.sizeBytes) return schema
  }
  for (let count: number = most > 0 ? observedBounds.properties : 0; count > 0; count -= 10) {
    const schema = schemaOf(shape, 1, count)
    if (sizeOf(schema) <= observedBounds.sizeBytes) return schema
  }
  return schemaOf(shape, 0, 0)
}

function sizeOf(schema: JsonSchema): number {
  return Buffer.byteLength(JSON.stringify(schema))
}

/** @param depth of the levels that are described */
function schemaOf({ types, fields, values, items }: Shape, depth: number, most: number): JsonSchema {
  const named = typeOrder.filter(type => types.has(type))
  const type = named.length === 1 ? named[0]! : named
  if (depth === 0) return { type }
  const inside = (shape: Shape) => schemaOf(shape, depth - 1, most)
  const kept = fields && [...fields].slice(0, most)
  const required = (kept ?? []).filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return {
    type,
    ...(kept && { properties: Object.fromEntries(kept.map(([name, { shape }]) => [name, inside(shape)])) }),
    ...(required.length > 0 && { required }),
    ...(values && { additionalProperties: inside(values) }),
    ...(items && { items: inside(items) }),
  }
}

/** Reads what `schemaOf` wrote. */
function shapeIn({ type, properties, required = [], additionalProperties, items }: JsonSchema): Shape {
  const names = Array.isArray(required) ? required : []
  const types = new Set((Array.isArray(type) ? type : [type]).map(String))
  return {
    types,
    ...(isObject(properties) && {
      fields: new Map(
        Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => [
          name,
          { shape: shapeIn(schema), isRequired: names.includes(name) },
        ]),
      ),
    }),
    ...(isObject(additionalProperties) && { values: shapeIn(additionalProperties as JsonSchema) }),
    ...(isObject(items) && { items: shapeIn(items as JsonSchema) }),
  }
}
