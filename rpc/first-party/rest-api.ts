// Calls a JSON API over HTTP with the credential of the installation. Servers of such services (GitHub, Jira,
// ...) describe their API once and call it through this.
import type { Json, JsonObject } from '../../domain/json.ts'
import { isObject } from '../../domain/json.ts'
import { readJson } from '../../domain/numerals.ts'
import { invalidArguments, ToolFailure } from '../builtin/tool.ts'
import { urlOf } from '../builtin/web/http-content.ts'
import type { OutboundRequest, OutboundResponse } from '../outbound/outbound.ts'
import type { FirstPartyContext } from './first-party-server.ts'
import { restFailure } from './rest-failure.ts'

export interface RestApi {
  /** The name that people know: `GitHub`. */
  readonly service: string
  /** Used when the settings have no `baseUrl`; if it is absent, the settings must have one. */
  readonly baseUrl?: string
  /** For every request. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface RestCall {
  readonly method: OutboundRequest['method']
  /** Relative to the base URL, made by restPath. */
  readonly path: string
  /** Leaves out null. */
  readonly query?: JsonObject
  /** Sent as JSON. */
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON; null without a body. */
  readonly body: Json
}

/** Of the raw answer: lists carry much that we do not pass on. A tool's output stays within 1 MiB. */
const maxBytes = 4 * 1024 * 1024

/**
 * @throws {ToolFailure} for every status of 300 or more, see restFailure
 * @throws {OutboundError}
 */
export async function callRest(
  api: RestApi,
  call: RestCall,
  context: FirstPartyContext,
): Promise<RestAnswer> {
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
    throw restFailure(api.service, `${call.method} ${call.path}`, response, reasonIn(body, response), body)
  }
  if (body === undefined) throw new ToolFailure('bad-answer', `${api.service} did not answer in JSON`)
  return { status: response.status, headers: response.headers, body }
}

function restUrl(api: RestApi, path: string, { settings }: FirstPartyContext): string {
  const base = settings['baseUrl'] ?? api.baseUrl
  if (typeof base !== 'string') throw invalidArguments(`${api.service} is installed without a baseUrl`)
  return base.replace(/\/+$/, '') + path
}

/** Undefined when it is not JSON. */
function parsed({ body, status }: OutboundResponse): Json | undefined {
  if (body.length === 0 || status === 204) return null
  try {
    return readJson(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The service's reason for a failure: from one of the usual fields, else the raw body. */
function reasonIn(body: Json | undefined, { body: raw }: OutboundResponse): string {
  if (!isObject(body)) return raw.toString('utf8', 0, 300)
  const { message, error, error_description: description, errors, errorMessages } = body
  const said = [message, error, description, errorMessages, errors].filter(isReason)
  return said.map(part => (typeof part === 'string' ? part : JSON.stringify(part))).join('; ')
}

function isReason(part: unknown): boolean {
  if (Array.isArray(part)) return part.length > 0
  return isObject(part) ? Object.keys(part).length > 0 : typeof part === 'string'
}
