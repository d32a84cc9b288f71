// Arguments of a tool step, held to the schema of the tool: names and values of enumerations by case and
// separators, numbers and truths that are given as texts, one value where a list of them is wanted.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { own } from '../../../../domain/own.ts'
import { knownOf, typesOf } from '../../../../domain/schema/known.ts'
import type { HubTool } from '../../../../domain/tools/tool.ts'
import { type Around, type Draft, onlyMeant } from '../draft.ts'
import { numberOf } from './quantities.ts'

export function mendedArguments(step: Draft, tool: HubTool | null, { tell }: Around): void {
  const { args } = step
  if (tool === null || !isObject(args)) return
  step['args'] = fitted(args as JsonObject, tool.inputSchema, {
    path: `${step['id']}.args`,
    root: tool.inputSchema,
    tell,
  })
}

interface Place {
  readonly path: string
  /** The schema of all arguments, which references lead into. */
  readonly root: JsonObject
  readonly tell: Around['tell']
}

/** An object by the properties that its schema names. */
function fitted(given: JsonObject, schema: JsonObject, place: Place): JsonObject {
  const properties = schema['properties']
  if (!isObject(properties)) return given
  const named = properties as JsonObject
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const free = Object.keys(named).filter(name => given[name] === undefined)
  const fields: Draft = {}
  for (const [key, value] of Object.entries(given)) {
    const meant = own(named, key) === undefined ? onlyMeant(key, free) : key
    const isTaken = meant !== null && meant !== key && fields[meant] !== undefined
    const name = meant === null || isTaken ? key : meant
    if (name !== key) place.tell(`${place.path}.${name}`, `${key} is taken as ${name}`)
    const property = own(named, name)
    const isNothing = value === null && !required.includes(name)
    if (isNothing && isObject(property) && !typesIn(property as JsonObject, place.root)?.includes('null')) {
      place.tell(`${place.path}.${name}`, 'null is taken as nothing')
      continue
    }
    const inner = { ...place, path: `${place.path}.${name}` }
    fields[name] = isObject(property) ? fittedValue(value, property as JsonObject, inner) : value
  }
  return fields
}

function typesIn(schema: JsonObject, root: JsonObject): readonly string[] | null {
  return typesOf(knownOf({ ...schema, ...(root['$defs'] !== undefined && { $defs: root['$defs'] }) }))
}

function fittedValue(value: Json, schema: JsonObject, place: Place): Json {
  const types = typesIn(schema, place.root)
  const mended = ofType(value, types, schema)
  if (mended !== value) place.tell(place.path, `${shown(value)} is taken as ${shown(mended)}`)
  if (isObject(mended) && !isComputed(mended)) return fitted(mended as JsonObject, schema, place)
  const { items } = schema
  if (!Array.isArray(mended) || !isObject(items)) return mended
  return (mended as readonly Json[]).map(each => fittedValue(each, items as JsonObject, place))
}

function shown(value: Json): string {
  return JSON.stringify(value).slice(0, 80)
}

function ofType(value: Json, types: readonly string[] | null, schema: JsonObject): Json {
  const wants = (type: string) => types?.includes(type) === true
  if (Array.isArray(value) && types !== null && !wants('array')) {
    // One value in a list of its own; an empty one, or several, say something else.
    const [only, ...more] = value as readonly Json[]
    return only === undefined || more.length > 0 || isObject(only) ? value : ofType(only, types, schema)
  }
  if (types?.length === 1 && wants('array') && isSingle(value)) return [value]
  if (typeof value !== 'string') return ofTemplate(value, types) ?? value
  const listed = schema['enum']
  if (Array.isArray(listed) && !listed.includes(value)) {
    const names = listed.filter(each => typeof each === 'string')
    return onlyMeant(value, names) ?? value
  }
  if (types === null || wants('string')) return value
  if (wants('number') || wants('integer')) return numberOf(value) ?? value
  return wants('boolean') && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
}

/** A text of several addresses is no list of one. */
function isSingle(value: Json): boolean {
  return typeof value === 'string' && !/[,;\n{}$]/.test(value) && value !== ''
}

/** `{"$t": "${x}"}` is a text; where a number or a list is wanted, it is x. */
function ofTemplate(value: Json, types: readonly string[] | null): Json | null {
  const template = isObject(value) ? (value as JsonObject)['$t'] : undefined
  if (typeof template !== 'string' || types === null || types.includes('string')) return null
  const [, source] = /^\s*\$\{([^{}]*)\}\s*$/.exec(template) ?? []
  return source === undefined ? null : { $: source.trim() }
}

function isComputed(value: unknown): boolean {
  const [key = '', ...more] = Object.keys(value as object)
  return more.length === 0 && key.startsWith('$')
}
