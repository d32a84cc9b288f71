// The typed client of the API, for Node and browsers: it needs `fetch` and nothing of the server. The
// compiler infers calls, arguments and answers from the declarations of the routes:
//
//   const troupe = createClient({ baseUrl: 'http://localhost:8080', token: 'sk_...' })
//   const workflow = await troupe('POST /api/v1/workflows', { body: { name, prompt } })
//   for await (const { event, data } of troupe.events('GET /api/v1/executions/:id/logs', { params })) ...
import { ApiError } from './client/api-error.ts'
import type { Answer, Args, CallOptions, Item, PagedPattern, Streamed, StreamPattern } from './client/call.ts'
import { followEvents } from './client/events.ts'
import type { ApiPattern } from './client/routes.ts'
import { defaultRetries, type Retries, sendPatiently } from './client/sending.ts'
import { requestOf } from './client/target.ts'

export { ApiError, refusalOf } from './client/api-error.ts'
export type { Answer, Body, Call, CallOptions, Item, Query, Streamed, StreamPattern } from './client/call.ts'
export { readEvents } from './client/event-reader.ts'
export type { ApiPattern } from './client/routes.ts'

export interface ClientOptions {
  /** Origin of the service; default: that of the page. */
  readonly baseUrl?: string
  /** API key or token. A function is called before every request, and may renew an expired token. */
  readonly token?: string | null | (() => string | null | Promise<string | null>)
  /** Default: the platform's. */
  readonly fetch?: typeof fetch
  readonly retries?: Partial<Retries>
  /** Longest wait for an answer, default 100 s: longer than `Prefer: wait` may be. */
  readonly timeoutMs?: number
}

/** An answer with its status and headers. */
export interface FullAnswer<T> {
  readonly status: number
  readonly headers: Headers
  readonly requestId: string
  readonly body: T
}

export interface TroupeClient {
  /** @throws {ApiError} the service refused, or could not be reached */
  <P extends ApiPattern>(pattern: P, ...options: Args<P>): Promise<Answer<P>>
  /** The same with status and headers. */
  full<P extends ApiPattern>(pattern: P, ...options: Args<P>): Promise<FullAnswer<Answer<P>>>
  /** The items of a list, page after page. */
  pages<P extends PagedPattern>(pattern: P, ...options: Args<P>): AsyncGenerator<Item<P>, void>
  /**
   * The events of a stream, to its end. A connection that breaks is opened again after the last event.
   * @throws {ApiError} the service refused, or could not be reached again
   */
  events<P extends StreamPattern>(pattern: P, ...options: Args<P>): AsyncGenerator<Streamed<P>, void>
}

export function createClient(options: ClientOptions = {}): TroupeClient {
  const { timeoutMs = 100_000, token = null } = options
  const parts = {
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    retries: { ...defaultRetries, ...options.retries },
    timeoutMs,
  }
  const credential = async () => (typeof token === 'function' ? await token() : token)

  /** @param url in place of the address of the pattern: a next page */
  async function send(pattern: string, call: CallOptions, url?: URL): Promise<FullAnswer<unknown>> {
    const request = requestOf(options.baseUrl, pattern, call)
    const response = await sendPatiently(parts, credential, url ? { ...request, url } : request)
    const { status, headers } = response
    const requestId = headers.get('x-request-id') ?? ''
    return { status, headers, requestId, body: await readBody(response) }
  }

  async function* pages(pattern: string, call: CallOptions): AsyncGenerator<unknown, void> {
    let url: URL | undefined = requestOf(options.baseUrl, pattern, call).url
    while (url !== undefined) {
      const { headers, body }: FullAnswer<unknown> = await send(pattern, call, url)
      yield* body as unknown[]
      const next: string | undefined = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
      url = next === undefined ? undefined : new URL(next, url)
    }
  }

  const troupe = async (pattern: string, call: CallOptions = {}) => (await send(pattern, call)).body
  return Object.assign(troupe, {
    full: (pattern: string, call: CallOptions = {}) => send(pattern, call),
    pages: (pattern: string, call: CallOptions = {}) => pages(pattern, call),
    events: (pattern: string, call: CallOptions = {}) =>
      followEvents(parts, credential, requestOf(options.baseUrl, pattern, call)),
  }) as unknown as TroupeClient
}

async function readBody(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const text = await response.text()
  if (!isJson || text === '') return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError(
      { status: response.status, code: 'invalid-answer', message: 'the answer is not JSON' },
      cause,
    )
  }
}
