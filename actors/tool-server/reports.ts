// Where the reports of a hub go: what it found out about a server to the server's actor, figures to their rows. Used by
// the hub of each host and by that of the main thread.
import type { HealthReports } from '../../rpc/gate/health-reports.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import type { Queries } from '../../storage/statement.ts'
import { type FiguresRow, mainSlot, saveFigures } from '../../storage/tool-server-figures.ts'
import type { Message } from './protocol.ts'

export interface ReportParts {
  /** Speaks to an actor. @throws {Failure} unavailable, not-found */
  readonly ask: (address: string, message: Message) => Promise<unknown>
  /** @throws {Failure} unavailable */
  readonly saveFigures: (rows: readonly FiguresRow[]) => Promise<void>
}

export function healthReports({ ask, saveFigures }: ReportParts): HealthReports {
  return {
    tripped: ({ id, url }, error) => forgive(ask(id, { type: 'tripped', url, error })),
    recovered: ({ id, url }) => forgive(ask(id, { type: 'recovered', url })),
    toolsChanged: ({ id, url }) => forgive(ask(id, { type: 'tools-changed', url })),
    figures: rows => forgive(saveFigures(rows)),
  }
}

/** Of the hub in the main thread. */
export function mainReports(system: Pick<ActorSystem, 'ask'>, queries: Queries, clock: Clock): HealthReports {
  return healthReports({
    ask: (address, message) => system.ask(address, message),
    saveFigures: rows => saveFigures(queries, mainSlot, rows, clock.now()),
  })
}

/** A report that does not arrive is made again by the next breaker that moves, or the next figures. */
function forgive(reported: Promise<unknown>): void {
  reported.catch(() => {})
}
