// The main thread's way to PostgreSQL: one bounded pool under both MikroORM (plain resources, by `work`)
// and prepared SQL (hot reads, by `query`). storage/open-database.ts opens it. When the database restarts,
// every call is a Failure('unavailable') within 5 s until the pool has reconnected, which it does by
// itself.
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { orUnavailable, whyUnwritable } from './database-errors.ts'
import type { Queries, Statement } from './statement.ts'

export class Database implements Queries {
  /** For hosts, ownership and the journal, which open connections of their own. Holds the password. */
  readonly url: string
  readonly #orm: MikroORM
  readonly #pool: Pool

  constructor(url: string, orm: MikroORM, pool: Pool) {
    this.url = url
    this.#orm = orm
    this.#pool = pool
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return orUnavailable(async () => {
      const { rows } = await this.#pool.query<Row>({ ...statement, values: [...values] })
      return rows
    })
  }

  /**
   * Runs `run` with an entity manager of its own.
   * @throws {Failure} unavailable
   */
  work<T>(run: (em: EntityManager) => Promise<T>): Promise<T> {
    return orUnavailable(() => run(this.#orm.em.fork()))
  }

  /**
   * The same in one transaction. Write everything at once (`insert`, `nativeUpdate`): nothing flushes
   * changed entities. A flush, as `em.transactional` and `em.commit` do one, would switch on an
   * AsyncLocalStorage, whose hooks then cost every promise of the main thread (docs/decisions/011).
   */
  transaction<T>(run: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.work(async em => {
      await em.begin()
      try {
        const result = await run(em)
        await em.getConnection('write').commit(em.getTransactionContext()!)
        return result
      } catch (error) {
        // Report the error that ended the transaction, even when the rollback fails because the connection
        // has gone.
        await em.rollback().catch(() => {})
        throw error
      }
    })
  }

  /**
   * Prepared statements in one transaction, one after another on one connection.
   * @throws {Failure} unavailable, and whatever `run` throws
   */
  atomically<T>(run: (queries: Queries) => Promise<T>): Promise<T> {
    return orUnavailable(async () => {
      const client = await this.#pool.connect()
      const queries: Queries = {
        query: async <Row extends object>(statement: Statement, values: readonly unknown[]) =>
          (await client.query<Row>({ ...statement, values: [...values] })).rows,
      }
      try {
        await client.query('begin')
        const result = await run(queries)
        await client.query('commit')
        client.release()
        return result
      } catch (error) {
        // A connection that cannot even roll back is useless: drop it.
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        )
        throw error
      }
    })
  }

  /** Resolves when the database answers. @throws {Failure} unavailable */
  async ping(): Promise<void> {
    await this.query({ name: 'ping', text: 'select 1' }, [])
  }

  /**
   * Why it would take no writes, as far as that shows without one; null: it does. @throws {Failure}
   * unavailable
   */
  async whyUnwritable(): Promise<string | null> {
    try {
      await this.query(touch, [])
      return null
    } catch (error) {
      const why = whyUnwritable((error as Error).cause)
      if (why === null) throw error
      return why
    }
  }

  close(): Promise<void> {
    return this.#orm.close(true)
  }
}

/** Changes nothing, and is refused all the same where nothing may be changed. */
const touch: Statement = { name: 'touch', text: 'update vault_check set sealed = sealed where false' }
