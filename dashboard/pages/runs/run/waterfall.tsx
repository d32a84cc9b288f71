// The waterfall of a run: one line a step, nested, only those in sight drawn. `j` and `k` move, left and
// right close and open a group, `enter` selects.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { cx } from '../../../parts/class-names.ts'
import { durationText, useNow } from '../../../parts/time.tsx'
import { words } from '../../../words/runs/run.ts'
import { useTop } from '../use-top.ts'
import { Ahead } from './ahead.tsx'
import { RunBars } from './bars.tsx'
import { type Line, linesOf } from './lines.ts'
import { MoreLine, RowLine, tracks } from './row.tsx'
import { placeOn, type Scale, ticksOf } from './scale.ts'
import type { PlanStep } from './standing.ts'
import type { Row, Trace } from './trace.ts'
import { isOver, type Run } from './use-trace.ts'

export interface WaterfallProps {
  readonly run: Run
  readonly trace: Trace
  /** The steps of the plan's top, once the plan is there. */
  readonly planned: readonly PlanStep[]
  /** Path of the chosen step. */
  readonly chosen: string | undefined
  readonly onChoose: (step: string) => void
}

const narrow = matchMedia('(max-width: 767px)')

export function Waterfall({ run, trace, planned, chosen, onChoose }: WaterfallProps) {
  const ticking = useNow()
  const isLive = !isOver(run.status)
  const end = run.finishedAt ?? Math.max(ticking, run.createdAt)
  const now = isLive ? end : 0
  const scale = useMemo(() => ({ from: run.createdAt, to: Math.max(end, run.createdAt + 1) }), [run, end])
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const lines = useMemo(() => linesOf(trace, opened), [trace, opened])
  const toggle = useCallback(
    (row: Row, isOpen: boolean) => setOpened(before => new Map(before).set(row.id, !isOpen)),
    [],
  )
  return (
    <section aria-label={words.steps} className="rounded-lg border bg-raised">
      <Axis scale={scale} />
      <div className={cx(tracks, 'h-9 border-b text-xs text-dim')}>
        <span className="font-medium text-ink">{words.wholeRun}</span>
        <span className="h-full max-md:hidden">
          <RunBars {...run} end={end} scale={scale} />
        </span>
        <span className="text-end">{durationText(end - run.createdAt)}</span>
      </div>
      {lines.length === 0 && planned.length === 0 ? (
        <p className="px-3 py-6 text-center text-sm text-dim">{isLive ? words.noStepYet : words.noStep}</p>
      ) : (
        <Lines {...{ lines, chosen, onChoose, scale, now, toggle }} runId={run.id} />
      )}
      {run.status !== 'completed' && <Ahead trace={trace} steps={planned} isOver={!isLive} />}
    </section>
  )
}

function Axis({ scale }: { readonly scale: Scale }) {
  return (
    <div className={cx(tracks, 'sticky top-0 z-10 h-8 rounded-t-lg border-b bg-sunken text-xs text-dim')}>
      <span className="font-medium">{words.columns.step}</span>
      <span aria-hidden="true" className="relative h-full overflow-hidden max-md:hidden">
        {ticksOf(scale).map(tick => (
          <span
            key={tick}
            className="absolute top-0 flex h-full items-center border-s ps-1 whitespace-nowrap"
            style={{ insetInlineStart: `${placeOn(scale, scale.from + tick)}%` }}
          >
            {tick === 0 ? '0' : durationText(tick)}
          </span>
        ))}
      </span>
      <span className="text-end font-medium">{words.columns.duration}</span>
    </div>
  )
}

interface LinesProps {
  readonly runId: string
  readonly lines: readonly Line[]
  readonly chosen: string | undefined
  readonly onChoose: (step: string) => void
  readonly scale: Scale
  readonly now: number
  readonly toggle: (row: Row, isOpen: boolean) => void
}

function Lines({ runId, lines, chosen, onChoose, scale, now, toggle }: LinesProps) {
  const body = useRef<HTMLDivElement>(null)
  const top = useTop(body)
  const height = narrow.matches ? 48 : 32
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
    getItemKey: index => lines[index]!.key,
  })

  function focusLine(index: number): void {
    const find = () => body.current?.querySelector<HTMLElement>(`[data-line="${index}"]`)
    if (index < 0 || index >= lines.length) return
    if (find()) return find()!.focus()
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => find()?.focus())
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const index = lineOf(event)
    const line = index === null ? undefined : lines[index]
    if (index === null || line?.type !== 'row' || event.ctrlKey || event.metaKey || event.altKey) return
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    if (step !== undefined) focusLine(index + step)
    else if (event.key === 'ArrowRight' && line.row.inside && !line.isOpen) toggle(line.row, false)
    else if (event.key === 'ArrowLeft' && line.isOpen) toggle(line.row, true)
    else if (event.key === 'Enter') choose(line)
    else return
    event.preventDefault()
  }

  function choose(line: Line | undefined): void {
    if (line?.type !== 'row') return
    const { row, isOpen } = line
    if (row.kind === 'item' || row.kind === 'branch') toggle(row, isOpen)
    else onChoose(row.id)
  }

  return (
    <div role="treegrid" aria-label={words.steps} aria-rowcount={lines.length}>
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
        onClick={event => choose(lines[lineOf(event) ?? -1])}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index]!
          if (line.type === 'more')
            return <MoreLine key={key} runId={runId} line={line} start={start - top} index={index} />
          return (
            <RowLine
              key={key}
              row={line.row}
              index={index}
              start={start - top}
              depth={line.depth}
              isOpen={line.isOpen}
              isChosen={line.row.id === chosen}
              scale={scale}
              now={line.row.finishedAt === null ? now : 0}
              onToggle={toggle}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Index of the line that an event happened on. */
function lineOf({ target }: { readonly target: EventTarget }): number | null {
  const row = (target as Element).closest<HTMLElement>('[data-line]')
  return row === null ? null : Number(row.dataset['line'])
}
