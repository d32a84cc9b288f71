// The database that the settings mean, for commands that work beside a server or without one: the one of DATABASE_URL,
// the embedded one of a server that runs, or the embedded one, started for the command.
import { startEmbedded } from './embedded.ts'
import { runningUrl } from './running-embedded.ts'

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
