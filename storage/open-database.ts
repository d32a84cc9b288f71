// Opens the main thread's way to PostgreSQL: migrates the schema, then opens the pool. Called by
// storage/start.ts and by tests.
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { entities } from './entities.ts'
import { describeUrl, poolConfig } from './postgres/connection-config.ts'
import { Database } from './postgres/database.ts'
import { migrate } from './postgres/migrate.ts'

export interface DatabaseOptions {
  /** `postgresql://user:password@host:port/database`, or a unix socket directory in `?host=`. */
  readonly url: string
  /** Called with one line for a person, now and then. */
  readonly onProgress?: (line: string) => void
}

/** Main thread only; hosts have connections of their own. */
const poolSize = 10

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
    // The pool reconnects by itself; the next query reports a dropped connection.
    debug: false,
    logger: () => {},
  })
  const pool = (await orm.em.getDriver().getConnection().getNativeClient()) as Pool
  return new Database(url, orm, pool)
}
