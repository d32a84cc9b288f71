// The value phrase of one argument: what may stand after its name or preposition, given what its schema
// takes.
import type { Json } from '../../json.ts'
import { compileSchema } from '../../schema/schema-check.ts'
import { SchemaError } from '../../schema/schema-error.ts'
import type { Environment } from '../environment.ts'
import type { Token } from '../text/tokens.ts'
import { articles, joints, weighty } from '../text/words.ts'
import { prepositions, typeNouns } from '../tools/tool-words.ts'
import { phraseAt } from './conditions.ts'
import { fits, type Property } from './properties.ts'
import { type Value, valueAt } from './values.ts'

type Tokens = readonly Token[]

/** The value phrase at a place that suits the property, or null. */
export function argumentAt(property: Property, tokens: Tokens, at: number, env: Environment): Value | null {
  if (at >= tokens.length) return null
  const special = pairsAt(property, tokens, at, env) ?? wordValueAt(property, tokens, at)
  if (special !== null) return special
  const value = valueAt(tokens, afterTypeNoun(tokens, at), env)
  if (value !== null && isAllowed(value, property, tokens[at - 1])) {
    const suited = suit(value, property)
    if (fits(suited, property)) return suited
    // A number is a fine text when a text is asked for: `group 2`, `with id 17`.
    const { text } = tokens[value.end - 1]!
    const isNumber =
      typeof value.argument === 'number' && fits({ schema: { type: 'string' }, argument: text }, property)
    if (isNumber) return { ...value, argument: text }
  }
  if (property.takesNames) return namesAt(property, tokens, at)
  return codeAt(property, tokens[at]!, at) ?? nameAt(property, tokens, at)
}

/** A word that is a value by itself: `descending`, `largest first`, `sha256`. */
export function wordValueAt(property: Property, tokens: Tokens, at: number): Value | null {
  for (const [words, value] of property.valueWords) {
    const end = phraseAt(tokens, at, words)
    if (end !== null) return literalValue(value, end)
  }
  return null
}

/** A template keeps its braces; of a web answer its body is taken, or all of it where only that fits. */
export function suit(value: Value, property: Property): Value {
  if (property.name === 'template' && value.quoted !== undefined) return { ...value, argument: value.quoted }
  if (value.whole === undefined || fits(value, property)) return value
  return fits(value.whole, property) ? { ...value.whole, end: value.end } : value
}

export function literalValue(value: Json, end: number): Value {
  return { argument: value, expression: JSON.stringify(value), schema: null, end }
}

/** After `:`, `=`, `is`, `of`, `set to` between a name and its value. */
export function afterLink(tokens: Tokens, at: number): number {
  for (const link of [':', '=', 'set to', 'is', 'of', 'as', 'to']) {
    const after = phraseAt(tokens, at, link)
    if (after !== null) return after
  }
  return at
}

/** One of a few words is said as one of them, or computed where the name is followed by `:` or `=`. */
function isAllowed(value: Value, { schema }: Property, before: Token | undefined): boolean {
  const allowed = schema['enum']
  if (!Array.isArray(allowed)) return true
  const isComputed = typeof value.argument === 'object' && value.argument !== null
  return isComputed ? before?.text === ':' || before?.text === '=' : allowed.includes(value.argument)
}

/** A code in capitals where the schema says how it looks: `in EUR`. */
function codeAt(property: Property, token: Token, at: number): Value | null {
  const isCode = token.kind === 'word' && /^[A-Z]{2,5}$/.test(token.text)
  return isCode && typeof property.schema['pattern'] === 'string' ? literalValue(token.text, at + 1) : null
}

/**
 * One bare word where the schema asks for the name of a thing (`x-name`): `in acme/shop`, `into the table
 * orders`.
 */
function nameAt({ schema, labels }: Property, tokens: Tokens, at: number): Value | null {
  if (schema['x-name'] !== true) return null
  const first = skip(tokens, at, articles)
  const place = labels.includes(tokens[first]?.lower ?? '') ? first + 1 : first
  const token = tokens[place]
  if (!isName(token) || !isNameOf(token!.text, schema)) return null
  const end = labels.includes(tokens[place + 1]?.lower ?? '') ? place + 2 : place + 1
  // Without a pattern that it fits, a word before another noun says what kind: "the PostgreSQL table".
  const isPart = schema['pattern'] === undefined && (isName(tokens[end]) || tokens[end]?.kind === 'text')
  return isPart ? null : literalValue(token!.text, end)
}

/** Nothing fits a schema that can not stand alone, such as one with a reference. */
function isNameOf(text: string, schema: Property['schema']): boolean {
  try {
    return compileSchema(schema)(text) === null
  } catch (error) {
    if (error instanceof SchemaError) return false
    throw error
  }
}

/** Bare words where a field is meant: `by total`, `columns id and customer.name`. */
function namesAt(property: Property, tokens: Tokens, at: number): Value | null {
  const names: string[] = []
  let end = at
  for (let next = at; isName(tokens[skip(tokens, next, articles)]); next = skip(tokens, end, joints)) {
    if (names.length > 0 && (next === end || property.schema['type'] !== 'array')) break
    const place = skip(tokens, next, articles)
    names.push(tokens[place]!.text)
    end = place + 1
  }
  if (names.length === 0) return null
  return literalValue(property.schema['type'] === 'array' ? names : names[0]!, end)
}

/** `name <value> and total <value>`: the fields of an object with any names. */
function pairsAt({ schema }: Property, tokens: Tokens, at: number, env: Environment): Value | null {
  if (schema['type'] !== 'object' || schema['properties'] !== undefined) return null
  const pairs = namedValuesAt(tokens, at, env)
  if (pairs === null) return null
  const { fields, end } = pairs
  const argument = Object.fromEntries(fields.map(([name, value]) => [name, value.argument]))
  const assumption = fields.find(([, value]) => value.assumption !== undefined)?.[1].assumption
  const unclear = fields.find(([, value]) => value.unclear !== undefined)?.[1].unclear
  return {
    ...{ argument, expression: '', schema: { type: 'object' }, end },
    ...(assumption === undefined ? {} : { assumption }),
    ...(unclear === undefined ? {} : { unclear }),
  }
}

export interface NamedValues {
  readonly fields: readonly (readonly [string, Value])[]
  readonly end: number
}

/** Names, each with the value that follows it, joined by commas and "and". */
export function namedValuesAt(tokens: Tokens, at: number, env: Environment): NamedValues | null {
  const fields: [string, Value][] = []
  let end = at
  for (let next = at; ; ) {
    next = skip(tokens, skip(tokens, next, joints), articles)
    const key = tokens[next]
    if (key?.kind !== 'text' && !isName(key)) break
    const value = valueAt(tokens, afterLink(tokens, next + 1), env)
    if (value === null) break
    fields.push([key!.text, value])
    end = next = value.end
  }
  return fields.length === 0 ? null : { fields, end }
}

function isName(token: Token | undefined): boolean {
  return (
    token?.kind === 'word' && ![articles, prepositions, weighty, joints].some(words => words.has(token.lower))
  )
}

function afterTypeNoun(tokens: Tokens, at: number): number {
  const noun = skip(tokens, at, articles)
  const after = tokens[noun + 1]
  const isValue = after !== undefined && !['word', 'mark', 'possessive'].includes(after.kind)
  return isValue && typeNouns.has(tokens[noun]!.lower) ? noun + 1 : at
}

function skip(tokens: Tokens, at: number, words: ReadonlySet<string>): number {
  let next = at
  while (tokens[next] !== undefined && words.has(tokens[next]!.lower)) next += 1
  return next
}
