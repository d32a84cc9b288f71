// Dense tables: a head that stays, rows that are links. `j` and `k` move (app/shell/shortcuts.ts brings the
// first row), `enter` opens. On a narrow screen each row is a block: its first cell as the title, the others
// below with their names.
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'

export interface Column<T> {
  readonly name: string
  readonly cell: (row: T) => ReactNode
  /** Width as a track of a grid, default `minmax(0, 1fr)`. */
  readonly width?: string
  readonly align?: 'end'
  /** Left out on a narrow screen. */
  readonly isSecondary?: boolean
}

export interface TableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** Path that a row opens. */
  readonly pathOf?: (row: T) => string
}

export function Table<T>({ label, columns, rows, keyOf, pathOf }: TableProps<T>) {
  const navigate = useNavigate()
  const body = useRef<HTMLDivElement>(null)
  const tracks = columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ')

  function move(event: KeyboardEvent<HTMLDivElement>, row: T): void {
    if (event.target !== event.currentTarget) return
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const all = [...(body.current?.children ?? [])] as HTMLElement[]
      all[all.indexOf(event.currentTarget) + step]?.focus()
    } else if (event.key === 'Enter' && pathOf) {
      event.preventDefault()
      void navigate({ href: pathOf(row) })
    }
  }

  return (
    <div role="table" aria-label={label} className="rounded-lg border bg-raised">
      <div role="rowgroup" className="sticky top-0 z-10 rounded-t-lg border-b bg-sunken max-md:hidden">
        <div role="row" className="grid gap-4 px-4" style={{ gridTemplateColumns: tracks }} tabIndex={-1}>
          {columns.map(({ name, align }) => (
            <div
              key={name}
              role="columnheader"
              tabIndex={-1}
              className={cx('py-2 text-xs font-medium text-dim', align === 'end' && 'text-end')}
            >
              {name}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body}>
        {rows.map((row, index) => (
          <div
            key={keyOf(row)}
            role="row"
            data-row={index}
            tabIndex={0}
            onKeyDown={event => move(event, row)}
            onClick={event => {
              if (pathOf && isPlain(event)) void navigate({ href: pathOf(row) })
            }}
            className={cx(
              'relative grid gap-x-4 px-4 py-2 max-md:flex max-md:flex-col max-md:gap-y-1 max-md:py-3 md:min-h-10 md:items-center',
              index > 0 && 'border-t',
              pathOf && 'cursor-pointer hover:bg-hover',
            )}
            style={{ gridTemplateColumns: tracks }}
          >
            {columns.map(({ name, cell, align, isSecondary }, column) => (
              <div
                key={name}
                role="cell"
                className={cx(
                  'min-w-0 max-md:flex max-md:items-baseline max-md:gap-2',
                  align === 'end' && 'md:text-end',
                  isSecondary && 'max-md:hidden',
                  column === 0 && 'max-md:font-medium',
                )}
              >
                {column > 0 && <span className="w-24 shrink-0 text-xs text-dim md:hidden">{name}</span>}
                <div className="min-w-0 md:truncate">{cell(row)}</div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** A click on the row itself, not on what stands in it, and not one that selects text or opens a tab. */
function isPlain(event: React.MouseEvent): boolean {
  const target = event.target as HTMLElement
  if (event.metaKey || event.ctrlKey || event.shiftKey) return false
  return (
    target.closest('a, button, input, select, label, [role=menuitem]') === null && !getSelection()?.toString()
  )
}
