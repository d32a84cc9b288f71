// What the service measures of itself, in Prometheus' text format: requests by route and status, the event loop, the
// process. Whoever has more to show registers it here. Counting a request costs two look-ups in a map, because the
// labels are put together only when somebody reads.
import { hash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { bearerCredential } from './auth.ts'
import type { IncomingRequest } from './exchange.ts'
import type { Route } from './route.ts'

export interface Metrics {
  readonly registry: Registry
  /** Counts an answer; the pipeline's `observe`. */
  readonly observe: (route: Route | null, status: number) => void
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

function countRequests(registry: Registry): Metrics['observe'] {
  const counts = new Map<Route | null, Map<number, number>>()
  new Counter({
    name: 'http_requests_total',
    help: 'Answers, by route and status; a path without a route has the route "none"',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [route, byStatus] of counts) {
        const labels = { method: route?.method ?? 'none', route: route?.path ?? 'none' }
        for (const [status, count] of byStatus) this.inc({ ...labels, status }, count)
      }
    },
  })
  return (route, status) => {
    let byStatus = counts.get(route)
    if (byStatus === undefined) counts.set(route, (byStatus = new Map()))
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  }
}

/** Called from this machine, and not by a proxy on it that forwards for somebody else. */
function isLocal(request: IncomingRequest): boolean {
  if (request.header('x-forwarded-for') !== '' || request.header('forwarded') !== '') return false
  return /^127\.|^(0:){7}1$|^::1$/.test(request.clientAddress)
}

/** Compared by their hashes, in a time that tells neither the token's length nor how much of it was right. */
function isSame(text: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', expected, 'buffer'))
}
