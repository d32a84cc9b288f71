// Calls of a JSON interface over HTTP with the credential of the installation. The servers of services with such an
// interface (GitHub, Jira, ...) describe it once and call it here.
import type { Json, JsonObject } from '../../domain/json.ts'
import { isObject } from '../../domain/json.ts'
import type { OutboundRequest, OutboundResponse } from '../outbound/outbound.ts'
import { urlOf } from '../tools/http-content.ts'
import { invalidArguments, ToolFailure } from '../tools/tool.ts'
import type { CatalogContext } from './catalog-server.ts'
import { restFailure } from './rest-failure.ts'

export interface RestApi {
  /** As a person knows it: `GitHub`. */
  readonly service: string
  /** Used when the settings have no `baseUrl`; without one, they must. */
  readonly baseUrl?: string
  /** Of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface RestCall {
  readonly method: OutboundRequest['method']
  /** From the base URL, made by restPath. */
  readonly path: string
  /** null is left out. */
  readonly query?: JsonObject
  /** Sent as JSON. */
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON; null when there was none. */
  readonly body: Json
}

/** Of an answer as it comes: lists carry much that is not passed on. What a tool gives stays within 1 MiB. */
const maxBytes = 4 * 1024 * 1024

/** @throws {ToolFailure} for every status of 300 and more, see restFailure. @throws {OutboundError} */
export async function callRest(api: RestApi, call: RestCall, context: CatalogContext): Promise<RestAnswer> {
  const url = restUrl(api, call.path, context)
  const { headers, query } = await context.authorize(url)
  const { timeoutMs: totalMs, signal } = context
  const response = await context.outbound.request({
    method: call.method,
    url: urlOf({ url, query: { ...call.query, ...query } }),
    headers: {
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...api.headers,
      ...call.headers,
      ...headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    timeouts: { totalMs, firstByteMs: totalMs },
    maxBytes,
    signal,
  })
  const body = parsed(response)
  if (response.status >= 300) {
    throw restFailure(api.service, `${call.method} ${call.path}`, response, reasonIn(body, response))
  }
  if (body === undefined) throw new ToolFailure('bad-answer', `${api.service} did not answer in JSON`)
  return { status: response.status, headers: response.headers, body }
}

function restUrl(api: RestApi, path: string, { settings }: CatalogContext): string {
  const base = settings['baseUrl'] ?? api.baseUrl
  if (typeof base !== 'string') throw invalidArguments(`${api.service} is installed without a baseUrl`)
  return base.replace(/\/+$/, '') + path
}

/** Undefined when it is not JSON. */
function parsed({ body, status }: OutboundResponse): Json | undefined {
  if (body.length === 0 || status === 204) return null
  try {
    return JSON.parse(body.toString('utf8')) as Json
  } catch {
    return undefined
  }
}

/** What the service says went wrong: in one of the usual fields, else as it stands. */
function reasonIn(body: Json | undefined, { body: raw }: OutboundResponse): string {
  if (!isObject(body)) return raw.toString('utf8', 0, 300)
  const { message, error, error_description: description, errors, errorMessages } = body
  const said = [message, error, description, errorMessages, errors].filter(isSaid)
  return said.map(part => (typeof part === 'string' ? part : JSON.stringify(part))).join('; ')
}

function isSaid(part: unknown): boolean {
  if (Array.isArray(part)) return part.length > 0
  return isObject(part) ? Object.keys(part).length > 0 : typeof part === 'string'
}
