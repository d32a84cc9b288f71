// Several answers of a session as one source of events: each is read when the one before it has ended.
import type { EventFeed, EventSource, SourceEvent } from '../../../runtime/event-source.ts'

/**
 * @param first source of the first answer
 * @param others open the sources of the others, after an event; null: the session is deleted
 */
export function inTurn(
  first: EventSource,
  others: readonly ((after: number) => Promise<EventSource | null>)[],
): EventSource {
  if (others.length === 0) return first
  return { open: (after, wake) => new FeedInTurn(first.open(after, wake), others, after, wake) }
}

class FeedInTurn implements EventFeed {
  #feed: EventFeed
  readonly #others: ((after: number) => Promise<EventSource | null>)[]
  readonly #wake: () => void
  #after: number
  #isClosed = false

  constructor(
    feed: EventFeed,
    others: readonly ((after: number) => Promise<EventSource | null>)[],
    after: number,
    wake: () => void,
  ) {
    this.#feed = feed
    this.#others = [...others]
    this.#after = after
    this.#wake = wake
  }

  async pull(max: number): Promise<readonly SourceEvent[]> {
    const events = await this.#feed.pull(max)
    const last = events.at(-1)
    if (last === undefined) return events
    this.#after = Math.max(this.#after, last.id)
    const next = last.isLast === true && last.event !== 'end' ? this.#others.shift() : undefined
    if (next === undefined) return events
    const source = await next(this.#after)
    this.#feed.close()
    if (source === null || this.#isClosed) return events
    this.#feed = source.open(this.#after, this.#wake)
    return events.map(event => (event === last ? { ...event, isLast: false } : event))
  }

  pause(): void {
    this.#feed.pause?.()
  }

  close(): void {
    this.#isClosed = true
    this.#feed.close()
  }
}
