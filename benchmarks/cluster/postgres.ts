// One PostgreSQL for several nodes, as the embedded one is made: fsync on, its data in a new directory. Ends
// with the run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Embedded, startEmbedded } from '../../storage/embedded/embedded.ts'
import { dataDirectory } from '../product.ts'
import { started } from '../started.ts'

export interface Postgres {
  /** Of the postmaster: all sessions are processes below it. */
  readonly pid: number
  /** Makes an empty database. @returns its URL */
  database(name: string): Promise<string>
  stop(): Promise<void>
}

export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const directory = dataDirectory()
  const { begun, end } = started(
    () => startEmbedded({ dataDir: directory, settings }),
    async starting => {
      const embedded = await starting.catch((): Embedded | null => null)
      await embedded?.stop()
    },
  )
  const { url } = await begun
  const pidFile = readFileSync(join(directory, 'postgres/cluster/postmaster.pid'), 'utf8')
  return {
    pid: Number(pidFile.split('\n')[0]),
    async database(name) {
      await withClient(url, client => client.query(`create database ${name}`))
      const other = new URL(url)
      other.pathname = name
      return other.href
    },
    stop: end,
  }
}

/** A session of its own, with no deadline on its statements. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'benchmark' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
