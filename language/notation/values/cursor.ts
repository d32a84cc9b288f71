// A place in a text that is being read, and what is wrong there.
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

  /** @param line of the first character, from 1; those after a line break begin after `column` - 1 others */
  constructor(text: string, line: number, column: number) {
    this.text = text
    this.#line = line
    this.#column = column
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  startsWith(words: string): boolean {
    return this.text.startsWith(words, this.at)
  }

  /** Goes past the words, if they stand here. */
  take(words: string): boolean {
    if (!this.startsWith(words)) return false
    this.at += words.length
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

  /** @param from where it should have stood */
  fail(expected: string, from = this.at): never {
    const rest = this.text.slice(from, from + shownLength).split('\n')[0]!
    const found = rest === '' ? 'the end of the line' : writeJsonText(rest)
    const before = this.text.slice(0, from).split('\n')
    const column = this.#column + before.at(-1)!.length
    throw new Fault(`expected ${expected}, found ${found}`, this.#line + before.length - 1, column)
  }
}
