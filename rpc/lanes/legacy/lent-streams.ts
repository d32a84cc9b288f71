// Streams of sessions that clients read through other nodes: this node reads the source in the client's place
// and gives the events to the node that asks for them. Used by passing.ts; lent-source.ts is the other end.
// 1. A node asks for the next events, and waits for them for a while. An answer that is lost is lost for this
//    reader: the client comes back and says what it has.
// 2. The source is opened by the first ask: a reader that is refused takes the place of none.
// 3. A stream that nobody asks for ends: its node has died, or its client has left without a word.
import { randomBytes } from 'node:crypto'
import type { EventFeed, EventSource, SourceEvent } from '../../../runtime/event-source.ts'
import type { LaneAnswer } from '../lane-answer.ts'

export interface LentStream {
  /** Names it between the nodes; 144 random bits. */
  readonly stream: string
  readonly after: number
  readonly isLasting?: true
}

interface Lent {
  readonly source: EventSource
  readonly after: number
  feed: EventFeed | null
  wake: () => void
  expire: NodeJS.Timeout
}

/** How long an ask waits for events. */
export const longestPullMs = 20_000
/** How long a stream waits for the next ask. */
const keptMs = 60_000
/** Of one answer: events, and characters after which no event is added. */
const mostEvents = 32
const enoughChars = 262_144

export class LentStreams {
  readonly #lent = new Map<string, Lent>()

  get size(): number {
    return this.#lent.size
  }

  lend({ source, after, isLasting }: LaneAnswer & { readonly type: 'stream' }): LentStream {
    const stream = randomBytes(18).toString('base64url')
    this.#lent.set(stream, { source, after, feed: null, wake: () => {}, expire: this.#expiring(stream) })
    return { stream, after, ...(isLasting && { isLasting }) }
  }

  /** The next events; none when there are none for a while; null: the stream is lent no more. */
  async pull(stream: string): Promise<readonly SourceEvent[] | null> {
    const lent = this.#lent.get(stream)
    if (lent === undefined) return null
    clearTimeout(lent.expire)
    lent.feed ??= lent.source.open(lent.after, () => lent.wake())
    const end = performance.now() + longestPullMs
    try {
      while (this.#lent.has(stream)) {
        const { promise: woken, resolve } = Promise.withResolvers<void>()
        lent.wake = resolve
        const events = await some(lent.feed)
        if (events.at(-1)?.isLast) this.leave(stream)
        const leftMs = end - performance.now()
        if (events.length > 0 || leftMs <= 0) return events
        const late = setTimeout(resolve, leftMs).unref()
        await woken
        clearTimeout(late)
      }
      return null
    } finally {
      if (this.#lent.has(stream)) lent.expire = this.#expiring(stream)
    }
  }

  leave(stream: string): void {
    const lent = this.#lent.get(stream)
    if (lent === undefined) return
    this.#lent.delete(stream)
    clearTimeout(lent.expire)
    lent.feed?.close()
    lent.source.over?.()
    lent.wake()
  }

  close(): void {
    for (const stream of [...this.#lent.keys()]) this.leave(stream)
  }

  #expiring(stream: string): NodeJS.Timeout {
    return setTimeout(() => this.leave(stream), keptMs).unref()
  }
}

async function some(feed: EventFeed): Promise<SourceEvent[]> {
  const events: SourceEvent[] = []
  for (let chars = 0; events.length < mostEvents && chars < enoughChars; ) {
    const [event] = await feed.pull(1)
    if (event === undefined) break
    events.push(event)
    chars += event.data.length
  }
  return events
}
