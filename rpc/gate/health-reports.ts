// What a hub reports about the servers that it calls: figures now and then, and at once when its breaker
// opens or closes. A port; actors/tool-server/reports.ts implements it for hosts and for the main thread,
// towards the database and the server's actor. A lost report loses figures only: breakers work without it. No
// method throws.
import type { ThreadFigures } from '../../domain/tools/server-figures.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'

export interface HealthReports {
  /** The breaker has opened: this thread calls the server no more for a while. */
  tripped(server: RegisteredServer, error: string): void
  /** The breaker has closed again: a call has succeeded. */
  recovered(server: RegisteredServer): void
  /** The server said that its tools have changed. */
  toolsChanged(server: { readonly id: string; readonly url: string }): void
  /** Figures of the servers that were called since the last report; at most once a second. */
  figures(rows: readonly { readonly serverId: string; readonly figures: ThreadFigures }[]): void
}
