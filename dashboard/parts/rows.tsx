// Lists that come page by page: the rows so far, and the button for more.
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { readPages } from '../app/api.ts'
import { sayError } from '../app/api.ts'
import { words } from '../words/common.ts'
import { Button } from './button.tsx'
import { ErrorNote, Skeleton } from './notes.tsx'

/** The rows of all pages that were read. */
export function useRows<T>(options: { readonly queryKey: readonly unknown[] } & object) {
  const query = useInfiniteQuery(options as ReturnType<typeof readPages>) as UseInfiniteQueryResult<{
    readonly pages: readonly { readonly rows: readonly T[] }[]
  }>
  return { query, rows: query.data?.pages.flatMap(page => page.rows) }
}

export function Rows<T>({
  options,
  empty,
  children,
}: {
  /** What `readPages` gives. */
  readonly options: { readonly queryKey: readonly unknown[] } & object
  readonly empty: ReactNode
  readonly children: (rows: readonly T[]) => ReactNode
}) {
  const { query, rows } = useRows<T>(options)
  if (rows === undefined) {
    if (query.error === null) return <Skeleton />
    const again = (
      <Button look="quiet" onClick={() => void query.refetch()}>
        {words.tryAgain}
      </Button>
    )
    return <ErrorNote action={again}>{sayError(query.error)}</ErrorNote>
  }
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {query.hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  )
}
