// What the service measures of itself, in Prometheus' text format: requests (request-metrics.ts), the event loop, the
// process, and whatever else is registered here: actors (actor-metrics.ts), what stands in the database
// (standing-metrics.ts), cancels (cancel-latency.ts). Names and meanings are a table of the README.
import { hash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { bearerCredential } from './auth.ts'
import type { IncomingRequest } from './exchange.ts'
import { isLocal } from './local-request.ts'
import { countRequests, type ObserveRequest } from './request-metrics.ts'

export interface Metrics {
  readonly registry: Registry
  /** Counts an answer; the pipeline's `observe`. */
  readonly observe: ObserveRequest
  /** Everything measured, as text. */
  read(): Promise<string>
  /** May this request read them? `token-required`: there is a token, and it was not this one. */
  admit(request: IncomingRequest): 'admitted' | 'token-required' | 'hidden'
}

/** @param token of those who may read from anywhere; null lets the processes of this machine read, and nobody else */
export function createMetrics(token: string | null): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    observe: countRequests(registry),
    read: () => registry.metrics(),
    admit(request) {
      if (token === null) return isLocal(request) ? 'admitted' : 'hidden'
      const credential = bearerCredential(request.header('authorization')) ?? ''
      return isSame(credential, token) ? 'admitted' : 'token-required'
    },
  }
}

/** Compared by their hashes, in a time that tells neither the token's length nor how much of it was right. */
function isSame(text: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', expected, 'buffer'))
}
