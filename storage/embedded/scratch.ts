// An embedded PostgreSQL for a while: an empty database in a folder of its own, which goes when `use` has
// ended, however it ends. It takes neither rights nor room of the database of the service, and no pooler is
// in between. Called by main/commands/trial.ts.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { connectionConfig } from '../postgres/connection-config.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { findPostgresHome } from './postgres-home.ts'

/**
 * @param dataDir the folder is made in it @param signal ends it early: then `use` fails
 * @throws {Error} no PostgreSQL for this platform, another process does the same, or whatever `use` throws
 */
export async function withScratchDatabase<T>(
  { dataDir, signal }: { readonly dataDir: string; readonly signal: AbortSignal },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const directory = join(dataDir, 'trial')
  const embedded = await startEmbedded({ dataDir: directory })
  const stop = () => void embedded.stop().catch(() => {})
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    await empty(embedded)
    return await use(embedded.url)
  } finally {
    signal.removeEventListener('abort', stop)
    await embedded.stop()
    const home = await findPostgresHome(directory, () => {})
    for (const path of [home.directory, directory]) await rm(path, { recursive: true, force: true })
  }
}

/** One that was killed may have left its rows. */
async function empty({ url }: Embedded): Promise<void> {
  const client = new Client(connectionConfig(url, 'trial'))
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
  } finally {
    await client.end()
  }
}
