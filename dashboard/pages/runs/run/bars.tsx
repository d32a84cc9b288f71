// The strokes of a waterfall. What a step did is told by shape as well as by hue: a bar where it ran, dots in
// the queue, dashes before another attempt, a line where it waited, a double line for a decision.
import { memo } from 'react'
import { cx } from '../../../parts/class-names.ts'
import { type Tone, toneOf } from '../../../parts/status.tsx'
import { durationText } from '../../../parts/time.tsx'
import { words } from '../../../words/runs/run.ts'
import { shownStatus } from '../ended.ts'
import { placeOn, type Scale, type Stretch, stretchesOf } from './scale.ts'
import type { Row } from './trace.ts'

const fills: Readonly<Record<Tone, string>> = {
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn',
  busy: 'bg-busy',
  quiet: 'bg-strong',
}

const strokes: Readonly<Record<Exclude<Stretch['kind'], 'run'>, string>> = {
  queue: 'border-t-3 border-dotted border-strong',
  retry: 'border-t-2 border-dashed border-warn',
  wait: 'border-t-2 border-solid border-busy',
  approval: 'border-t-4 border-double border-warn',
  parked: 'border-t-2 border-dashed border-bad',
}

function look({ kind }: Stretch, tone: Tone): string {
  return kind === 'run' ? cx('h-2.5 rounded-xs', fills[tone]) : strokes[kind]
}

/** One stroke, as wide as it took, and at least so wide that it can be seen. */
function Stroke({
  stretch,
  scale,
  tone,
}: {
  readonly stretch: Stretch
  readonly scale: Scale
  readonly tone: Tone
}) {
  const start = placeOn(scale, stretch.from)
  return (
    <span
      className={cx('absolute top-1/2 block min-w-0.5 -translate-y-1/2', look(stretch, tone))}
      style={{ insetInlineStart: `${start}%`, width: `${placeOn(scale, stretch.to) - start}%` }}
    />
  )
}

export const RowBars = memo(function RowBars({
  row,
  scale,
  now,
}: {
  readonly row: Row
  readonly scale: Scale
  readonly now: number
}) {
  const stretches = stretchesOf(row, now)
  const tone = toneOf(shownStatus({ ...row, error: row.error === null ? null : { message: row.error } }))
  const isGroup = row.inside !== null
  return (
    <span aria-hidden="true" className={cx('relative block h-full', isGroup && 'opacity-60')}>
      {stretches.map((stretch, index) => {
        // An attempt that another one followed has failed.
        const isFollowed = stretch.kind === 'run' && stretches[index + 1]?.kind === 'retry'
        return <Stroke key={index} stretch={stretch} scale={scale} tone={isFollowed ? 'bad' : tone} />
      })}
    </span>
  )
})

/** The whole run: its time in the queue, then its time at work. */
export function RunBars({
  createdAt,
  startedAt,
  end,
  status,
  scale,
}: {
  readonly createdAt: number
  readonly startedAt: number | null
  readonly end: number
  readonly status: string
  readonly scale: Scale
}) {
  const queue: Stretch = { kind: 'queue', from: createdAt, to: startedAt ?? end }
  return (
    <span aria-hidden="true" className="relative block h-full">
      {queue.to - queue.from > 0 && <Stroke stretch={queue} scale={scale} tone="quiet" />}
      {startedAt !== null && (
        <Stroke stretch={{ kind: 'run', from: startedAt, to: end }} scale={scale} tone={toneOf(status)} />
      )}
    </span>
  )
}

/** What the strokes mean. */
export function Legend() {
  const kinds = ['queue', 'run', 'retry', 'wait', 'approval', 'parked'] as const
  return (
    <ul aria-label={words.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-dim">
      {kinds.map(kind => (
        <li key={kind} className="flex items-center gap-1.5">
          <span aria-hidden="true" className="relative block h-3 w-5">
            <span
              className={cx(
                'absolute inset-x-0 top-1/2 block -translate-y-1/2',
                look({ kind, from: 0, to: 0 }, 'good'),
              )}
            />
          </span>
          {words.phases[kind]}
        </li>
      ))}
    </ul>
  )
}

/** When the step began, counted from the start of the run, for those who do not see the bar. */
export function spokenTime(row: Row, from: number): string {
  return row.startedAt === null ? '' : words.after(durationText(Math.max(0, row.startedAt - from)))
}
