// The module of a worker thread (runtime/system/pool.ts loads it): composes one host of all kinds of actors.
// 1. The host owns its I/O: PostgreSQL connections, outbound clients, timers.
// 2. It lives until the main thread stops it. The main thread parses HTTP and never waits for work here.
// 3. A new kind of actor is one line in `kinds`.

import { threadId } from 'node:worker_threads'
import type { CuLimits, ExecutionLimits } from '../domain/billing/tiers.ts'
import { notFound } from '../domain/failure.ts'
import type { Projection } from '../domain/work/projection.ts'
import type { ChainNaming } from '../rpc/chained-outbound.ts'
import { createCodeRunner } from '../rpc/code/code-runner.ts'
import { ConnectionTokens } from '../rpc/connections/connection-tokens.ts'
import { createCredentials } from '../rpc/credentials/credential-access.ts'
import { serviceConnections } from '../rpc/models/call-places.ts'
import { createModels, type ServiceModel } from '../rpc/models/models.ts'
import { openHub } from '../rpc/open-hub.ts'
import { createOutbound, type NetworkPolicy } from '../rpc/outbound/outbound.ts'
import { createRemoteServers } from '../rpc/remote/remote-server.ts'
import { remoteStdio } from '../rpc/stdio/remote-stdio.ts'
import { systemClock } from '../runtime/clock.ts'
import { NodeStanding } from '../runtime/cluster/node-standing.ts'
import { deskAddress } from '../runtime/engine.ts'
import { type HostTask, writeMark } from '../runtime/system/pool.ts'
import { type ServedHost, serveHost } from '../runtime/system/serve.ts'
import { auditStore } from '../storage/accounts/audit.ts'
import { loadTerms } from '../storage/accounts/terms.ts'
import { CachedFacts, type Changed } from '../storage/cached-facts.ts'
import { makersBudget } from '../storage/chat/maker-keys.ts'
import { roleStore } from '../storage/chat/speaker-roles.ts'
import type { HostReport } from '../storage/events/changes.ts'
import { EventSubscribers } from '../storage/events/event-subscribers.ts'
import { WatchedOrganizations } from '../storage/events/watched-organizations.ts'
import { loadEarlier } from '../storage/executions/earlier-execution.ts'
import { countExecutions, findExecutions } from '../storage/executions/execution-search.ts'
import { searchLag } from '../storage/executions/search-lag.ts'
import { openJournal, readEntries } from '../storage/journal/journal.ts'
import { memoryStore } from '../storage/memory/memories.ts'
import { modelAnswerStore } from '../storage/models/model-answers.ts'
import { modelSettingsStore } from '../storage/models/model-settings.ts'
import { modelUsageStore } from '../storage/models/model-usage.ts'
import { HostConnection } from '../storage/postgres/host-connection.ts'
import { CredentialReader } from '../storage/secrets/credential-reader.ts'
import { CredentialUses } from '../storage/secrets/credential-uses.ts'
import { type KeySource, openKeyRing } from '../storage/secrets/master-key.ts'
import { SealingKey } from '../storage/secrets/sealing-key.ts'
import { createVault } from '../storage/secrets/vault.ts'
import { connectionRows } from '../storage/tool-servers/connection-rows.ts'
import { ToolObservations } from '../storage/tool-servers/tool-observations.ts'
import { takeRate } from '../storage/tool-servers/tool-rates.ts'
import { toolResultStore } from '../storage/tool-servers/tool-results.ts'
import { ToolServerReader } from '../storage/tool-servers/tool-server-reader.ts'
import { chatCharges } from '../storage/usage/chat-charges.ts'
import { monthBudgets } from '../storage/usage/month-budgets.ts'
import { startBounds } from '../storage/usage/start-bounds.ts'
import { findActiveVersion, loadVersion } from '../storage/workflows/plan-reader.ts'
import { tellRefusal } from '../storage/workflows/schedule-refusals.ts'
import { bulkKind } from './bulk/effects.ts'
import { retries } from './bulk/retries.ts'
import { ChangeReports } from './change-reports.ts'
import { chargedHub } from './chat/charged-hub.ts'
import { chatKind } from './chat/effects.ts'
import { sayExecution } from './chat/words/execution-words.ts'
import { obey, plainAssistant } from './chat/words/plain-assistant.ts'
import { executionKind } from './execution/effects.ts'
import { chosenVersion } from './execution/starting/canary.ts'
import { openInstruments } from './host-instruments.ts'
import { type ModelCallParts, refusalEntry } from './model-calls/model-calls.ts'
import { scheduleKind } from './schedule/effects.ts'
import { hostedReports, hostedToolServers } from './tool-server/hosted.ts'
import { DeliveryWakes } from './webhook/delivery-wakes.ts'
import { hostedWebhooks } from './webhook/hosted.ts'

