// Messages for one reader, in order, as server-sent events without ids: the streamed answer of a modern
// request. Used by modern/answering.ts.
// 1. The next pull confirms that the last one was written, and only then are its messages dropped. A new
//    reader gets the others.
// 2. Past the bound notifications are dropped, never the response.
import type { EventFeed, EventSource, SourceEvent } from '../../runtime/event-source.ts'

/** Far more than anybody reads: a progress bar, a log on a terminal. */
const heldEvents = 1_000
/** Characters of waiting notifications. */
const heldChars = 1_048_576

export class EventQueue implements EventSource {
  readonly isTransient = true
  readonly #onOver: (isComplete: boolean) => void
  #events: SourceEvent[] = []
  #chars = 0
  #nextId = 1
  #given = 0
  #isComplete = false
  #isOver = false
  #wake: (() => void) | null = null

  /** @param onOver called once when the reader is gone; `isComplete`: the last message was in the queue */
  constructor(onOver: (isComplete: boolean) => void) {
    this.#onOver = onOver
  }

  /**
   * Adds a notification.
   * @param data JSON text
   */
  push(data: string): void {
    if (this.#events.length < heldEvents && this.#chars + data.length <= heldChars) this.#add(data, false)
  }

  /**
   * Adds the last message; the stream ends after it.
   * @param data JSON text
   */
  finish(data: string): void {
    this.#add(data, true)
  }

  open(after: number, wake: () => void): EventFeed {
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

  /** @param count how many of the oldest; -1 for all */
  #forget(count: number): void {
    const gone = count === -1 ? this.#events : this.#events.slice(0, count)
    for (const { data } of gone) this.#chars -= data.length
    this.#events = count === -1 ? [] : this.#events.slice(count)
  }
}
