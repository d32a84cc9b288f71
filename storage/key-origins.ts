// Origins of the web pages that live API keys may be used by. A browser asks before it sends a key, so what it is told
// cannot depend on the key: every such origin may call, and which key it may use is judged with the request.
import type { Queries } from './statement.ts'

export class KeyOrigins {
  readonly #database: Queries
  readonly #origins = new Set<string>()
  /** One load after another: the last one to begin has the last word. */
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

  /** Keys may have ended. Not waited for: an origin too many lets nobody do anything without a key. */
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
