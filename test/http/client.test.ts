// The typed client against the real HTTP core, with routes that fail as they are told. What it must refuse at compile
// time stands under `@ts-expect-error`: the type check of `npm test` is that test.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { z } from 'zod'
import type { Execution } from '../../domain/execution.ts'
import { Failure } from '../../domain/failure.ts'
import { ApiError, createClient, type TroupeClient } from '../../http/client.ts'
import { page } from '../../http/reply.ts'
import { type Route, route } from '../../http/route.ts'
import type { EventSource, SseEvent } from '../../http/sse.ts'
import { listQuery } from '../../http/validation.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer } from '../support/http-server.ts'

const root = join(import.meta.dirname, '../..')
const any = { summary: '-', returns: z.unknown() } as const

test('a call has the path, query, body and headers that it says', async t => {
  const seen: unknown[] = []
  const routes = [
    route('POST /api/v1/approvals/:id', { ...any, body: z.unknown(), repeatable: true }).handle(
      ({ params, body, request }) => {
        seen.push(params, body, request.header('idempotency-key'), request.header('authorization'))
        return { id: params.id }
      },
    ),
    route('GET /api/v1/executions/search', { ...any, query: z.object({ q: z.string() }) }).handle(
      ({ query }) => [query.q],
    ),
  ]
  const { port } = await startTestServer(t, { routes })
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: async () => 'sk_ada' })
  const decided = await troupe('POST /api/v1/approvals/:id', {
    params: { id: 'apr_1' },
    body: { decision: 'approve' },
    idempotencyKey: 'once',
  })
  t.equal(decided.id, 'apr_1')
  t.strictSame(seen, [{ id: 'apr_1' }, { decision: 'approve' }, 'once', 'Bearer sk_ada'])
  const found: readonly unknown[] = await troupe('GET /api/v1/executions/search', { query: { q: 'a b&c' } })
  t.strictSame(found, ['a b&c'])
})

test('a refusal is an ApiError with status, code, message and request id', async t => {
  const { port } = await startTestServer(t)
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  const refused = await refusalOf(troupe('GET /api/v1/workflows/:id', { params: { id: 'wf_1' } }))
  t.match(refused, { status: 401, code: 'unauthenticated', message: 'missing or invalid credential' })
  t.ok(refused.requestId)
})

