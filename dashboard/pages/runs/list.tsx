// Runs: search, filters, rows, selection. What is searched and filtered stands in the address.
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useState } from 'react'
import { readPages, sayError } from '../../app/api.ts'
import { hasRole, useUser } from '../../app/session.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { Input } from '../../parts/field.tsx'
import { Empty, ErrorNote, Skeleton } from '../../parts/notes.tsx'
import { Page } from '../../parts/page.tsx'
import { useRows } from '../../parts/rows.tsx'
import { words as common } from '../../words/common.ts'
import { words } from '../../words/runs/list.ts'
import { BulkMenu } from './bulk.tsx'
import { Causes } from './causes.tsx'
import { Filters, useChange } from './filters.tsx'
import { type ListedRun, RunRows } from './rows.tsx'
import { queryOf, type RunsSearch } from './search.ts'
import { SelectionBar } from './selection.tsx'

const route = getRouteApi('/in/runs')

export function RunsPage() {
  const search = route.useSearch()
  const user = useUser()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={hasRole(user, 'member') && <BulkMenu search={search} />}
    >
      <div className="mb-4 flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <SearchField search={search} />
          <Views search={search} />
        </div>
        <Filters search={search} />
      </div>
      {search.view === 'causes' ? <Causes search={search} /> : <List search={search} />}
    </Page>
  )
}

function SearchField({ search }: { readonly search: RunsSearch }) {
  const change = useChange()
  const [text, setText] = useState(search.q ?? '')
  const wanted = useDeferredValue(text.trim())
  useEffect(() => setText(search.q ?? ''), [search.q])
  useEffect(() => {
    if (wanted === (search.q ?? '')) return
    const timer = setTimeout(() => change({ q: wanted === '' ? undefined : wanted }), 200)
    return () => clearTimeout(timer)
  }, [wanted])
  return (
    <Input
      type="search"
      data-search
      aria-label={words.search}
      placeholder={words.search}
      value={text}
      maxLength={200}
      onChange={event => setText(event.target.value)}
      className="max-w-md flex-1 basis-64"
    />
  )
}

function Views({ search }: { readonly search: RunsSearch }) {
  const views = [
    [words.all, undefined],
    [words.causes, 'causes'],
  ] as const
  return (
    <nav aria-label={words.views} className="flex rounded-md border bg-sunken p-0.5">
      {views.map(([label, view]) => (
        <Link
          key={label}
          to="/runs"
          search={{ ...search, view } as RunsSearch}
          aria-current={search.view === view ? 'page' : undefined}
          className={cx(
            'rounded-sm px-2.5 py-0.5 text-sm no-underline',
            search.view === view ? 'bg-raised font-medium' : 'text-dim hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function List({ search }: { readonly search: RunsSearch }) {
  const options = readPages('GET /api/v1/executions/search', { query: { ...queryOf(search), limit: 100 } })
  const { query, rows } = useRows<ListedRun>(options)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { hasNextPage, isFetching, fetchNextPage } = query
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  if (rows === undefined) {
    if (query.error === null) return <Skeleton rows={10} />
    const again = (
      <Button look="quiet" onClick={() => void query.refetch()}>
        {common.tryAgain}
      </Button>
    )
    return <ErrorNote action={again}>{sayError(query.error)}</ErrorNote>
  }
  if (rows.length === 0) return <Nothing search={search} />
  const isAll = rows.every(({ id }) => selected.has(id))
  return (
    <>
      <RunRows
        rows={rows}
        selected={selected}
        onToggle={toggle}
        onToggleAll={() => setSelected(new Set(isAll ? [] : rows.map(({ id }) => id)))}
        onEnd={onEnd}
      />
      {hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {common.more}
          </Button>
        </div>
      )}
      <SelectionBar runs={rows.filter(({ id }) => selected.has(id))} onClear={() => setSelected(new Set())} />
    </>
  )
}

function Nothing({ search }: { readonly search: RunsSearch }) {
  const isFiltered = Object.keys(queryOf(search)).length > 0
  if (isFiltered) return <Empty title={words.nothing}>{words.nothingHint}</Empty>
  const write = (
    <ButtonLink to="/workflows/new" look="primary">
      {words.write}
    </ButtonLink>
  )
  return (
    <Empty title={words.empty} action={write}>
      {words.emptyHint}
    </Empty>
  )
}
