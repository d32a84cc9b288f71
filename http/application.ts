// The service without its socket: every service that routes use, all routes, and the pipeline over them.

import { Admission } from '../actors/admission.ts'
import { bulkClient } from '../actors/bulk/client.ts'
import { deliveryClient } from '../actors/delivery/client.ts'
import { type ExecutionClient, executionClient, whenAtRest } from '../actors/execution/client.ts'
import { executionStories } from '../actors/execution/stories.ts'
import { executionWatch } from '../actors/execution/watching.ts'
import { HostFigures } from '../actors/host-figures.ts'
import { scheduleClient } from '../actors/schedule/client.ts'
import { toolServerClient } from '../actors/tool-server/client.ts'
import { mainReports } from '../actors/tool-server/reports.ts'
import { notFound } from '../domain/failure.ts'
import type { Settings } from '../domain/settings.ts'
import { catalogServers } from '../rpc/catalog/catalog.ts'
import type { CatalogServer } from '../rpc/catalog/catalog-server.ts'
import { createCredentials } from '../rpc/credentials/credential-access.ts'
import { createHub } from '../rpc/hub.ts'
import { createLanes } from '../rpc/lanes/lanes.ts'
import { catalogEntries } from '../rpc/marketplace/catalog-entries.ts'
import { createCatalogCalls } from '../rpc/marketplace/catalog-server-calls.ts'
import type { Outbound } from '../rpc/outbound/outbound.ts'
import { createOutboundSocket } from '../rpc/outbound/outbound-socket.ts'
import { openProviders } from '../rpc/sign-in/providers.ts'
import { Confirmations } from '../rpc/surface/call-confirmation.ts'
import { builtinTools } from '../rpc/tools/catalog.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { sparingLog } from '../runtime/sparing-log.ts'
import type { System } from '../runtime/system.ts'
import type { Tracing } from '../runtime/tracing.ts'
import type { Database } from '../storage/database.ts'
import { eventFeed } from '../storage/event-feed.ts'
import type { Fence } from '../storage/fence.ts'
import { readEntries } from '../storage/journal.ts'
import { notificationChores } from '../storage/notification-chores.ts'
import { queuedOrganizations, readQueue } from '../storage/queues.ts'
import { rateCountStore } from '../storage/rate-counts.ts'
import { readStanding } from '../storage/standing.ts'
import type { Stores } from '../storage/stores.ts'
import { takeRate } from '../storage/tool-rates.ts'
import { figuresKeptMs, readFigures } from '../storage/tool-server-figures.ts'
import type { Vault } from '../storage/vault.ts'
import { namedWorkflows } from '../storage/workflow-names.ts'
import { measureActors } from './actor-metrics.ts'
import { apiRoutes } from './api.ts'
import { createAuthenticate } from './auth.ts'
import { depthLimit, parseJson } from './body.ts'
import { measureCancels } from './cancel-latency.ts'
import { createCompiler } from './compiler.ts'
import { ConformanceFixtures } from './conformance.ts'
import { withholdBehindFence } from './fenced.ts'
import { createIdempotency } from './idempotency.ts'
import { createJoining } from './joining.ts'
import { openLimits } from './kept-limits.ts'
import { createMarketplace } from './marketplace.ts'
import { createMetrics } from './metrics.ts'
import { createObservation } from './observation.ts'
import { openMail } from './open-mail.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import { createReadiness } from './readiness.ts'
import { readinessChecks } from './readiness-checks.ts'
import type { Services } from './services.ts'
import { createSignIn } from './sign-in.ts'
import { measureStanding } from './standing-metrics.ts'
import { openTokens } from './tokens.ts'
import { measureWebhookLag } from './webhook-lag.ts'

/** Arguments may nest as deep as a body (http/body.ts); batch, request, params and arguments lie around them. */
const rpcDepth = depthLimit + 4

export interface ApplicationParts {
  readonly settings: Settings
  readonly log: Log
  readonly database: Database
  readonly stores: Stores
  readonly vault: Vault
  readonly system: System
  readonly outbound: Outbound
  /** What the marketplace offers. Default: the catalog of this version. */
  readonly catalog?: readonly CatalogServer[]
  readonly version: string
  /** What the hosts measure. Default: there are none that do. */
  readonly figures?: HostFigures
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | null
  /** From then on it is not ready for work, and still serves. Default: never. */
  readonly isStopping?: () => boolean
  /** Default: the database is no restored copy. */
  readonly fence?: Pick<Fence, 'isUp'>
}

export interface Application {
  readonly services: Services
  readonly pipeline: Pipeline
  /** Ends what the services hold open; called when nothing comes in any more. */
  readonly close: () => Promise<void>
}

export async function createApplication(parts: ApplicationParts): Promise<Application> {
  const { settings, log, stores } = parts
  const services = await createServices(parts)
  await stores.apiKeys.loadOrigins()
  const pipeline = createPipeline({
    routes: apiRoutes({
      url: settings.appUrl,
      version: parts.version,
      corsOrigins: settings.corsOrigins,
    }),
    services,
    authenticate: services.authenticate,
    limits: services.limits,
    idempotency: createIdempotency({
      keys: stores.idempotencyKeys,
      secret: services.tokens.deriveSecret('fingerprints of idempotent requests'),
      log: sparingLog(log),
    }),
    log,
    corsOrigins: settings.corsOrigins,
    keyOrigins: stores.apiKeys.origins,
    ...createObservation({
      metrics: services.metrics,
      log: isDebugging(settings) ? log : null,
      tracing: parts.tracing ?? null,
    }),
    withhold: route => {
      if (parts.fence?.isUp) withholdBehindFence(route)
    },
  })
  return {
    services,
    pipeline,
    async close() {
      const { hub, lanes, ...written } = services
      const { apiKeys, credentialUses, limits, mail, passwordResets } = written
      const writing = [apiKeys, credentialUses, limits, mail, passwordResets].map(it => it.close())
      await Promise.all([hub.close(), lanes.close(), ...writing])
    },
  }
}

