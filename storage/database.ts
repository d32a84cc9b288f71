// The main thread's way to PostgreSQL: one bounded pool under both MikroORM (plain resources, by `work`) and prepared
// SQL (hot reads, by `query`). Opening it brings the schema up to date. After a restart of the database the pool
// connects again by itself; until then every call is a Failure('unavailable') within 5 s.
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { AuditTable } from './audit.ts'
import { describeUrl, poolConfig } from './connection-config.ts'
import { orUnavailable } from './database-errors.ts'
import { EventOutboxTable } from './event-table.ts'
import { IdentityTable } from './identities.ts'
import { migrate } from './migrate.ts'
import { MembershipTable, OrganizationTable } from './organizations.ts'
import { SessionTable } from './sessions.ts'
import type { Queries, Statement } from './statement.ts'
import { ToolServerTable } from './tool-servers.ts'
import { UserTable } from './users.ts'
import { WorkflowTable, WorkflowVersionTable } from './workflow-tables.ts'

export interface DatabaseOptions {
  /** `postgresql://user:password@host:port/database`, or a unix socket directory in `?host=`. */
  readonly url: string
  /** One line for a person, now and then. */
  readonly onProgress?: (line: string) => void
}

/** Main thread only; hosts have connections of their own. */
const poolSize = 10

const entities = [
  OrganizationTable,
  MembershipTable,
  UserTable,
  SessionTable,
  IdentityTable,
  AuditTable,
  EventOutboxTable,
  WorkflowTable,
  WorkflowVersionTable,
  ToolServerTable,
]

/**
 * Connects and runs the migrations that are missing.
 * @throws {Error} unreachable, refused, or a migration failed; names host and port, never the password
 */
export async function openDatabase({ url, onProgress = () => {} }: DatabaseOptions): Promise<Database> {
  await migrate(url, onProgress)
  const orm = new MikroORM({
    entities,
    dbName: describeUrl(url).database,
    driverOptions: poolConfig(url, 'server', poolSize),
    ensureDatabase: false,
    // The pool reconnects; a dropped connection is told by whoever asks next.
    debug: false,
    logger: () => {},
  })
  const pool = (await orm.em.getDriver().getConnection().getNativeClient()) as Pool
  return new Database(url, orm, pool)
}

export class Database implements Queries {
  /** For those who bring connections of their own: hosts, ownership, the journal. Holds the password. */
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
   * A piece of work on plain resources, with an entity manager of its own.
   * @throws {Failure} unavailable
   */
  work<T>(run: (em: EntityManager) => Promise<T>): Promise<T> {
    return orUnavailable(() => run(this.#orm.em.fork()))
  }

  /**
   * The same in one transaction: all of it, or none. Everything is written at once (`insert`, `nativeUpdate`): changed
   * entities are not flushed. A flush, as `em.transactional` and `em.commit` do one, would switch on an
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
        // The error that ends the transaction is the one to tell, also when the connection has gone with it.
        await em.rollback().catch(() => {})
        throw error
      }
    })
  }

  /**
   * Prepared statements in one transaction: all of them, or none. They run one after another on one connection.
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
        // A connection that cannot even roll back is of no more use.
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

  close(): Promise<void> {
    return this.#orm.close(true)
  }
}
