// The hub of the main thread: for the planner and /rpc. Hosts have one each (actors/host.ts).
import { mainReports } from '../actors/tool-server/reports.ts'
import type { Credentials } from '../rpc/credentials/credentials.ts'
import { createHub, type Hub } from '../rpc/hub.ts'
import { createCatalogCalls } from '../rpc/marketplace/catalog-server-calls.ts'
import { createOutboundSocket } from '../rpc/outbound/outbound-socket.ts'
import { builtinTools } from '../rpc/tools/catalog.ts'
import { systemClock } from '../runtime/clock.ts'
import { takeRate } from '../storage/tool-rates.ts'
import type { ServiceParts } from './open-services.ts'

type HubSources = Pick<ServiceParts, 'settings' | 'database' | 'stores' | 'system' | 'outbound'> &
  Required<Pick<ServiceParts, 'catalog'>>

export function createMainHub(
  { settings, database, stores, system, outbound, catalog }: HubSources,
  credentials: Credentials,
): Hub {
  return createHub({
    builtins: builtinTools,
    directory: stores.toolServers,
    outbound,
    credentials,
    catalog: createCatalogCalls({
      servers: catalog,
      outbound,
      sockets: createOutboundSocket(settings.networkPolicy),
      credentials,
    }),
    largeResults: stores.toolResults,
    reports: mainReports(system, database, systemClock),
    leases: { take: lease => takeRate(database, lease) },
  })
}
