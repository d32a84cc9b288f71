// The metrics of the service in the text format of Prometheus: requests (request-metrics.ts), the event loop,
// the process, and others that register here: actors (actor-metrics.ts), the database (standing-metrics.ts),
// cancels (cancel-latency.ts). docs/reference/metrics.md lists names and meanings.
import { hash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { notFound } from '../../domain/failure.ts'
import { bearerCredential } from '../account/auth.ts'
import { invalidCredentials } from '../account/tokens.ts'
import type { IncomingRequest } from '../exchange.ts'
import { isLocal, namesThisMachine } from '../pipeline/local-request.ts'
import { countRequests, type ObserveRequest } from './request-metrics.ts'

export interface Metrics {
  readonly registry: Registry
  /** Counts an answer; the pipeline's `observe`. */
  readonly observe: ObserveRequest
  /** All metrics as text. */
  read(): Promise<string>
  /**
   * Lets an operator through: who has the token, or without one a process of this machine, which calls it by
   * a name of this machine.
   * @throws {Failure} unauthenticated: a token is set, and the request has another one or none; not-found:
   *   none is set, and the request is from elsewhere, through a proxy, or under another name
   */
  admit(request: IncomingRequest): void
}

/** @param token lets its holder read from anywhere; null lets only processes of this machine read */
export function createMetrics(token: string | null): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    observe: countRequests(registry),
    read: () => registry.metrics(),
    admit(request) {
      if (token === null) {
        if (!isLocal(request) || !namesThisMachine(request)) throw notFound('path')
        return
      }
      const credential = bearerCredential(request.header('authorization')) ?? ''
      if (!isSame(credential, token)) throw invalidCredentials()
    },
  }
}

/** Compares hashes, so that the time reveals neither the length of the token nor how much of it was right. */
function isSame(text: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', expected, 'buffer'))
}
