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
import { countExecutions, findExecutions } from '../storage/execution-search.ts'
import { HostConnection } from '../storage/host-connection.ts'
import { openJournal, readEntries } from '../storage/journal.ts'
import { type KeySource, openKeyRing } from '../storage/master-key.ts'
import { findActiveVersion, loadVersion } from '../storage/plan-reader.ts'
import type { Changed } from '../storage/stores.ts'
import { loadTerms } from '../storage/terms.ts'
import { takeRate } from '../storage/tool-rates.ts'
import { toolResultStore } from '../storage/tool-results.ts'
import { ToolServerReader } from '../storage/tool-server-reader.ts'
import { createVault } from '../storage/vault.ts'
import { bulkKind } from './bulk/effects.ts'
import { retries } from './bulk/retries.ts'
import { executionKind } from './execution/effects.ts'
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
}

/** What other threads may tell hosts to read again. */
export type Invalidation = Changed

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
  const journal = openJournal({ url: config.databaseUrl, slot, queries: connection })

  const findWorkflow = async (organizationId: string, idOrName: string) => {
    const found = await findActiveVersion(connection, organizationId, idOrName)
    if (!found) throw notFound(`workflow ${idOrName}`)
    return found
  }
  const executions = executionKind({
    hub,
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

  port.postMessage(threadId)
  await new Promise<void>(resolve => {
    served = serveHost({
      kinds: [executions, schedules, bulks, toolServers] as unknown as AnyKind[],
      journal: journal as Journal<unknown> & Journal<Projection>,
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
        const { type, organizationId } = what as Invalidation
        if (type === 'credentials') reader.invalidate(organizationId)
        else servers.invalidate(organizationId)
      },
      stopped: resolve,
    })
    port.on('message', (packed: string) => served.receive(packed))
  })
  await uses.close()
  await probes.close()
  await Promise.allSettled([hub.close(), journal.close(), connection.close()])
  port.close()
}
