// The answers of an operation: success with its headers, and every refusal that its declaration allows. Refusals are the
// same everywhere, so they are components, each with its headers and an example.
import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { statusOf } from '../failures.ts'
import { takesKeys } from '../idempotency.ts'
import type { Route } from '../route.ts'
import { type Refusal, refusals } from './refusals.ts'

type Responses = NonNullable<ZodOpenApiOperationObject['responses']>

export const ErrorBody = z.object({
  error: z.string().meta({ description: 'What went wrong, for a person', example: 'workflow not found' }),
})

export const QuotaBody = z.object({
  error: z.string().meta({ example: 'monthly limit of 500 executions reached' }),
  limit: z.int().meta({ description: 'Executions a month', example: 500 }),
  current: z.int().meta({ description: 'Executions started in this month', example: 500 }),
  upgrade: z.string().meta({ description: 'Where to get more', example: '/api/v1/billing/checkout' }),
})

/** Headers of answers, by name. */
export const headers = {
  'X-Request-Id': header('string', 'Id of the request, for the log; taken over from the request', '0f3cbe1a'),
  'X-Error-Code': header('string', 'A stable word for programs', 'not-found'),
  'WWW-Authenticate': header('string', 'How to authenticate', 'Bearer'),
  'Retry-After': header('integer', 'Seconds to wait, at least 1', 12),
  'RateLimit-Limit': header('integer', 'Requests a minute', 60),
  'RateLimit-Remaining': header('integer', 'Requests left in this window', 59),
  'RateLimit-Reset': header('integer', 'Seconds until the window ends', 60),
  'Idempotency-Replayed': header('string', '`true`: this is the first answer once more', 'true'),
  'Preference-Applied': header('string', 'How long the answer was waited for at most', 'wait=10'),
  Location: header('string', 'Where to go on', 'https://example.com/authorize'),
  Link: header('string', '`<...>; rel="next"` when there are more', '</api/v1/x?cursor=y>; rel="next"'),
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
  const facts = quota && { limit: 500, current: 500, upgrade: '/api/v1/billing/checkout' }
  return {
    description,
    headers: {
      ...referred(['X-Request-Id', ...own]),
      'X-Error-Code': { ...headers['X-Error-Code'], example: code },
    },
    content: {
      'application/json': { schema: quota ? QuotaBody : ErrorBody, example: { error, ...facts } },
    },
  }
}

export function responses(declared: Route): Responses {
  const { status = 200, events } = declared.options
  return {
    [String(status)]: status === 302 ? redirect : success(declared),
    ...(events && { 204: streamIsOver }),
    ...failures(declared),
  } as Responses
}

const redirect = {
  description: 'Found: the browser goes on to `Location`',
  headers: referred(['X-Request-Id', 'Location']),
}

const streamIsOver = {
  description: 'There is nothing after `Last-Event-ID`, and never will be',
  headers: referred(['X-Request-Id']),
}

function success(declared: Route): ZodOpenApiResponseObject {
  const { options, bucket } = declared
  const isPaged = options.query !== undefined && 'cursor' in options.query.shape
  return {
    description: options.status === 201 ? 'Created' : 'OK',
    headers: referred([
      'X-Request-Id',
      ...(bucket === 'none' ? [] : (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const)),
      ...(isPaged ? (['Link'] as const) : []),
      ...(takesKeys(declared) ? (['Idempotency-Replayed'] as const) : []),
      ...(options.waits ? (['Preference-Applied'] as const) : []),
    ]),
    content: { [options.produces ?? 'application/json']: { schema: returned(declared) } },
  }
}

/** Of a stream: the events that it can be made of, as a reader gets them. */
function returned({ options }: Route): z.ZodType {
  if (options.events === undefined) return options.returns
  const events = Object.entries(options.events).map(([event, data]) =>
    z.object({ id: z.int().optional(), event: z.literal(event), data }),
  )
  return z.union(events).meta({ description: 'One event of the stream; `data` is JSON' })
}

function referred(names: readonly (keyof typeof headers)[]) {
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
    413: method !== 'GET',
    415: method !== 'GET',
    429: bucket !== 'none',
    503: true,
  }
  const known = [...new Set<number>(Object.values(statusOf))].filter(status => possible[status])
  return [...new Set([...known, ...(options.failures ?? []), 500])].sort((a, b) => a - b)
}
