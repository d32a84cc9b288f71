// The figures, debug lines and spans of a host's thread. actors/host.ts opens them and lets them observe its
// journal.
// 1. No log line is made below the log level.
// 2. OpenTelemetry is loaded only when a receiver is configured.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Projection } from '../domain/work/projection.ts'
import type { Journal } from '../runtime/journal.ts'
import type { Log } from '../runtime/log.ts'
import type { Tracing } from '../runtime/tracing/tracing.ts'
import { HostFigures, type TakenFigures } from './host-figures.ts'
import { observedJournal } from './observed-journal.ts'

export interface InstrumentSettings {
  /** Are debug lines logged? */
  readonly isDebugging: boolean
  /** Base address of an OTLP/HTTP receiver; null for none. */
  readonly otlpEndpoint: string | null
  readonly version: string
}

export interface Instruments {
  readonly tracing: Tracing | null
  observe(journal: Journal<Projection>): Journal<Projection>
  /** Returns the figures since its last call. */
  measured(): TakenFigures
  close(): Promise<void>
}

const nanoseconds = 1e9

/** @param now milliseconds from any point */
export async function openInstruments(
  settings: InstrumentSettings,
  log: Pick<Log, 'debug'>,
  now: () => number,
): Promise<Instruments> {
  const figures = new HostFigures()
  const tracing = await openTracing(settings)
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  return {
    tracing,
    observe: journal =>
      observedJournal(journal, { figures, log: settings.isDebugging ? log : null, tracing, now }),
    measured() {
      // Node's figure includes the 20 ms of its own timer.
      if (loop.count > 0)
        figures.distributions.loopSeconds.observe(Math.max(0, loop.max / nanoseconds - 0.02))
      loop.reset()
      return figures.take(getHeapStatistics().used_heap_size)
    },
    async close() {
      loop.disable()
      await tracing?.close()
    },
  }
}

/** Null without a receiver. */
export async function openTracing({
  otlpEndpoint: endpoint,
  version,
}: Pick<InstrumentSettings, 'otlpEndpoint' | 'version'>): Promise<Tracing | null> {
  if (endpoint === null) return null
  const { createOtlpTracing } = await import('../runtime/tracing/otlp-tracing.ts')
  return createOtlpTracing({ endpoint, version })
}
