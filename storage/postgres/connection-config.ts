// How every connection to PostgreSQL is configured: the pool of the main thread, the connections of the
// hosts, the owner's lock. The deadlines are such that a read answers within 5 s when the database is gone
// or hangs.
import { Client, type ClientConfig, type PoolConfig, types } from 'pg'
import { remedyOf } from './database-errors.ts'

/** To connect; in a pool also the wait for a free connection. */
const connectTimeoutMs = 2_000
/** The server cancels a statement after this. */
const statementTimeoutMs = 2_500
/** We give up on a server that does not even report the cancelled statement. */
const answerTimeoutMs = 2_800

/** Opening a connection costs some 20 ms, mostly for the password: idle ones are kept this long. */
const idleTimeoutMs = 600_000

/** int8 comes as text by default; ours are Unix ms and counters, far below 2^53. */
const int8 = 20
const typesWithNumbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/**
 * The URL for all sessions of one process: each carries the mark in its name, so that whoever buries a node
 * of a cluster (storage/placement/) can end them all. A name that the URL gives them would hide it.
 * @param mark hex digits
 */
export function markedUrl(url: string, mark: string): string {
  const nameless = url.replaceAll(/(?<=[?&])application_name=[^&]*&?/g, '')
  return `${nameless}${nameless.includes('?') ? '&' : '?'}troupe_sessions=${mark}`
}

/** Null: the sessions carry none. */
export function markOf(url: string): string | null {
  return url.match(/[?&]troupe_sessions=([\da-f]+)$/)?.[1] ?? null
}

export function connectionConfig(url: string, name: string): ClientConfig {
  const mark = markOf(url)
  return {
    connectionString: url,
    application_name: `troupe ${name}${mark === null ? '' : ` #${mark}`}`,
    types: typesWithNumbers,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

/** A pool of at most `max` connections. */
export function poolConfig(url: string, name: string, max: number): PoolConfig {
  return { ...connectionConfig(url, name), max, idleTimeoutMillis: idleTimeoutMs }
}

/** The same without deadlines on statements: migrations, and sessions that only hold a lock. */
export function patientConfig(url: string, name: string): ClientConfig {
  const { statement_timeout: _, query_timeout: __, ...config } = connectionConfig(url, name)
  return config
}

/**
 * Opens a session without deadlines on statements, for owner's lock and migrations, without which a server
 * cannot start.
 * @throws {Error} the database cannot be reached or does not let us in: says where, why and what to do
 */
export async function connectPatiently(url: string, name: string): Promise<Client> {
  const client = new Client(patientConfig(url, name))
  // The error also ends the connection, and the next statement reports that. It may arrive in the same
  // bytes as the welcome, so the listener is set now.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (cause) {
    const { host, database } = describeUrl(url)
    const { message, code = '' } = cause as NodeJS.ErrnoException
    const reason = message || code
    throw new Error(`cannot open database ${database} at ${host}: ${reason}. ${remedyOf(cause)}`, { cause })
  }
}

/**
 * PgBouncer lets nobody in who begins a session with a setting that it does not know, unless its file says
 * so. Asked at the start, as the first sessions need no such setting.
 * @throws {Error} it is in between, and its file does not: says what to write there
 */
export async function refuseStrictPooler(url: string): Promise<void> {
  const client = new Client(connectionConfig(url, 'start'))
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    const [, setting] = /^unsupported startup parameter: (\w+)/.exec((cause as Error).message) ?? []
    // Whatever else is wrong, the next session says.
    if (setting === undefined) return
    throw new Error(
      `DATABASE_URL leads through a pooler that refuses ${setting}: write ` +
        '"ignore_startup_parameters = statement_timeout" into pgbouncer.ini, or name PostgreSQL itself',
      { cause },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Where a URL leads, for messages: never the password. */
export function describeUrl(url: string): { host: string; database: string } {
  // This client never connects: pg reads the URL, its defaults and the PG* variables as for every
  // connection.
  const { host, port, database } = new Client(url)
  return {
    host: host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`,
    database: database ?? 'postgres',
  }
}
