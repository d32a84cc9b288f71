// The rows of the list of runs: only those in sight are drawn, so that ten thousand stay usable. `j` and `k`
// move, `enter` opens, `x` selects. On a narrow screen each row is a block of two lines.
import { Link, useNavigate } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { shownLine } from '../../../domain/shown/shown.ts'
import type { Item } from '../../../http/client.ts'
import { cx } from '../../parts/class-names.ts'
import { StatusBadge } from '../../parts/status.tsx'
import { Duration, numberText, Time } from '../../parts/time.tsx'
import { words } from '../../words/runs/list.ts'
import { shownStatus, useCauseText } from './ended.ts'
import { useTop } from './use-top.ts'

export type ListedRun = Item<'GET /api/v1/executions/search'>

export interface RunRowsProps {
  readonly rows: readonly ListedRun[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  readonly onToggleAll: () => void
  /** The last row is in sight. */
  readonly onEnd: () => void
}

const tracks =
  'md:grid md:grid-cols-[16px_148px_minmax(0,1fr)_minmax(0,140px)_88px_88px_80px] md:items-center md:gap-4'

/** On a narrow screen: status, name and box on a first line, the rest on a second one. */
const lines =
  'max-md:flex max-md:h-[62px] max-md:flex-wrap max-md:content-center max-md:items-center max-md:gap-x-2 max-md:gap-y-0.5 max-md:before:order-1 max-md:before:basis-full'
const second = 'text-dim whitespace-nowrap max-md:order-2 max-md:text-xs'

export function RunRows({ rows, selected, onToggle, onToggleAll, onEnd }: RunRowsProps) {
  const causeText = useCauseText()
  const body = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const top = useTop(body)
  const isNarrow = useIsNarrow()
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isNarrow ? 62 : 41),
    overscan: 12,
    scrollMargin: top,
    getItemKey: index => rows[index]!.id,
  })
  useEffect(() => virtual.measure(), [isNarrow])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 5) onEnd()
  }, [last, rows.length, onEnd])

  function press(event: KeyboardEvent<HTMLDivElement>, index: number): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    if (step !== undefined) focusRow(index + step)
    else if (event.key === 'Enter') void navigate({ to: '/runs/$id', params: { id: rows[index]!.id } })
    else if (event.key === 'x') onToggle(rows[index]!.id)
    else return
    event.preventDefault()
  }

  function focusRow(index: number): void {
    if (index < 0 || index >= rows.length) return
    const find = () => body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    const there = find()
    if (there) there.focus()
    else {
      virtual.scrollToIndex(index)
      requestAnimationFrame(() => find()?.focus())
    }
  }

  return (
    <div
      role="table"
      aria-label={words.list}
      aria-rowcount={rows.length}
      className="rounded-lg border bg-raised"
    >
      <Head
        count={rows.length}
        selected={rows.filter(({ id }) => selected.has(id)).length}
        onToggle={onToggleAll}
      />
      <div role="rowgroup" ref={body} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => (
          <div
            key={key}
            role="row"
            data-row={index}
            tabIndex={0}
            aria-rowindex={index + 1}
            aria-selected={selected.has(rows[index]!.id)}
            onKeyDown={event => press(event, index)}
            onClick={event => {
              const { target } = event
              const isOwn = target instanceof HTMLElement && target.closest('a, input, label') === null
              if (isOwn && !event.metaKey && !event.ctrlKey && !getSelection()?.toString())
                void navigate({ to: '/runs/$id', params: { id: rows[index]!.id } })
            }}
            className={cx(
              'absolute inset-x-0 top-0 cursor-pointer overflow-hidden px-4 hover:bg-hover focus-visible:-outline-offset-2 md:h-[41px]',
              index > 0 && 'border-t',
              selected.has(rows[index]!.id) && 'bg-accent-soft',
              lines,
              tracks,
            )}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <Cells
              run={rows[index]!}
              causeText={causeText}
              isSelected={selected.has(rows[index]!.id)}
              onToggle={() => onToggle(rows[index]!.id)}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

interface HeadProps {
  readonly count: number
  readonly selected: number
  readonly onToggle: () => void
}

/** On a narrow screen nothing but the box for all rows. */
function Head({ count, selected, onToggle }: HeadProps) {
  const { status, workflow, trigger, started, duration, cost } = words.columns
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = selected > 0 && selected < count
  }, [selected, count])
  return (
    <div role="rowgroup" className="sticky top-0 z-10 rounded-t-lg border-b bg-sunken max-md:static">
      <div role="row" tabIndex={-1} className={cx('px-4 py-2 text-xs font-medium text-dim', tracks)}>
        <div role="columnheader" tabIndex={-1}>
          <label className="flex items-center gap-2">
            <input
              ref={box}
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={selected === count}
              onChange={onToggle}
            />
            <span className="md:sr-only">{words.selectAll(count)}</span>
          </label>
        </div>
        {[status, workflow, trigger, started, duration, cost].map((name, index) => (
          <div
            key={name}
            role="columnheader"
            tabIndex={-1}
            className={cx('max-md:sr-only', index > 3 && 'text-end')}
          >
            {name}
          </div>
        ))}
      </div>
    </div>
  )
}

interface CellsProps {
  readonly run: ListedRun
  readonly causeText: (message: string) => string
  readonly isSelected: boolean
  readonly onToggle: () => void
}

function Cells({ run, causeText, isSelected, onToggle }: CellsProps) {
  const { id, workflowName, workflowVersion, error, trigger, createdAt, durationMs, cu } = run
  const shown = shownStatus(run)
  const cause = error === null ? '' : causeText(error.message)
  return (
    <>
      <div role="cell" className="flex">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isSelected}
          onChange={onToggle}
          aria-label={words.select(workflowName)}
        />
      </div>
      <div role="cell" className="flex max-md:-order-1">
        <StatusBadge status={shown} />
      </div>
      <div role="cell" className="min-w-0 truncate max-md:-order-1 max-md:flex-1">
        <Link
          to="/runs/$id"
          params={{ id }}
          tabIndex={-1}
          title={workflowName}
          className="font-medium no-underline hover:underline"
        >
          {workflowName}
        </Link>{' '}
        <span className="text-xs text-faint">{words.version(workflowVersion)}</span>
        {cause !== '' && (
          <span
            dir="auto"
            title={cause}
            className={cx('ms-2 text-sm', shown === 'failed' ? 'text-bad' : 'text-dim')}
          >
            {shownLine(cause)}
          </span>
        )}
      </div>
      <div role="cell" className={cx(second, 'truncate')}>
        {words.startedBy(trigger)}
      </div>
      <div role="cell" className={second}>
        <Time at={createdAt} />
      </div>
      <div role="cell" className={cx(second, 'md:text-end')}>
        <Duration ms={durationMs} />
      </div>
      <div role="cell" className={cx(second, 'md:text-end')}>
        {words.cu(numberText(cu))}
      </div>
    </>
  )
}

const narrow = matchMedia('(max-width: 767px)')

function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const listen = () => setNarrow(narrow.matches)
    narrow.addEventListener('change', listen)
    return () => narrow.removeEventListener('change', listen)
  }, [])
  return isNarrow
}
