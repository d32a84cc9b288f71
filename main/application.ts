// The service without its socket, opened by main.ts: every service that routes use, all routes, and the
// pipeline over them.
import type { Settings } from '../domain/settings/settings.ts'
import { apiRoutes, resourceRoutes } from '../http/api.ts'
import { createDesk } from '../http/chat/desk.ts'
import { passedCaller } from '../http/mcp/requests/lane-requests.ts'
import { createSurfaces } from '../http/mcp/surfaces.ts'
import { createObservation } from '../http/observation/observation.ts'
import { withholdBehindFence } from '../http/pipeline/fenced.ts'
import { createIdempotency } from '../http/pipeline/idempotency.ts'
import { createPipeline, type Pipeline } from '../http/pipeline/pipeline.ts'
import type { Services } from '../http/services.ts'
import type { LaneMessage } from '../rpc/lanes/legacy/passing.ts'
import type { Desk } from '../runtime/engine.ts'
import { sparingLog } from '../runtime/process/sparing-log.ts'
import { openServices, type ServiceParts } from './services.ts'

export interface Application {
  readonly services: Services
  readonly pipeline: Pipeline
  /** Answers actors that act for somebody. */
  readonly desk: Desk
  /** Answers other nodes whose clients have a session of /rpc here. */
  readonly guestDesk: Desk
  /** Closes what the services hold open; called once no request can come in any more. */
  readonly close: () => Promise<void>
}

export async function createApplication(parts: ServiceParts): Promise<Application> {
  const { settings, log, stores } = parts
  const services = await openServices(parts)
  await stores.apiKeys.loadOrigins()
  const { appUrl: url, corsOrigins } = settings
  const surfaceOf = createSurfaces(resourceRoutes)
  const routes = apiRoutes({ url, version: parts.version, corsOrigins, surfaceOf })
  const pipeline = createPipeline({
    routes,
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
    hstsSeconds: settings.hstsSeconds,
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
    desk: createDesk(routes, services),
    guestDesk: message =>
      services.lanes.serve(JSON.parse(message) as LaneMessage, origin =>
        passedCaller(origin, services, surfaceOf),
      ),
    async close() {
      const { hub, lanes, mappings, models, rehearsals, thinking, ...written } = services
      const {
        apiKeys,
        connections,
        credentialUses,
        limits,
        mail,
        mailedSignUps,
        passwordResets,
        toolObservations,
      } = written
      const kept = [
        apiKeys,
        connections,
        credentialUses,
        limits,
        mail,
        mailedSignUps,
        passwordResets,
        toolObservations,
      ]
      const writing = kept.map(it => it.close())
      const closing = [hub, lanes, mappings, thinking, models, rehearsals].map(it => it.close())
      await Promise.all([...closing, ...writing])
    },
  }
}

function isDebugging({ logLevel }: Settings): boolean {
  return logLevel === 'debug' || logLevel === 'trace'
}
