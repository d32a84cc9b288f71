// From settings to an open database that is ours alone: the embedded PostgreSQL where no address is given, the owner's
// lock, the schema. What is started here stops with the process, last things first.
import type { Lifecycle } from '../runtime/lifecycle.ts'
import { type Database, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { acquireOwnership } from './ownership.ts'

export interface StorageSettings {
  /** Null for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

/** @throws {Error} unreachable, owned by another server, or a failed migration: one line that says what to do */
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
