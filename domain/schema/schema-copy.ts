// Copies a foreign JSON Schema into a form that is safe to run: known keywords only, references inside the
// schema only, patterns as formats that run on re2js. Called by domain/schema/schema-check.ts.
import { format } from '@cfworker/json-schema'
import { RE2JS } from 're2js'
import type { Json, JsonSchema } from '../json.ts'
import { isObject } from '../json.ts'

/** Sizes from docs/internals/mcp-lanes.md: real tools stay well below. */
export const schemaBounds = { sizeBytes: 64 * 1024, depth: 20 } as const

/** A defect of a schema, for its author. */
export class SchemaError extends Error {}

const items = ['items', 'additionalItems', 'unevaluatedItems', 'contains']
const properties = ['additionalProperties', 'unevaluatedProperties', 'propertyNames']
const schemas = new Set([...items, ...properties, 'not', 'if', 'then', 'else'])
const schemaArrays = new Set(['prefixItems', 'items', 'allOf', 'anyOf', 'oneOf'])
/** Keywords that apply several schemas to one value. */
const choices = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'])
const schemaMaps = new Set(['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas'])

const isNumber = (value: Json) => typeof value === 'number'
const isText = (value: Json) => typeof value === 'string'
const isTexts = (value: Json) => Array.isArray(value) && value.every(isText)
/** Keywords that hold no schema, with a check of their value: the validator would throw on anything else. */
const plain: Readonly<Record<string, (value: Json) => boolean>> = {
  type: value => isText(value) || isTexts(value),
  const: () => true,
  enum: value => Array.isArray(value),
  required: isTexts,
  dependentRequired: value => isObject(value) && Object.values(value).every(names => isTexts(names as Json)),
  $anchor: isText,
  uniqueItems: value => typeof value === 'boolean',
  // Booleans in draft 4.
  exclusiveMaximum: value => isNumber(value) || typeof value === 'boolean',
  exclusiveMinimum: value => isNumber(value) || typeof value === 'boolean',
  maximum: isNumber,
  minimum: isNumber,
  multipleOf: isNumber,
  maxLength: isNumber,
  minLength: isNumber,
  maxItems: isNumber,
  minItems: isNumber,
  maxContains: isNumber,
  minContains: isNumber,
  maxProperties: isNumber,
  minProperties: isNumber,
}

/** Formats of the validator that take linear time; others (`url`) are ignored, as the standard allows. */
const dates = ['date', 'time', 'date-time', 'duration']
const names = ['uri', 'uri-reference', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid', 'json-pointer']
const formats = new Set([...dates, ...names])

/** The validator compares every item with every other one; this many take some 10 ms. */
const uniqueItemsLimit = 2_000

/** Every distinct pattern stays registered for the life of the thread. */
const patternsLimit = 10_000
let patternCount = 0

/**
 * Called each time that a check enters a schema below a reference or a choice, because such schemas may be
 * entered often for one value. Any other schema is entered once per value.
 * @param isCostly the schema compares every item with every other, or every name with every pattern
 */
export type OnVisit = (isCostly: boolean) => void

/**
 * @param onVisit may throw, to end a check
 * @throws {SchemaError}
 */
export function copySchema(schema: JsonSchema, onVisit: OnVisit): JsonSchema {
  const text = JSON.stringify(schema)
  if (Buffer.byteLength(text) > schemaBounds.sizeBytes) {
    throw new SchemaError(`the schema is larger than ${schemaBounds.sizeBytes} bytes`)
  }
  return copyObject(schema, { depth: 1, isCounted: text.includes('"$ref"'), onVisit })
}

interface Place {
  readonly depth: number
  readonly onVisit: OnVisit
  /** Counting costs something at every visit, so most schemas are not counted. */
  readonly isCounted: boolean
}

function copy(schema: Json, place: Place): Json {
  if (typeof schema === 'boolean') return schema
  if (isObject(schema)) return copyObject(schema as JsonSchema, place)
  throw new SchemaError(`expected a schema, found ${JSON.stringify(schema).slice(0, 60)}`)
}

function copyObject(schema: JsonSchema, place: Place): JsonSchema {
  const { depth, onVisit, isCounted } = place
  if (depth > schemaBounds.depth) {
    throw new SchemaError(`the schema is nested deeper than ${schemaBounds.depth}`)
  }
  const copied: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    const kept = copyKeyword(keyword, value, {
      depth: depth + 1,
      onVisit,
      isCounted: isCounted || choices.has(keyword),
    })
    if (kept !== undefined) copied[keyword] = kept
  }
  if (copied['uniqueItems'] === true) {
    copied['maxItems'] = Math.min(Number(schema['maxItems'] ?? uniqueItemsLimit), uniqueItemsLimit)
  }
  const complete = withPattern(copied, schema['pattern'])
  const isCostly = complete['uniqueItems'] === true || 'patternProperties' in complete
  // The validator reads this keyword of each schema that it enters, which tells us of the visit.
  if (isCounted || isCostly)
    Object.defineProperty(complete, '$recursiveAnchor', { get: () => onVisit(isCostly) })
  return complete
}

