// Arguments that also travel as headers `Mcp-Param-<name>`, because the tool's inputSchema marks them with
// `x-mcp-header` (MCP 2026-07-28), and the encoding of header values. Used by the connector (rpc/remote/) and
// by our own modern lane.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../domain/json.ts'
import { SchemaError } from '../domain/schema/schema-error.ts'
import { sentNumeral } from '../domain/schema/sent-numerals.ts'

export interface HeaderParameter {
  /** Lower case, with the prefix. */
  readonly header: string
  /** Property names, from the arguments down. */
  readonly path: readonly string[]
}

const keyword = 'x-mcp-header'
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/
const primitives: ReadonlySet<Json | undefined> = new Set(['string', 'integer', 'boolean'])

const known = new WeakMap<JsonSchema, readonly HeaderParameter[]>()

/**
 * The marked arguments of a schema. Reads each schema object once.
 * @throws {SchemaError} the protocol forbids a mark: such a tool must not be offered
 */
export function headerParameters(schema: JsonSchema): readonly HeaderParameter[] {
  let parameters = known.get(schema)
  if (parameters === undefined) {
    parameters = find(schema, [])
    const names = new Set(parameters.map(({ header }) => header))
    if (names.size < parameters.length)
      throw new SchemaError(`${keyword}: two arguments have the same header`)
    if (count(schema) > parameters.length)
      throw new SchemaError(`${keyword}: expected on a property that only properties lead to`)
    known.set(schema, parameters)
  }
  return parameters
}

/** Headers for the arguments of one call. An absent or null argument has none. */
export function parameterHeaders(schema: JsonSchema, args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { header, path } of headerParameters(schema)) {
    const value = path.reduce<unknown>(
      (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      args,
    )
    const text = sentText(value)
    if (text !== null) headers[header] = headerValue(text)
  }
  return headers
}

/**
 * Of a scalar as it is sent (domain/schema/sent-numerals.ts); null for nothing, and for what is no scalar.
 */
function sentText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? sentNumeral(value) : String(value)
}

/** Plain where a header can hold the text, else `=?base64?...?=`. */
export function headerValue(text: string): string {
  const isSafe = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(text)
  if (isSafe && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

function find(schema: JsonSchema, path: readonly string[]): HeaderParameter[] {
  const { properties } = schema
  if (!isObject(properties)) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return []
    const here = [...path, name]
    return [...markOf(property as JsonSchema, here), ...find(property as JsonSchema, here)]
  })
}

function markOf(property: JsonSchema, path: readonly string[]): HeaderParameter[] {
  const name = property[keyword]
  if (name === undefined) return []
  const at = path.join('.')
  if (typeof name !== 'string' || !token.test(name))
    throw new SchemaError(`${keyword} of ${at}: expected the characters of a header's name`)
  if (!primitives.has(property['type']))
    throw new SchemaError(`${keyword} of ${at}: expected a string, an integer or a boolean`)
  return [{ header: `mcp-param-${name.toLowerCase()}`, path }]
}

/** Counts marks anywhere in the schema. A property that happens to have the keyword's name is not a mark. */
function count(node: Json, isNames = false): number {
  if (typeof node !== 'object' || node === null) return 0
  if (Array.isArray(node)) return node.reduce((sum: number, item) => sum + count(item), 0)
  let sum = 0
  for (const [name, child] of Object.entries(node)) {
    if (name === keyword && !isNames) sum++
    else if (!plainValues.has(name) || isNames) sum += count(child, !isNames && maps.has(name))
  }
  return sum
}

/** Keywords whose keys the author chooses, and keywords that hold values instead of schemas. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
])
const plainValues: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
