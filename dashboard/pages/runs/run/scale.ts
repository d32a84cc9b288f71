// The time axis of a waterfall: from the start of the run to its end, or to now.

export interface Scale {
  /** Unix ms. */
  readonly from: number
  readonly to: number
}

/** Where a moment is on the axis, in percent. */
export function placeOn({ from, to }: Scale, at: number): number {
  return Math.min(100, Math.max(0, ((at - from) / Math.max(1, to - from)) * 100))
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 604_800].map(
    seconds => seconds * 1_000,
  ),
)

/** Durations at which the axis has marks: at most about five. */
export function ticksOf({ from, to }: Scale): readonly number[] {
  const span = Math.max(1, to - from)
  const step = steps.find(each => span / each <= 5) ?? 30 * 86_400_000
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step).filter(
    tick => tick / span < 0.88,
  )
}

type StretchKind = 'queue' | 'run' | 'retry' | 'wait' | 'approval' | 'parked'

export interface Stretch {
  readonly kind: StretchKind
  readonly from: number
  readonly to: number
}

interface Timed {
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly phases: readonly { readonly kind: StretchKind; readonly at: number }[]
}

/** What a step did when, until now. */
export function stretchesOf({ startedAt, finishedAt, phases }: Timed, now: number): readonly Stretch[] {
  if (startedAt === null) return []
  const end = finishedAt ?? Math.max(now, startedAt)
  if (phases.length === 0) return [{ kind: 'run', from: startedAt, to: end }]
  return phases.map(({ kind, at }, index) => ({ kind, from: at, to: phases[index + 1]?.at ?? end }))
}
