// Finds the database that the settings mean, for commands that run beside a server or without one (backup,
// restore, rotate-keys): DATABASE_URL's, else the embedded one that a server of the data directory runs,
// else the embedded one, which it starts for the command.
import { startEmbedded } from '../embedded/embedded.ts'
import { runningUrl } from '../embedded/running-embedded.ts'
import { connectPatiently } from './connection-config.ts'

export interface ReachedDatabase {
  /** Holds the password. */
  readonly url: string
  close(): Promise<void>
}

/** @throws {Error} nobody is let in: says where, why and what to do */
export async function reachDatabase({
  databaseUrl,
  dataDir,
}: {
  readonly databaseUrl: string | null
  readonly dataDir: string
}): Promise<ReachedDatabase> {
  const running = databaseUrl ?? (await runningUrl(dataDir))
  if (running !== null) {
    // What comes later would only say that the database is not available.
    await (await connectPatiently(running, 'command')).end()
    return { url: running, close: async () => {} }
  }
  const embedded = await startEmbedded({ dataDir })
  return { url: embedded.url, close: () => embedded.stop() }
}
