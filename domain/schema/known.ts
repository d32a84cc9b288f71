// What is known of a value before a plan runs: the JSON Schema of a tool's answer, or one that follows from
// an expression. Only what a schema says in words counts; where it leaves something open, nothing is known.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { own } from '../own.ts'

/** References and unions are resolved: `schema` has its own type and fields. */
export interface Known {
  readonly schema: JsonObject
  /** The whole schema, which `$ref` of it lead into. */
  readonly root: JsonObject
  /** It comes from results that were seen: others may have more fields. */
  readonly isObserved: boolean
}

/** Null: nothing is known. */
export type MaybeKnown = Known | null

/** References in a row, and schemas of one `allOf`. */
const bound = 10

export function knownOf(schema: JsonSchema | null | undefined, isObserved = false): MaybeKnown {
  return schema ? settled(schema, schema, isObserved, bound) : null
}

export const texts = made({ type: 'string' })
export const numbers = made({ type: 'number' })
export const truths = made({ type: 'boolean' })

/** A list; of what, where it is known. */
export function listOf(items: MaybeKnown): Known {
  if (items === null) return made({ type: 'array' })
  return { schema: { type: 'array', items: items.schema }, root: items.root, isObserved: items.isObserved }
}

/** An object with any keys; with what under them, where it is known. */
export function mapOf(values: MaybeKnown): Known {
  if (values === null) return made({ type: 'object' })
  const schema = { type: 'object', additionalProperties: values.schema }
  return { schema, root: values.root, isObserved: values.isObserved }
}

/** The same value, or null. */
export function orNull(known: MaybeKnown): MaybeKnown {
  const types = typesOf(known)
  if (known === null || types === null) return null
  return { ...known, schema: { ...known.schema, type: [...new Set([...types, 'null'])] } }
}

/** An object with exactly these fields. */
export function recordOf(fields: ReadonlyMap<string, MaybeKnown>): Known {
  const properties = Object.fromEntries([...fields].map(([name, field]) => [name, field?.schema ?? {}]))
  const roots = new Set(
    [...fields.values()].flatMap(field => (field && isReferredTo(field) ? [field.root] : [])),
  )
  const [root = {}] = roots
  // References into several documents cannot be told apart.
  const kept = roots.size > 1 ? Object.fromEntries([...fields.keys()].map(name => [name, {}])) : properties
  const schema = {
    type: 'object',
    properties: kept,
    required: [...fields.keys()],
    additionalProperties: false,
  }
  return { schema, root, isObserved: [...fields.values()].some(field => field?.isObserved) }
}

/** What is known of a value that is one of the two. */
export function eitherOf(a: MaybeKnown, b: MaybeKnown): MaybeKnown {
  if (a === null || b === null) return null
  if (a === b || JSON.stringify(a.schema) === JSON.stringify(b.schema)) return a
  const [one, other] = [typesOf(a), typesOf(b)]
  if (one === null || other === null) return null
  return made({ type: [...new Set([...one, ...other])] })
}

