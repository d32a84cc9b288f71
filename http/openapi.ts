// The OpenAPI 3.0 document, made from the same declarations that route and validate. Served as /openapi.json and
// /openapi.yaml; made once, when it is first asked for.
import { stringify } from 'yaml'
import { z } from 'zod'
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi'
import { statusOf } from './failures.ts'
import { takesKeys } from './idempotency.ts'
import { text } from './reply.ts'
import { type Route, route } from './route.ts'

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  /** Origin of the service, no slash at the end. */
  readonly url: string
  /** Schemas to be named in the document instead of being written out at every use. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>
}

type OpenApiDocument = ReturnType<typeof createDocument>

/** The routes that serve the document of `routes` and of themselves. */
export function openapiRoutes(routes: readonly Route[], options: OpenApiOptions): readonly Route[] {
  const json = once(() => JSON.stringify(describeApi([...routes, ...own], options)))
  const yaml = once(() => stringify(JSON.parse(json()), { aliasDuplicateObjects: false }))
  const own: readonly Route[] = [
    route('GET /openapi.json', {
      summary: 'This API as OpenAPI 3.0, in JSON',
      tag: 'documentation',
      public: true,
      returns: z.record(z.string(), z.unknown()),
    }).handle(() => text(json(), 'application/json; charset=utf-8')),
    route('GET /openapi.yaml', {
      summary: 'This API as OpenAPI 3.0, in YAML',
      tag: 'documentation',
      public: true,
      returns: z.string(),
      produces: 'application/yaml',
    }).handle(() => text(yaml(), 'application/yaml; charset=utf-8')),
  ]
  return own
}

function once(make: () => string): () => string {
  let made: string | null = null
  return () => (made ??= make())
}

/** The document as data. */
export function describeApi(routes: readonly Route[], options: OpenApiOptions): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const declared of routes) {
    const path = declared.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][declared.method.toLowerCase()] = operation(declared)
  }
  const document: ZodOpenApiObject = {
    openapi: '3.0.3',
    info: { title: options.title, version: options.version },
    servers: [{ url: options.url }],
    security: [{ bearerAuth: [] }],
    tags: [...new Set(routes.map(tagOf))].sort().map(name => ({ name })),
    paths,
    components: {
      schemas: { ...options.schemas, Error: ErrorBody, QuotaError: QuotaBody },
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`sk_` and 64 hex digits), or the token of a login.',
        },
      },
    },
  }
  return createDocument(document)
}

const ErrorBody = z.object({ error: z.string().meta({ description: 'What went wrong, for a person' }) })

const QuotaBody = z.object({ error: z.string(), limit: z.int(), current: z.int(), upgrade: z.string() })

/** What each error status of an operation says in the document. */
const errors: Readonly<Record<number, string>> = {
  400: 'Invalid JSON, missing fields, or values that do not fit',
  401: 'Missing or invalid credential',
  402: 'The free-tier monthly execution limit is reached',
  403: 'The caller lacks the permission',
  404: 'The resource does not exist',
  409: 'The state of the resource does not allow this',
  413: 'The body is over 1 MiB',
  415: 'The body is not application/json',
  429: 'Rate limit exceeded; Retry-After says how many seconds to wait',
  500: 'Unexpected failure; the error names the request id',
  503: 'The service is starting, draining, or over its load; Retry-After says when to come back',
}

function operation(declared: Route): ZodOpenApiOperationObject {
  const { options } = declared
  const described: ZodOpenApiOperationObject = {
    operationId: operationId(declared),
    summary: options.summary,
    tags: [tagOf(declared)],
    responses: { [String(options.status ?? 200)]: success(declared), ...failures(declared) },
  }
  if (options.description !== undefined) described.description = options.description
  if (options.public) described.security = []
  const query = options.query && { query: options.query }
  described.requestParams = {
    ...pathParams(declared),
    ...query,
    ...(takesKeys(declared) && { header: keyHeader }),
  }
  if (options.body !== undefined) {
    const required = !options.body.safeParse(undefined).success
    described.requestBody = { required, content: { 'application/json': { schema: options.body } } }
  }
  return described
}

const keyHeader = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().meta({
    description:
      'The same key and body within 24 h are one request; answered again, with `Idempotency-Replayed: true`',
  }),
})

function success({ options, bucket }: Route) {
  return {
    description: options.status === 201 ? 'Created' : 'OK',
    headers: { ...(bucket === 'none' ? {} : rateLimitHeaders), ...pageHeaders(options.query) },
    content: { [options.produces ?? 'application/json']: { schema: options.returns } },
  }
}

const rateLimitHeaders = {
  'RateLimit-Limit': header('integer', 'Requests a minute'),
  'RateLimit-Remaining': header('integer', 'Requests left in this window'),
  'RateLimit-Reset': header('integer', 'Seconds until the window ends'),
}

function pageHeaders(query: z.ZodObject | undefined) {
  if (query === undefined || !('cursor' in query.shape)) return {}
  return { Link: header('string', '`<...>; rel="next"` when there are more') }
}

function header(type: 'integer' | 'string', description: string) {
  return { description, schema: { type } }
}

function failures(declared: Route) {
  const statuses = failureStatuses(declared)
  return Object.fromEntries(
    statuses.map(status => [
      String(status),
      {
        description: errors[status]!,
        content: { 'application/json': { schema: status === 402 ? QuotaBody : ErrorBody } },
      },
    ]),
  )
}

/** The statuses of the table in failures.ts that this route can answer with. */
function failureStatuses({ method, path, options, bucket }: Route): number[] {
  const hasInput = options.body !== undefined || options.query !== undefined || options.rawBody
  const possible: Partial<Record<number, boolean>> = {
    400: hasInput,
    401: !options.public,
    402: options.permission === 'execution:start',
    403: options.permission !== undefined,
    404: path.includes('/:'),
    409: method !== 'GET',
    413: method !== 'GET',
    415: method !== 'GET',
    429: bucket !== 'none',
    503: true,
  }
  const known = [...new Set<number>(Object.values(statusOf))].filter(status => possible[status])
  return [...known, 500].sort((a, b) => a - b)
}

function pathParams({ path, options }: Route): { path?: z.ZodObject } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  if (names.length === 0) return {}
  return { path: options.params ?? z.object(Object.fromEntries(names.map(name => [name, z.string()]))) }
}

/** `POST /api/v1/workflows/:id/execute` is `postWorkflowsByIdExecute`. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\/v1/, '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
  return method.toLowerCase() + words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function tagOf({ path, options }: Route): string {
  return options.tag ?? path.replace(/^\/api\/v1/, '').split('/')[1]!
}