export interface HostConfig {
  readonly databaseUrl: string
  readonly networkPolicy: NetworkPolicy
  readonly fusePureSteps: boolean
  /** Master keys of the vault. */
  readonly keys: KeySource
  /** Memory of all threads (storage/secrets/sealing-key.ts). */
  readonly sealing: SharedArrayBuffer
  /** Names chains of executions in calls of this service. */
  readonly chain: ChainNaming
  /** Executions that one may lead to. */
  readonly chainLimit: number
  /** Executions a month, by plan. */
  readonly executionLimits: ExecutionLimits
  /** Compute units a month past which chats call no tools, by plan. */
  readonly cuLimits: CuLimits
  /** The language model of organizations that have none of their own. */
  readonly model: ServiceModel | null
  /** Pause between two probes of a tool server whose list has no time to live. */
  readonly toolRefreshMs: number
  /** Pause before the first retry of a webhook's delivery. */
  readonly webhookRetryMs: number
  /** Are debug lines logged? */
  readonly isDebugging: boolean
  /** Base address of an OTLP/HTTP receiver; null for none. */
  readonly otlpEndpoint: string | null
  readonly version: string
  /** The database is a restored copy: the host performs no effects until `unfence`. */
  readonly isFenced: boolean
  /** Memory of all threads (storage/events/watched-organizations.ts). */
  readonly watched: Int32Array
  /** Memory of all threads (runtime/cluster/node-standing.ts); null: this server is alone. */
  readonly standing: SharedArrayBuffer | null
}

/** An invalidation: rows of a kind have changed, or organizations have new events. */
export type Invalidation = Changed | { readonly type: 'events'; readonly organizationIds: readonly string[] }