/** Undefined for a keyword that is not copied. */
function copyKeyword(keyword: string, value: Json, place: Place): Json | undefined {
  if (schemaArrays.has(keyword) && Array.isArray(value)) return value.map(schema => copy(schema, place))
  if (schemas.has(keyword)) return copy(value, place)
  if (schemaMaps.has(keyword)) return copyMap(keyword, value, place)
  if (keyword === '$ref') return localReference(value)
  if (keyword === 'format') return formats.has(String(value)) ? value : undefined
  if (keyword === '$dynamicRef' || keyword === '$recursiveRef') {
    throw new SchemaError(`${keyword} is not supported`)
  }
  if (!Object.hasOwn(plain, keyword)) return undefined
  if (plain[keyword]!(value)) return value
  throw new SchemaError(`${keyword} can not be ${JSON.stringify(value).slice(0, 60)}`)
}

function copyMap(keyword: string, map: Json, place: Place): JsonSchema {
  if (!isObject(map)) throw new SchemaError(`expected an object of schemas in ${keyword}`)
  const entries = Object.entries(map as JsonSchema)
  if (keyword === 'patternProperties') for (const [pattern] of entries) checkNamePattern(pattern)
  return Object.fromEntries(entries.map(([name, schema]) => [name, copy(schema, place)]))
}

function localReference(value: Json): string {
  if (typeof value === 'string' && value.startsWith('#')) return value
  throw new SchemaError(`$ref ${JSON.stringify(value).slice(0, 100)} leaves the schema`)
}

/** A pattern becomes a format of its own, because the validator lets us replace formats but not patterns. */
function withPattern(schema: Record<string, Json>, pattern: Json | undefined): JsonSchema {
  if (pattern === undefined) return schema
  if (typeof pattern !== 'string') throw new SchemaError('expected a text in pattern')
  const name = `pattern ${pattern}`
  if (!Object.hasOwn(format, name)) {
    const compiled = compilePattern(pattern)
    format[name] = text => compiled.matcher(text).find()
  }
  if (schema['format'] === undefined) return { ...schema, format: name }
  return { ...schema, allOf: [...((schema['allOf'] as Json[] | undefined) ?? []), { format: name }] }
}

function compilePattern(pattern: string): RE2JS {
  if (++patternCount > patternsLimit) throw new SchemaError(`more than ${patternsLimit} patterns are in use`)
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch (cause) {
    throw new SchemaError(`the pattern ${JSON.stringify(pattern)} has no linear-time form`, { cause })
  }
}

/**
 * RegExp matches these patterns, so only evidently linear ones are allowed: a text, or an anchored class
 * repeated once.
 */
function checkNamePattern(pattern: string): void {
  if (/^\^?([\w\s:/@-]|\\[.$-])*\$?$/.test(pattern) || /^\^(\.|\[[\w\s-]+\])[*+]\$?$/.test(pattern)) return
  throw new SchemaError(`the pattern ${JSON.stringify(pattern)} in patternProperties is not supported`)
}
