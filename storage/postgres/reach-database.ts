// Finds the database that the settings mean, for commands that run beside a server or without one (backup,
// restore): DATABASE_URL's, else the embedded one that a server of the data directory runs, else the
// embedded one, which it starts for the command.
import { startEmbedded } from '../embedded/embedded.ts'
import { runningUrl } from '../embedded/running-embedded.ts'

export interface ReachedDatabase {
  /** Holds the password. */
  readonly url: string
  close(): Promise<void>
}

export async function reachDatabase({
  databaseUrl,
  dataDir,
}: {
  readonly databaseUrl: string | null
  readonly dataDir: string
}): Promise<ReachedDatabase> {
  const running = databaseUrl ?? (await runningUrl(dataDir))
  if (running !== null) return { url: running, close: async () => {} }
  const embedded = await startEmbedded({ dataDir })
  return { url: embedded.url, close: () => embedded.stop() }
}
