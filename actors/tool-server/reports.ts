// Sends the reports of a hub: the health of a server to its actor, figures to their rows. The hub of each
// host and the hub of the main thread report through it.
import type { HealthReports } from '../../rpc/gate/health-reports.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ActorSystem } from '../../runtime/engine.ts'
import type { Queries } from '../../storage/postgres/statement.ts'
import { type FiguresRow, mainSlot, saveFigures } from '../../storage/tool-servers/tool-server-figures.ts'
import type { Message } from './protocol.ts'

export interface ReportParts {
  /** Asks an actor. @throws {Failure} unavailable, not-found */
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

/** The reports of the hub in the main thread. */
export function mainReports(system: Pick<ActorSystem, 'ask'>, queries: Queries, clock: Clock): HealthReports {
  return healthReports({
    ask: (address, message) => system.ask(address, message),
    saveFigures: rows => saveFigures(queries, mainSlot, rows, clock.now()),
  })
}

/** Ignores a report that does not arrive: the next change of a breaker, or the next figures, repeat it. */
function forgive(reported: Promise<unknown>): void {
  reported.catch(() => {})
}
