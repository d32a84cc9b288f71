// Everything that is noticed of a request when it is answered: metrics always, a line of the log at the level debug, a
// span where there is a receiver of traces. The log names the route and its ids, never a query or a token of a path.
import { parseTraceparent } from '../domain/traceparent.ts'
import type { Log } from '../runtime/log.ts'
import type { Span, Tracing } from '../runtime/tracing.ts'
import type { Answered, Observe } from './answerer.ts'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'

export interface ObservationParts {
  readonly metrics: Pick<Metrics, 'observe'>
  /** Null: no line for each request is wanted. */
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

/** What stands in the path for `:id` and the like; an invitation's token is a secret. */
function idsOf(passage: Answered | null): object {
  const { token: _, ...ids } = passage?.params ?? {}
  return Object.keys(ids).length === 0 ? {} : { ids }
}

/** Of a path that is none of ours: what may be a mistyped link with a token in it is not repeated. */
function withoutTokens(path: string): string {
  return path.slice(0, 200).replace(/[^/]{24,}/g, '...')
}
