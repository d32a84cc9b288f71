// How others speak to bulk actions: start, look, cancel, and follow the progress as a source of events.
import { notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import { endsWith, type ReadEntries } from '../resuming.ts'
import { evolve, initial, view } from './behavior.ts'
import type { BulkStart, Event, Message, State } from './protocol.ts'

/** The progress as it leaves: `data` is a Bulk as JSON text, `id` the number of the event in the journal. */
export interface ProgressEvent {
  readonly id: number
  readonly event: 'progress' | 'end'
  readonly data: string
  readonly isLast: boolean
}

export interface ProgressFeed {
  pull(max: number): Promise<readonly ProgressEvent[]>
  close(): void
}

export interface BulkClientParts {
  readonly system: ActorSystem
  readonly read: ReadEntries
}

export type BulkClient = ReturnType<typeof bulkClient>

export function bulkClient({ system, read }: BulkClientParts) {
  /** An id of another kind would be the address of another kind of actor. */
  const ask = async (id: string, message: Message) => {
    if (!isId('bulk', id)) throw notFound('bulk action')
    return system.ask(id, message)
  }

  return {
    /** Resolves when the start is durable: a Bulk as JSON text, like all answers. @throws {Failure} overloaded, unavailable */
    start: (id: string, start: BulkStart) => ask(id, { type: 'start', start }),
    /** @throws {Failure} not-found */
    view: (organizationId: string, id: string) => ask(id, { type: 'view', organizationId }),
    /** @throws {Failure} not-found; conflict: it is over */
    cancel: (organizationId: string, id: string) => ask(id, { type: 'cancel', organizationId }),

    /**
     * The progress, live, for a reader whose last event was `after`.
     * @returns null when nothing follows: the action has ended, and `after` is its last event
     * @throws {Failure} not-found; bad-request: there is no such event
     */
    async progress(organizationId: string, id: string, after: number) {
      await ask(id, { type: 'view', organizationId })
      if (after > 0 && (await endsWith(read, id, after))) return null
      return {
        open: (after: number, wake: () => void): ProgressFeed => new Feed({ system, read }, id, after, wake),
      }
    },
  }
}

const pageSize = 100

/** Reads the journal at the reader's pace: a bulk action has one event for a hundred executions. */
class Feed implements ProgressFeed {
  readonly #read: BulkClientParts['read']
  readonly #id: string
  readonly #after: number
  readonly #unsubscribe: () => void
  #state: State = initial()
  #seq = 0
  #waiting: ProgressEvent[] = []

  constructor({ system, read }: BulkClientParts, id: string, after: number, wake: () => void) {
    this.#read = read
    this.#id = id
    this.#after = after
    this.#unsubscribe = system.subscribe(id, wake)
  }

  async pull(max: number): Promise<readonly ProgressEvent[]> {
    while (this.#waiting.length === 0) {
      const entries = await this.#read(this.#id, this.#seq, pageSize)
      if (entries.length === 0) return []
      for (const entry of entries) this.#take(entry)
    }
    return this.#waiting.splice(0, max)
  }

  close(): void {
    this.#unsubscribe()
  }

  #take({ seq, at, body }: Entry): void {
    const events = JSON.parse(body) as Event[]
    for (const event of events.slice(Math.max(0, this.#seq + 1 - seq))) {
      this.#state = evolve(this.#state, event, at)
      this.#seq++
      if (this.#seq > this.#after) this.#waiting.push(this.#shown(event.type === 'ended'))
    }
  }

  #shown(isLast: boolean): ProgressEvent {
    const data = JSON.stringify(view(this.#id, this.#state))
    return { id: this.#seq, event: isLast ? 'end' : 'progress', data, isLast }
  }
}
