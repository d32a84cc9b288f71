// The text of a language model on its way to readers: each piece is an event of the session's journal. The
// next one leaves when the last one is durable, so a busy journal gets fewer and longer ones.
import type { Outside } from '../../../runtime/actor.ts'
import type { Message } from '../protocol.ts'

/** Between two pieces. */
const pauseMs = 60

export class Chunks {
  readonly #address: string
  readonly #answerId: string
  readonly #outside: Outside
  /** Stands before the first piece, after what an earlier turn has said. */
  readonly #opening: string
  #waiting = ''
  #isRestarting: boolean
  #hasSaid = false
  #sending: Promise<void> | null = null

  /** @param isRestarting pieces of an earlier try are there: they are dropped first */
  constructor(
    { address, answerId, opening }: { address: string; answerId: string; opening: string },
    outside: Outside,
    isRestarting: boolean,
  ) {
    this.#address = address
    this.#answerId = answerId
    this.#opening = opening
    this.#outside = outside
    this.#isRestarting = isRestarting
  }

  /** Takes a piece; an empty one says that the text begins anew. */
  take(text: string): void {
    if (text === '') {
      this.#isRestarting ||= this.#hasSaid
      this.#waiting = ''
      this.#hasSaid = false
    } else {
      this.#waiting += this.#hasSaid ? text : this.#opening + text
      this.#hasSaid = true
    }
    this.#sending ??= this.#send()
  }

  /** Resolves when everything that was taken is durable, or the answer is over. */
  async flush(): Promise<void> {
    while (this.#sending !== null) await this.#sending
  }

  async #send(): Promise<void> {
    const { signal } = this.#outside
    try {
      while (!signal.aborted && (this.#waiting !== '' || this.#isRestarting)) {
        if (this.#isRestarting) {
          this.#isRestarting = false
          await this.#tell({ type: 'restart', answerId: this.#answerId })
        }
        const text = this.#waiting
        this.#waiting = ''
        if (text !== '') await this.#tell({ type: 'chunk', answerId: this.#answerId, text })
        await this.#outside.pause(pauseMs)
      }
    } catch {
      // The session is gone or away: the whole text comes with the end of the answer.
      this.#waiting = ''
    } finally {
      this.#sending = null
    }
  }

  async #tell(message: Message): Promise<void> {
    await this.#outside.ask(this.#address, message)
  }
}
