// From settings to an open database that this process owns: starts the embedded PostgreSQL where no address
// is given, takes the owner's lock, migrates. Called by main.ts. The process's Lifecycle stops all of it in
// reverse order.
import type { Lifecycle } from '../runtime/process/lifecycle.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './postgres/database.ts'
import { acquireOwnership } from './postgres/ownership.ts'

export interface StorageSettings {
  /** Null for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

/**
 * @throws {Error} unreachable, owned by another server, or a failed migration: one line that says what to do
 */
export async function startStorage(life: Lifecycle, settings: StorageSettings): Promise<Database> {
  const url = settings.databaseUrl ?? (await startPostgres(life, settings.dataDir))
  await life.start(
    'ownership',
    () => acquireOwnership(url, life.endAtOnce),
    ownership => ownership.release(),
  )
  return life.start(
    'schema',
    () => openDatabase({ url, onProgress: life.say }),
    database => database.close(),
  )
}

async function startPostgres(life: Lifecycle, dataDir: string): Promise<string> {
  const { url } = await life.start(
    'PostgreSQL',
    () => startEmbedded({ dataDir, onProgress: life.say }),
    embedded => embedded.stop(),
  )
  return url
}
