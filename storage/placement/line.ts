// One connection to PostgreSQL that opens when it is needed and again after it was lost. Calls go one after
// another. storage/placement/placement-store.ts has two: the session whose end says that a node has died, and
// one for everything that may take longer than a beat.
import { Client } from 'pg'
import { connectionConfig } from '../postgres/connection-config.ts'
import type { Statement } from '../postgres/statement.ts'

export interface LineOptions {
  readonly url: string
  /** For `application_name`. */
  readonly name: string
  /** For an answer. Default: as for all connections. */
  readonly timeoutMs?: number
  /** Before the first statement of a new connection; what it throws is thrown by that statement. */
  readonly opened?: (client: Client) => Promise<void>
  /** A connection that was open has ended, and not by `close`. */
  readonly lost?: () => void
}

export class Line {
  readonly #options: LineOptions
  #client: Client | null = null
  #calls: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: LineOptions) {
    this.#options = options
  }

  /** @throws what PostgreSQL says, or that it is away */
  query<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(async client => (await client.query<Row>({ ...statement, values: [...values] })).rows)
  }

  /** Several statements that nothing comes between. */
  run<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const result = this.#calls.then(() => this.#run(work))
    this.#calls = result.catch(() => {})
    return result
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end()
  }

  async #run<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client ?? (await this.#open())
    try {
      return await work(client)
    } catch (error) {
      // Nobody knows in which state it is.
      this.#drop(client)
      throw error
    }
  }

  async #open(): Promise<Client> {
    if (this.#isClosed) throw new Error('the placement is closed')
    const { url, name, timeoutMs } = this.#options
    const config = connectionConfig(url, name)
    const client = new Client(timeoutMs === undefined ? config : { ...config, query_timeout: timeoutMs })
    client.on('error', () => {})
    try {
      await client.connect()
      await this.#options.opened?.(client)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    for (const event of ['error', 'end'] as const) client.once(event, () => this.#drop(client))
    this.#client = client
    return client
  }

  #drop(client: Client): void {
    if (this.#client !== client) return
    this.#client = null
    client.end().catch(() => {})
    if (!this.#isClosed) this.#options.lost?.()
  }
}
