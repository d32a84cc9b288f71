// What a hub tells of the servers that it calls: figures now and then, and at once when it gives one up or trusts it
// again. A port: in a host and in the main thread, to the database and the server's actor (actors/tool-server/reports.ts).
// A report that is lost loses figures, no more: the breakers of the hubs go on by themselves.
import type { ThreadFigures } from '../../domain/server-figures.ts'
import type { RegisteredServer } from '../../domain/tool-server.ts'

export interface HealthReports {
  /** Its calls fail one after the other: this thread calls it no more for a while. Never throws. */
  tripped(server: RegisteredServer, error: string): void
  /** A call went well after that. Never throws. */
  recovered(server: RegisteredServer): void
  /** The server has said that its tools changed. Never throws. */
  toolsChanged(server: { readonly id: string; readonly url: string }): void
  /** Of servers that were called since the last time; at most once a second. Never throws. */
  figures(rows: readonly { readonly serverId: string; readonly figures: ThreadFigures }[]): void
}
