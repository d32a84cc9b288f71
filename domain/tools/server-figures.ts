// Figures of the calls of a tool server: how many, how many failed, how long they took. Each thread counts
// its own (rpc/gate/); readers see the sum. All counts halve each minute, also while nobody calls, so the
// figures tell of the last few minutes.
import { z } from 'zod'

export const breakerStates = ['closed', 'half-open', 'open'] as const
export type BreakerState = (typeof breakerStates)[number]

/** Figures of one server in one thread. */
export interface ThreadFigures {
  readonly calls: number
  /** Calls that failed through the server's fault. */
  readonly failures: number
  /** Calls by duration; see bucketOf. */
  readonly histogram: readonly number[]
  readonly breaker: BreakerState
  readonly lastError: { readonly at: number; readonly message: string } | null
}

export const halveEveryMs = 60_000

/**
 * What is left of figures after a time without a call.
 * @param ms since they were taken
 */
export function faded(figures: ThreadFigures, ms: number): ThreadFigures {
  const left = 0.5 ** Math.max(0, Math.floor(ms / halveEveryMs))
  const { calls, failures, histogram } = figures
  return {
    ...figures,
    calls: calls * left,
    failures: failures * left,
    histogram: histogram.map(count => count * left),
  }
}

export const ServerFigures = z.object({
  /** Calls of the last few minutes. */
  calls: z.int(),
  failures: z.int(),
  /** Null when there were no calls. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  lastError: z.object({ at: z.int(), message: z.string() }).nullable(),
  breaker: z.enum(breakerStates),
})
export type ServerFigures = z.infer<typeof ServerFigures>

/**
 * Bounds of the histogram's buckets: half a millisecond, and four for each doubling up to some 16 minutes.
 */
const firstMs = 0.5
const perDoubling = 4
export const bucketCount = 21 * perDoubling + 1

/** @param ms the duration of a call */
export function bucketOf(ms: number): number {
  if (ms <= firstMs) return 0
  return Math.min(bucketCount - 1, Math.ceil(Math.log2(ms / firstMs) * perDoubling))
}

/** The longest duration of a bucket, in milliseconds. */
export function bucketMs(bucket: number): number {
  return firstMs * 2 ** (bucket / perDoubling)
}

/**
 * The duration that a share of the calls did not exceed, at most 19 % too long (the width of a bucket).
 * @param share 0.5 for the median
 */
export function percentile(histogram: readonly number[], share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return null
  let left = total * share
  for (const [bucket, count] of histogram.entries()) {
    left -= count
    if (left <= 1e-9) return round(bucketMs(bucket))
  }
  return round(bucketMs(bucketCount - 1))
}

/** The sum of the threads' figures; the worst breaker state counts. */
export function figuresOf(threads: readonly ThreadFigures[]): ServerFigures {
  const histogram = Array.from({ length: bucketCount }, (_, bucket) =>
    threads.reduce((sum, figures) => sum + (figures.histogram[bucket] ?? 0), 0),
  )
  const sum = (field: 'calls' | 'failures') =>
    Math.round(threads.reduce((total, figures) => total + figures[field], 0))
  const errors = threads.flatMap(({ lastError }) => (lastError ? [lastError] : []))
  const worst = Math.max(0, ...threads.map(({ breaker }) => breakerStates.indexOf(breaker)))
  return {
    calls: sum('calls'),
    failures: sum('failures'),
    p50Ms: percentile(histogram, 0.5),
    p95Ms: percentile(histogram, 0.95),
    lastError: errors.sort((a, b) => b.at - a.at)[0] ?? null,
    breaker: breakerStates[worst]!,
  }
}

function round(ms: number): number {
  return Number(ms.toPrecision(3))
}
