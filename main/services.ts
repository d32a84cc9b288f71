// Makes every service that routes use, from what the process has opened: stores, actors, hub, sign-in, mail,
// metrics. Called by main/application.ts.
import { Admission } from '../actors/admission.ts'
import { approvalOwners } from '../actors/approval-owners.ts'
import { bulkClient } from '../actors/bulk/client.ts'
import { chatClient } from '../actors/chat/client.ts'
import type { ClusterView } from '../actors/embedded.ts'
import { type ExecutionClient, executionClient, whenAtRest } from '../actors/execution/client.ts'
import { executionLog } from '../actors/execution/reading/execution-log.ts'
import { executionWatch } from '../actors/execution/reading/watching.ts'
import { createRehearsals } from '../actors/execution/rehearsing/rehearsal.ts'
import { HostFigures } from '../actors/host-figures.ts'
import { scheduleClient } from '../actors/schedule/client.ts'
import { toolServerClient } from '../actors/tool-server/client.ts'
import { mainReports } from '../actors/tool-server/reports.ts'
import { webhookClient } from '../actors/webhook/client.ts'
import { notFound } from '../domain/failure.ts'
import type { Planner } from '../domain/plan/planning.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { createAuthenticate } from '../http/account/auth.ts'
import { createChatTokens } from '../http/account/chat-tokens.ts'
import { chainKeyFrom } from '../http/account/derived-secrets.ts'
import { createJoining } from '../http/account/joining.ts'
import { createSignIn } from '../http/account/sign-in.ts'
import { openTokens } from '../http/account/tokens.ts'
import { openLimits } from '../http/limits/kept-limits.ts'
import { LiveStreams } from '../http/live/live-streams.ts'
import { ConformanceFixtures } from '../http/mcp/conformance.ts'
import { parseRpcBody } from '../http/mcp/requests/rpc-body.ts'
import { measureActors } from '../http/observation/actor-metrics.ts'
import { measureCancels } from '../http/observation/cancel-latency.ts'
import { clusterState, measureCluster } from '../http/observation/cluster-state.ts'
import { createMetrics } from '../http/observation/metrics.ts'
import { createReadiness } from '../http/observation/readiness.ts'
import { readinessChecks } from '../http/observation/readiness-checks.ts'
import { measureStanding } from '../http/observation/standing-metrics.ts'
import { measureWebhookLag } from '../http/observation/webhook-lag.ts'
import type { Services } from '../http/services.ts'
import { createMarketplace } from '../http/tool-servers/marketplace.ts'
import { createCompiler } from '../http/workflows/compiler.ts'
import {
  boundedPlanner,
  notationFirst,
  openMappings,
  openThinking,
  writingPlanner,
} from '../language/language.ts'
import { ConnectionTokens } from '../rpc/connections/connection-tokens.ts'
import { createCredentials } from '../rpc/credentials/credential-access.ts'
import { firstPartyServers } from '../rpc/first-party/first-party.ts'
import type { FirstPartyServer } from '../rpc/first-party/first-party-server.ts'
import { createLanes } from '../rpc/lanes/lanes.ts'
import type { SessionNodes } from '../rpc/lanes/legacy/passing.ts'
import { firstPartyEntries } from '../rpc/marketplace/first-party-entries.ts'
import { serviceConnections } from '../rpc/models/call-places.ts'
import { type LocalUrls, localModels } from '../rpc/models/local-models.ts'
import { createModels } from '../rpc/models/models.ts'
import { openHub } from '../rpc/open-hub.ts'
import { createOutbound, type Outbound } from '../rpc/outbound/outbound.ts'
import { openProviders } from '../rpc/sign-in/providers.ts'
import type { StdioServers } from '../rpc/stdio/stdio-servers.ts'
import { Confirmations } from '../rpc/surface/call-confirmation.ts'
import { systemClock } from '../runtime/clock.ts'
import type { ActorSystem, Engine } from '../runtime/engine.ts'
import type { Log } from '../runtime/log.ts'
import { sparingLog } from '../runtime/process/sparing-log.ts'
import type { Tracing } from '../runtime/tracing/tracing.ts'
import { namedDeciders } from '../storage/accounts/named-deciders.ts'
import type { Fence } from '../storage/backup/fence.ts'
import { eventFeed } from '../storage/events/event-feed.ts'
import { queuedOrganizations, readQueue } from '../storage/executions/queues.ts'
import { readEntries } from '../storage/journal/journal.ts'
import { readShortEntries } from '../storage/journal/short-entries.ts'
import { memoryStore } from '../storage/memory/memories.ts'
import { modelAnswerStore } from '../storage/models/model-answers.ts'
import { notificationChores } from '../storage/notifications/notification-chores.ts'
import type { Database } from '../storage/postgres/database.ts'
import { rateCountStore } from '../storage/requests/rate-counts.ts'
import type { Vault } from '../storage/secrets/vault.ts'
import { readStanding } from '../storage/standing.ts'
import type { Stores } from '../storage/stores.ts'
import { takeRate } from '../storage/tool-servers/tool-rates.ts'
import { readFigures } from '../storage/tool-servers/tool-server-figures.ts'
import { monthBudgets } from '../storage/usage/month-budgets.ts'
import { startBounds } from '../storage/usage/start-bounds.ts'
import { allNames, namedWorkflows } from '../storage/workflows/workflow-names.ts'
import { openBilling } from './billing.ts'
import { openConnecting } from './connecting.ts'
import { openMail } from './mail.ts'
import { unopened } from './stdio.ts'

