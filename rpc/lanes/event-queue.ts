// Messages for one reader, in order, as server-sent events without ids: the answer of a modern request that streams.
//   1. What was pulled is forgotten at the next pull, which comes only when it was written: whoever opens again gets what
//      had not been.
//   2. Past the bound a notification is dropped, never the response.
import type { LaneEvent, LaneFeed, LaneStream } from './lane-answer.ts'

/** Far more than anybody reads: a progress bar, a log on a terminal. */
const heldEvents = 1_000
/** Characters of notifications that wait. */
const heldChars = 1_048_576

export class EventQueue implements LaneStream {
  readonly isTransient = true
  readonly #onOver: (isComplete: boolean) => void
  #events: LaneEvent[] = []
  #chars = 0
  #nextId = 1
  #given = 0
  #isComplete = false
  #isOver = false
  #wake: (() => void) | null = null

  /** @param onOver called once when nobody reads any more: was the last message there by then? */
  constructor(onOver: (isComplete: boolean) => void) {
    this.#onOver = onOver
  }

  /** A notification. @param data JSON text */
  push(data: string): void {
    if (this.#events.length < heldEvents && this.#chars + data.length <= heldChars) this.#add(data, false)
  }

  /** The last message, after which the stream ends. @param data JSON text */
  finish(data: string): void {
    this.#add(data, true)
  }

  open(after: number, wake: () => void): LaneFeed {
    this.#given = 0
    this.#forget(this.#events.findIndex(({ id }) => id > after))
    this.#wake = wake
    return {
      pull: max => {
        this.#forget(this.#given)
        const events = this.#events.slice(0, max)
        this.#given = events.length
        return events
      },
      close: () => {
        if (this.#wake === wake) this.#wake = null
      },
    }
  }

  over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#events = []
    this.#onOver(this.#isComplete)
  }

  #add(data: string, isLast: boolean): void {
    if (this.#isOver || this.#isComplete) return
    this.#isComplete = isLast
    this.#chars += data.length
    this.#events.push({ id: this.#nextId++, event: 'message', data, isLast })
    this.#wake?.()
  }

  /** @param count of the oldest; -1 for all */
  #forget(count: number): void {
    const gone = count === -1 ? this.#events : this.#events.slice(0, count)
    for (const { data } of gone) this.#chars -= data.length
    this.#events = count === -1 ? [] : this.#events.slice(count)
  }
}
