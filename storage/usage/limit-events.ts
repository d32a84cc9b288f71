// Publishes the event that an organization has used up its executions of a month: once a month, whichever
// host finds out. A refused start leaves nothing in the database, so storage/journal/journal.ts calls this
// after the commit and before it answers.
import { derivedIdAt } from '../../domain/ids.ts'
import type { EventStore } from '../events/events.ts'

export interface ReachedLimit {
  readonly organizationId: string
  /** yyyymm, UTC. */
  readonly period: number
  readonly limit: number
  readonly current: number
}

/**
 * Events that this host remembers to have published. Past this it forgets them and may publish again, which
 * the id makes harmless.
 */
const mostRemembered = 10_000

export class LimitEvents {
  readonly #events: Pick<EventStore, 'publish'>
  readonly #published = new Set<string>()

  constructor(events: Pick<EventStore, 'publish'>) {
    this.#events = events
  }

  /** Never throws: after a failure, the next refused start publishes it. */
  async tell({ organizationId, period, limit, current }: ReachedLimit): Promise<void> {
    const name = `limit/${organizationId}/${period}`
    if (this.#published.has(name)) return
    if (this.#published.size >= mostRemembered) this.#published.clear()
    this.#published.add(name)
    const id = derivedIdAt('event', name, Date.UTC(Math.floor(period / 100), (period % 100) - 1))
    const data = { period, limit, current }
    try {
      await this.#events.publish({
        id,
        organizationId,
        type: 'usage.limit_reached',
        resource: organizationId,
        data,
      })
    } catch {
      this.#published.delete(name)
    }
  }
}
