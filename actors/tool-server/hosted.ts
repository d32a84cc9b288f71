// The kind of tool servers and the health reports of the hub in a host's thread, over its database
// connection, its outbound client and its link to the main thread. actors/host.ts calls it.
import { listingConnection } from '../../domain/tools/connection.ts'
import type { ServerAbout } from '../../domain/tools/server-about.ts'
import type { HealthReports } from '../../rpc/gate/health-reports.ts'
import type { RemoteServers } from '../../rpc/remote/remote-server.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ServedHost } from '../../runtime/system/serve.ts'
import type { Changed } from '../../storage/cached-facts.ts'
import type { Queries } from '../../storage/postgres/statement.ts'
import { loadDefinitions } from '../../storage/tool-servers/installations.ts'
import { saveFigures } from '../../storage/tool-servers/tool-server-figures.ts'
import { noteCheck, saveAbout, savePublication } from '../../storage/tool-servers/tool-server-publications.ts'
import type { ToolServerReader } from '../../storage/tool-servers/tool-server-reader.ts'
import { type ToolServerKind, toolServerKind } from './effects.ts'
import type { ProbeEffect } from './protocol.ts'
import { healthReports } from './reports.ts'

export interface HostedParts {
  readonly connection: Queries
  readonly clock: Clock
  /** Number of the host, from 0. */
  readonly slot: number
  readonly refreshMs: number
  readonly servers: Pick<ToolServerReader, 'list'>
  /** Returns the host's end of its link, once the host is up. */
  readonly served: () => ServedHost
}

export function hostedReports({
  connection,
  clock,
  slot,
  served,
}: Omit<HostedParts, 'refreshMs' | 'servers'>): HealthReports {
  return healthReports({
    ask: (address, message) => served().host.ask(address, message),
    saveFigures: rows => saveFigures(connection, slot, rows, clock.now()),
  })
}

export function hostedToolServers(parts: HostedParts, remote: RemoteServers): ToolServerKind {
  const { connection, clock, refreshMs, served, servers } = parts
  return toolServerKind({
    async list(setting, target, options) {
      if (setting.installed?.isLocal) return listInstalled(connection, setting)
      const connectionId = await listingConnectionOf(servers, setting)
      const listing = await remote.list({ ...target, connectionId }, options)
      if (listing.ok && listing.about != null) await keepAbout(parts, setting, listing.about)
      return listing
    },
    async listen(target, options) {
      const connectionId = await listingConnectionOf(servers, target)
      return remote.listen({ ...target, connectionId }, options)
    },
    async publish(publication) {
      await savePublication(connection, publication)
      const { organizationId, id } = publication
      served().announce({ type: 'tool-servers', organizationId, id } satisfies Changed)
    },
    noteCheck: (organizationId, id) => noteCheck(connection, { organizationId, id, at: clock.now() }),
    refreshMs,
    now: () => clock.now(),
  })
}

/** Beside the publication: it is no part of what the actor decides about. */
async function keepAbout(
  { connection, served }: HostedParts,
  { organizationId, id, url }: ProbeEffect['setting'],
  about: ServerAbout,
): Promise<void> {
  const isNew = await saveAbout(connection, { organizationId, id, url }, about)
  if (isNew) served().announce({ type: 'tool-servers', organizationId, id } satisfies Changed)
}

/** Connections are not of the setting: they come and go without a change of it. */
async function listingConnectionOf(
  servers: Pick<ToolServerReader, 'list'>,
  { organizationId, id, url }: ProbeEffect['setting'],
): Promise<string | null> {
  const server = (await servers.list(organizationId)).find(one => one.id === id && one.url === url)
  return listingConnection(server?.connections ?? [])?.id ?? null
}

/** A server in this process has the tools of its installation. */
async function listInstalled(connection: Queries, { organizationId, id }: ProbeEffect['setting']) {
  const tools = (await loadDefinitions(connection, organizationId, id)) ?? []
  return { ok: true, protocol: 'plain', tools, refused: [], ttlMs: null } as const
}
