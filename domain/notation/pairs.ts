// Arguments by their names: one in the line of the step, `with url: "..."`; several below it, each in a line of
// its own.
import type { Argument } from '../plan/plan.ts'
import { type Reading, readArgument, type Writing, writeArgument } from './blocks.ts'
import type { Cursor } from './values/cursor.ts'
import { readName, writeName } from './values/values.ts'

export type Pairs = { readonly [name: string]: Argument }

/** @param pairs one, or none */
export function writeInline(pairs: Pairs, at: Writing): string {
  const said = Object.entries(pairs).map(([name, value]) => `${writeName(name)}: ${writeArgument(value, at)}`)
  return said.length === 0 ? '{}' : said.join(', ')
}

export function readInline(cursor: Cursor, at: Reading): Pairs {
  return cursor.take('{}') ? {} : Object.fromEntries([readPair(cursor, at)])
}

export function writeBelow(pairs: Pairs, { below }: Writing): void {
  for (const [name, value] of Object.entries(pairs)) {
    const blocks: string[] = []
    below.push(`${writeName(name)}: ${writeArgument(value, { below: blocks })}`, ...blocks)
  }
}

/** Does a line with an argument stand below? */
export function standsBelow({ lines, indent }: Reading): boolean {
  const line = lines.peek()
  return line?.indent === indent && /^(?:[A-Za-z_][\w-]*|"(?:[^"\\]|\\.)*"): /.test(line.text)
}

/** Each fault is told where it is; the others are read on. */
export function readBelow(at: Reading): Pairs {
  const pairs = new Map<string, Argument>()
  while (standsBelow(at)) {
    const cursor = at.lines.take()
    at.lines.try(() => {
      const [name, value] = readPair(cursor, at)
      if (pairs.has(name)) cursor.fail(`another name than ${name}, which stands above`, 0)
      if (!cursor.isAtEnd) cursor.fail('the end of the line')
      pairs.set(name, value)
    })
  }
  return Object.fromEntries(pairs)
}

function readPair(cursor: Cursor, at: Reading): readonly [string, Argument] {
  const name = readName(cursor)
  cursor.expect(': ')
  return [name, readArgument(cursor, at)]
}
