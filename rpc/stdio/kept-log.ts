// What a child wrote to its standard error: the last lines, without secrets, in bounded memory. It lives as
// long as the server of the child, over its restarts. Made by stdio-server.ts.
import type { StdioLog } from '../../domain/tools/stdio-server.ts'
import type { HideTexts } from './hidden-texts.ts'

type Line = StdioLog['lines'][number]

const linesKept = 200
const lineLength = 1_000
/** A secret that begins within the kept part is seen whole. */
const heldLength = lineLength + 8_192
/** Lines taken in a second; the rest of a flood is counted and not kept. */
const linesPerSecond = 500

export class KeptLog {
  readonly #hide: HideTexts
  readonly #lines: Line[] = []
  #held = ''
  #second = 0
  #taken = 0

  constructor(hide: HideTexts) {
    this.#hide = hide
  }

  get lines(): readonly Line[] {
    return this.#lines
  }

  /** Takes a piece of text, which may begin and end within a line. */
  write(text: string): void {
    let at = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      this.#hold(text.slice(at, end))
      this.#keepHeld()
      at = end + 1
      if (this.#isFlood()) return
    }
    this.#hold(text.slice(at))
  }

  /** A line of our own. */
  note(text: string): void {
    this.#keep(text)
  }

  /** The child has ended: what it had begun is its last line. */
  endOfChild(): void {
    if (this.#held !== '') this.#keepHeld()
  }

  #hold(text: string): void {
    if (this.#held.length < heldLength) this.#held += text.slice(0, heldLength - this.#held.length)
  }

  #keepHeld(): void {
    const clean = withoutControls(this.#hide(this.#held))
    this.#held = ''
    this.#keep(clean.length <= lineLength ? clean : `${clean.slice(0, lineLength - 1).toWellFormed()}…`)
  }

  #keep(text: string): void {
    this.#lines.push({ at: Date.now(), text })
    if (this.#lines.length > linesKept) this.#lines.shift()
  }

  #isFlood(): boolean {
    const second = Math.floor(Date.now() / 1_000)
    if (second !== this.#second) this.#taken = 0
    this.#second = second
    return ++this.#taken > linesPerSecond
  }
}

function withoutControls(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .toWellFormed()
}
