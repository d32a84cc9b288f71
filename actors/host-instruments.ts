// What a host's thread measures, logs and traces with: opened by actors/host.ts, watching its journal. Costs nothing that
// nobody asked for: no line is made that the level leaves out, and nothing of OpenTelemetry is loaded without a receiver.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Projection } from '../domain/projection.ts'
import type { Journal } from '../runtime/journal.ts'
import type { Log } from '../runtime/log.ts'
import type { Tracing } from '../runtime/tracing.ts'
import { HostFigures, type TakenFigures } from './host-figures.ts'
import { observedJournal } from './observed-journal.ts'

export interface InstrumentSettings {
  /** Lines of the level debug are wanted. */
  readonly isDebugging: boolean
  /** Base address of an OTLP/HTTP receiver; null for none. */
  readonly otlpEndpoint: string | null
  readonly version: string
}

export interface Instruments {
  readonly tracing: Tracing | null
  observe(journal: Journal<Projection>): Journal<Projection>
  /** Since it was asked last. */
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
      // The figure holds the 20 ms between two looks.
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
  const { createOtlpTracing } = await import('../runtime/otlp-tracing.ts')
  return createOtlpTracing({ endpoint, version })
}
