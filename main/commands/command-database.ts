// The database for a command that runs beside the service, such as `npm run rotate-keys`: the one of
// DATABASE_URL, else the embedded one of a running server, else the embedded one, started for the command.
import { startEmbedded } from '../../storage/embedded/embedded.ts'
import { runningUrl } from '../../storage/embedded/running-embedded.ts'
import { HostConnection } from '../../storage/postgres/host-connection.ts'

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