export default async function runHost({ port, slot, mark, config }: HostTask<HostConfig>): Promise<void> {
  const connection = new HostConnection(config.databaseUrl)
  const facts = new CachedFacts()
  const servers = new ToolServerReader(connection, facts)
  const outbound = createOutbound({ policy: config.networkPolicy })
  const reader = new CredentialReader(connection, facts)
  const uses = new CredentialUses(connection)
  const vault = createVault(openKeyRing(config.keys), new SealingKey(config.sealing))
  let served!: ServedHost
  const connections = new ConnectionTokens({
    ...{ rows: connectionRows(connection, vault), outbound, clock: systemClock },
    onFailed: (organizationId, id) =>
      served.announce({ type: 'tool-servers', organizationId, id } satisfies Changed),
  })
  const credentials = createCredentials({ reader, vault, outbound, uses, connections })
  const log = { debug: (facts: object, message: string) => served.log('debug', facts, message) }
  const instruments = await openInstruments(config, log, () => performance.now())
  const hosted = {
    ...{ connection, slot, clock: systemClock, refreshMs: config.toolRefreshMs, servers },
    served: () => served,
  }
  const observations = new ToolObservations(connection, organizationId =>
    served.announce({ type: 'tool-observations', organizationId } satisfies Changed),
  )
  const stdio = remoteStdio(message => served.host.ask(deskAddress, message))
  const hub = openHub({
    directory: servers,
    stdio,
    outbound,
    credentials,
    observer: observations,
    networkPolicy: config.networkPolicy,
    chain: config.chain,
    largeResults: toolResultStore(connection),
    reports: hostedReports(hosted),
    leases: { take: lease => takeRate(connection, lease) },
    memory: memoryStore(connection, systemClock),
  })
  const subscribers = new EventSubscribers(connection, facts)
  const standing = config.standing === null ? null : new NodeStanding(config.standing)
  const journal = openJournal({
    ...{ url: config.databaseUrl, slot, queries: connection, subscribers },
    ...(standing && { incarnation: () => standing.incarnation }),
  })

  const tell = (report: HostReport) => served.tell(report)
  const changes = new ChangeReports({
    watched: new WatchedOrganizations(config.watched),
    report: reports => tell({ type: 'changes', reports }),
    clock: systemClock,
  })

  const findWorkflow = async (organizationId: string, idOrName: string, executionId?: string) => {
    const found = await findActiveVersion(connection, organizationId, idOrName)
    if (!found) throw notFound(`workflow ${idOrName}`)
    if (executionId === undefined) return found
    return chosenVersion(found, executionId, {
      acceptsPlans: async () => (await loadTerms(connection, organizationId)).acceptsPlans,
      load: versionId => loadVersion(connection, versionId),
    })
  }
  const code = createCodeRunner()
  const models = createModels({
    ...{ settings: modelSettingsStore(connection, facts), usage: modelUsageStore(connection) },
    ...{ credentials, outbound, service: config.model, clock: systemClock },
    // Its operator has chosen the address: a model often runs beside the service.
    serviceOutbound:
      config.model === null
        ? null
        : createOutbound({ policy: 'open', connectionsPerOrigin: serviceConnections }),
  })
  const audit = auditStore(connection)
  const modelCalls: ModelCallParts = {
    hub,
    hosts: models.hosts,
    noteRefusal: refusal => audit.record(refusalEntry(refusal)),
  }
  const budgets = monthBudgets(connection, systemClock)
  const bounds = startBounds(connection, systemClock, config.chainLimit)
  const roles = roleStore(connection, facts)
  const findBudget = (organizationId: string, keyId: string | null) =>
    makersBudget(roles, { organizationId, keyId, now: systemClock.now() })
  const executions = executionKind({
    hub,
    runCode: code.run,
    monthBudgets: budgets,
    startBounds: bounds,
    asking: { ...modelCalls, models, answers: modelAnswerStore(connection, systemClock) },
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
    findVersion: versionId => loadVersion(connection, versionId),
    findTerms: organizationId => loadTerms(connection, organizationId),
    findBudget,
    startBounds: bounds,
    tellRefusal: refusal => tellRefusal(connection, refusal),
    executionLimits: config.executionLimits,
  })

  const { executionLimits, cuLimits } = config
  const charges = chatCharges({ queries: connection, clock: systemClock, executionLimits, cuLimits })
  const charged = { ...modelCalls, hub: chargedHub(hub, charges) }
  const chats = chatKind({
    ...{ ...charged, assistant: plainAssistant, obey, sayExecution, models, clock: systemClock },
    monthBudgets: budgets,
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
      findBudget,
      executionLimits: config.executionLimits,
    }),
    startBounds: bounds,
  })

  const probes = createRemoteServers(outbound, { credentials, stdio })
  const toolServers = hostedToolServers(hosted, probes)

  // Webhooks have connections of their own: a backlog or a slow endpoint must not delay tools.
  const deliveryConnection = new HostConnection(config.databaseUrl)
  const deliveryOutbound = createOutbound({ policy: config.networkPolicy, connectionsPerOrigin: 256 })
  const wakes = new DeliveryWakes()
  const webhooks = hostedWebhooks({
    ...{ connection: deliveryConnection, outbound: deliveryOutbound, vault, credentials, wakes, changes },
    ...{ clock: systemClock, retryMs: config.webhookRetryMs, served: () => served, chain: config.chain },
  })

  port.postMessage(threadId)
  await new Promise<void>(resolve => {
    served = serveHost<Projection>({
      kinds: [executions, chats, schedules, bulks, toolServers, webhooks],
      journal: changes.observe(instruments.observe(journal)),
      measured: () => instruments.measured(),
      isFenced: config.isFenced,
      ...(standing && { standing }),
      clock: systemClock,
      threadId,
      send: packed => port.postMessage(packed),
      mark: address => writeMark(mark, address),
      crash(error) {
        served.abandon()
        // Thrown uncaught, so that the thread ends with its host; piscina then reports it to the supervisor.
        setImmediate(() => {
          throw error
        })
      },
      invalidate(what) {
        const change = what as Invalidation
        if (change.type === 'events') for (const id of change.organizationIds) wakes.wake(id)
        else facts.receive(change)
        if (change.type === 'webhooks') wakes.wake(change.organizationId)
      },
      stopped: resolve,
    })
    tell({ type: 'began' })
    port.on('message', (packed: string) => served.receive(packed))
  })
  await Promise.all([uses.close(), observations.close()])
  await probes.close()
  await Promise.allSettled([
    hub.close(),
    code.close(),
    models.close(),
    journal.close(),
    connection.close(),
    instruments.close(),
  ])
  await Promise.allSettled([deliveryOutbound.close(), deliveryConnection.close()])
  port.close()
}
