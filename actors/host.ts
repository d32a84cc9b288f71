// What a worker thread loads: one host with I/O of its own (PostgreSQL connections, outbound client), living until it
// is told to stop. The main thread parses HTTP and never waits for what happens here.
import { threadId } from 'node:worker_threads'
import { notFound } from '../domain/failure.ts'
import type { Projection } from '../domain/projection.ts'
import { catalogServers } from '../rpc/catalog/catalog.ts'
import { createCredentials } from '../rpc/credentials/credential-access.ts'
import { createHub } from '../rpc/hub.ts'
import { createCatalogCalls } from '../rpc/marketplace/catalog-server-calls.ts'
import { createOutbound, type NetworkPolicy } from '../rpc/outbound/outbound.ts'
import { createOutboundSocket } from '../rpc/outbound/outbound-socket.ts'
import { createRemoteServers } from '../rpc/remote/remote-server.ts'
import { builtinTools } from '../rpc/tools/catalog.ts'
import type { AnyKind } from '../runtime/activation.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Journal } from '../runtime/journal.ts'
import { type HostTask, writeMark } from '../runtime/pool.ts'
import { type ServedHost, serveHost } from '../runtime/serve.ts'
import { CredentialReader } from '../storage/credential-reader.ts'
import { CredentialUses } from '../storage/credential-uses.ts'
import { loadEarlier } from '../storage/earlier-execution.ts'
import { EventSubscribers } from '../storage/event-subscribers.ts'
import { countExecutions, findExecutions } from '../storage/execution-search.ts'
import { HostConnection } from '../storage/host-connection.ts'
import { openJournal, readEntries } from '../storage/journal.ts'
import { type KeySource, openKeyRing } from '../storage/master-key.ts'
import { findActiveVersion, loadVersion } from '../storage/plan-reader.ts'
import { searchLag } from '../storage/search-lag.ts'
import type { Changed } from '../storage/stores.ts'
import { loadTerms } from '../storage/terms.ts'
import { takeRate } from '../storage/tool-rates.ts'
import { toolResultStore } from '../storage/tool-results.ts'
import { ToolServerReader } from '../storage/tool-server-reader.ts'
import { createVault } from '../storage/vault.ts'
import { bulkKind } from './bulk/effects.ts'
import { retries } from './bulk/retries.ts'
import { DeliveryNews } from './delivery/delivery-news.ts'
import { hostedDeliveries } from './delivery/hosted.ts'
import { executionKind } from './execution/effects.ts'
import { openInstruments } from './host-instruments.ts'
import { scheduleKind } from './schedule/effects.ts'
import { hostedReports, hostedToolServers } from './tool-server/hosted.ts'

export interface HostConfig {
  readonly databaseUrl: string
  readonly networkPolicy: NetworkPolicy
  readonly fusePureSteps: boolean
  /** Of the vault. */
  readonly keys: KeySource
  /** Executions a month on the free plan. */
  readonly freeExecutions: number
  /** Between two looks at a tool server that promises its list for no other time. */
  readonly toolRefreshMs: number
  /** The first pause before a webhook's delivery is tried again. */
  readonly webhookRetryMs: number
  /** Lines of the level debug are wanted. */
  readonly isDebugging: boolean
  /** Base address of an OTLP/HTTP receiver; null for none. */
  readonly otlpEndpoint: string | null
  readonly version: string
  /** The database is a copy that only looks on, until the system says otherwise. */
  readonly isFenced: boolean
}

/** What other threads may tell hosts: to read again, or that there are events. */
export type Invalidation = Changed | { readonly type: 'events'; readonly organizationIds: readonly string[] }

