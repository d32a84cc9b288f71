// The database for a command beside the service (`npm run rotate-keys`, for example): that of DATABASE_URL, the embedded one of a
// running server, or the embedded one started for this.
import { startEmbedded } from './embedded.ts'
import { HostConnection } from './host-connection.ts'
import { runningUrl } from './running-embedded.ts'

export interface CommandDatabase {
  readonly connection: HostConnection
  close(): Promise<void>
}

export async function openCommandDatabase(settings: {
  readonly databaseUrl: string | null
  readonly dataDir: string
}): Promise<CommandDatabase> {
  const { databaseUrl, dataDir } = settings
  const running = databaseUrl ?? (await runningUrl(dataDir))
  const embedded = running === null ? await startEmbedded({ dataDir }) : null
  const connection = new HostConnection(running ?? embedded!.url)
  return {
    connection,
    async close() {
      await connection.close()
      await embedded?.stop()
    },
  }
}
