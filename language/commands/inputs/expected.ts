// What an input expects, in words: for the question that asks for it, and beside a value that does not fit.

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'

const shown = { choices: 12, length: 60 } as const

/** @returns "a whole number from 1 to 10", "one of red, green or blue" */
export function expectedOf(schema: JsonSchema): string {
  const values = valuesOf(schema)
  if (values !== null) {
    const named = values.slice(0, shown.choices).map(shortly)
    return values.length === 1
      ? `only ${named[0]}`
      : `one of ${listed(named, 'or', values.length - named.length)}`
  }
  const types = typesOf(schema)
  if (types.length > 1)
    return listed(
      types.map(type => ofType(type, schema)),
      'or',
    )
  return types.length === 0 ? 'a text, a number or JSON' : ofType(types[0]!, schema)
}

/** The values that an enum or a constant allows; null: any. */
export function valuesOf(schema: JsonSchema): readonly Json[] | null {
  if (Object.hasOwn(schema, 'const')) return [schema['const']!]
  const values = schema['enum']
  return Array.isArray(values) && values.length > 0 ? (values as readonly Json[]) : null
}

/** Of the schema, or of what it is any of; none: unknown. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter(each => typeof each === 'string')
  const parts = ['anyOf', 'oneOf'].flatMap(keyword => schema[keyword] ?? [])
  return [...new Set(parts.filter(isObject).flatMap(part => typesOf(part as JsonObject)))]
}

function ofType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'integer':
      return `a whole number${range(schema)}`
    case 'number':
      return `a number${range(schema)}`
    case 'boolean':
      return 'yes or no'
    case 'null':
      return 'nothing'
    case 'array':
      return `a list${itemsOf(schema)}, such as a, b and c`
    case 'object':
      return `an object${fieldsOf(schema)}, as JSON`
    default:
      return textOf(schema)
  }
}

function range({ minimum, maximum }: JsonObject): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` from ${minimum} to ${maximum}`
  if (typeof minimum === 'number') return `, at least ${minimum}`
  return typeof maximum === 'number' ? `, at most ${maximum}` : ''
}

const plurals: { readonly [type: string]: string } = {
  string: 'texts',
  number: 'numbers',
  integer: 'whole numbers',
  boolean: 'yes or no',
  object: 'objects',
}

function itemsOf({ items }: JsonObject): string {
  const [type] = isObject(items) ? typesOf(items as JsonObject) : []
  const plural = type === undefined ? undefined : own(plurals, type)
  return plural === undefined ? '' : ` of ${plural}`
}

function fieldsOf({ properties }: JsonObject): string {
  if (!isObject(properties)) return ''
  const names = Object.keys(properties)
  return names.length === 0 ? '' : ` with ${listed(names.slice(0, 6), 'and', names.length - 6)}`
}

const formats: { readonly [format: string]: string } = {
  email: 'an e-mail address',
  uri: 'an address such as https://example.com',
  date: 'a date such as 2026-01-31',
  'date-time': 'a moment such as 2026-01-31T09:00:00Z',
  time: 'a time such as 09:00:00Z',
  uuid: 'a UUID',
}

function textOf({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? own(formats, format) : undefined
  if (known !== undefined) return known
  if (typeof minLength === 'number' && minLength > 1) return `a text of at least ${minLength} characters`
  return typeof maxLength === 'number' ? `a text of at most ${maxLength} characters` : 'a text'
}

/** "a, b and c", "a, b or 3 more" */
export function listed(words: readonly string[], joiner: 'and' | 'or', more = 0): string {
  const all = more > 0 ? [...words, `${more} more`] : words
  if (all.length < 2) return all.join('')
  return `${all.slice(0, -1).join(', ')} ${joiner} ${all.at(-1)}`
}

/** A value in a few characters. */
export function shortly(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > shown.length ? `${text.slice(0, shown.length - 1)}…` : text
}
