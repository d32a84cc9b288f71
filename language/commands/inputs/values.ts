// A value as people write it, read by the JSON Schema of its input: "five", "1,000", "yes", "a, b and c",
// JSON, or a text as it is. Whether the value is allowed is for the schema's check (inputs.ts).
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../domain/json.ts'
import { isLongNumeral, readJson } from '../../../domain/numerals.ts'
import { numberWords } from '../../planner/lexicon/words.ts'
import { typesOf, valuesOf } from './expected.ts'

/** Undefined: the words are no such value. */
type Read = Json | undefined

/** What is asked of a text before it is a text: what is more special comes first. */
const order = ['null', 'boolean', 'integer', 'number', 'array', 'object', 'string']

/** @param text as it is written, with quotes @returns undefined: it can be no such value */
export function readValue(text: string, schema: JsonSchema): Read {
  const said = text.trim()
  const allowed = valuesOf(schema)
  if (allowed !== null) return oneOf(said, allowed)
  const types = typesOf(schema)
  if (types.length === 0) return untyped(said)
  for (const type of order) {
    if (!types.includes(type)) continue
    const value = ofType(said, type, partOf(schema, type))
    if (value !== undefined) return value
  }
  return undefined
}

/** Of several kinds of values the one of this type. */
function partOf(schema: JsonSchema, type: string): JsonSchema {
  const parts = ['anyOf', 'oneOf'].flatMap(keyword => schema[keyword] ?? []).filter(isObject) as JsonObject[]
  return parts.find(part => typesOf(part).includes(type)) ?? schema
}

function ofType(said: string, type: string, schema: JsonSchema): Read {
  switch (type) {
    case 'null':
      return /^(?:null|none|nothing|empty)[.!]?$/i.test(said) ? null : undefined
    case 'boolean':
      return booleanOf(said)
    case 'integer':
    case 'number':
      return numberOf(said)
    case 'array':
      return listOf(said, isObject(schema['items']) ? (schema['items'] as JsonObject) : {})
    case 'object': {
      const value = jsonOf(said)
      return isObject(value) ? (value as JsonObject) : undefined
    }
    default:
      return unquoted(said)
  }
}

/** Exactly one of the allowed values, in any case; or the only one that begins so. */
function oneOf(said: string, allowed: readonly Json[]): Read {
  const plain = unquoted(said).toLowerCase().replace(/[.!]$/, '')
  const texts = allowed.map(value =>
    (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase(),
  )
  const exact = texts.findIndex(text => text === plain || text.replace(/[\s_-]+/g, ' ') === plain)
  if (exact !== -1) return allowed[exact]
  const begun = texts.flatMap((text, index) => (plain !== '' && text.startsWith(plain) ? [index] : []))
  if (begun.length === 1) return allowed[begun[0]!]
  const flag = booleanOf(said)
  return flag !== undefined && allowed.includes(flag) ? flag : undefined
}

function booleanOf(said: string): boolean | undefined {
  if (/^(?:yes|y|true|on|yep|yeah|sure|enabled?)[.!]?$/i.test(said)) return true
  return /^(?:no|n|false|off|nope|disabled?)[.!]?$/i.test(said) ? false : undefined
}

/** 5, -1.5, 1,000, 5k, €5, "five"; one that no number holds as the text that it is. */
function numberOf(said: string): number | string | undefined {
  const plain = unquoted(said).replace(/[.!]$/, '').trim()
  const word = numberWords.indexOf(plain.toLowerCase())
  if (word !== -1) return word
  const digits = plain.replace(/^(-?)[€$£¥]\s?/, '$1').replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  const thousand = /^-?\d+(?:\.\d+)?k$/i.test(digits) ? 1_000 : 1
  const number = digits.replace(/k$/i, '')
  if (isLongNumeral(digits)) return digits
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,2})?$/i.test(number) ? Number(number) * thousand : undefined
}

const longestList = 1_000

function listOf(said: string, items: JsonSchema): Read {
  const json = jsonOf(said)
  if (Array.isArray(json)) return json as Json
  if (isObject(json) && typesOf(items).includes('object')) return [json as JsonObject]
  const parts = partsOf(said.replace(/^\[([\s\S]*)\]$/, '$1'), items)
  if (parts.length > longestList) return undefined
  const values = parts.map(part => readValue(part, items))
  return values.includes(undefined) ? undefined : (values as Json[])
}

/** Items stand on lines; or behind commas and "and"; numbers behind spaces, too. */
function partsOf(said: string, items: JsonSchema): readonly string[] {
  const isNumbers =
    typesOf(items).length > 0 && typesOf(items).every(type => /^(?:number|integer)$/.test(type))
  const lines = said.split('\n').map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, ''))
  const separator = isNumbers ? /[,;]\s*(?:and\s+)?|\sand\s|\s+/i : /[,;]\s*(?:and\s+)?|\sand\s/i
  const all = lines.length > 1 ? lines : splitOutside(said, separator)
  return all.map(part => part.trim().replace(/,$/, '')).filter(part => part !== '')
}

/** Splits where nothing is quoted. */
function splitOutside(said: string, separator: RegExp): readonly string[] {
  const quoted: string[] = []
  const masked = said.replace(/"[^"]*"|“[^“”]*”|\{[^{}]*\}/g, part => `\u0001${quoted.push(part) - 1}\u0001`)
  return masked.split(separator).map(part => part.replace(/\u0001(\d+)\u0001/g, (_, index) => quoted[index]!))
}

/** "5, 7 and 30": no text says that. */
const numberList = /^-?\d+(?:\.\d+)?(?:(?:,\s+(?:and\s+)?|\s+and\s+|;\s*)-?\d+(?:\.\d+)?)+$/

/** Without a schema: JSON where it is JSON, numbers in a row, else the text. */
function untyped(said: string): Json {
  const json = jsonOf(said)
  if (json !== undefined) return json
  return numberList.test(said) ? said.match(/-?\d+(?:\.\d+)?/g)!.map(asNumber) : unquoted(said)
}

function asNumber(digits: string): number | string {
  return isLongNumeral(digits) ? digits : Number(digits)
}

function jsonOf(said: string): Read {
  try {
    return readJson(unfenced(said))
  } catch {
    return undefined
  }
}

/** A text without the signs around it. */
export function unquoted(said: string): string {
  const text = unfenced(said)
  const inside = /^"([^"]*)"$|^“([^“”]*)”$|^'([^']*)'$|^«([^»]*)»$|^`([^`]*)`$/.exec(text)
  return inside?.slice(1).find(group => group !== undefined) ?? text
}

function unfenced(said: string): string {
  return /^```[^\n`]*\n([\s\S]*?)\n?```$/.exec(said)?.[1] ?? said
}