/** The names of its types as JSON Schema has them; null when they are open. */
export function typesOf(known: MaybeKnown): readonly string[] | null {
  const type = known?.schema['type']
  if (typeof type === 'string') return [type]
  const listed = known?.schema['enum']
  if (type === undefined && Array.isArray(listed)) return [...new Set(listed.map(typeName))]
  return Array.isArray(type) && type.every(each => typeof each === 'string') ? (type as string[]) : null
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

export interface Field {
  readonly known: MaybeKnown
  /** The schema lists what is required, and this is not among it. */
  readonly isOptional: boolean
}

/** Null: the schema names its fields, this is not among them, and it does not allow others by word. */
export function fieldOf({ schema, root, isObserved }: Known, key: string): Field | null {
  const properties = objectAt(schema, 'properties')
  const field = own(properties, key)
  if (field !== undefined) {
    const required = schema['required']
    const isOptional = Array.isArray(required) && required.length > 0 && !required.includes(key)
    return {
      known: isObject(field) ? settled(field as JsonObject, root, isObserved, bound) : null,
      isOptional,
    }
  }
  const others = schema['additionalProperties']
  if (isObject(schema['patternProperties']) || others === true) return open
  if (isObject(others))
    return { known: settled(others as JsonObject, root, isObserved, bound), isOptional: false }
  return Object.keys(properties).length === 0 && others !== false ? open : null
}

const open: Field = { known: null, isOptional: false }

export function namedFields({ schema }: Known): readonly string[] {
  return Object.keys(objectAt(schema, 'properties'))
}

/** Of the list that it is, perhaps among other types. */
export function itemOf(known: MaybeKnown): MaybeKnown {
  const items = known?.schema['items']
  return isObject(items) ? settled(items as JsonObject, known!.root, known!.isObserved, bound) : null
}

/** The values that it can have; null when they are not listed. */
export function valuesOf(known: MaybeKnown): readonly Json[] | null {
  const { enum: listed, const: only } = known?.schema ?? {}
  if (Array.isArray(listed)) return listed as readonly Json[]
  return only === undefined ? null : [only]
}

function isReferredTo({ root }: Known): boolean {
  return root['$defs'] !== undefined || root['definitions'] !== undefined
}

function made(schema: JsonObject): Known {
  return { schema, root: schema, isObserved: false }
}

function settled(schema: JsonObject, root: JsonObject, isObserved: boolean, left: number): MaybeKnown {
  if (left === 0) return null
  const { $ref, anyOf, oneOf, allOf, ...own } = schema
  const inner = (part: Json | undefined) =>
    isObject(part) ? settled(part as JsonObject, root, isObserved, left - 1) : null
  if ($ref !== undefined) return inner(typeof $ref === 'string' ? pointed(root, $ref) : undefined)
  const union = anyOf ?? oneOf
  if (Array.isArray(union)) return unionOf(union.map(inner))
  if (Array.isArray(allOf))
    return allOf.length > bound ? null : mergedOf([{ schema: own, root, isObserved }, ...allOf.map(inner)])
  if (schema['$dynamicRef'] !== undefined || schema['if'] !== undefined) return null
  // What has only been empty so far says nothing of what comes.
  if (isObserved && isNullAlone(schema['type'])) return null
  return { schema, root, isObserved }
}

/** What `#/$defs/Order` leads to. */
function pointed(root: JsonObject, pointer: string): Json | undefined {
  if (pointer === '#') return root
  if (!pointer.startsWith('#/')) return undefined
  let found: Json | undefined = root
  for (const part of pointer.slice(2).split('/')) {
    if (!isObject(found)) return undefined
    found = own(found as JsonObject, part.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return found
}

/** A value or null is known as the value; what else may be several things is open. */
function unionOf(parts: readonly MaybeKnown[]): MaybeKnown {
  const isNull = (part: MaybeKnown) => typesOf(part)?.every(type => type === 'null') ?? false
  const others = parts.filter(part => !isNull(part))
  const [only] = others
  if (others.length === 1 && only) {
    const types = typesOf(only)
    if (types === null || others.length === parts.length) return only
    return { ...only, schema: { ...only.schema, type: [...new Set([...types, 'null'])] } }
  }
  const types = parts.map(typesOf)
  return types.includes(null) ? null : made({ type: [...new Set(types.flat() as string[])] })
}

/** All of them hold. */
function mergedOf(parts: readonly MaybeKnown[]): MaybeKnown {
  const schemas = parts.flatMap(part => (part === null ? [] : [part.schema]))
  if (schemas.length < parts.length) return null
  const first = parts[0]!
  const required = schemas.flatMap(({ required = [] }) => (Array.isArray(required) ? required : []))
  const merged = Object.assign({}, ...schemas) as JsonObject
  const properties = Object.assign({}, ...schemas.map(schema => objectAt(schema, 'properties'))) as JsonObject
  return { ...first, schema: { ...merged, properties, required } }
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = schema[keyword]
  return isObject(value) ? (value as JsonObject) : {}
}

function isNullAlone(type: Json | undefined): boolean {
  return Array.isArray(type) ? type.every(each => each === 'null') : type === 'null'
}
