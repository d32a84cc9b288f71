// A server on a free port of 127.0.0.1 with a handful of routes that show what the HTTP core does, for the
// contract of the engines and the tests of the pipeline.
import type { Test } from 'tap'
import { z } from 'zod'
import { Failure } from '../../../domain/failure.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { createLimits, type LimitRates } from '../../../http/limits/limits.ts'
import type { Log } from '../../../http/pipeline/answerer.ts'
import { createIdempotency } from '../../../http/pipeline/idempotency.ts'
import { createPipeline, type PipelineOptions } from '../../../http/pipeline/pipeline.ts'
import { page, rawJson, reply, stream, text } from '../../../http/pipeline/reply.ts'
import { type Route, route } from '../../../http/pipeline/route.ts'
import { listQuery } from '../../../http/pipeline/validation.ts'
import { type HttpServer, type ServerOptions, startServer } from '../../../http/server.ts'
import { resumePoint } from '../../../http/streaming/sse.ts'
import type { EventSource } from '../../../runtime/event-source.ts'
import { memoryIdempotencyKeys } from '../idempotency-keys.ts'

export const noLimits: LimitRates = { auth: 0, write: 0, read: 0, rpc: 0, oauth: 0, hook: 0 }

export interface TestServer extends HttpServer {
  /** Bodies that reached the handler of `POST /api/v1/workflows`. */
  readonly created: unknown[]
  /** What went to the log. */
  readonly logged: { facts: object; message: string }[]
}

export interface TestServerOptions
  extends Partial<Pick<ServerOptions, 'engine' | 'trustProxy' | 'bodyTimeoutMs'>> {
  readonly rates?: Partial<LimitRates>
  readonly pipeline?: Partial<PipelineOptions>
  readonly source?: EventSource
  readonly routes?: readonly Route[]
}

export async function startTestServer(t: Test, options: TestServerOptions = {}): Promise<TestServer> {
  const created: unknown[] = []
  const logged: { facts: object; message: string }[] = []
  const log: Log = { error: (facts, message) => void logged.push({ facts, message }) }
  const pipeline = createPipeline({
    routes: [...routesOf(created, options.source ?? silence), ...(options.routes ?? [])],
    services: {} as PipelineOptions['services'],
    authenticate,
    limits: createLimits({ ...noLimits, ...options.rates }),
    idempotency: createIdempotency({ keys: memoryIdempotencyKeys(), secret: new Uint8Array(32), log }),
    log,
    ...options.pipeline,
  })
  const { engine = 'uws', trustProxy = 0, bodyTimeoutMs = 10_000 } = options
  const server = await startServer({
    pipeline,
    host: '127.0.0.1',
    port: 0,
    engine,
    trustProxy,
    bodyTimeoutMs,
  })
  t.teardown(() => server.close(0))
  return { ...server, created, logged }
}

/**
 * `Bearer sk_<name>`: a key of an owner; `sk_slow_<name>` is looked up asynchronously; `sk_viewer` may only
 * read.
 */
export function authenticate(authorization: string): Caller | Promise<Caller> {
  const name = /^Bearer sk_(\w+)$/i.exec(authorization)?.[1]
  if (name === undefined) throw new Failure('unauthenticated', 'missing or invalid credential')
  const caller: Caller = {
    organizationId: 'org_1',
    userId: 'user_1',
    role: name === 'viewer' ? 'viewer' : 'owner',
    key: { id: `key_${name}`, scopes: ['read', 'write', 'execute'] },
    sessionId: null,
  }
  return name.startsWith('slow') ? Promise.resolve(caller) : caller
}

const silence: EventSource = { open: () => ({ pull: () => [], close() {} }) }

function routesOf(created: unknown[], source: EventSource): Route[] {
  const Workflow = z.object({ id: z.string(), by: z.string() })
  return [
    route('GET /healthz', {
      summary: 'Liveness',
      public: true,
      bucket: 'none',
      returns: z.object({ ok: z.boolean() }),
    }).handle(() => ({ ok: true })),
    route('GET /api/v1/workflows/:id', {
      summary: 'Get a workflow',
      permission: 'workflow:read',
      returns: Workflow,
    }).handle(({ params, caller }) => ({ id: params.id, by: caller.key?.id ?? '' })),
    route('GET /api/v1/workflows', {
      summary: 'List workflows',
      permission: 'workflow:read',
      query: z.object(listQuery),
      returns: z.array(z.int()),
    }).handle(({ query }) => {
      const next = query.cursor === undefined ? 'next page' : null
      return page({ items: [query.limit], next, cursorAfter: () => 'next page' })
    }),
    route('POST /api/v1/workflows', {
      summary: 'Create a workflow',
      permission: 'workflow:write',
      body: z.object({ name: z.string(), inputs: z.record(z.string(), z.json()).optional() }),
      returns: z.object({ name: z.string() }),
      status: 201,
    }).handle(({ body }) => {
      created.push(body)
      return reply(body, { headers: { Location: '/api/v1/workflows/wf_1' } })
    }),
    route('POST /api/v1/executions/:id/cancel', {
      summary: 'Cancel',
      permission: 'execution:cancel',
      returns: z.object({ id: z.string() }),
    }).handle(async ({ params }) => ({ id: params.id })),
    route('GET /api/v1/executions/:id/logs', {
      summary: 'Follow',
      permission: 'execution:read',
      returns: z.string(),
      produces: 'text/event-stream',
    }).handle(({ request }) => stream(source, resumePoint(request))),
    route('POST /rpc', {
      summary: 'JSON-RPC',
      permission: 'tool:call',
      bucket: 'rpc',
      rawBody: true,
      returns: z.unknown(),
    }).handle(({ body }) => rawJson(JSON.stringify({ received: body }))),
    route('GET /plain', { summary: 'Text', public: true, returns: z.string() }).handle(() =>
      text('plain', 'text/plain; charset=utf-8'),
    ),
    route('POST /api/v1/auth/login', {
      summary: 'Log in',
      public: true,
      body: z.object({ email: z.string() }),
      returns: z.object({ address: z.string() }),
    }).handle(({ request }) => ({ address: request.clientAddress })),
    route('GET /crash', { summary: 'A defect', public: true, returns: z.unknown() }).handle(() => {
      throw new TypeError('secret detail')
    }),
  ]
}
