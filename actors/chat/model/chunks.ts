// The text of a language model on its way to readers: each piece is an event of the session's journal. The
// next one leaves when the last one is durable, and after a pause that grows with the time that this took:
// a busy journal gets fewer and longer ones. Meanwhile nothing more of the answer is read (asking.ts).
import type { Outside } from '../../../runtime/actor.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Message } from '../protocol.ts'

/** Between two pieces, at least and at most. */
const pauseMs = 60
const longestPauseMs = 1_000

export type ChunkClock = Pick<Clock, 'elapsed' | 'soon'>

export class Chunks {
  readonly #address: string
  readonly #answerId: string
  readonly #outside: Outside
  readonly #clock: ChunkClock
  /** Stands before the first piece, after what an earlier turn has said. */
  readonly #opening: string
  #waiting = ''
  #isRestarting: boolean
  #hasSaid = false
  #sending: Promise<void> | null = null

  /** @param isRestarting pieces of an earlier try are there: they are dropped first */
  constructor(
    { address, answerId, opening }: { address: string; answerId: string; opening: string },
    { outside, clock, isRestarting }: { outside: Outside; clock: ChunkClock; isRestarting: boolean },
  ) {
    this.#address = address
    this.#answerId = answerId
    this.#opening = opening
    this.#outside = outside
    this.#clock = clock
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
      // What was read at once comes word by word, and leaves together.
      await new Promise<void>(resolve => this.#clock.soon(resolve))
      while (!signal.aborted && (this.#waiting !== '' || this.#isRestarting)) {
        const beganAt = this.#clock.elapsed()
        if (this.#isRestarting) {
          this.#isRestarting = false
          await this.#tell({ type: 'restart', answerId: this.#answerId })
        }
        const text = this.#waiting
        this.#waiting = ''
        if (text !== '') await this.#tell({ type: 'chunk', answerId: this.#answerId, text })
        const tookMs = this.#clock.elapsed() - beganAt
        await this.#outside.pause(Math.min(Math.max(pauseMs, tookMs), longestPauseMs))
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
