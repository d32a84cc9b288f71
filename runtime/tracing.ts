// Tracing as the layers above use it: a span begins, and ends once. A port: runtime/otlp-tracing.ts sends spans by
// OTLP and is loaded only when there is a receiver; without one there is no Tracing at all (null), and no cost. The
// context goes by hand, as a traceparent, since a context of its own for each request would cost every promise
// (docs/decisions/011).
import type { TraceContext } from '../domain/traceparent.ts'

export type SpanFacts = Readonly<Record<string, string | number | boolean>>

export interface SpanBeginning {
  readonly name: string
  /** `server`: for a request that came in; `client`: a request that goes out. */
  readonly kind: 'server' | 'client' | 'internal'
  /** Null: a trace begins here. */
  readonly parent: TraceContext | null
  /** What it is to be known as, when that has been settled. Default: new random ids. */
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
  /** Sends what has ended, as far as the receiver takes it soon. */
  close(): Promise<void>
}
