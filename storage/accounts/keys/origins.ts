// Origins of the web pages that may use live API keys. A browser asks before it sends a key, so the answer
// cannot depend on the key: every such origin passes here, and the request itself is checked against its
// key (domain/people/key-restrictions.ts). Called by storage/accounts/api-keys.ts.
import type { Queries } from '../../postgres/statement.ts'

export class KeyOrigins {
  readonly #database: Queries
  readonly #origins = new Set<string>()
  /** Loads run one after another, so the last one to begin decides. */
  #loading: Promise<void> = Promise.resolve()

  constructor(database: Queries) {
    this.#database = database
  }

  get all(): ReadonlySet<string> {
    return this.#origins
  }

  /** @throws {Failure} unavailable */
  load(): Promise<void> {
    const loading = this.#loading.catch(() => {}).then(() => this.#load())
    this.#loading = loading
    return loading
  }

  /** The latest load. */
  get loading(): Promise<void> {
    return this.#loading
  }

  /**
   * Reloads, since keys may have ended. Nobody waits for it: an origin too many lets nobody do anything
   * without a key.
   */
  review(): void {
    if (this.#origins.size > 0) void this.load().catch(() => {})
  }

  async #load(): Promise<void> {
    const rows = await this.#database.query<{ origin: string }>(list, [Date.now()])
    this.#origins.clear()
    for (const { origin } of rows) this.#origins.add(origin)
  }
}

const list = {
  name: 'key-origins.list',
  text: `select distinct unnest(k.allowed_origins) as origin from api_keys k
    where k.allowed_origins is not null and k.revoked_at is null and (k.expires_at is null or k.expires_at > $1)`,
}
