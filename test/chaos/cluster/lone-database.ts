// The PostgreSQL of a run in which it does not fail: the one that the product brings along, for many nodes.
import { Pool } from 'pg'
import { type Embedded, startEmbedded } from '../../../storage/embedded/embedded.ts'

export class LoneDatabase {
  readonly url: string
  readonly #embedded: Embedded
  readonly #pool: Pool

  private constructor(embedded: Embedded) {
    this.#embedded = embedded
    this.url = embedded.url
    this.#pool = new Pool({ connectionString: embedded.url, max: 2 })
    this.#pool.on('error', () => {})
  }

  /** @param dataDir an empty directory that PostgreSQL's account can enter, with a short path */
  static async start(dataDir: string): Promise<LoneDatabase> {
    return new LoneDatabase(await startEmbedded({ dataDir, settings: ['max_connections=200'] }))
  }

  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(sql, [...values])).rows
  }

  async stop(): Promise<void> {
    await this.#pool.end()
    await this.#embedded.stop()
  }
}
