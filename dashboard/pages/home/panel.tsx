// A part of the home page: a heading with a count, a list, and the way to all of it.
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface PanelProps {
  readonly title: string
  readonly hint?: string | undefined
  readonly count?: string
  readonly all?: LinkProps & { readonly label: string }
  readonly children: ReactNode
}

export function Panel({ title, hint, count, all, children }: PanelProps) {
  return (
    <section className="mb-8">
      <div className="mb-2 flex items-baseline gap-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {count !== undefined && <span className="text-sm text-dim">{count}</span>}
        {all && (
          <Link {...all} className="ms-auto text-sm text-accent no-underline hover:underline">
            {all.label}
          </Link>
        )}
      </div>
      {hint && <p className="-mt-1 mb-2 text-sm text-dim">{hint}</p>}
      {children}
    </section>
  )
}

export function List({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y overflow-hidden rounded-lg border bg-raised">
      {children}
    </ul>
  )
}

/** A row that is one link, with something at its start and its end. */
export function Row({
  start,
  end,
  tally,
  children,
  ...link
}: LinkProps & {
  readonly start: ReactNode
  readonly end?: ReactNode
  readonly tally?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <li className="relative flex items-start gap-3 px-3 py-2.5 hover:bg-hover">
      <span className="mt-0.5 shrink-0">{start}</span>
      <Link {...link} className="min-w-0 flex-1 no-underline after:absolute after:inset-0">
        {children}
      </Link>
      {end !== undefined && (
        <span className="flex shrink-0 flex-col items-end text-sm text-dim">
          {end}
          {tally !== undefined && <span className="font-medium text-bad">{tally}</span>}
        </span>
      )}
    </li>
  )
}
