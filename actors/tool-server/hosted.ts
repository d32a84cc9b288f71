// The actors of tool servers and the reports of the hub, as a host thread has them: over its connection, its outbound
// client and its way to the main thread.
import type { HealthReports } from '../../rpc/gate/health-reports.ts'
import type { RemoteServers } from '../../rpc/remote/remote-server.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ServedHost } from '../../runtime/serve.ts'
import { loadDefinitions } from '../../storage/installations.ts'
import type { Queries } from '../../storage/statement.ts'
import type { Changed } from '../../storage/stores.ts'
import { saveFigures } from '../../storage/tool-server-figures.ts'
import { noteCheck, savePublication } from '../../storage/tool-server-publications.ts'
import { type ToolServerKind, toolServerKind } from './effects.ts'
import type { ProbeEffect } from './protocol.ts'
import { healthReports } from './reports.ts'

export interface HostedParts {
  readonly connection: Queries
  readonly clock: Clock
  /** Number of the host, from 0. */
  readonly slot: number
  readonly refreshMs: number
  /** The host's end of its link; there once the host is up, and nothing is asked or told before. */
  readonly served: () => ServedHost
}

export function hostedReports({
  connection,
  clock,
  slot,
  served,
}: Omit<HostedParts, 'refreshMs'>): HealthReports {
  return healthReports({
    ask: (address, message) => served().host.ask(address, message),
    saveFigures: rows => saveFigures(connection, slot, rows, clock.now()),
  })
}

export function hostedToolServers(parts: HostedParts, remote: RemoteServers): ToolServerKind {
  const { connection, clock, refreshMs, served } = parts
  return toolServerKind({
    list: (setting, target, options) =>
      setting.installed?.isLocal ? listInstalled(connection, setting) : remote.list(target, options),
    async publish(publication) {
      await savePublication(connection, publication)
      const { organizationId } = publication
      served().announce({ type: 'tool-servers', organizationId } satisfies Changed)
    },
    noteCheck: (organizationId, id) => noteCheck(connection, { organizationId, id, at: clock.now() }),
    refreshMs,
    now: () => clock.now(),
  })
}

/** What was installed to run in this process has the tools that were pinned then. */
async function listInstalled(connection: Queries, { organizationId, id }: ProbeEffect['setting']) {
  const tools = (await loadDefinitions(connection, organizationId, id)) ?? []
  return { ok: true, protocol: 'plain', tools, refused: [], ttlMs: null } as const
}
