// Arguments that the caller mirrors in headers, so that proxies can route by them: a property of the
// inputSchema with `x-mcp-header: Region` comes as `Mcp-Param-Region`. Header and argument must agree. Called
// by modern-lane.ts.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../domain/json.ts'
import { SchemaError } from '../../../domain/schema/schema-error.ts'
import { type HeaderParameter, headerParameters } from '../../header-parameters.ts'
import { decodeHeaderValue } from './header-value.ts'

/** @returns what is wrong with the headers of this call, or null */
export function paramHeaderDefect(
  schema: JsonSchema,
  args: JsonObject,
  header: (name: string) => string,
): string | null {
  for (const parameter of parametersOf(schema)) {
    const defect = defectOf(parameter, valueAt(args, parameter.path), header(parameter.header))
    if (defect !== null) return defect
  }
  return null
}

/** A schema with forbidden marks asks for no headers: clients must leave out such a tool. */
function parametersOf(schema: JsonSchema): readonly HeaderParameter[] {
  try {
    return headerParameters(schema)
  } catch (error) {
    if (error instanceof SchemaError) return []
    throw error
  }
}

function defectOf({ path, header: name }: HeaderParameter, value: Json, header: string): string | null {
  if (value === null) return header === '' ? null : `${name}: the body has no ${path.join('.')}`
  if (typeof value === 'object') return null
  const given = decodeHeaderValue(header)
  if (given === null) return `${name}: neither visible ASCII nor =?base64?...?=`
  if (given === String(value)) return null
  if (typeof value === 'number' && given !== '' && Number(given) === value) return null
  return header === '' ? `${name} is missing` : `${name} does not say what ${path.join('.')} says`
}

/** Null when there is no value. */
function valueAt(args: JsonObject, path: readonly string[]): Json {
  let value: Json | undefined = args
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return null
    value = value[name] as Json
  }
  return value ?? null
}
