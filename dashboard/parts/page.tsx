// The frame of a page: its title, where it belongs, what one can do here.

import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { shownLine } from '../../domain/shown/shown.ts'
import { words } from '../words/common.ts'
import { cx } from './class-names.ts'

export interface PageProps {
  readonly title: string
  /** One sentence: what this place is for. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** The page above this one. */
  readonly parent?: LinkProps & { readonly label: string }
  readonly children: ReactNode
  /** `narrow` for forms and text, `wide` for tables, `full` for the edge-to-edge screens. */
  readonly width?: 'narrow' | 'wide' | 'full'
  readonly badge?: ReactNode
}

const widths = { narrow: 'max-w-3xl', wide: 'max-w-6xl', full: '' } as const

export function Page({ title, lead, actions, parent, children, width = 'wide', badge }: PageProps) {
  useTitle(title)
  return (
    <div className={cx('mx-auto w-full px-4 py-6 sm:px-6', widths[width])}>
      <header className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          {parent && (
            <Link {...parent} className="text-xs text-dim no-underline hover:text-ink hover:underline">
              {parent.label}
            </Link>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-xl font-semibold">{shownLine(title)}</h1>
            {badge}
          </div>
          {lead && <div className="mt-1 max-w-prose text-pretty text-dim">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === words.product ? title : `${title} · ${words.product}`
  }, [title])
}

/** A part of a page with a heading: settings are made of these. */
export function Section({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="mb-8">
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{title}</h2>
          {lead && <div className="max-w-prose text-sm text-pretty text-dim">{lead}</div>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

export function Card({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <div className={cx('rounded-lg border bg-raised p-4', className)}>{children}</div>
}
