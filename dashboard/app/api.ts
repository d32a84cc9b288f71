// Calls of the service. Server state lives in TanStack Query and nowhere else: pages read it by `read` and
// `readPages`, change it by `useCall`, and streams patch its cache (app/live.ts).
//
//   const workflow = useQuery(read('GET /api/v1/workflows/:id', { params: { id } }))
//   const remove = useCall('DELETE /api/v1/apikeys/:id', { refreshes: ['GET /api/v1/apikeys'] })
//   remove.mutate({ params: { id } })
import {
  type FetchQueryOptions,
  hashKey,
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type Answer,
  ApiError,
  type ApiPattern,
  type Call,
  type CallOptions,
  createClient,
  type Item,
} from '../../http/client.ts'
import { currentToken, endSession } from './session.ts'
import { watchedFetch } from './upgrade.ts'

export const api = createClient({ token: currentToken, fetch: watchedFetch })

function leaveWhenRefused(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) endSession('expired')
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenRefused }),
  mutationCache: new MutationCache({ onError: leaveWhenRefused }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The client tries again by itself, as often and as late as the service asks.
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Options<P extends ApiPattern> = Omit<Call<P>, 'signal'>
type Given<P extends ApiPattern> = object extends Call<P> ? [options?: Options<P>] : [options: Options<P>]
/** What `api` does, for patterns that the compiler does not know yet. */
type AnyCall = (pattern: ApiPattern, options: CallOptions) => Promise<unknown>

/** Key of an answer in the cache. A prefix of it finds all answers of a pattern. */
export function keyOf(pattern: ApiPattern, { params, query }: CallOptions = {}) {
  return [pattern, params ?? {}, query ?? {}] as const
}

/** Reads an answer of a GET, or of a POST that changes nothing. */
export function read<P extends ApiPattern>(pattern: P, ...given: Given<P>) {
  const options = (given[0] ?? {}) as CallOptions
  const key =
    options.body === undefined ? keyOf(pattern, options) : [...keyOf(pattern, options), options.body]
  return queryOptions({
    queryKey: key as readonly unknown[],
    queryFn: ({ signal }) =>
      (api as unknown as AnyCall)(pattern, { ...options, signal }) as Promise<Answer<P>>,
  })
}

/** Reads a list page after page, by the `Link` header. Its rows: `useRows(readPages(...))`. */
export function readPages<P extends ApiPattern>(pattern: P, ...given: Given<P>) {
  const options = (given[0] ?? {}) as CallOptions
  type FullCall = (pattern: P, options: CallOptions) => Promise<{ headers: Headers; body: Item<P>[] }>
  return infiniteQueryOptions({
    queryKey: [...keyOf(pattern, options), 'pages'] as readonly unknown[],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...options.query, ...(pageParam !== null && { cursor: pageParam }) }
      const { headers, body } = await (api.full as unknown as FullCall)(pattern, {
        ...options,
        query,
        signal,
      })
      return { rows: body, next: cursorIn(headers.get('link')) }
    },
    getNextPageParam: page => page.next,
    // While somebody types, the rows of the last text stay until those of the next one are there.
    placeholderData: (before, last) =>
      last !== undefined && isSameSearch(last.queryKey, keyOf(pattern, options)) ? before : undefined,
  })
}

/** Do two keys differ in the text that is searched for, at most? */
function isSameSearch(one: readonly unknown[], other: ReturnType<typeof keyOf>): boolean {
  const withoutText = ([pattern, params, query]: readonly unknown[]) => [
    pattern,
    params,
    { ...(query as object), q: '' },
  ]
  return hashKey(withoutText(one)) === hashKey(withoutText(other))
}

function cursorIn(link: string | null): string | null {
  const address = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  return address === undefined ? null : new URL(address, location.origin).searchParams.get('cursor')
}

/** Begins to read what a page will show, while its script is still on its way. Errors are the page's. */
export function readAhead(...all: readonly { readonly queryKey: readonly unknown[] }[]): void {
  for (const each of all) void queries.prefetchQuery(each as FetchQueryOptions)
}

export interface CallSettings<P extends ApiPattern> {
  /** Patterns whose answers are read again afterwards. */
  readonly refreshes?: readonly ApiPattern[]
  readonly onDone?: (answer: Answer<P>, options: Call<P>) => void
}

/** Calls the service when a person acts. A second try of one act is the same act: it carries one key. */
export function useCall<P extends ApiPattern>(
  pattern: P,
  { refreshes = [], onDone }: CallSettings<P> = {},
): UseMutationResult<Answer<P>, Error, Options<P>> {
  const client = useQueryClient()
  return useMutation({
    // By it the live stream knows what is being deleted (live/patches.ts).
    mutationKey: [pattern],
    mutationFn: async (options: Options<P>) => {
      const once = pattern.startsWith('POST') ? { idempotencyKey: crypto.randomUUID() } : {}
      return (await (api as unknown as AnyCall)(pattern, { ...once, ...options } as CallOptions)) as Answer<P>
    },
    onSuccess: async (answer, options) => {
      onDone?.(answer, options as Call<P>)
      // What nobody looks at still has what was deleted, and would show it for a moment.
      if (pattern.startsWith('DELETE'))
        for (const each of refreshes) client.removeQueries({ queryKey: [each], type: 'inactive' })
      await Promise.all(refreshes.map(each => client.invalidateQueries({ queryKey: [each] })))
    },
  })
}

/** What an error says to a person. */
export function sayError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
