// Every service that routes use, made of what the process has opened: stores, actors, hub, sign-in, mail, metrics.
import { Admission } from '../actors/admission.ts'
import { bulkClient } from '../actors/bulk/client.ts'
import { deliveryClient } from '../actors/delivery/client.ts'
import { type ExecutionClient, executionClient, whenAtRest } from '../actors/execution/client.ts'
import { executionStories } from '../actors/execution/stories.ts'
import { executionWatch } from '../actors/execution/watching.ts'
import { HostFigures } from '../actors/host-figures.ts'
import { scheduleClient } from '../actors/schedule/client.ts'
import { toolServerClient } from '../actors/tool-server/client.ts'
import { notFound } from '../domain/failure.ts'
import type { Settings } from '../domain/settings.ts'
import { catalogServers } from '../rpc/catalog/catalog.ts'
import type { CatalogServer } from '../rpc/catalog/catalog-server.ts'
import { createCredentials } from '../rpc/credentials/credential-access.ts'
import { createLanes } from '../rpc/lanes/lanes.ts'
import { catalogEntries } from '../rpc/marketplace/catalog-entries.ts'
import type { Outbound } from '../rpc/outbound/outbound.ts'
import { openProviders } from '../rpc/sign-in/providers.ts'
import { Confirmations } from '../rpc/surface/call-confirmation.ts'
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
import { figuresKeptMs, readFigures } from '../storage/tool-server-figures.ts'
import type { Vault } from '../storage/vault.ts'
import { namedWorkflows } from '../storage/workflow-names.ts'
import { measureActors } from './actor-metrics.ts'
import { createAuthenticate } from './auth.ts'
import { depthLimit, parseJson } from './body.ts'
import { measureCancels } from './cancel-latency.ts'
import { createCompiler } from './compiler.ts'
import { ConformanceFixtures } from './conformance.ts'
import { createJoining } from './joining.ts'
import { openLimits } from './kept-limits.ts'
import { createMainHub } from './main-hub.ts'
import { createMarketplace } from './marketplace.ts'
import { createMetrics } from './metrics.ts'
import { openMail } from './open-mail.ts'
import { createReadiness } from './readiness.ts'
import { readinessChecks } from './readiness-checks.ts'
import type { Services } from './services.ts'
import { createSignIn } from './sign-in.ts'
import { measureStanding } from './standing-metrics.ts'
import { openTokens } from './tokens.ts'
import { measureWebhookLag } from './webhook-lag.ts'

/** Arguments may nest as deep as a body (http/body.ts); batch, request, params and arguments lie around them. */
const rpcDepth = depthLimit + 4

export interface ServiceParts {
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

export async function openServices({
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
}: ServiceParts): Promise<Services> {
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
  const hub = createMainHub({ settings, database, stores, system, outbound, catalog }, credentialAccess)
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
    toolServerActors: toolServerClient({ system, rows: stores.toolServers, clock: systemClock }),
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
      clock: systemClock,
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

function createAdmission(
  { database, system, log }: Pick<ServiceParts, 'database' | 'system' | 'log'>,
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