test('a service that is not there is an ApiError too', async t => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`
  const troupe = createClient({ baseUrl, retries: { attempts: 2, firstMs: 1 } })
  t.match(await refusalOf(troupe('GET /api/v1/approvals')), { code: 'unreachable', status: 0 })
})

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.catch((error: unknown) => error)
  if (outcome instanceof ApiError) return outcome
  throw new Error('expected an ApiError', { cause: outcome })
}

/** Answers 503 so many times, then 200. */
function busy(times: number, retryAfterMs: number): { routes: readonly Route[]; attempts: () => number } {
  let attempts = 0
  const answer = () => {
    if (attempts++ < times) throw new Failure('unavailable', 'busy', { retryAfterMs })
    return { id: 'x' }
  }
  const declared = { ...any, repeatable: true } as const
  return {
    attempts: () => attempts,
    routes: [
      route('GET /api/v1/executions/:id', any).handle(answer),
      route('POST /api/v1/executions/:id/retry', declared).handle(answer),
    ],
  }
}

test('what does nothing twice is sent again when the service is busy', async t => {
  const { routes, attempts } = busy(2, 1)
  const { port } = await startTestServer(t, { routes })
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'sk_ada' })
  t.equal((await troupe('GET /api/v1/executions/:id', { params: { id: 'x' } })).id, 'x')
  t.equal(attempts(), 3)
})

test('a POST is sent again with an Idempotency-Key only', async t => {
  const { routes, attempts } = busy(2, 1)
  const { port } = await startTestServer(t, { routes })
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'sk_ada' })
  const params = { id: 'x' }
  const refusal = await refusalOf(troupe('POST /api/v1/executions/:id/retry', { params }))
  t.match(refusal, { status: 503, retryAfterMs: 1_000 })
  t.equal(attempts(), 1)
  await troupe('POST /api/v1/executions/:id/retry', { params, idempotencyKey: 'k' })
  t.equal(attempts(), 3)
})

test('a wait that is too long is not waited, and attempts end', async t => {
  const { routes, attempts } = busy(100, 3_600_000)
  const { port } = await startTestServer(t, { routes })
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'sk_ada' })
  const refusal = await refusalOf(troupe('GET /api/v1/executions/:id', { params: { id: 'x' } }))
  t.equal(refusal.retryAfterMs, 3_600_000)
  t.equal(attempts(), 1)
})

test('a list is read page after page', async t => {
  const routes = [
    route('GET /api/v1/approvals', { ...any, query: z.object({ ...listQuery, status: z.string() }) }).handle(
      ({ query: { cursor = '0', limit, status } }) => {
        const first = Number(cursor)
        const items = Array.from({ length: limit }, (_, i) => ({ id: `${status}_${first + i}` }))
        return page(items, first < 4 ? String(first + limit) : null)
      },
    ),
  ]
  const { port } = await startTestServer(t, { routes })
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'sk_ada' })
  const ids: string[] = []
  const query = { limit: 2, status: 'pending' } as const
  for await (const { id } of troupe.pages('GET /api/v1/approvals', { query })) ids.push(id)
  t.strictSame(
    ids,
    [0, 1, 2, 3, 4, 5].map(i => `pending_${i}`),
  )
})

test('a stream that breaks goes on after the last event, and ends at its end', async t => {
  const events: SseEvent[] = [1, 2, 3, 4, 5].map(id => ({ id, event: 'log', data: `{"message":"${id}"}` }))
  events.push({ id: 6, event: 'end', data: '{"status":"completed"}' })
  const opened: number[] = []
  const source: EventSource = {
    open(after) {
      opened.push(after)
      const [first, second] = events.slice(after, after + 2)
      // The connection ends after two events.
      return { pull: () => [first!, { ...second!, isLast: true }], close() {} }
    },
  }
  const { port } = await startTestServer(t, { source })
  const troupe = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'sk_ada',
  })
  const read: string[] = []
  for await (const event of troupe.events('GET /api/v1/executions/:id/logs', { params: { id: 'exec_1' } })) {
    if (event.event === 'log') read.push(event.data.message)
    if (event.event === 'end') read.push(event.data.status)
  }
  t.strictSame(read, ['1', '2', '3', '4', '5', 'completed'])
  t.strictSame(opened, [0, 2, 4])
})

test('whoever stops reading a stream leaves it', async t => {
  let leave = () => {}
  const left = new Promise<void>(resolve => {
    leave = resolve
  })
  const source: EventSource = {
    open: after => ({
      pull: () => (after === 0 ? [{ id: ++after, event: 'log', data: '{}' }] : []),
      close: () => leave(),
    }),
  }
  const { port } = await startTestServer(t, { source })
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'sk_ada' })
  for await (const { id } of troupe.events('GET /api/v1/executions/:id/logs', { params: { id: 'exec_1' } })) {
    t.equal(id, 1)
    break
  }
  await left
})

test('the client runs without the server: at run time it imports its own files only', async t => {
  const files = ['http/client.ts', ...globSync('http/client/*.ts', { cwd: root })]
  for (const file of files) {
    const lines = readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export) (?!type\b).*from '(.*)'/gm,
    )
    for (const [, from] of lines)
      t.match(from, file === 'http/client.ts' ? /^\.\/client\// : /^\.\/[\w-]+\.ts$/, file)
  }
})

/** For browsers, machines and whoever runs the service: nobody calls them by the client. */
const notCalled = ['dev', 'health', 'oauth', 'reference', 'rpc']

test('the client knows every list of routes that the service has', async t => {
  const listsIn = (file: string) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^import (?:type )?\{ \w+ \} from '\S*routes\/(.*)\.ts'/gm,
      ),
    ].map(([, name]) => name!)
  const served = listsIn('http/api.ts').filter(name => !notCalled.includes(name))
  t.ok(served.length > 12)
  t.strictSame(listsIn('http/client/routes.ts').sort(), served.sort())
})

test('every list of routes that the client knows keeps its declarations', async t => {
  const known = readFileSync(join(root, 'http/client/routes.ts'), 'utf8')
  const lists = [...known.matchAll(/import type \{ (\w+) \} from '\.\.\/(routes\/.*)'/g)]
  t.ok(lists.length > 10)
  for (const [, name, file] of lists) {
    const source = readFileSync(join(root, 'http', file!), 'utf8')
    t.ok(source.includes(`export const ${name} = [`), `${file}: an annotation would forget them`)
  }
})

/** Never called: what the compiler says of it is the test. */
export async function typed(troupe: TroupeClient): Promise<void> {
  const execution: Execution = await troupe('POST /api/v1/workflows/:id/execute', {
    params: { id: 'wf_1' },
    body: { inputs: { a: 1 } },
    wait: 10,
  })
  execution.status satisfies string
  await troupe('POST /api/v1/workflows', { body: { name: 'x', prompt: 'y' } })
  // @ts-expect-error no such path
  await troupe('GET /api/v1/workflow')
  // @ts-expect-error no such method on it
  await troupe('DELETE /api/v1/executions/:id', { params: { id: 'x' } })
  // @ts-expect-error the parameter is missing
  await troupe('GET /api/v1/workflows/:id')
  // @ts-expect-error another parameter
  await troupe('GET /api/v1/workflows/:id', { params: { workflow: 'x' } })
  // @ts-expect-error the body is missing
  await troupe('POST /api/v1/workflows')
  // @ts-expect-error a field of the body is missing
  await troupe('POST /api/v1/workflows', { body: { name: 'x' } })
  // @ts-expect-error a field of the body has another type
  await troupe('POST /api/v1/approvals/:id', { params: { id: 'x' }, body: { decision: 'maybe' } })
  // @ts-expect-error the query has no such parameter
  await troupe('GET /api/v1/approvals', { query: { state: 'pending' } })
  // @ts-expect-error a GET has no body
  await troupe('GET /api/v1/approvals', { body: {} })
  // @ts-expect-error no stream
  troupe.events('GET /api/v1/approvals')
  // @ts-expect-error no list
  troupe.pages('GET /api/v1/workflows/:id', { params: { id: 'x' } })
  // @ts-expect-error the answer has no such field
  execution.state
}
