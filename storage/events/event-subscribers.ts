// The organizations that have webhooks or completion triggers. A host's journal writes events of executions
// for these only (storage/journal/commit-events.ts). Those whose webhooks are switched off count too, so that
// they can recover missed events. Every commit asks, so the answer comes from memory.
// 1. A host reads the list at its first commit. By then it has had a message, so the main thread knows of
//    the host and tells it of every later webhook: no webhook is missed in between.
// 2. The notice of a new webhook reaches the host before any message that follows the webhook's creation,
//    so the next commit reads anew.
import { CachedFacts } from '../cached-facts.ts'
import { uncertain } from '../postgres/bounded-cache.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export class EventSubscribers {
  readonly #queries: Queries
  readonly #facts: CachedFacts
  #known: ReadonlySet<string> | null = null
  #changes = 0

  constructor(queries: Queries, facts = new CachedFacts()) {
    this.#queries = queries
    this.#facts = facts
    facts.listen(what => {
      if (what.type !== 'webhooks' && what.type !== 'triggers' && what.type !== 'cut') return
      this.#changes++
      this.#known = null
    })
  }

  /** @throws {Failure} unavailable */
  current(): ReadonlySet<string> | Promise<ReadonlySet<string>> {
    return this.#known ?? this.#load()
  }

  async #load(): Promise<ReadonlySet<string>> {
    for (;;) {
      const changes = this.#changes
      const rows = await this.#queries.query<{ id: string }>(subscribed, [])
      const known = new Set(rows.map(({ id }) => id))
      if (changes !== this.#changes) continue
      if (this.#facts.era !== uncertain) this.#known = known
      return known
    }
  }
}

const subscribed: Statement = {
  name: 'webhooks.subscribed',
  text: `select organization_id as id from webhooks where removed_at is null
    union select organization_id from workflow_triggers where kind = 'completion'`,
}
