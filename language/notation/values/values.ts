// Values of a plan: JSON, with `{{cel}}` for what is computed, `secret <name>` for a secret, and `{{cel}}` in
// texts.
import type { JsonObject } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import type { Argument } from '../../../domain/plan/plan.ts'
import type { Cursor } from './cursor.ts'
import { beginsExpression, readExpression, writeExpression } from './expressions.ts'
import type { MarkKind } from './hearing.ts'
import { readJsonText, refuseOtherQuotes, writeJsonText } from './json-texts.ts'
import { readText, writeTemplate, writeText } from './texts.ts'

/** Lists and objects inside of each other. */
const deepest = 64
const bareName = /^[A-Za-z_][\w-]*$/
const name = /[A-Za-z_][\w-]*/y
const blank = /[ \t\r\n]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /(?:null|true|false)\b/y

/** @param isPlain constants only: braces in texts are braces */
export function writeValue(value: Argument, isPlain = false): string {
  if (typeof value === 'string') return isPlain ? writeJsonText(value) : writeText(value)
  if (typeof value === 'number') return writeNumber(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(each => writeValue(each, isPlain)).join(', ')}]`
  return (isPlain ? null : writeComputed(value as JsonObject)) ?? writeObject(value as JsonObject, isPlain)
}

/** A number so large that its digits would be read as a text says that it is none of so many digits. */
function writeNumber(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? value.toExponential()
    : JSON.stringify(value)
}

/** A name that is a word as it is, any other as JSON. */
export function writeName(said: string): string {
  return bareName.test(said) ? said : writeJsonText(said)
}

/** @param kind what the name is of */
export function readName(cursor: Cursor, kind: MarkKind = 'name'): string {
  if (cursor.startsWith('"')) return readJsonText(cursor)
  const start = cursor.at
  const found = cursor.match(name) ?? cursor.fail('a name')
  cursor.mark(kind, start)
  return found
}

export function readValue(cursor: Cursor, isPlain = false, depth = 0): Argument {
  if (!isPlain) {
    if (beginsExpression(cursor)) return { $: readExpression(cursor) }
    if (cursor.take('template ')) return { $t: readJsonText(cursor) }
    if (cursor.take('secret ')) return { $secret: readName(cursor) }
  }
  if (cursor.startsWith('"')) return isPlain ? readJsonText(cursor) : (readText(cursor) as Argument)
  const start = cursor.at
  const isList = cursor.startsWith('[')
  if (isList || cursor.startsWith('{')) {
    if (depth >= deepest) cursor.fail(`at most ${deepest} lists and objects inside of each other`)
    cursor.at += 1
    return isList ? readList(cursor, isPlain, depth) : readObject(cursor, isPlain, depth)
  }
  const literal = cursor.match(word) ?? cursor.match(number)
  cursor.mark('literal', start)
  if (literal === null) {
    refuseOtherQuotes(cursor)
    cursor.fail(isPlain ? 'a value of JSON' : 'a value: JSON, {{cel}} or secret <name>')
  }
  // A whole number that no JS number holds is a text, as in JSON that comes in.
  const value = readJson(literal!)
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    cursor.fail('a number that is not too large', start)
  return value
}

function writeComputed(value: JsonObject): string | null {
  const entries = Object.entries(value)
  const [key, said] = entries[0] ?? []
  if (entries.length !== 1 || typeof said !== 'string') return null
  if (key === '$') return writeExpression(said)
  if (key === '$t') return writeTemplate(said)
  return key === '$secret' ? `secret ${writeName(said)}` : null
}

function writeObject(value: JsonObject, isPlain: boolean): string {
  const entries = Object.entries(value).map(
    ([key, each]) => `${writeJsonText(key)}: ${writeValue(each, isPlain)}`,
  )
  return `{${entries.join(', ')}}`
}

function readList(cursor: Cursor, isPlain: boolean, depth: number): Argument {
  const items: Argument[] = []
  cursor.match(blank)
  if (cursor.take(']')) return items
  for (;;) {
    cursor.match(blank)
    items.push(readValue(cursor, isPlain, depth + 1))
    cursor.match(blank)
    if (cursor.take(']')) return items
    if (!cursor.take(',')) cursor.fail('"," or "]"')
  }
}

function readObject(cursor: Cursor, isPlain: boolean, depth: number): Argument {
  // Without a prototype a member named __proto__ would be one like any other; so it is by entries.
  const entries = new Map<string, Argument>()
  cursor.match(blank)
  if (cursor.take('}')) return {}
  for (;;) {
    cursor.match(blank)
    const start = cursor.at
    if (!cursor.startsWith('"') && !isPlain) cursor.fail('a name in quotes; an expression is {{cel}}')
    const key = readJsonText(cursor)
    if (entries.has(key)) cursor.fail('a name that stands once in the object', start)
    cursor.match(blank)
    if (!cursor.take(':')) cursor.fail('":"')
    cursor.match(blank)
    entries.set(key, readValue(cursor, isPlain, depth + 1))
    cursor.match(blank)
    if (cursor.take('}')) return Object.fromEntries(entries)
    if (!cursor.take(',')) cursor.fail('"," or "}"')
  }
}
