// The lines of a text that is being read, in their order, with what was found wrong in them. A text in a
// fence keeps its lines as they are; anywhere else empty lines count for nothing.
import { Cursor, Fault } from './values/cursor.ts'
import type { Hearing, Offer, Place } from './values/hearing.ts'
import { unwrapped } from './wrapping.ts'

/** What is wrong at a place; both counted from 1. */
export interface NotationError {
  readonly line: number
  readonly column: number
  readonly message: string
}

export const notationBounds = {
  /** Characters of a text. */
  length: 524_288,
  errors: 100,
  /** The compiler allows fewer. */
  steps: 1_000,
  /** Steps inside of steps. The compiler allows fewer. */
  depth: 16,
} as const

/** Of a step: its number, as it is written, or as people write it, too. */
export const item = /^(\d{1,6})[.)] +/

export interface Line {
  readonly indent: number
  readonly text: string
}

export interface LineCounts {
  readonly said: number
  readonly read: number
}

export class Lines {
  readonly errors: NotationError[] = []
  /** An editor that is told what stands where. */
  readonly hearing: Hearing | null
  /** The last line counts although it says nothing yet: somebody is about to write it. */
  readonly #isOpen: boolean
  readonly #lines: readonly string[]
  /** Numbers of those that are wrong, or belong to what is wrong. */
  readonly #unread = new Set<number>()
  /** Numbers of those of blocks: what they say is no sentence. */
  readonly #inBlocks = new Set<number>()
  #next = 0
  #peeked: { readonly at: number; readonly line: Line } | null = null

  constructor(text: string, hearing: Hearing | null = null, isOpen = false) {
    this.hearing = hearing
    this.#isOpen = isOpen
    this.#lines = unwrapped(text.split('\n'))
  }

  get isFull(): boolean {
    return this.errors.length >= notationBounds.errors
  }

  /** How many lines say something outside of blocks, and how many of them were read. */
  get counts(): LineCounts {
    const said = this.#lines.flatMap((line, at) => (line.trim() === '' || this.#inBlocks.has(at) ? [] : [at]))
    const read = said.filter(at => at < this.#next && !this.#unread.has(at))
    return { said: said.length, read: read.length }
  }

  /** The next line that says something; null at the end. */
  peek(): Line | null {
    if (this.#peeked?.at === this.#next) return this.#peeked.line
    const open = this.#isOpen ? this.#lines.length - 1 : -1
    while (this.#next !== open && this.#lines[this.#next]?.trim() === '') this.#next += 1
    const line = this.#lines[this.#next]
    if (line === undefined) return null
    const indent = line.length - line.replace(/^ +/, '').length
    this.#peeked = { at: this.#next, line: { indent, text: this.#saidIn(line.slice(indent)) } }
    return this.#peeked.line
  }

  /** The blank before a cursor counts: what comes next could stand there. */
  #saidIn(text: string): string {
    return this.#isOpen && this.#next === this.#lines.length - 1 ? text : text.trimEnd()
  }

  skip(): void {
    this.#skipTo(this.#next + 1)
  }

  skipAll(): void {
    this.#skipTo(this.#lines.length)
  }

  /** Goes past the next line, which is there. @param skipped characters of it that are read already */
  take(skipped = 0): Cursor {
    const { indent, text } = this.peek()!
    this.#next += 1
    return new Cursor(text.slice(skipped), this.#next, indent + skipped + 1, this.hearing)
  }

  /** The text between the fences, the first of which is the next line. */
  takeFence(indent: number, kind: string): Cursor {
    const open = this.peek()
    const at = this.#next
    const [, fence = '', found] = /^(`{3,})(\w*)$/.exec(open?.text ?? '') ?? []
    if (open === null || open.indent !== indent || found !== kind)
      throw new Fault(`expected \`\`\`${kind} after ${indent} blanks`, at + 1, 1)
    const end = this.#closing(at + 1, `${' '.repeat(indent)}${fence}`)
    if (end === -1) throw new Fault(`expected ${fence} at the end of the block`, at + 1, indent + 1)
    this.#next = end + 1
    for (let line = at; line <= end; line++) this.#inBlocks.add(line)
    this.#markFence(at, indent)
    this.#markFence(end, indent)
    const said = this.#lines.slice(at + 1, end).map((line, index) => {
      if (line.slice(0, indent).trim() === '') return line.slice(indent).replace(/\r$/, '')
      throw new Fault(`expected ${indent} blanks before the text of the block`, at + 2 + index, 1)
    })
    return new Cursor(said.join('\n'), at + 2, indent + 1, this.hearing)
  }

  /** The line at this index begins or ends a block. */
  #markFence(at: number, indent: number): void {
    const place = { line: at + 1, column: indent + 1 }
    this.hearing?.mark('fence', place, { line: at + 1, column: this.#lines[at]!.length + 1 })
  }

  /** Where the next line, which is there, begins to say something. */
  get place(): Place {
    return { line: this.#next + 1, column: this.peek()!.indent + 1 }
  }

  /** Tells what the next line, which is there, could begin with. */
  offer(offer: Offer): void {
    this.hearing?.offer(offer, this.place)
  }

  /** Numbers of the lines that could not be read, from 1. */
  get unread(): ReadonlySet<number> {
    return new Set([...this.#unread].map(at => at + 1))
  }

  /** Of what kind the block is that begins in the next line. */
  peekFence(): string | null {
    return /^`{3,}(\w*)$/.exec(this.peek()?.text ?? '')?.[1] ?? null
  }

  /** Goes past what can be no line of its own, after a fault in what it belongs to. */
  skipFence(): void {
    const [fence] = /^`{3,}/.exec(this.peek()!.text)!
    const indent = this.peek()!.indent
    const end = this.#closing(this.#next + 1, `${' '.repeat(indent)}${fence}`)
    const next = end === -1 ? this.#lines.length : end + 1
    for (let line = this.#next; line < next; line++) this.#inBlocks.add(line)
    this.#next = next
  }

  #skipTo(end: number): void {
    for (let at = this.#next; at < end; at++) this.#unread.add(at)
    this.#next = end
  }

  #closing(from: number, line: string): number {
    for (let at = from; at < this.#lines.length; at++) if (this.#lines[at]!.trimEnd() === line) return at
    return -1
  }

  tell(message: string, line = this.#next + 1, column = 1): void {
    this.#unread.add(line - 1)
    this.tellBeside(message, line, column)
  }

  /** What is wrong beside what the line says, which is read all the same. */
  tellBeside(message: string, line = this.#next + 1, column = 1): void {
    if (!this.isFull) this.errors.push({ line, column, message })
  }

  /** What `read` gives; null after a fault, which is told. */
  try<T>(read: () => T): T | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.tell(error.message, error.line, error.column)
      return null
    }
  }
}