export default async function runHost({ port, slot, mark, config }: HostTask<HostConfig>): Promise<void> {
  const connection = new HostConnection(config.databaseUrl)
  const servers = new ToolServerReader(connection)
  const outbound = createOutbound({ policy: config.networkPolicy })
  const reader = new CredentialReader(connection)
  const uses = new CredentialUses(connection)
  const vault = createVault(openKeyRing(config.keys))
  const credentials = createCredentials({ reader, vault, outbound, uses })
  const sockets = createOutboundSocket(config.networkPolicy)
  let served!: ServedHost
  const log = { debug: (facts: object, message: string) => served.log('debug', facts, message) }
  const instruments = await openInstruments(config, log, () => performance.now())
  const hosted = {
    ...{ connection, slot, clock: systemClock, refreshMs: config.toolRefreshMs },
    served: () => served,
  }
  const hub = createHub({
    builtins: builtinTools,
    directory: servers,
    outbound,
    credentials,
    catalog: createCatalogCalls({ servers: catalogServers, outbound, sockets, credentials }),
    largeResults: toolResultStore(connection),
    reports: hostedReports(hosted),
    leases: { take: lease => takeRate(connection, lease) },
  })
  const subscribers = new EventSubscribers(connection)
  const journal = openJournal({ url: config.databaseUrl, slot, queries: connection, subscribers })

  const findWorkflow = async (organizationId: string, idOrName: string) => {
    const found = await findActiveVersion(connection, organizationId, idOrName)
    if (!found) throw notFound(`workflow ${idOrName}`)
    return found
  }
  const executions = executionKind({
    hub,
    tracing: instruments.tracing,
    fusePureSteps: config.fusePureSteps,
    loadPlan: async versionId => {
      const version = await loadVersion(connection, versionId)
      if (!version) throw notFound(`workflow version ${versionId}`)
      return version.plan
    },
    findWorkflow,
  })
  const schedules = scheduleKind({
    findWorkflow,
    findTerms: organizationId => loadTerms(connection, organizationId),
    freeExecutions: config.freeExecutions,
  })

  const bulks = bulkKind({
    search: searchLag(connection),
    count: (organizationId, filter) => countExecutions(connection, organizationId, filter),
    find: (organizationId, filter, page) =>
      findExecutions(connection, organizationId, filter, { ...page, sort: 'createdAt' }),
    retry: retries({
      findExecution: (organizationId, id) => loadEarlier(connection, organizationId, id),
      findWorkflow,
      findVersion: versionId => loadVersion(connection, versionId),
      findTerms: organizationId => loadTerms(connection, organizationId),
      read: (address, after, limit) => readEntries(connection, { address, after, limit }),
      freeExecutions: config.freeExecutions,
    }),
  })

  const probes = createRemoteServers(outbound, { credentials })
  const toolServers = hostedToolServers(hosted, probes)

  // Connections of their own, so that neither a backlog of deliveries nor slow endpoints keep tools waiting.
  const deliveryConnection = new HostConnection(config.databaseUrl)
  const deliveryOutbound = createOutbound({ policy: config.networkPolicy, connectionsPerOrigin: 256 })
  const news = new DeliveryNews()
  const deliveries = hostedDeliveries({
    ...{ connection: deliveryConnection, outbound: deliveryOutbound, vault, credentials, news },
    ...{ clock: systemClock, retryMs: config.webhookRetryMs, served: () => served },
  })

  port.postMessage(threadId)
  await new Promise<void>(resolve => {
    served = serveHost({
      kinds: [executions, schedules, bulks, toolServers, deliveries] as unknown as AnyKind[],
      journal: instruments.observe(journal) as Journal<unknown> & Journal<Projection>,
      measured: () => instruments.measured(),
      isFenced: config.isFenced,
      clock: systemClock,
      threadId,
      send: packed => port.postMessage(packed),
      mark: address => writeMark(mark, address),
      crash(error) {
        served.abandon()
        // Uncaught, so that the thread ends with its host; piscina tells the supervisor.
        setImmediate(() => {
          throw error
        })
      },
      invalidate(what) {
        const change = what as Invalidation
        if (change.type === 'credentials') reader.invalidate(change.organizationId)
        else if (change.type === 'tool-servers') servers.invalidate(change.organizationId)
        else if (change.type === 'events') for (const id of change.organizationIds) news.tell(id)
        else if (change.type === 'webhooks') {
          subscribers.invalidate()
          news.tell(change.organizationId)
        }
      },
      stopped: resolve,
    })
    port.on('message', (packed: string) => served.receive(packed))
  })
  await uses.close()
  await probes.close()
  await Promise.allSettled([hub.close(), journal.close(), connection.close(), instruments.close()])
  await Promise.allSettled([deliveryOutbound.close(), deliveryConnection.close()])
  port.close()
}
