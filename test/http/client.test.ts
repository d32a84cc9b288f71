// The typed client against the real HTTP core, with routes that fail as they are told.
import { test } from 'tap'
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import { ApiError, createClient } from '../../http/client.ts'
import { page } from '../../http/pipeline/reply.ts'
import { type Route, route } from '../../http/pipeline/route.ts'
import { listQuery } from '../../http/pipeline/validation.ts'
import type { EventSource, SourceEvent } from '../../runtime/event-source.ts'
import { freePort } from '../support/servers/free-port.ts'
import { startTestServer } from '../support/servers/http-server.ts'

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

test('what no path can name is not sent, for it would name something else', async t => {
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${await freePort()}` })
  for (const key of ['.', '..'])
    await t.rejects(
      async () => troupe('DELETE /api/v1/workflows/:id/memory/:key', { params: { id: 'wf_1', key } }),
      { name: 'TypeError', message: /no path names/ },
    )
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

test('a wait that is too long is not waited', async t => {
  const { routes, attempts } = busy(100, 3_600_000)
  const { port } = await startTestServer(t, { routes })
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'sk_ada' })
  const refusal = await refusalOf(troupe('GET /api/v1/executions/:id', { params: { id: 'x' } }))
  t.equal(refusal.retryAfterMs, 3_600_000)
  t.equal(attempts(), 1)
})

test('attempts end', async t => {
  const { routes, attempts } = busy(100, 1)
  const { port } = await startTestServer(t, { routes })
  const retries = { attempts: 2 }
  const troupe = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'sk_ada', retries })
  t.match(await refusalOf(troupe('GET /api/v1/executions/:id', { params: { id: 'x' } })), { status: 503 })
  t.equal(attempts(), 2)
})

test('a call ends when it is not answered in time, and when its caller gives it up', async t => {
  const routes = [route('GET /api/v1/limits', any).handle(() => new Promise(() => {}))]
  const { port } = await startTestServer(t, { routes })
  const baseUrl = `http://127.0.0.1:${port}`
  const hasty = createClient({ baseUrl, token: 'sk_ada', timeoutMs: 200 })
  t.match(await refusalOf(hasty('GET /api/v1/limits')), { code: 'timeout', status: 0 })
  const caller = new AbortController()
  const call = createClient({ baseUrl, token: 'sk_ada' })('GET /api/v1/limits', { signal: caller.signal })
  caller.abort(new Error('no longer'))
  await t.rejects(call, { message: 'no longer' })
})

test('a list is read page after page', async t => {
  const routes = [
    route('GET /api/v1/approvals', { ...any, query: z.object({ ...listQuery, status: z.string() }) }).handle(
      ({ query: { cursor = '0', limit, status } }) => {
        const first = Number(cursor)
        const items = Array.from({ length: limit }, (_, i) => ({ id: `${status}_${first + i}` }))
        const cursorAfter = (index: number) => String(first + index + 1)
        return page({ items, cursorAfter, next: first < 4 ? cursorAfter(limit - 1) : null })
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
  const events: SourceEvent[] = [1, 2, 3, 4, 5].map(id => ({ id, event: 'log', data: `{"message":"${id}"}` }))
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
