// The service without its socket: every service that routes use, all routes, and the pipeline over them.
import type { Settings } from '../domain/settings.ts'
import { sparingLog } from '../runtime/sparing-log.ts'
import { apiRoutes } from './api.ts'
import { withholdBehindFence } from './fenced.ts'
import { createIdempotency } from './idempotency.ts'
import { createObservation } from './observation.ts'
import { openServices, type ServiceParts } from './open-services.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import type { Services } from './services.ts'

export interface Application {
  readonly services: Services
  readonly pipeline: Pipeline
  /** Ends what the services hold open; called when nothing comes in any more. */
  readonly close: () => Promise<void>
}

export async function createApplication(parts: ServiceParts): Promise<Application> {
  const { settings, log, stores } = parts
  const services = await openServices(parts)
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

function isDebugging({ logLevel }: Settings): boolean {
  return logLevel === 'debug' || logLevel === 'trace'
}
