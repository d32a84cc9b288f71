// What a page says when there is nothing to show, something is on its way, or something went wrong.
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../http/client.ts'
import { sayError } from '../app/api.ts'
import { words } from '../words/common.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

/** What this place is for, and the act that fills it. */
export function Empty({
  title,
  level: Heading = 'h2',
  children,
  action,
}: {
  readonly title: string
  /** `h1` where it is all that the page has. */
  readonly level?: 'h1' | 'h2'
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-12 text-center">
      <Heading className="text-base font-semibold">{title}</Heading>
      {children && <div className="max-w-prose text-balance text-dim">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

export function ErrorNote({
  children,
  action,
}: {
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}

export function Note({
  children,
  tone = 'busy',
}: {
  readonly children: ReactNode
  readonly tone?: 'busy' | 'warn' | 'good'
}) {
  const tones = {
    busy: 'bg-busy-soft text-busy',
    warn: 'bg-warn-soft text-warn',
    good: 'bg-good-soft text-good',
  }
  return (
    <div className={cx('flex items-start gap-2 rounded-md px-3 py-2 text-sm', tones[tone])}>
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** Grey bars where rows will be. Seen after 150 ms only. */
export function Skeleton({ rows = 5, className }: { readonly rows?: number; readonly className?: string }) {
  return (
    <div
      role="status"
      aria-label={words.loading}
      className={cx('appear-late flex flex-col gap-2', className)}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="h-9 rounded-md bg-hover" style={{ opacity: 1 - row / (rows + 1) }} />
      ))}
    </div>
  )
}

/** The answer of a query, or what there is to say until it is there. */
export function Loaded<T>({
  query,
  children,
  skeleton,
}: {
  readonly query: UseQueryResult<T>
  readonly children: (value: T) => ReactNode
  readonly skeleton?: ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return skeleton ?? <Skeleton />
  const again = (
    <Button look="quiet" onClick={() => void query.refetch()}>
      {words.tryAgain}
    </Button>
  )
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <ErrorNote action={again}>
      {sayError(query.error)}
      {isGone && <p className="text-dim">{words.notFoundHint}</p>}
    </ErrorNote>
  )
}