export interface ServiceParts {
  readonly settings: Settings
  readonly log: Log
  readonly database: Database
  readonly stores: Stores
  readonly vault: Vault
  readonly engine: Engine
  readonly outbound: Outbound
  /** The servers that the marketplace offers. Default: the catalog of this version. */
  readonly firstParty?: readonly FirstPartyServer[]
  /** The planner that reads prompts, in this thread. Default: the English reader, in its own threads. */
  readonly planner?: Planner
  /** Servers with language models on this machine. Default: where they usually listen. */
  readonly localUrls?: LocalUrls
  /** Tool servers on stdio. Default: none is allowed. */
  readonly stdio?: StdioServers
  readonly version: string
  /** The figures that the hosts measure. Default: empty ones. */
  readonly figures?: HostFigures
  /** Default: no tracing. */
  readonly tracing?: Tracing | null
  /** While true, the service is not ready for work, and still serves. Default: never. */
  readonly isStopping?: () => boolean
  /** Default: this server is alone. */
  readonly cluster?: ClusterView | null
  /** Is this the node that does what one node of a cluster does? Default: yes. */
  readonly leads?: () => boolean
  /** Default: no fence, because the database is not a restored copy. */
  readonly fence?: Pick<Fence, 'isUp'>
}

export async function openServices({
  settings,
  database,
  stores,
  vault,
  engine,
  outbound,
  firstParty: catalog = firstPartyServers,
  planner,
  localUrls,
  stdio = unopened(),
  version,
  log,
  figures = new HostFigures(),
  isStopping,
  fence,
  cluster = null,
  leads = () => true,
}: ServiceParts): Promise<Services> {
  const { system } = engine
  const keyDays = settings.signingKeyDays
  const tokens = await openTokens(stores.signingKeys, settings.appUrl, { keyDays })
  const mail = openMail(settings, stores.mails, log)
  const providers = await openProviders(settings.signInProviders, outbound)
  const signIn = await createSignIn({ settings, stores, tokens, mail, providers, log })
  const { deriveSecret } = tokens
  const chatTokens = createChatTokens({ appUrl: settings.appUrl, deriveSecret, apiKeys: stores.apiKeys })
  const connecting = openConnecting({ settings, stores, outbound })
  const { addresses } = connecting
  const chainKey = chainKeyFrom(deriveSecret)
  const authenticate = createAuthenticate({ ...stores, tokens, chatTokens, addresses, chainKey })
  const metrics = createMetrics(settings.metricsToken)
  measureActors(metrics.registry, engine, figures)
  const nodes = clusterState(cluster, version)
  measureCluster(metrics.registry, nodes, cluster?.asks)
  measureStanding(metrics.registry, () => readStanding(database))
  measureWebhookLag(metrics.registry, stores.deliveries)
  const tellEvents = (organizationIds: readonly string[]) =>
    system.invalidate({ type: 'events', organizationIds })
  const runs = measureCancels(executionClient(system), metrics.registry)
  const read = (address: string, after: number, limit: number) =>
    readEntries(database, { address, after, limit })
  const { reader } = stores.credentials
  const connectionTokens = new ConnectionTokens({
    ...{ rows: stores.serverConnections.rows, outbound, clock: systemClock },
    onFailed: (organizationId, id) => stores.facts.announce({ type: 'tool-servers', organizationId, id }),
  })
  const credentialAccess = createCredentials({
    ...{ reader, vault, outbound, uses: stores.credentialUses, connections: connectionTokens },
  })
  const chats = chatClient({ system, read, clock: systemClock })
  const loadPlan = async (versionId: string) => {
    const version = await stores.workflows.versionById(versionId)
    if (version === null) throw notFound('workflow version')
    return version.plan
  }
  const thinking = openThinking()
  const models = createModels({
    ...{ settings: stores.modelSettings, usage: stores.modelUsage, credentials: credentialAccess, outbound },
    service: settings.model,
    // Its operator has chosen the address: a model often runs beside the service.
    serviceOutbound:
      settings.model === null
        ? null
        : createOutbound({ policy: 'open', connectionsPerOrigin: serviceConnections }),
    clock: systemClock,
  })
  const reports = mainReports(system, database, systemClock)
  stdio.onToolsChanged(server => reports.toolsChanged(server))
  await stdio.packages.open(stores.installations.package)
  const hub = openHub({
    stdio,
    directory: stores.toolServers,
    outbound,
    credentials: credentialAccess,
    networkPolicy: settings.networkPolicy,
    chain: { key: chainKey, appUrl: settings.appUrl },
    firstParty: catalog,
    largeResults: stores.toolResults,
    observer: stores.toolObservations,
    reports,
    leases: { take: lease => takeRate(database, lease) },
    memory: memoryStore(database, systemClock),
    check: (organizationId, schema, value) => thinking.check({ organizationId }, schema, value),
  })
  return {
    ...stores,
    tokens,
    ...signIn,
    ...connecting,
    authenticate,
    joining: createJoining({ ...stores, ...signIn, authenticate, mail, appUrl: settings.appUrl }),
    readiness: createReadiness(readinessChecks({ database, engine, figures, isStopping, fence, cluster })),
    limits: await openLimits(settings.rates, rateCountStore(database)),
    metrics,
    cluster: nodes,
    executionClient: runs,
    startBounds: startBounds(database, systemClock, settings.chainLimit),
    monthBudgets: monthBudgets(database, systemClock),
    chainKey,
    approvalOwners: approvalOwners({ runs, chats }),
    watch: executionWatch(system),
    bulks: bulkClient({ system, read, clock: systemClock }),
    chatTokens,
    chatClient: chats,
    schedules: scheduleClient(system, stores.scheduleSettings),
    marketplace: createMarketplace({
      catalog: firstPartyEntries(catalog),
      sources: stores.marketplaceSources,
      outbound,
      refusalOf: (organizationId, name) => stdio.packages.refusal(organizationId, name),
    }),
    outbound,
    stdioServers: stdio,
    toolServerActors: toolServerClient({ system, rows: stores.toolServers, clock: systemClock }),
    serverFigures: organizationId => readFigures(database, organizationId, systemClock.now()),
    admission: createAdmission({ database, system, log, leads }, runs),
    notificationChores: notificationChores({
      ...{ database, sealing: vault, clock: systemClock, log, onMail: mail.nudge },
      ...{ appUrl: settings.appUrl, executionLimits: settings.executionLimits },
      onChange: readers => {
        for (const { organizationId, userId } of readers)
          stores.facts.announce({ type: 'notifications', organizationId, userId })
      },
    }),
    liveStreams: new LiveStreams({ ...stores, clock: systemClock }),
    eventFeed: eventFeed(database, stores.eventSubscribers, tellEvents),
    webhookActors: webhookClient(system, stores.webhooks),
    tellEvents,
    webhookOutbound: outbound,
    rehearsals: createRehearsals({ hub, read, loadPlan, clock: systemClock }),
    executionLog: executionLog({
      system,
      clock: systemClock,
      read,
      readShort: (address, after, limit, wholeStep) =>
        readShortEntries(database, { address, after, limit, wholeStep }),
      loadPlan,
    }),
    compiler: createCompiler({
      hub,
      planner: notationFirst(
        boundedPlanner(
          planner ??
            writingPlanner({
              ...{ reader: thinking.reader, models, thinking, clock: systemClock },
              answers: modelAnswerStore(database, systemClock),
            }),
          systemClock,
        ),
      ),
      thinking,
      clock: systemClock,
      findCredentials: stores.credentials.named,
      findAddress: async ({ organizationId, userId, key }) =>
        key?.subject == null ? (await stores.users.profile(organizationId, userId)).email : null,
      findDeciders: (organizationId, said) => namedDeciders(database, organizationId, said),
      findModels: organizationId => models.names(organizationId),
      findWorkflows: (organizationId, said) => namedWorkflows(database, organizationId, said),
      nameWorkflows: organizationId => allNames(database, organizationId),
      timeZone: settings.timeZone,
      monthBudgets: monthBudgets(database, systemClock),
    }),
    mappings: openMappings(),
    thinking,
    models,
    localModels: localModels(outbound, localUrls),
    hub,
    confirmations: new Confirmations(stores.spent.spend, systemClock),
    lanes: createLanes({
      version,
      website: settings.appUrl,
      secret: tokens.deriveSecret('request states of /rpc'),
      parse: parseRpcBody,
      report: (error, method) => log.error({ err: error, method }, 'a method of /rpc failed'),
      rows: stores.rpcSessions,
      nodes: cluster === null ? undefined : sessionNodes(cluster),
    }),
    fixtures: settings.conformanceFixtures ? new ConformanceFixtures() : null,
    credentialAccess,
    mail,
    isProduction: settings.isProduction,
    demo: { keyHash: null, link: null },
    appUrl: settings.appUrl,
    networkPolicy: settings.networkPolicy,
    executionLimits: settings.executionLimits,
    tiers: settings.tiers,
    ...(await openBilling({ settings, stores, outbound, clock: systemClock })),
  }
}

/** The nodes, for sessions of /rpc that others have. */
function sessionNodes(cluster: ClusterView): SessionNodes {
  const { placement } = cluster
  return {
    get own() {
      return placement.isAlive ? placement.incarnation : null
    },
    isMember: node => placement.members.some(({ incarnation }) => incarnation === node),
    isLinked: node => cluster.links.get(node) === true,
    ask: cluster.askDesk,
  }
}

function createAdmission(
  {
    database,
    system,
    log,
    leads,
  }: Pick<ServiceParts, 'database' | 'log'> & {
    readonly system: ActorSystem
    readonly leads: () => boolean
  },
  runs: ExecutionClient,
): Admission {
  return new Admission({
    organizations: () => queuedOrganizations(database),
    read: (organizationId, most) => readQueue(database, organizationId, most),
    admit: (organizationId, id) => runs.admit(organizationId, id),
    whenAtRest: (id, callback) => whenAtRest(system, id, callback),
    clock: systemClock,
    log: sparingLog(log),
    leads,
  })
}
