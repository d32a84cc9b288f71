// Spans by OTLP over HTTP, with the SDK of OpenTelemetry. Each thread loads it when a receiver is configured.
// 1. A slow or absent receiver disturbs nobody: at most 2,048 ended spans wait, more are dropped, and its
//    answers are ignored.
// 2. The SDK reads `OTEL_EXPORTER_OTLP_HEADERS` by itself.
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TraceContext } from '../../domain/traceparent.ts'
import type { Span, SpanBeginning, Tracing } from './tracing.ts'

export interface OtlpOptions {
  /** Base address; spans go to `/v1/traces` under it. */
  readonly endpoint: string
  readonly version: string
}

const queueSize = 2_048
const exportTimeoutMs = 5_000
/** Time to send the last spans when the service stops. */
const closeMs = 3_000
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

export function createOtlpTracing({ endpoint, version }: OtlpOptions): Tracing {
  const ids = new GivenIds()
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'troupe', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: queueSize,
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('troupe', version)

  function begin({ name, kind, parent, own, facts, at }: SpanBeginning): Span {
    ids.next = own ?? null
    const options = { kind: kinds[kind], attributes: facts, ...(at !== undefined && { startTime: at }) }
    const span = tracer.startSpan(name, options, contextOf(parent))
    ids.next = null
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      context: { traceId, spanId, isSampled: (traceFlags & 1) === 1 },
      end({ facts = {}, error, at }) {
        if (!span.isRecording()) return
        span.setAttributes(facts)
        if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
        span.end(at)
      },
    }
  }

  return {
    begin,
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const signal = AbortSignal.timeout(closeMs)
      signal.addEventListener('abort', () => resolve())
      await Promise.race([late, provider.shutdown().catch(() => {})])
    },
  }
}

function contextOf(parent: TraceContext | null): Context {
  if (parent === null) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = parent
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? 1 : 0,
    isRemote: true,
  })
}

/** Random ids, except for a span whose ids are given. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  next: TraceContext | null = null

  generateTraceId = (): string => this.next?.traceId ?? this.#random.generateTraceId()
  generateSpanId = (): string => this.next?.spanId ?? this.#random.generateSpanId()
}
