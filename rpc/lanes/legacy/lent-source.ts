// A stream of a session that another node has, as a source of this one: it asks the other node for the next
// events (lent-streams.ts) when the reader has taken all that came before. Made by passing.ts.
// 1. When the other node is gone the connection ends, and the client resumes wherever the session is by then.
import type { EventFeed, EventSource, SourceEvent } from '../../../runtime/event-source.ts'

export interface Lender {
  /** Waits for events, for a while. Null: the stream is lent no more. @throws {Failure} no answer */
  next(): Promise<readonly SourceEvent[] | null>
  leave(): void
}

/** Ends the connection as the server's own end does: no message, no id to resume after. */
const broken: SourceEvent = { id: 0, event: 'moved', data: '{}', isPassing: true, isLast: true }

export class LentSource implements EventSource {
  readonly #lender: Lender
  #isOpened = false

  constructor(lender: Lender) {
    this.#lender = lender
  }

  /** From where the other node has opened it. */
  open(_after: number, wake: () => void): EventFeed {
    this.#isOpened = true
    let held: SourceEvent[] = []
    let isAsking = false
    let hasEnded = false
    let isClosed = false
    const ask = async () => {
      isAsking = true
      const events = await this.#lender.next().catch(() => null)
      isAsking = false
      if (isClosed) return
      held = [...(events ?? [broken])]
      hasEnded = held.at(-1)?.isLast === true
      wake()
    }
    return {
      pull(max) {
        if (held.length === 0 && !isAsking && !hasEnded && !isClosed) void ask()
        return held.splice(0, max)
      },
      close: () => {
        isClosed = true
        if (!hasEnded) this.#lender.leave()
      },
    }
  }

  /** Whoever was to read it was refused. */
  over(): void {
    if (!this.#isOpened) this.#lender.leave()
  }
}
