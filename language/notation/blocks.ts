// Values that stand as blocks below the line that names them: long texts, code, schemas. The line says
// `below`.
import { readJson } from '../../domain/numerals.ts'
import type { Argument } from '../../domain/plan/plan.ts'
import type { Lines } from './lines.ts'
import type { Cursor } from './values/cursor.ts'
import { endOfExpression } from './values/expressions.ts'
import type { MarkKind } from './values/hearing.ts'
import { readJsonText } from './values/json-texts.ts'
import { partsOf, textOf } from './values/texts.ts'
import { readValue, writeValue } from './values/values.ts'

/** Where a line is written: what stands below it, without its indent. */
export interface Writing {
  readonly below: string[]
}

/** Where a line is read. */
export interface Reading {
  readonly lines: Lines
  /** Of what stands below. */
  readonly indent: number
}

/** Characters of what stands in a line although it could stand below. */
const longest = { code: 60, schema: 80 } as const
const oddities =
  /[^\n\t\P{Cc}]|[ \t](?:\n|$)|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cs}/u

/** A value in the line, or below it where it is a text of several lines. */
export function writeArgument(value: Argument, { below }: Writing): string {
  const said = linesOf(value)
  if (said === null) return writeValue(value)
  writeFenced(below, said.kind, said.text)
  return 'below'
}

export function readArgument(cursor: Cursor, { lines, indent }: Reading): Argument {
  if (!cursor.take('below')) return readValue(cursor)
  if (lines.peekFence() === 'cel') return { $: wholeBlock(lines.takeFence(indent, 'cel'), 'expression') }
  return readBlockText(lines.takeFence(indent, 'text')) as Argument
}

export function writeCode(js: string, { below }: Writing): string {
  if ((js.length <= longest.code && !js.includes('\n')) || oddities.test(js)) return writeValue(js, true)
  writeFenced(below, 'js', js)
  return 'below'
}

export function readCode(cursor: Cursor, { lines, indent }: Reading): string {
  return cursor.take('below') ? wholeBlock(lines.takeFence(indent, 'js'), 'code') : readJsonText(cursor)
}

function wholeBlock(block: Cursor, kind: MarkKind): string {
  block.mark(kind, 0, block.text.length)
  return block.text
}

/** A constant. */
export function writeSchema(schema: Argument, { below }: Writing): string {
  const said = writeValue(schema, true)
  if (said.length <= longest.schema) return said
  const text = JSON.stringify(schema, null, 2)
  if (oddities.test(text) || JSON.stringify(readJson(text)) !== JSON.stringify(schema)) return said
  writeFenced(below, 'json', text)
  return 'below'
}

export function readSchema(cursor: Cursor, { lines, indent }: Reading): Argument {
  if (!cursor.take('below')) return readValue(cursor, true)
  const block = lines.takeFence(indent, 'json')
  const value = readValue(block, true)
  if (!block.isAtEnd) block.fail('the end of the block')
  return value
}

/** A text, template or expression of several lines that is the same when it stands in a block. */
function linesOf(value: Argument): { readonly kind: 'text' | 'cel'; readonly text: string } | null {
  if (typeof value === 'string') return blockText(value, value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const [[key, said] = [], ...more] = Object.entries(value)
  if (more.length > 0 || typeof said !== 'string' || !said.includes('\n') || oddities.test(said)) return null
  if (key === '$') return { kind: 'cel', text: said }
  if (key !== '$t') return null
  const parts = partsOf(said)
  const text = parts?.map(part => ('text' in part ? part.text : `{{${part.source}}}`)).join('')
  return text === undefined ? null : blockText(text, value)
}

function blockText(text: string, value: Argument): ReturnType<typeof linesOf> {
  if (!text.includes('\n') || oddities.test(text)) return null
  const read = textOf(blockParts(text) ?? [{ source: '' }])
  return JSON.stringify(read) === JSON.stringify(value) ? { kind: 'text', text } : null
}

function readBlockText(block: Cursor): ReturnType<typeof textOf> {
  const parts = blockParts(block.text, block)
  if (parts === null) block.fail('an expression that ends in }} wherever {{ stands')
  return textOf(parts!)
}

type Parts = Parameters<typeof textOf>[0]

/**
 * Nothing is escaped in a block.
 * @param block where the text is read, if it is
 */
function blockParts(text: string, block?: Cursor): Parts | null {
  const parts: Parts[number][] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('{{', at)
    const before = text.slice(at, start === -1 ? undefined : start)
    if (before !== '') parts.push({ text: before })
    block?.mark('text', at, start === -1 ? text.length : start)
    if (start === -1) return parts
    const end = endOfExpression(text, start + 2)
    if (end === null || text[end + 1] !== '}') return null
    parts.push({ source: text.slice(start + 2, end) })
    at = end + 2
    block?.mark('expression', start, at)
  }
}

/** Within more backticks than stand in it. */
function writeFenced(below: string[], kind: string, text: string): void {
  const most = (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 2)
  const fence = '`'.repeat(most + 1)
  below.push(`${fence}${kind}`)
  for (const line of text.split('\n')) below.push(line)
  below.push(fence)
}