async function createServices({
  settings,
  database,
  stores,
  vault,
  system,
  outbound,
  catalog = catalogServers,
  version,
  log,
  figures = new HostFigures(),
  isStopping,
  fence,
}: ApplicationParts): Promise<Services> {
  const keyDays = settings.signingKeyDays
  const tokens = await openTokens(stores.signingKeys, settings.appUrl, { keyDays })
  const mail = openMail(settings, stores.mails, log)
  const providers = await openProviders(settings.signInProviders, outbound)
  const signIn = await createSignIn({ settings, stores, tokens, mail, providers, log })
  const authenticate = createAuthenticate({ ...stores, tokens })
  const metrics = createMetrics(settings.metricsToken)
  measureActors(metrics.registry, system, figures)
  measureStanding(metrics.registry, () => readStanding(database))
  measureWebhookLag(metrics.registry, stores.deliveries)
  const tellEvents = (organizationIds: readonly string[]) =>
    system.invalidate({ type: 'events', organizationIds })
  const runs = measureCancels(executionClient(system), metrics.registry)
  const read = (address: string, after: number, limit: number) =>
    readEntries(database, { address, after, limit })
  const { reader } = stores.credentials
  const credentialAccess = createCredentials({ reader, vault, outbound, uses: stores.credentialUses })
  const hub = createHub({
    builtins: builtinTools,
    directory: stores.toolServers,
    outbound,
    credentials: credentialAccess,
    catalog: createCatalogCalls({
      servers: catalog,
      outbound,
      sockets: createOutboundSocket(settings.networkPolicy),
      credentials: credentialAccess,
    }),
    largeResults: stores.toolResults,
    reports: mainReports(system, database, systemClock),
    leases: { take: lease => takeRate(database, lease) },
  })
  return {
    ...stores,
    tokens,
    ...signIn,
    authenticate,
    joining: createJoining({ ...stores, ...signIn, authenticate, mail, appUrl: settings.appUrl }),
    readiness: createReadiness(readinessChecks({ database, system, isStopping, fence })),
    limits: await openLimits(settings.rates, rateCountStore(database)),
    metrics,
    runs,
    watch: executionWatch(system),
    bulks: bulkClient({ system, read }),
    schedules: scheduleClient(system, stores.scheduleSettings),
    marketplace: createMarketplace({
      catalog: catalogEntries(catalog),
      sources: stores.marketplaceSources,
      outbound,
    }),
    toolServerActors: toolServerClient({ system, settings: stores.toolServers, clock: systemClock }),
    serverFigures: organizationId => readFigures(database, organizationId, systemClock.now() - figuresKeptMs),
    admission: createAdmission({ database, system, log }, runs),
    notificationChores: notificationChores({
      ...{ database, sealing: vault, clock: systemClock, log, onMail: mail.wake },
      ...{ appUrl: settings.appUrl, freeExecutions: settings.freeExecutions },
    }),
    eventFeed: eventFeed(database, stores.eventSubscribers, tellEvents),
    deliveryActors: deliveryClient(system, stores.webhooks),
    tellEvents,
    webhookOutbound: outbound,
    stories: executionStories({
      system,
      read,
      loadPlan: async versionId => {
        const version = await stores.workflows.versionById(versionId)
        if (version === null) throw notFound('workflow version')
        return version.plan
      },
    }),
    compiler: createCompiler({
      hub,
      findCredentials: stores.credentials.named,
      findWorkflows: (organizationId, said) => namedWorkflows(database, organizationId, said),
      timeZone: settings.timeZone,
    }),
    hub,
    confirmations: new Confirmations(),
    lanes: createLanes({
      version,
      secret: tokens.deriveSecret('request states of /rpc'),
      parse: text => parseJson(text, rpcDepth),
      report: (error, method) => log.error({ err: error, method }, 'a method of /rpc failed'),
    }),
    fixtures: settings.conformanceFixtures ? new ConformanceFixtures() : null,
    credentialAccess,
    mail,
    isProduction: settings.isProduction,
    networkPolicy: settings.networkPolicy,
    freeExecutions: settings.freeExecutions,
  }
}

function isDebugging({ logLevel }: Settings): boolean {
  return logLevel === 'debug' || logLevel === 'trace'
}

function createAdmission(
  { database, system, log }: Pick<ApplicationParts, 'database' | 'system' | 'log'>,
  runs: ExecutionClient,
): Admission {
  return new Admission({
    organizations: () => queuedOrganizations(database),
    read: (organizationId, most) => readQueue(database, organizationId, most),
    admit: (organizationId, id) => runs.admit(organizationId, id),
    whenAtRest: (id, callback) => whenAtRest(system, id, callback),
    clock: systemClock,
    log: sparingLog(log),
  })
}
