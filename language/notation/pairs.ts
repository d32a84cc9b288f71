// Arguments by their names: one in the line of the step, `with url: "..."`; several below it, each in a line
// of its own. Several in the line are read, too, with commas between them.
import type { Argument } from '../../domain/plan/plan.ts'
import { handlingWords } from '../../domain/plan/sentences/policies.ts'
import { type Reading, readArgument, type Writing, writeArgument } from './blocks.ts'
import { item } from './lines.ts'
import type { Cursor } from './values/cursor.ts'
import { readName, writeName } from './values/values.ts'

export type Pairs = { readonly [name: string]: Argument }

/** @param pairs one, or none */
export function writeInline(pairs: Pairs, at: Writing): string {
  const said = Object.entries(pairs).map(([name, value]) => `${writeName(name)}: ${writeArgument(value, at)}`)
  return said.length === 0 ? '{}' : said.join(', ')
}

export function readInline(cursor: Cursor, at: Reading): Pairs {
  cursor.offer({ type: 'argument', known: [] })
  if (cursor.take('{}')) return {}
  const pairs = new Map<string, Argument>()
  do addPair(pairs, cursor, at)
  while (cursor.take(', '))
  if (cursor.startsWith(' and ')) cursor.fail('", " before another argument, or "." after the last')
  return Object.fromEntries(pairs)
}

export function writeBelow(pairs: Pairs, { below }: Writing): void {
  for (const [name, value] of Object.entries(pairs)) {
    const blocks: string[] = []
    below.push(`${writeName(name)}: ${writeArgument(value, { below: blocks })}`)
    for (const line of blocks) below.push(line)
  }
}

const begun = /^(?:[A-Za-z_][\w-]*|"(?:[^"\\]|\\.)*"): /

/** Is the line an argument, as it may stand below a step? */
export function isPair(line: string): boolean {
  return begun.test(line)
}

/** Does a line stand below that can only be meant as an argument? */
export function standsBelow({ lines, indent }: Reading): boolean {
  const line = lines.peek()
  if (line?.indent !== indent || lines.peekFence() !== null) return false
  // Nothing stands there yet: it could be one.
  if (line.text === '') return lines.hearing !== null
  if (begun.test(line.text)) return true
  // Words over a list of steps end in a colon.
  return !item.test(line.text) && !line.text.endsWith(':')
}

/** Each fault is told where it is; the others are read on. */
export function readBelow(at: Reading): Pairs {
  const pairs = new Map<string, Argument>()
  while (standsBelow(at) && !at.lines.isFull) {
    at.lines.offer({ type: 'argument', known: [...pairs.keys()] })
    if (at.lines.peek()!.text === '') break
    const cursor = at.lines.take()
    const read = at.lines.try(() => {
      if (!begun.test(cursor.text)) {
        cursor.startsWith(handlingWords)
        cursor.fail(`an argument, as name: value, or "${handlingWords}:"`)
      }
      addPair(pairs, cursor, at)
      if (!cursor.isAtEnd) cursor.fail('the end of the line')
      return pairs
    })
    // Its block is no fault of its own.
    if (read === null && at.lines.peekFence() !== null) at.lines.skipFence()
  }
  return Object.fromEntries(pairs)
}

function addPair(pairs: Map<string, Argument>, cursor: Cursor, at: Reading): void {
  const start = cursor.at
  cursor.offer({ type: 'argument', known: [...pairs.keys()] })
  const name = readName(cursor, 'argument')
  cursor.expect(': ')
  if (pairs.has(name)) cursor.fail(`another name than ${name}, which stands there already`, start)
  cursor.offer({ type: 'value', argument: name })
  pairs.set(name, readArgument(cursor, at))
}
