// Metrics of requests by route and status: how many, and how long until the answer (for a stream: until its
// head). Counting one costs two look-ups in a map and a handful of comparisons.
import { Counter, type Registry } from 'prom-client'
import { Histogram } from '../../runtime/process/histogram.ts'
import type { Exchange } from '../exchange.ts'
import type { Route } from '../pipeline/route.ts'
import { exposeHistogram } from './exposition.ts'

/** From an answer out of memory to `Prefer: wait=60`. */
const boundsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

export type ObserveRequest = (
  route: Route | null,
  status: number,
  exchange: Pick<Exchange, 'receivedAt'>,
) => void

export function countRequests(registry: Registry): ObserveRequest {
  const latencies = new Map<Route | null, Map<number, Histogram>>()

  function* read() {
    for (const [route, byStatus] of latencies) {
      const labels = { method: route?.method ?? 'none', route: route?.path ?? 'none' }
      for (const [status, distribution] of byStatus) yield { labels: { ...labels, status }, distribution }
    }
  }

  new Counter({
    name: 'http_requests_total',
    help: 'Answers, by route and status; a path without a route has the route "none"',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, distribution } of read())
        this.inc(
          labels,
          distribution.counts.reduce((sum, count) => sum + count, 0),
        )
    },
  })
  exposeHistogram(registry, {
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to its answer, of a stream to its head, by route and status',
    read,
  })

  return (route, status, exchange) => {
    let byStatus = latencies.get(route)
    if (byStatus === undefined) latencies.set(route, (byStatus = new Map()))
    let latency = byStatus.get(status)
    if (latency === undefined) byStatus.set(status, (latency = new Histogram(boundsSeconds)))
    latency.observe((performance.now() - exchange.receivedAt) / 1_000)
  }
}
