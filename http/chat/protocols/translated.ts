// The events of a session as a protocol says them: wraps the source of a stream (http/streaming/sse.ts).
// 1. Of the events that one event becomes, the last has its id: a reader that has it has them all.
// 2. The trailer of a protocol follows its last event.
import type { EventFeed, EventSource, SourceEvent } from '../../../runtime/event-source.ts'
import type { ChatEvent, ChatProtocol, Translation } from './protocol.ts'

/** @param onLeave called when the reader leaves before the end; not when the server ends the stream */
export function translated(
  source: EventSource,
  { trailer }: Pick<ChatProtocol, 'trailer'>,
  translation: Translation,
  onLeave: () => void = () => {},
): EventSource {
  let isOpen = false
  return {
    open(after, wake) {
      isOpen = true
      return new TranslatedFeed(source.open(after, wake), translation, trailer)
    },
    farewell() {
      isOpen = false
      return JSON.stringify(translation.farewell())
    },
    over() {
      source.over?.()
      if (isOpen && !translation.isOver) onLeave()
    },
  }
}

class TranslatedFeed implements EventFeed {
  readonly #feed: EventFeed
  readonly #translation: Translation
  readonly #trailer: string | null
  /** Said, and not yet taken. */
  readonly #waiting: SourceEvent[] = []
  #hasBegun = false
  #isOver = false

  constructor(feed: EventFeed, translation: Translation, trailer: string | null) {
    this.#feed = feed
    this.#translation = translation
    this.#trailer = trailer
  }

  async pull(max: number): Promise<readonly SourceEvent[]> {
    if (!this.#hasBegun) {
      this.#hasBegun = true
      this.#waiting.push(...this.#translation.begin().map(said => passing(JSON.stringify(said))))
    }
    while (this.#waiting.length === 0) {
      const events = await this.#feed.pull(max)
      if (events.length === 0) break
      for (const event of events) this.#waiting.push(...this.#say(event))
    }
    return this.#waiting.splice(0, max)
  }

  pause(): void {
    this.#feed.pause?.()
  }

  close(): void {
    this.#feed.close()
  }

  #say({ id, event, data, isPassing }: SourceEvent): SourceEvent[] {
    if (this.#isOver) return []
    const taken = { event, data: JSON.parse(data) } as ChatEvent
    const texts = this.#translation.take(taken).map(said => JSON.stringify(said))
    const { isOver } = this.#translation
    this.#isOver = isOver
    if (isOver && this.#trailer !== null) texts.push(this.#trailer)
    return texts.map((text, index) => {
      const isLast = index === texts.length - 1
      if (isPassing || !isLast) return passing(text)
      return { id, event: 'message', data: text, ...(isOver && { isLast }) }
    })
  }
}

function passing(data: string): SourceEvent {
  return { id: 0, event: 'message', data, isPassing: true }
}
