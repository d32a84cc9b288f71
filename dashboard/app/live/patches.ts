// Hints of the live stream in the cache of queries. What a hint says is written into lists at once; what it
// does not say is read again, by those queries only that somebody looks at, and not more often than people
// can follow.
// 1. A hint of 200 runs costs one walk over the lists that are shown.
// 2. Of an answer about one thing (`:id` in its pattern) only the changed thing is read again, and nothing of
//    what is being deleted here: its page is about to be left.
import type { Query, QueryClient } from '@tanstack/react-query'
import type { ApiPattern, Streamed } from '../../../http/client.ts'
import { Refresher } from './refresher.ts'

type LiveChanges = Extract<Streamed<'GET /api/v1/events'>, { readonly event: 'changes' }>['data']
type Hints = Exclude<keyof LiveChanges, 'ts' | 'more' | 'notifications'>

/** Lists that a hint makes old, and how often they are read again at most. */
const lists: Readonly<Record<Hints | 'notifications', readonly (readonly [ApiPattern, number])[]>> = {
  executions: [
    ['GET /api/v1/executions', 1_000],
    ['GET /api/v1/executions/search', 1_000],
    ['GET /api/v1/workflows', 8_000],
    ['GET /api/v1/usage', 15_000],
    ['GET /api/v1/billing/current', 15_000],
  ],
  approvals: [['GET /api/v1/approvals', 500]],
  workflows: [
    ['GET /api/v1/workflows', 1_000],
    ['GET /api/v1/workflows/names', 1_000],
    ['GET /api/v1/tools', 1_000],
  ],
  toolServers: [
    ['GET /api/v1/mcp-servers', 1_000],
    ['GET /api/v1/tools', 1_000],
  ],
  webhooks: [['GET /api/v1/webhooks', 1_000]],
  chats: [['GET /api/v1/chat/sessions', 1_000]],
  notifications: [
    ['GET /api/v1/notifications/inbox', 500],
    ['GET /api/v1/notifications', 500],
  ],
}
const detailMs = 1_000
const everythingMs = 4_000
const executionLists: ReadonlySet<unknown> = new Set(lists.executions.slice(0, 2).map(([pattern]) => pattern))

const refresher = new Refresher()

/** The last status that was told, by run; the oldest go. */
const told = new Map<string, string>()
const mostTold = 2_000

/** A run at work is told again and again: only another status makes anything old. */
function isNews({ id, status }: Row): boolean {
  if (told.get(id) === status) return false
  told.delete(id)
  told.set(id, status)
  if (told.size > mostTold) told.delete(told.keys().next().value!)
  return true
}

export function takeChanges(queries: QueryClient, changes: LiveChanges): void {
  const { approvals, notifications, more } = changes
  const executions = changes.executions.filter(isNews)
  if (executions.length > 0) patchStatuses(queries, executions)
  if (notifications !== null) patchUnread(queries, notifications.unread)
  const changed = new Set([
    ...[...executions, ...approvals].map(({ id }) => id),
    ...[changes.workflows, changes.toolServers, changes.webhooks, changes.chats].flat(),
    ...approvals.flatMap(({ executionId }) => executionId ?? []),
  ])
  for (const [hint, patterns] of Object.entries(lists)) {
    const news = hint === 'executions' ? executions : changes[hint as keyof typeof lists]
    if (news === null || (Array.isArray(news) && news.length === 0)) continue
    for (const [pattern, everyMs] of patterns)
      refresher.ask(pattern, everyMs, () => refresh(queries, ({ queryKey: [own] }) => own === pattern))
  }
  refreshDetails(queries, changed)
  if (more) refresher.ask('everything', everythingMs, () => refreshShown(queries))
}

/** Reads again what is shown; what is not shown is read when it is. A POST that computes stays as it is. */
export function refreshShown(queries: QueryClient): void {
  void refresh(
    queries,
    ({ state, queryKey }) =>
      (state.data !== undefined || state.fetchStatus === 'fetching') && /^GET /.test(String(queryKey[0])),
  )
}

/**
 * A read that is under way begins again: it may have been answered before the change. The library lets a
 * first read end, so it is followed by another.
 */
function refresh(queries: QueryClient, isAsked: (query: Query) => boolean): Promise<void> {
  const deleted = deletedHere(queries)
  const isOld = (query: Query) => isAsked(query) && !deleted.has(idOf(query))
  const isFirst = (query: Query) => query.state.data === undefined && isOld(query)
  for (const query of queries.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isFirst })) {
    const again = () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    // An error is the page's.
    void query.fetch().then(again, () => {})
  }
  return queries.invalidateQueries({ predicate: isOld })
}

/** The ids of what is being deleted by this page, or was lately. */
function deletedHere(queries: QueryClient): ReadonlySet<string | null> {
  const deletions = queries.getMutationCache().findAll({
    predicate: ({ options, state }) =>
      state.status !== 'error' && /^DELETE .*\/:id$/.test(String(options.mutationKey?.[0])),
  })
  return new Set(deletions.map(({ state }) => idIn((state.variables as { params?: unknown }).params)))
}

function refreshDetails(queries: QueryClient, changed: ReadonlySet<string>): void {
  const ids = new Set(
    queries
      .getQueryCache()
      .findAll({ type: 'active' })
      .map(idOf)
      .filter(id => id !== null && changed.has(id)),
  )
  for (const id of ids) refresher.ask(id!, detailMs, () => refresh(queries, query => idOf(query) === id))
}

/** The id of what an answer is about. */
const idOf = ({ queryKey: [, params] }: Query) => idIn(params)

function idIn(params: unknown): string | null {
  const id = (params as { readonly id?: unknown } | undefined)?.id
  return typeof id === 'string' ? id : null
}

interface Row {
  readonly id: string
  readonly status: string
}

/** Rows as they are on pages of lists, or in a list that came whole. */
type Listed = readonly Row[] | { readonly pages: readonly { readonly rows: readonly Row[] }[] }

function patchStatuses(queries: QueryClient, runs: readonly Row[]): void {
  const statuses = new Map(runs.map(({ id, status }) => [id, status]))
  queries.setQueriesData<Listed>(
    { type: 'active', predicate: ({ queryKey: [pattern] }) => executionLists.has(pattern) },
    listed => listed && patched(listed, statuses),
  )
}

/** The same object where nothing in it has changed, so that nothing of it is drawn again. */
function patched(listed: Listed, statuses: ReadonlyMap<string, string>): Listed {
  if (!('pages' in listed)) return patchedRows(listed, statuses)
  const pages = listed.pages.map(page => {
    const rows = patchedRows(page.rows, statuses)
    return rows === page.rows ? page : { ...page, rows }
  })
  return pages.every((page, index) => page === listed.pages[index]) ? listed : { ...listed, pages }
}

function patchedRows(rows: readonly Row[], statuses: ReadonlyMap<string, string>): readonly Row[] {
  if (!rows.some(({ id, status }) => (statuses.get(id) ?? status) !== status)) return rows
  return rows.map(row => {
    const status = statuses.get(row.id) ?? row.status
    return status === row.status ? row : { ...row, status }
  })
}

function patchUnread(queries: QueryClient, unread: number): void {
  queries.setQueriesData<{ readonly unread: number }>(
    { queryKey: ['GET /api/v1/notifications/inbox'] },
    inbox => inbox && { ...inbox, unread },
  )
}
