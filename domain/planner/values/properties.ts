// A tool's arguments as a prompt can speak of them: what each is called, what introduces it, which words are
// its values.

import type { Json, JsonObject, JsonSchema } from '../../json.ts'
import type { Argument } from '../../plan/plan.ts'
import type { HubTool } from '../../tools/tool.ts'
import { stem } from '../../tools/tool-search.ts'
import { usualIntroducers } from '../tools/tool-words.ts'
import { typeOf, type Value } from './values.ts'

export interface Property {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  /** Phrases that name it, in lower case: "subject", "time zone". */
  readonly labels: readonly string[]
  /** Phrases that introduce its value: "from", "separated by". */
  readonly introducers: readonly string[]
  /** Phrases that are its value, the longest first. */
  readonly valueWords: readonly (readonly [string, Json])[]
  /** Takes a bare word: a field, a column, a key, a credential. */
  readonly takesNames: boolean
}

const known = new WeakMap<HubTool, readonly Property[]>()

export function propertiesOf(tool: HubTool): readonly Property[] {
  let properties = known.get(tool)
  if (properties === undefined) {
    const schemas = objectOf(tool.inputSchema['properties'])
    const required = listOf(tool.inputSchema['required'])
    properties = Object.entries(schemas).map(([name, schema]) => {
      return describe(name, objectOf(schema), required.includes(name))
    })
    known.set(tool, properties)
  }
  return properties
}

const words = new WeakMap<HubTool, ReadonlySet<string>>()

/** Stems of the words that a tool goes by: of its name, title and keywords. */
export function wordsOf(tool: HubTool): ReadonlySet<string> {
  let stems = words.get(tool)
  if (stems === undefined) {
    const spoken = [tool.name, tool.title, ...tool.keywords, tool.server ?? ''].join(' ')
    stems = new Set(split(spoken).map(stem))
    words.set(tool, stems)
  }
  return stems
}

/** May the value be given to the property, as far as types are known? */
export function fits(value: Pick<Value, 'schema' | 'argument'>, property: Property): boolean {
  const accepted = typeOf(property.schema)
  const given = typeOf(value.schema)
  if (isMoment(property) && isAmount(value.argument)) return false
  if (accepted.length === 0 || given.length === 0) return true
  return given.some(type => accepted.includes(type) || (type === 'integer' && accepted.includes('number')))
}

/** Unix ms of the year 1973: a number below it is an amount. */
const firstMoment = 1e11

function isAmount(argument: Argument): boolean {
  const isNumber =
    typeof argument === 'number' || (typeof argument === 'string' && /^-?[\d.]+$/.test(argument))
  return isNumber && Number(argument) < firstMoment
}

function isMoment({ schema }: Property): boolean {
  return typeOf(schema).includes('string') && /unix m/i.test(String(schema['description'] ?? ''))
}

/**
 * The argument that a bare value is for, of those that it fits: one of its own kind, then a required one,
 * then one that the tool's verb is done to (`x-object`), then one that takes anything. Any other optional one
 * must be named.
 */
export function propertyFor(value: Value, open: readonly Property[]): Property | null {
  const required = open.filter(property => property.isRequired && property.schema['type'] !== 'boolean')
  const anything = open.find(property => !isTyped(property) && property.schema['enum'] === undefined)
  return (
    ownPropertyFor(value, open) ??
    required.find(property => isTyped(property) && value.schema !== null) ??
    required[0] ??
    open.find(({ schema }) => schema['x-object'] === true) ??
    anything ??
    null
  )
}

/** The argument of a value's own kind: an address for a web address, a recipient for an e-mail address. */
export function ownPropertyFor({ schema: given }: Value, open: readonly Property[]): Property | null {
  const format = given?.['format']
  const kind = typeof format === 'string' ? kinds[format] : undefined
  if (kind === undefined) return null
  return open.find(property => isOfKind(property, kind)) ?? null
}

/**
 * A web or e-mail address, or a placeholder that is called one (`{{inputs.url}}`), given to what takes
 * something else.
 */
export function isMisplaced({ schema, expression }: Value, property: Property): boolean {
  const [, called = ''] = schema === null ? (/[._](url|uri|email)$/i.exec(expression) ?? []) : []
  const format = schema?.['format'] ?? called.toLowerCase().replace('url', 'uri')
  const kind = format === 'uri' || format === 'email' ? kinds[format] : undefined
  return kind !== undefined && isTyped(property) && !isOfKind(property, kind)
}

function isOfKind({ name, schema }: Property, kind: RegExp): boolean {
  return kind.test(`${name} ${schema['title']} ${schema['format']}`)
}

/** How arguments are called that take a value of a format. */
const kinds: { readonly [format: string]: RegExp } = {
  uri: /url|uri|address|link|endpoint/i,
  email: /email|recipient|^to /i,
  date: /date|day|time/i,
}

/** A type that says something: not `any`. */
export function isTyped(property: Property): boolean {
  return typeOf(property.schema).length > 0
}

function describe(name: string, schema: JsonObject, isRequired: boolean): Property {
  const title = schema['title']
  const spoken = split(name).join(' ')
  const labels = [
    ...new Set([name.toLowerCase(), spoken, ...(typeof title === 'string' ? [title.toLowerCase()] : [])]),
  ]
  const given = listOf(schema['x-words']).filter(word => typeof word === 'string')
  const usual =
    given.length > 0
      ? []
      : usualIntroducers.filter(([pattern]) => pattern.test(name)).flatMap(([, all]) => all)
  const introducers = [...given, ...usual].map(word => word.toLowerCase()).sort((a, b) => b.length - a.length)
  const takesNames =
    schema['x-credential'] === true ||
    /\b(field|fields|column|columns|key|property)\b/i.test(`${spoken} ${String(title ?? '')}`)
  return { name, schema, isRequired, labels, introducers, valueWords: valueWordsOf(schema), takesNames }
}

function valueWordsOf(schema: JsonObject): readonly (readonly [string, Json])[] {
  const pairs: [string, Json][] = []
  for (const value of listOf(schema['enum'])) {
    if (typeof value !== 'string') continue
    pairs.push([value.toLowerCase(), value], [split(value).join(' '), value])
  }
  for (const [value, phrases] of Object.entries(objectOf(schema['x-value-words']))) {
    for (const phrase of listOf(phrases))
      if (typeof phrase === 'string') pairs.push([phrase.toLowerCase(), value])
  }
  return pairs.sort((a, b) => b[0].length - a[0].length)
}

/** Words of a name: `timeZone`, `time_zone` and "time zone" are two. */
export function split(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
