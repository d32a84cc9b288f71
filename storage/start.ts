// From settings to an open database that this process owns, or its cluster: starts the embedded PostgreSQL
// where no address is given, takes the owner's lock, asks whether a node fits to the others, migrates.
// Called by main.ts. The process's Lifecycle stops all of it in reverse order.
import { randomBytes } from 'node:crypto'
import { type ClusterSettings, clusterIdOf } from '../domain/settings/cluster-settings.ts'
import type { Lifecycle } from '../runtime/process/lifecycle.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { openDatabase } from './open-database.ts'
import { admit } from './placement/admission.ts'
import { markedUrl, refuseStrictPooler } from './postgres/connection-config.ts'
import type { Database } from './postgres/database.ts'
import { acquireOwnership } from './postgres/ownership.ts'

export interface StorageSettings {
  /** Null for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

export interface ClusterNode extends ClusterSettings {
  readonly version: string
}

/**
 * @param node null: this server is the only one of its database. Else it must join its cluster
 *   (storage/placement/open-placement.ts) before it commits anything
 * @throws {Error} unreachable, owned by another server, a node that does not fit to the others, or a failed
 *   migration: one line that says what to do
 */
export async function startStorage(
  life: Lifecycle,
  settings: StorageSettings,
  node: ClusterNode | null = null,
): Promise<Database> {
  const plain = settings.databaseUrl ?? (await startPostgres(life, settings.dataDir))
  const sessions = randomBytes(4).toString('hex')
  const url = node === null ? plain : markedUrl(plain, sessions)
  if (settings.databaseUrl !== null) await refuseStrictPooler(url)
  await life.start(
    'ownership',
    () => acquireOwnership(url, life.endAtOnce, undefined, node === null ? 'alone' : 'shared'),
    ownership => ownership.release(),
  )
  if (node !== null) await admit(url, { ...node, sessions, cluster: clusterIdOf(node.secret) })
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
