// Tracing as a port for the layers above: a span begins, and ends once. runtime/tracing/otlp-tracing.ts sends
// spans by OTLP and is loaded only when a receiver is configured.
// 1. Without a receiver Tracing is null and costs nothing.
// 2. Callers pass the context along as a traceparent: an asynchronous context would slow every promise
//    (docs/decisions/011).
import type { TraceContext } from '../../domain/traceparent.ts'

export type SpanFacts = Readonly<Record<string, string | number | boolean>>

export interface SpanBeginning {
  readonly name: string
  /** `server`: an incoming request; `client`: an outgoing one. */
  readonly kind: 'server' | 'client' | 'internal'
  /** Null: a trace begins here. */
  readonly parent: TraceContext | null
  /** The ids of the span, when they are known already. Default: new random ids. */
  readonly own?: TraceContext
  readonly facts: SpanFacts
  /** Unix ms. Default: now. */
  readonly at?: number
}

export interface SpanEnd {
  readonly facts?: SpanFacts
  /** What went wrong, in a word; null when nothing did. */
  readonly error: string | null
  /** Unix ms. Default: now. */
  readonly at?: number
}

export interface Span {
  readonly context: TraceContext
  /** Once; more calls do nothing. */
  end(how: SpanEnd): void
}

export interface Tracing {
  begin(beginning: SpanBeginning): Span
  /** Sends the ended spans, for as long as it takes a quick receiver. */
  close(): Promise<void>
}
