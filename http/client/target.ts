// Makes a request of a call: the pattern with its parameters filled in, the query, the headers.
import type { CallOptions } from './call.ts'

export interface ApiRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal | null
  /** True when sending it twice has no second effect. */
  readonly isRepeatable: boolean
  /** For a stream: id of the last event that the reader has. */
  readonly after: number
}

/** @throws {TypeError} a parameter of the path is missing, or no path can name it */
export function requestOf(baseUrl: string | undefined, pattern: string, call: CallOptions): ApiRequest {
  const separator = pattern.indexOf(' ')
  const method = pattern.slice(0, separator)
  const path = pattern.slice(separator + 1).replace(/:(\w+)/g, (_, name: string) => {
    const value = call.params?.[name]
    if (value === undefined || value === '')
      throw new TypeError(`${pattern}: the parameter ${name} is missing`)
    // URL takes them for parts of the path, encoded or not, and would name something else.
    if (value === '.' || value === '..') throw new TypeError(`${pattern}: no path names ${value}`)
    return encodeURIComponent(value)
  })
  const url = new URL(path, baseUrl ?? pageOrigin())
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const isRepeatable = method === 'GET' || call.idempotencyKey !== undefined
  const body = call.body === undefined ? null : JSON.stringify(call.body)
  const { signal = null, after = 0 } = call
  return { method, url, headers: headersOf(call), body, signal, isRepeatable, after }
}

/** @throws {TypeError} the client does not run in a page */
function pageOrigin(): string {
  const { location } = globalThis as { location?: { origin: string } }
  if (location === undefined) throw new TypeError('baseUrl: expected the origin of the service')
  return location.origin
}

function headersOf({ body, idempotencyKey, ifMatch, wait }: CallOptions): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(wait !== undefined && { prefer: `wait=${wait}` }),
  }
}
