// When API keys and connections were last used: gathered in memory and written many at once, so that no
// request waits. A crash loses the latest ones, which is no harm.
import type { Queries, Statement } from '../postgres/statement.ts'

/** Longest delay until a use is written. */
const lastUsedDelayMs = 5_000

export class LastUsed {
  readonly #database: Queries
  readonly #touch: Statement
  #usedAt = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  /** @param statement takes ids and times */
  constructor(database: Queries, statement: Statement = touch) {
    this.#database = database
    this.#touch = statement
  }

  note(id: string, at: number): void {
    this.#usedAt.set(id, at)
    this.#timer ??= setTimeout(() => void this.#write().catch(() => {}), lastUsedDelayMs).unref()
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    const usedAt = this.#usedAt
    this.#usedAt = new Map()
    this.#timer = null
    if (usedAt.size > 0) await this.#database.query(this.#touch, [[...usedAt.keys()], [...usedAt.values()]])
  }
}

/** Waits for nobody: a key that is being changed at this moment keeps the time that it had. */
const touch = {
  name: 'api-keys.touch',
  text: `update api_keys k set last_used_at = u.at
    from unnest($1::text[], $2::bigint[]) as u(id, at)
    where k.id = u.id and k.id in (
      select id from api_keys where id = any($1::text[]) for no key update skip locked)`,
}
