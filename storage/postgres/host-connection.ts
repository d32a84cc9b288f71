// A host thread's own way to PostgreSQL, for what its actors read: plans and tool servers. Plain pg without
// MikroORM, so that a thread starts quickly. The journal has a connection of its own.
import { Pool } from 'pg'
import { poolConfig } from './connection-config.ts'
import { orUnavailable } from './database-errors.ts'
import type { Queries, Statement } from './statement.ts'

/** Reads are few and cached; two at once are enough. */
const hostPoolSize = 2

export class HostConnection implements Queries {
  readonly #pool: Pool

  constructor(url: string) {
    this.#pool = new Pool(poolConfig(url, 'host', hostPoolSize))
    // The pool has dropped the connection already; the next query opens another.
    this.#pool.on('error', () => {})
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return orUnavailable(async () => {
      const { rows } = await this.#pool.query<Row>({ ...statement, values: [...values] })
      return rows
    })
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
