// Tells that an organization has used up its executions of a month, once for each month, whichever host finds out. A
// refused start leaves nothing in the database, so this is written after it, before whoever asked is answered.
import { derivedIdAt } from '../domain/ids.ts'
import type { EventStore } from './events.ts'

export interface ReachedLimit {
  readonly organizationId: string
  /** yyyymm, UTC. */
  readonly period: number
  readonly limit: number
  readonly current: number
}

/** What this host has told already; it may tell it again after it was full. */
const mostTold = 10_000

export class LimitEvents {
  readonly #events: Pick<EventStore, 'publish'>
  readonly #told = new Set<string>()

  constructor(events: Pick<EventStore, 'publish'>) {
    this.#events = events
  }

  /** Never throws: what cannot be told now is told by the next start that is refused. */
  async tell({ organizationId, period, limit, current }: ReachedLimit): Promise<void> {
    const name = `limit/${organizationId}/${period}`
    if (this.#told.has(name)) return
    if (this.#told.size >= mostTold) this.#told.clear()
    this.#told.add(name)
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
      this.#told.delete(name)
    }
  }
}
