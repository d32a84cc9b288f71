// The client of bulk actions: start, view, cancel, and the progress as a source of events. The routes of bulk
// actions call it.
import { notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import type { ActorSystem } from '../../runtime/engine.ts'
import type { Entry } from '../../runtime/journal.ts'
import { type FoldedEvent, type JournalFeedParts, type JournalFold, journalSource } from '../journal-feed.ts'
import { evolve, initial, view } from './behavior.ts'
import type { BulkStart, Event, Message, State } from './protocol.ts'

export interface BulkClientParts extends JournalFeedParts {
  readonly system: Pick<ActorSystem, 'ask' | 'subscribe'>
}

export type BulkClient = ReturnType<typeof bulkClient>

export function bulkClient(parts: BulkClientParts) {
  /** Checks the id: an id of another kind is the address of another kind of actor. */
  const ask = async (id: string, message: Message) => {
    if (!isId('bulk', id)) throw notFound('bulk action')
    return parts.system.ask(id, message)
  }

  return {
    /**
     * Resolves when the start is durable: a Bulk as JSON text, like all answers.
     * @throws {Failure} overloaded, unavailable
     */
    start: (id: string, start: BulkStart) => ask(id, { type: 'start', start }),
    /** @throws {Failure} not-found */
    view: (organizationId: string, id: string) => ask(id, { type: 'view', organizationId }),
    /** @throws {Failure} not-found; conflict: it is over */
    cancel: (organizationId: string, id: string) => ask(id, { type: 'cancel', organizationId }),

    /**
     * The live progress for a reader whose last event was `after`.
     * @returns null when nothing follows: the action has ended, and `after` is its last event
     * @throws {Failure} not-found; bad-request: there is no such event
     */
    async progress(organizationId: string, id: string, after: number) {
      await ask(id, { type: 'view', organizationId })
      return journalSource(parts, { address: id, after, openFold: () => new Progress(id) })
    },
  }
}

/** Folds entries into the view of the bulk action after each event; most events are a page of executions. */
class Progress implements JournalFold {
  readonly #id: string
  #state: State = initial()
  #seq = 0

  constructor(id: string) {
    this.#id = id
  }

  get seq(): number {
    return this.#seq
  }

  take({ seq, at, body }: Entry): FoldedEvent[] {
    const events = JSON.parse(body) as Event[]
    return events.slice(Math.max(0, this.#seq + 1 - seq)).map(event => {
      this.#state = evolve(this.#state, event, at)
      this.#seq++
      const name = event.type === 'ended' ? 'end' : 'progress'
      return { id: this.#seq, event: name, data: view(this.#id, this.#state) }
    })
  }
}
