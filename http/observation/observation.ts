// Observes the answer of every request: metrics always, a log line at the level debug, a span where a
// receiver of traces is set. The log has the route and its ids, never a query or a token in a path.
import { parseTraceparent } from '../../domain/traceparent.ts'
import type { Log } from '../../runtime/log.ts'
import type { Span, Tracing } from '../../runtime/tracing/tracing.ts'
import type { Exchange } from '../exchange.ts'
import type { Answered, Observe } from '../pipeline/answerer.ts'
import type { Route } from '../pipeline/route.ts'
import type { Metrics } from './metrics.ts'

export interface ObservationParts {
  readonly metrics: Pick<Metrics, 'observe'>
  /** Null: no log line for each request. */
  readonly log: Pick<Log, 'debug'> | null
  readonly tracing: Tracing | null
}

export interface Observation {
  readonly observe: Observe
  readonly trace: ((exchange: Exchange, route: Route) => Span) | undefined
}

export function createObservation({ metrics, log, tracing }: ObservationParts): Observation {
  return {
    observe(route, status, exchange, passage) {
      metrics.observe(route, status, exchange)
      log?.debug(lineOf(route, status, exchange, passage), 'answered')
      exchange.span?.end({
        facts: { 'http.response.status_code': status },
        error: status >= 500 ? String(status) : null,
      })
    },
    trace: tracing === null ? undefined : (exchange, route) => begin(tracing, exchange, route),
  }
}

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
function begin(tracing: Tracing, exchange: Exchange, route: Route): Span {
  return tracing.begin({
    name: `${route.method} ${route.path}`,
    kind: 'server',
    parent: parseTraceparent(exchange.header('traceparent')),
    facts: {
      'http.request.method': exchange.method,
      'http.route': route.path,
      'troupe.request.id': exchange.id,
    },
  })
}

function lineOf(route: Route | null, status: number, exchange: Exchange, passage: Answered | null): object {
  const { id, method, path, receivedAt, span } = exchange
  const caller = passage?.caller
  return {
    requestId: id,
    method,
    ...(route === null ? { path: withoutTokens(path) } : { route: route.path, ...idsOf(passage) }),
    status,
    ms: Math.round((performance.now() - receivedAt) * 10) / 10,
    ...(caller && { organizationId: caller.organizationId, by: caller.key?.id ?? caller.userId }),
    ...(span && { traceId: span.context.traceId }),
  }
}

/** Longest identifier or name of ours; an API key is longer. */
const longestId = 64

/** The values of path parameters such as `:id`. A token is a secret, and so is a key in a wrong place. */
function idsOf(passage: Answered | null): object {
  const { token: _, ...given } = passage?.params ?? {}
  const ids = Object.entries(given).map(([name, id]) => [name, id.length > longestId ? '...' : id])
  return ids.length === 0 ? {} : { ids: Object.fromEntries(ids) }
}

/** An unknown path may be a mistyped link with a token in it, which must not be repeated. */
function withoutTokens(path: string): string {
  return path.slice(0, 200).replace(/[^/]{24,}/g, '...')
}
