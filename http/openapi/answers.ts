// The answers of an operation in the OpenAPI document: success with its headers, and every refusal that the
// declaration allows. A refusal is the same everywhere, so each is a component with its headers and an
// example.
import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { openValues } from '../../domain/api-marks.ts'
import { DiagnosticSchema } from '../../domain/work/workflow.ts'
import { deprecationsOf } from '../pipeline/deprecation.ts'
import { statusOf, upgradePath } from '../pipeline/failures.ts'
import { takesKeys } from '../pipeline/idempotency.ts'
import type { Route } from '../pipeline/route.ts'
import { type Refusal, refusals } from './refusals.ts'

type Responses = NonNullable<ZodOpenApiOperationObject['responses']>

export const ErrorBody = z.object({
  error: z.string().meta({ description: 'What went wrong, for a person', example: 'workflow not found' }),
  diagnostics: z
    .array(DiagnosticSchema)
    .optional()
    .meta({ description: 'Of a `plan` that cannot be read: all that is wrong with it, each with its step' }),
})

export const QuotaBody = z.object({
  error: z.string().meta({ example: 'monthly limit of 500 executions reached' }),
  limit: z.int().meta({ description: 'Executions a month', example: 500 }),
  current: z.int().meta({ description: 'Executions started in this month', example: 500 }),
  upgrade: z.string().meta({ description: 'Path at which to upgrade', example: upgradePath }),
})

/** Headers of answers, by name. */
export const headers = {
  'X-Request-Id': header(
    'string',
    'Id of the request in the log; the one that the request has sent, if any',
    '0f3cbe1a',
  ),
  'X-Error-Code': header('string', 'Stable error code, for programs', 'not-found'),
  'WWW-Authenticate': header('string', 'How to authenticate', 'Bearer'),
  'Retry-After': header('integer', 'Seconds to wait, at least 1', 12),
  'RateLimit-Limit': header('integer', 'Requests a minute', 60),
  'RateLimit-Remaining': header('integer', 'Requests left in this window', 59),
  'RateLimit-Reset': header('integer', 'Seconds until the window ends', 60),
  'Idempotency-Replayed': header('string', '`true`: a repeat of the first answer', 'true'),
  'Preference-Applied': header('string', 'Longest time that the service waited for the result', 'wait=10'),
  Deprecation: header('string', 'Since when this, or a field of it, is deprecated (RFC 9745)', '@1795737600'),
  Sunset: header('string', 'From when on it may be gone (RFC 8594)', 'Wed, 01 Dec 2027 00:00:00 GMT'),
  Location: header('string', 'Address of the next step', 'https://example.com/authorize'),
  ETag: header('string', 'Names this state of the resource, for `If-Match`', '"1790000000000"'),
  Link: header(
    'string',
    '`<...>; rel="next"`: address of the next page, when there is one',
    '</api/v1/workflows?cursor=eyJpZCI6Indmd18wMSJ9>; rel="next"',
  ),
}

function header(type: 'integer' | 'string', description: string, example: string | number) {
  return { description, schema: { type }, example }
}

/** The refusals as components, by name. */
export function refusalComponents(): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(Object.entries(refusals).map(([status, it]) => [it.name, component(status, it)]))
}

function component(status: string, { description, code, error, headers: own = [] }: Refusal) {
  const quota = status === '402'
  const facts = quota && { limit: 500, current: 500, upgrade: upgradePath }
  return {
    description,
    headers: {
      ...referTo(['X-Request-Id', ...own]),
      'X-Error-Code': { ...headers['X-Error-Code'], example: code },
    },
    content: {
      'application/json': { schema: quota ? QuotaBody : ErrorBody, example: { error, ...facts } },
    },
  }
}

export function responses(declared: Route): Responses {
  const { status = 200, events, unresumed, accepted } = declared.options
  return {
    [String(status)]: status === 302 ? redirect : success(declared),
    ...(accepted && { 202: acceptedAs(accepted) }),
    ...(events && !unresumed && { 204: streamIsOver }),
    ...failures(declared),
  } as Responses
}

const descriptions: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }

const redirect = {
  description: 'Found: the browser goes on to `Location`',
  headers: referTo(['X-Request-Id', 'Location']),
}

const streamIsOver = {
  description: 'There is nothing after `Last-Event-ID`, and never will be',
  headers: referTo(['X-Request-Id']),
}

function acceptedAs(schema: z.ZodType): ZodOpenApiResponseObject {
  return {
    description: descriptions[202]!,
    headers: referTo(['X-Request-Id']),
    content: { 'application/json': { schema } },
  }
}

function success(declared: Route): ZodOpenApiResponseObject {
  const { options, bucket } = declared
  const isPaged = options.query !== undefined && 'cursor' in options.query.shape
  return {
    description: descriptions[options.status ?? 200]!,
    headers: referTo([
      'X-Request-Id',
      ...(bucket === 'none' ? [] : (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const)),
      ...(isPaged ? (['Link'] as const) : []),
      ...(takesKeys(declared) ? (['Idempotency-Replayed'] as const) : []),
      ...(options.waits ? (['Preference-Applied'] as const) : []),
      ...(options.tagged ? (['ETag'] as const) : []),
      ...(deprecationsOf(options).length > 0 ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
    ]),
    content: contentOf(declared),
  }
}

/** A value, or a stream of events; a route that is not a stream alone answers with either. */
function contentOf({ options: { events, produces = 'application/json', returns } }: Route) {
  if (events === undefined) return { [produces]: { schema: returns } }
  const streamed = { 'text/event-stream': { schema: eventsOf(events) } }
  return produces === 'text/event-stream' ? streamed : { [produces]: { schema: returns }, ...streamed }
}

/** The possible events of a stream, in the form in which a reader gets them. */
function eventsOf(declared: NonNullable<Route['options']['events']>): z.ZodType {
  const events = Object.entries(declared).map(([event, data]) =>
    z.object({ id: z.int().optional(), event: z.literal(event), data }),
  )
  return z.union(events).meta({ description: 'One event of the stream; `data` is JSON', ...openValues })
}

function referTo(names: readonly (keyof typeof headers)[]) {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` as const }]))
}

function failures(declared: Route): Responses {
  const statuses = [...failureStatuses(declared), 'default']
  return Object.fromEntries(
    statuses.map(status => [
      String(status),
      { $ref: `#/components/responses/${refusals[status]!.name}` as const },
    ]),
  ) as Responses
}

/** The statuses of the table in failures.ts that this route can answer with. */
function failureStatuses({ method, path, options, bucket }: Route): number[] {
  const possible: Partial<Record<number, boolean>> = {
    400: true,
    401: !options.public,
    402: options.permission === 'execution:start',
    403: !options.public,
    404: path.includes('/:'),
    409: method !== 'GET',
    412: method === 'PUT' && options.tagged === true,
    413: method !== 'GET',
    415: method !== 'GET',
    429: bucket !== 'none',
    503: true,
  }
  const known = [...new Set<number>(Object.values(statusOf))].filter(status => possible[status])
  return [...new Set([...known, ...(options.failures ?? []), 500])].sort((a, b) => a - b)
}
