// Organizations that have webhooks, as the journal of a host knows them: events of executions are written for them, and
// only for them; for one that is switched off, too, so that it can recover what it missed. Asked at every commit, so it
// answers from memory.
// 1. It is read first when a host commits first, and a host has been told something by then: so the main thread knows of
//    the host, and tells it of every webhook that is made from then on. Nobody is missed in between.
// 2. `invalidate` arrives before whatever is asked after the webhook was made: the next commit reads anew.
import type { Queries, Statement } from './statement.ts'

export class EventSubscribers {
  readonly #queries: Queries
  #known: ReadonlySet<string> | null = null
  #changes = 0

  constructor(queries: Queries) {
    this.#queries = queries
  }

  /** @throws {Failure} unavailable */
  current(): ReadonlySet<string> | Promise<ReadonlySet<string>> {
    return this.#known ?? this.#load()
  }

  invalidate(): void {
    this.#changes++
    this.#known = null
  }

  async #load(): Promise<ReadonlySet<string>> {
    for (;;) {
      const changes = this.#changes
      const rows = await this.#queries.query<{ id: string }>(subscribed, [])
      const known = new Set(rows.map(({ id }) => id))
      if (changes !== this.#changes) continue
      this.#known = known
      return known
    }
  }
}

const subscribed: Statement = {
  name: 'webhooks.subscribed',
  text: 'select distinct organization_id as id from webhooks where removed_at is null',
}
