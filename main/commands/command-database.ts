// The database for a command that runs beside the service, such as `npm run rotate-keys`, with a connection.
import { HostConnection } from '../../storage/postgres/host-connection.ts'
import { reachDatabase } from '../../storage/postgres/reach-database.ts'

export interface CommandDatabase {
  readonly connection: HostConnection
  close(): Promise<void>
}

/** @throws {Error} nobody is let in: says where, why and what to do */
export async function openCommandDatabase(settings: {
  readonly databaseUrl: string | null
  readonly dataDir: string
}): Promise<CommandDatabase> {
  const database = await reachDatabase(settings)
  const connection = new HostConnection(database.url)
  return {
    connection,
    async close() {
      await connection.close()
      await database.close()
    },
  }
}
