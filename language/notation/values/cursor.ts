// A place in a text that is being read, and what is wrong there. Tells an editor what it goes past.
import type { Hearing, MarkKind, Offer, Place } from './hearing.ts'
import { writeJsonText } from './json-texts.ts'

/** Something else stands there than may stand there. Caught where the line begins (../lines.ts). */
export class Fault extends Error {
  readonly line: number
  readonly column: number

  constructor(message: string, line: number, column: number) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** Characters of what is quoted in a message. */
const shownLength = 30

export class Cursor {
  readonly text: string
  at = 0
  readonly #line: number
  readonly #column: number
  readonly #hearing: Hearing | null
  /** The line that was looked for last: places are asked for in their order. */
  #known = { at: 0, line: 0 }

  /** @param line of the first character, from 1; those after a line break begin after `column` - 1 others */
  constructor(text: string, line: number, column: number, hearing: Hearing | null = null) {
    this.text = text
    this.#line = line
    this.#column = column
    this.#hearing = hearing
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  startsWith(words: string): boolean {
    if (this.text.startsWith(words, this.at)) return true
    if (this.#hearing !== null && this.couldBe(words)) this.offer({ type: 'words', words })
    return false
  }

  /** Does the text end before these words do? */
  couldBe(words: string): boolean {
    const left = this.text.length - this.at
    return left < words.length && this.text.endsWith(words.slice(0, left))
  }

  /** Goes past the words, if they stand here. */
  take(words: string): boolean {
    if (!this.startsWith(words)) return false
    const from = this.at
    this.at += words.length
    if (this.#hearing !== null && /[A-Za-z]/.test(words)) this.mark('words', from)
    return true
  }

  expect(words: string): void {
    if (!this.take(words)) this.fail(JSON.stringify(words))
  }

  /** @param pattern sticky; goes past what it matches */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) return null
    this.at += found[0].length
    return found[0]
  }

  /** Tells what was gone past. */
  mark(kind: MarkKind, from: number, to = this.at): void {
    if (this.#hearing === null || from >= to) return
    const start = this.#placeOf(from)
    this.#hearing.mark(kind, start, this.#placeOf(to))
  }

  /** Tells what could stand here. */
  offer(offer: Offer, from = this.at): void {
    this.#hearing?.offer(offer, this.#placeOf(from))
  }

  #placeOf(at: number): Place {
    let known = at < this.#known.at ? { at: 0, line: 0 } : this.#known
    for (;;) {
      const end = this.text.indexOf('\n', known.at)
      if (end === -1 || end >= at) break
      known = { at: end + 1, line: known.line + 1 }
    }
    this.#known = known
    return { line: this.#line + known.line, column: this.#column + at - known.at }
  }

  /** @param from where it should have stood */
  fail(expected: string, from = this.at): never {
    const rest = this.text.slice(from, from + shownLength).split('\n')[0]!
    const found = rest === '' ? 'the end of the line' : writeJsonText(rest)
    const before = this.text.slice(0, from).split('\n')
    const column = this.#column + before.at(-1)!.length
    throw new Fault(`expected ${expected}, found ${found}`, this.#line + before.length - 1, column)
  }
}
