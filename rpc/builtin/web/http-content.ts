// Builds an HTTP request (URL, headers and body) from the arguments of http_get, http_request and tools that
// call APIs.
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { OutboundRequest } from '../../outbound/outbound.ts'
import { invalidArguments } from '../tool.ts'

export interface HttpContent {
  readonly query?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  /** One of these three at most. */
  readonly body?: Json
  readonly text?: string
  readonly form?: JsonObject
}

/** The URL with its query. */
export function urlOf({ url, query = {} }: HttpContent & { readonly url: string }): string {
  const encoded = encodeQuery(query)
  if (encoded === '') return url
  const [address = '', fragment] = url.split('#', 2)
  const joined = `${address}${address.includes('?') ? '&' : '?'}${encoded}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

/**
 * Headers and body of the request. Given headers replace ours.
 * @param idempotencyKey null for a request that changes nothing; it has neither key nor body
 * @throws {ToolFailure} `invalid-arguments`
 */
export function contentOf(
  args: HttpContent,
  idempotencyKey: string | null,
): Pick<OutboundRequest, 'headers' | 'body'> {
  const headers = lowerCased(args.headers ?? {})
  if (idempotencyKey === null) return { headers }
  headers['idempotency-key'] ??= idempotencyKey
  const given = [args.body, args.text, args.form].filter(value => value !== undefined)
  if (given.length > 1) throw invalidArguments('expected one of body, text and form, received more')
  if (args.body !== undefined) return withContentType(headers, 'application/json', JSON.stringify(args.body))
  if (args.text !== undefined) return withContentType(headers, 'text/plain; charset=utf-8', args.text)
  if (args.form === undefined) return { headers }
  return withContentType(headers, 'application/x-www-form-urlencoded', encodeQuery(args.form))
}

function withContentType(headers: Record<string, string>, type: string, body: string) {
  return { headers: { 'content-type': type, ...headers }, body }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Leaves out null, repeats the name for a list, writes objects as JSON. */
function encodeQuery(values: JsonObject): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null) parameters.append(name, typeof item === 'string' ? item : JSON.stringify(item))
    }
  }
  return parameters.toString()
}
