// One line of a waterfall: where the step stands, what became of it, its strokes on the time axis.
import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { memo, useCallback, useEffect, useState } from 'react'
import { cx } from '../../../parts/class-names.ts'
import { StatusIcon } from '../../../parts/status.tsx'
import { durationText, numberText } from '../../../parts/time.tsx'
import { words } from '../../../words/runs/run.ts'
import { shownStatus } from '../ended.ts'
import { RowBars, spokenTime } from './bars.tsx'
import type { Line } from './lines.ts'
import type { Scale } from './scale.ts'
import type { Row } from './trace.ts'
import { readGroup } from './use-trace.ts'

/** Steps, axis, duration. On a narrow screen the strokes stand below the title. */
export const tracks =
  'grid grid-cols-[minmax(0,1fr)_72px] items-center gap-x-3 px-3 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)_72px]'

export interface RowLineProps {
  readonly row: Row
  readonly index: number
  /** Pixels from the top of the list. */
  readonly start: number
  readonly depth: number
  readonly isOpen: boolean
  readonly isChosen: boolean
  readonly scale: Scale
  /** Now for a row that goes on, else any constant. */
  readonly now: number
  readonly onToggle: (row: Row, isOpen: boolean) => void
}

/** Drawn again only when it changes itself, however fast the list scrolls by. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { row, index, start, depth, isOpen, isChosen } = props
  return (
    <div
      role="row"
      tabIndex={0}
      data-line={index}
      aria-level={depth + 1}
      aria-rowindex={index + 1}
      aria-selected={isChosen}
      {...(row.inside !== null && { 'aria-expanded': isOpen })}
      className={cx(
        'absolute inset-x-0 top-0 h-8 cursor-pointer text-sm contain-strict focus-visible:-outline-offset-2 max-md:h-12 max-md:py-1',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
        tracks,
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Cells {...props} />
    </div>
  )
})

function Cells({ row, depth, isOpen, scale, now, onToggle }: RowLineProps) {
  const name = nameOf(row)
  const shown = shownStatus({ ...row, error: row.error === null ? null : { message: row.error } })
  return (
    <>
      <span
        role="gridcell"
        tabIndex={-1}
        className="flex min-w-0 items-center gap-1.5"
        style={{ paddingInlineStart: Math.min(depth, 8) * 16 }}
      >
        {row.inside === null ? (
          <span className="w-4 shrink-0" />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            aria-label={isOpen ? words.closeGroup(name) : words.openGroup(name)}
            onClick={event => {
              event.stopPropagation()
              onToggle(row, isOpen)
            }}
            className="flex size-4 shrink-0 items-center justify-center rounded-sm text-dim hover:bg-hover"
          >
            <ChevronRight className={cx('size-3.5 rtl:rotate-180', isOpen && 'rotate-90')} />
          </button>
        )}
        <StatusIcon status={shown} className="size-3.5" />
        <span className="truncate" title={shown === 'denied' ? name : (row.error ?? name)}>
          {name}
        </span>
        <Counts row={row} />
        {row.attempt > 1 && <span className="shrink-0 text-xs text-warn">{words.attempts(row.attempt)}</span>}
        {row.tool !== null && <span className="truncate font-mono text-xs text-faint">{row.tool}</span>}
      </span>
      <span
        role="gridcell"
        tabIndex={-1}
        aria-label={row.startedAt === null ? undefined : spokenTime(row, scale.from)}
        className="h-full max-md:order-last max-md:col-span-2 max-md:h-3"
      >
        <RowBars row={row} scale={scale} now={now} />
      </span>
      <span role="gridcell" tabIndex={-1} className="text-end text-xs text-dim">
        {row.startedAt === null ? '–' : durationText(row.durationMs ?? Math.max(0, now - row.startedAt))}
      </span>
    </>
  )
}

function Counts({ row: { inside, kind } }: { readonly row: Row }) {
  if (inside === null) return null
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs text-dim">
      {kind === 'foreach' && <span>{words.items(numberText(inside.rows), inside.rows)}</span>}
      {inside.failed > 0 && (
        <span className="font-medium text-bad">{words.failed(numberText(inside.failed))}</span>
      )}
      {inside.open > 0 && <span className="text-busy">{words.open(numberText(inside.open))}</span>}
    </span>
  )
}

/** A step without a title is named by the tool that it calls, or by the value that it makes. */
export function nameOf({ id, kind, title, tool, place }: Row): string {
  const placed = kind === 'item' && /\.turn\[\d+\]$/.test(id) ? 'turn' : kind
  if (placed === 'item' || placed === 'turn' || placed === 'branch')
    return words.placed[placed]((place ?? 0) + 1)
  const own = id.slice(id.lastIndexOf('.') + 1)
  const name = title || (kind === 'tool' && tool) || (kind === 'set' && own) || words.kinds[kind] || own
  return place === null ? name : `${place + 1} · ${name}`
}

interface MoreLineProps {
  readonly runId: string
  readonly line: Extract<Line, { type: 'more' }>
  readonly start: number
  readonly index: number
}

/** Reads the next page as soon as it is in sight. */
export function MoreLine({ runId, line: { around, depth }, start, index }: MoreLineProps) {
  const client = useQueryClient()
  const [isFailed, setFailed] = useState(false)
  const readOn = useCallback(() => {
    setFailed(false)
    readGroup(client, runId, around).catch(() => setFailed(true))
  }, [client, runId, around])
  useEffect(readOn, [readOn, index])
  return (
    <div
      role="row"
      tabIndex={-1}
      className="absolute inset-x-0 top-0 h-8 px-3 max-md:h-12"
      style={{ transform: `translateY(${start}px)` }}
    >
      <span role="gridcell" tabIndex={-1} className="flex h-full items-center text-xs text-dim">
        <span style={{ paddingInlineStart: depth * 16 + 22 }}>
          {isFailed ? (
            <button type="button" className="text-accent" onClick={readOn}>
              {words.readAgain}
            </button>
          ) : (
            words.reading
          )}
        </span>
      </span>
    </div>
  )
}
