// Texts as JSON writes them. What does not show, or turns the direction of what stands beside it, is written
// by its number.
import type { Cursor } from './cursor.ts'

const hidden = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

export function writeJsonText(text: string): string {
  return JSON.stringify(text).replace(
    hidden,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function readJsonText(cursor: Cursor): string {
  const start = cursor.at
  if (!cursor.take('"')) {
    refuseOtherQuotes(cursor)
    cursor.fail('a text in quotes')
  }
  let text = ''
  while (!cursor.take('"')) text += readUnits(cursor)
  cursor.mark('text', start)
  return text
}

const otherQuotes = /['\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb]/y

/** Those that other languages have, and that programs for mail put in place of the straight ones. */
export function refuseOtherQuotes(cursor: Cursor): void {
  const start = cursor.at
  if (cursor.match(otherQuotes) !== null) cursor.fail('a text in straight quotes, as "text"', start)
}

const plain = /[^"\\\u0000-\u001f]+/y
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** As many characters as stand there as they are, or one that is escaped. */
function readUnits(cursor: Cursor): string {
  return cursor.match(plain) ?? readUnit(cursor)
}

/** One character. */
export function readUnit(cursor: Cursor): string {
  const escaped = cursor.match(escapes)
  if (escaped !== null) return JSON.parse(`"${escaped}"`) as string
  const character = cursor.text[cursor.at]
  if (character === undefined || character < ' ' || character === '\\' || character === '"')
    cursor.fail(character === '\\' ? 'an escape of JSON' : 'the closing quote of the text')
  cursor.at += 1
  return character!
}
