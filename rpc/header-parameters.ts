// Arguments of a tool that also travel as headers, `Mcp-Param-<name>`, because its inputSchema marks them with
// `x-mcp-header` (MCP 2026-07-28), and how values are written in headers. Called by the connector (rpc/remote/).
import { isObject, type Json, type JsonObject, type JsonSchema } from '../domain/json.ts'
import { SchemaError } from '../domain/schema-copy.ts'

export interface HeaderParameter {
  /** In lower case, with its prefix. */
  readonly header: string
  /** Names of properties, from the arguments down. */
  readonly path: readonly string[]
}

const keyword = 'x-mcp-header'
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/
const primitives: ReadonlySet<Json | undefined> = new Set(['string', 'integer', 'boolean'])

const known = new WeakMap<JsonSchema, readonly HeaderParameter[]>()

/**
 * The marked arguments of a schema; the same schema object is read once.
 * @throws {SchemaError} a mark that the protocol does not allow: such a tool must not be offered
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

/** Headers for the arguments of one call; what is absent or null has none. */
export function parameterHeaders(schema: JsonSchema, args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { header, path } of headerParameters(schema)) {
    const value = path.reduce<unknown>(
      (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      args,
    )
    if (value === undefined || value === null || typeof value === 'object') continue
    headers[header] = headerValue(String(value))
  }
  return headers
}

/** A text as a header can hold it: as it is where that is safe, else `=?base64?...?=`. */
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

/** Marks anywhere in the schema; a property that is called like the keyword is none. */
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

/** Keywords whose names are the author's, and those that hold values, not schemas. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
])
const plainValues: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
