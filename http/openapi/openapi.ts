// The OpenAPI 3.0 document, made from the same declarations that route and validate requests. Served as
// /openapi.json and /openapi.yaml; made once, at the first request. The other files of http/openapi/ are its
// parts.
import { z } from 'zod'
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi'
import { text } from '../pipeline/reply.ts'
import { type Route, route } from '../pipeline/route.ts'
import { ErrorBody, headers, QuotaBody, refusalComponents } from './answers.ts'
import { addExamples } from './examples.ts'
import { normalize } from './normalize.ts'
import { operation, tagOf } from './operation.ts'
import { describeTags } from './tags.ts'

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  /** Origin of the service, no slash at the end. */
  readonly url: string
  /** Schemas that the document names, instead of repeating them at every use. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>
}

type OpenApiDocument = ReturnType<typeof createDocument>

/** The routes that serve the document; it describes `routes` and these. */
export function openapiRoutes(routes: readonly Route[], options: OpenApiOptions): readonly Route[] {
  const json = once(() => JSON.stringify(describeApi([...routes, ...own], options)))
  const yaml = once(async () => {
    // 70 modules, which few services ever need.
    const { stringify } = await import('yaml')
    return stringify(JSON.parse(json()), { aliasDuplicateObjects: false })
  })
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
    }).handle(async () => text(await yaml(), 'application/yaml; charset=utf-8')),
  ]
  return own
}

function once<T>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}

/** The document as data. Files behind a wildcard are not part of the API. */
export function describeApi(all: readonly Route[], options: OpenApiOptions): OpenApiDocument {
  const routes = all.filter(({ path }) => !path.includes('*'))
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const declared of routes) {
    const path = pathOf(declared)
    paths[path] ??= {}
    paths[path][declared.method.toLowerCase()] = operation(declared)
  }
  const document: ZodOpenApiObject = {
    openapi: '3.0.3',
    info: {
      title: options.title,
      version: options.version,
      description: introduction,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    externalDocs: {
      description: 'Guides stand at /docs of the service. This is the API, to read and to try',
      url: `${options.url}/docs/api-reference`,
    },
    servers: [{ url: options.url, description: 'This service' }],
    security: [{ bearerAuth: [] }],
    tags: describeTags(routes.map(tagOf)),
    paths,
    components: {
      schemas: { ...options.schemas, Error: ErrorBody, QuotaError: QuotaBody },
      headers,
      responses: refusalComponents(),
      securitySchemes: { bearerAuth },
    },
  }
  const made = createDocument(document)
  normalize(made)
  addExamples(
    made,
    routes.map(declared => ({ declared, path: pathOf(declared) })),
  )
  return made
}

/** `/api/v1/workflows/{id}` */
function pathOf({ path }: Route): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

const bearerAuth = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key (`sk_` and 64 hex digits), or the token of a login (a JWT, valid for an hour).',
} as const

const introduction = `Troupe turns a prompt in plain English into a plan that you can read, and runs the plan durably.

- **Credential**: \`Authorization: Bearer ...\` with an API key or the token of a login.
- **Bodies** are JSON objects of at most 1 MiB, with at most 40,000 objects, 100,000 lists and 10,000 different names or combinations of names. Unknown fields are ignored; answers may gain fields.
- **Times** are Unix milliseconds, durations end in \`Ms\`. Absent values are \`null\`.
- **Lists** are arrays, newest first, with \`limit\` and \`cursor\`; the next page is in the \`Link\` header. A page has at most 1 MiB. Values over 64 KiB are left out of an item: its \`truncated\` names them, and where to get them in full.
- **Errors** are \`{"error": "..."}\`, with a stable code for programs in \`X-Error-Code\`.
- **Repeats**: a POST that creates or starts something takes an \`Idempotency-Key\`; sent again with the same key, it takes effect once.
- **Limits** per minute and client: 10 under \`/api/v1/auth/\`, 60 writes, 300 reads, unless configured otherwise. \`RateLimit-*\` says how many are left, \`Retry-After\` how long to wait.
`
