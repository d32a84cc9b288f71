// A stream of a session that another node has, as a source of this one: each pull asks the other node
// (lent-streams.ts) and waits for its events. Made by passing.ts.
// 1. When the other node is gone the connection ends without an event, and the client resumes wherever the
//    session is by then.
import type { EventFeed, EventSource, SourceEvent } from '../../../runtime/event-source.ts'

export interface Lender {
  /** Null: the stream is lent no more. @throws {Failure} the other node does not answer */
  pull(max: number): Promise<readonly SourceEvent[] | null>
  leave(): void
}

/** Ends the connection; without an id, so that the client resumes after what it has. */
const broken: SourceEvent = { id: 0, event: 'message', data: '', isPassing: true, isLast: true }

export class LentSource implements EventSource {
  readonly #lender: Lender

  constructor(lender: Lender) {
    this.#lender = lender
  }

  /** From where the other node has opened it. */
  open(_after: number, wake: () => void): EventFeed {
    let isOver = false
    return {
      pull: async max => {
        const events = await this.#lender.pull(max).catch(() => null)
        if (events === null || events.at(-1)?.isLast) isOver = true
        else if (events.length === 0) wake()
        return events ?? [broken]
      },
      close: () => {
        if (!isOver) this.#lender.leave()
      },
    }
  }
}
