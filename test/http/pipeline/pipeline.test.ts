// The life of a request as a client sees it: which stage answers what, and what every answer carries. On both
// engines the same; here on the one that is the default.
import { test } from 'tap'
import { z } from 'zod'
import { reply } from '../../../http/pipeline/reply.ts'
import { route } from '../../../http/pipeline/route.ts'
import { probes } from '../../support/probes.ts'
import { startTestServer, type TestServer } from '../../support/servers/http-server.ts'

const key = { authorization: 'Bearer sk_one' }
const json = { 'content-type': 'application/json' }

function call({ port }: TestServer, target: string, init: RequestInit = {}): Promise<Response> {
  const [method, path] = target.split(' ')
  return fetch(`http://127.0.0.1:${port}${path}`, { method: method!, ...init })
}

test('every route but the public ones wants a credential, before it looks at anything else (P40)', async t => {
  probes(t, 40)
  const server = await startTestServer(t)
  const bad = { body: 'no json', headers: { 'content-type': 'text/plain' } }
  for (const target of [
    'GET /api/v1/workflows',
    'GET /api/v1/workflows/nope',
    'GET /api/v1/workflows?limit=x',
    'GET /api/v1/executions/x/logs',
  ]) {
    const answer = await call(server, target)
    t.equal(answer.status, 401, `P40 ${target}`)
    t.equal(answer.headers.get('www-authenticate'), 'Bearer')
  }
  for (const target of ['POST /api/v1/workflows', 'POST /api/v1/executions/x/cancel', 'POST /rpc']) {
    t.equal((await call(server, target, bad)).status, 401, target)
  }
  for (const target of ['GET /healthz', 'GET /plain']) t.equal((await call(server, target)).status, 200)
})

test('a credential is Bearer and one word; cookies and queries hold none (P41, P102, P105)', async t => {
  probes(t, 41, 102, 105)
  const server = await startTestServer(t)
  for (const authorization of [
    'Bearer',
    'Bearer ',
    'Bearer  sk_one',
    'Basic c2tfb25lOg==',
    'sk_one',
    'Bearer sk_one x',
  ]) {
    t.equal(
      (await call(server, 'GET /api/v1/workflows', { headers: { authorization } })).status,
      401,
      `P41 ${authorization}`,
    )
  }
  t.equal(
    (await call(server, 'GET /api/v1/workflows', { headers: { cookie: 'token=sk_one' } })).status,
    401,
    'P102',
  )
  t.equal(
    (await call(server, 'GET /api/v1/executions/x/logs?token=sk_one&authorization=Bearer%20sk_one')).status,
    401,
    'P105',
  )
  t.equal(
    (await call(server, 'GET /api/v1/workflows', { headers: { authorization: 'bearer sk_one' } })).status,
    200,
  )
})

test('a caller without the permission is 403, before its body is read', async t => {
  const server = await startTestServer(t)
  const headers = { authorization: 'Bearer sk_viewer', 'content-type': 'text/plain' }
  t.equal((await call(server, 'POST /api/v1/workflows', { headers, body: 'x' })).status, 403)
  t.equal((await call(server, 'GET /api/v1/workflows', { headers })).status, 200)
})

test('a defect is 500 with the id of the request, and its cause in the log only', async t => {
  const server = await startTestServer(t)
  const answer = await call(server, 'GET /crash')
  const id = answer.headers.get('x-request-id')
  t.equal(answer.status, 500)
  t.strictSame(await answer.json(), { error: `internal error, request ${id}` })
  t.match(server.logged, [{ facts: { err: { message: 'secret detail' }, requestId: id, path: '/crash' } }])
})

test('a list is a bare array, and a Link leads to the rest of it', async t => {
  const server = await startTestServer(t)
  const first = await call(server, 'GET /api/v1/workflows?limit=7', { headers: key })
  t.strictSame(await first.json(), [7])
  t.equal(first.headers.get('link'), '</api/v1/workflows?limit=7&cursor=next+page>; rel="next"')
  const second = await call(server, 'GET /api/v1/workflows?limit=7&cursor=next+page', { headers: key })
  t.equal(second.headers.get('link'), null)
})

test('status and headers of a reply leave with it', async t => {
  const server = await startTestServer(t)
  const answer = await call(server, 'POST /api/v1/workflows', {
    headers: { ...key, ...json },
    body: '{"name":"x"}',
  })
  t.equal(answer.status, 201)
  t.equal(answer.headers.get('location'), '/api/v1/workflows/wf_1')
  t.equal(answer.headers.get('cache-control'), 'no-store')
})

test('a header with a line break in it is a defect, and never leaves', async t => {
  const returns = z.object({})
  const options = { summary: 'x', public: true, returns } as const
  const split = route('GET /split', options).handle(() =>
    reply({}, { headers: { A: 'x\r\nSet-Cookie: a=b' } }),
  )
  const server = await startTestServer(t, { routes: [split] })
  const answer = await call(server, 'GET /split')
  t.equal(answer.status, 500)
  t.equal(answer.headers.get('set-cookie'), null)
})

test('a raw body is handed over as text, and is still JSON by its type', async t => {
  const server = await startTestServer(t)
  const body = '[1,  2'
  const answer = await call(server, 'POST /rpc', { headers: { ...key, ...json }, body })
  t.strictSame(await answer.json(), { received: body })
  t.equal((await call(server, 'POST /rpc', { headers: key, body })).status, 415)
})

test('the request after the last of a minute is 429, and says when to come back (P62)', async t => {
  probes(t, 62)
  const server = await startTestServer(t, { rates: { write: 2 } })
  const create = (name: string) => {
    const headers = { authorization: `Bearer sk_${name}`, ...json }
    return call(server, 'POST /api/v1/workflows', { headers, body: '{"name":"x"}' })
  }
  t.equal((await create('a')).headers.get('ratelimit-remaining'), '1')
  t.equal((await create('a')).headers.get('ratelimit-remaining'), '0')
  const refused = await create('a')
  t.equal(refused.status, 429)
  t.match(refused.headers.get('retry-after'), /^([1-9]|[1-5][0-9]|60)$/, 'P62')
  t.strictSame(Object.keys((await refused.json()) as object), ['error'])
  t.equal((await create('b')).status, 201, 'another client')
  const read = await call(server, 'GET /api/v1/workflows', { headers: key })
  t.equal(read.headers.get('ratelimit-limit'), null, 'a bucket without a limit')
})

test('guessing credentials ends at 429, and is counted by address', async t => {
  const server = await startTestServer(t, { rates: { read: 3 }, trustProxy: 1 })
  const guess = (address: string) => {
    const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': address }
    return call(server, 'GET /api/v1/workflows', { headers })
  }
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await guess('1.2.3.4')).status)
  t.strictSame(statuses, [401, 401, 401, 429, 429])
  t.equal((await guess('1.2.3.5')).status, 401)
  t.equal(
    (await call(server, 'GET /api/v1/workflows', { headers: key })).status,
    200,
    'a right one has its own bucket',
  )
})

test('auth paths are counted by address, health is not counted', async t => {
  const server = await startTestServer(t, { rates: { auth: 1, read: 1 } })
  const login = () => call(server, 'POST /api/v1/auth/login', { headers: json, body: '{"email":"a"}' })
  t.strictSame(await (await login()).json(), { address: '127.0.0.1' })
  t.equal((await login()).status, 429)
  for (let i = 0; i < 3; i++) {
    const answer = await call(server, 'GET /healthz')
    t.equal(answer.status, 200)
    t.equal(answer.headers.get('ratelimit-limit'), null)
  }
})

test('an origin that is not listed is told nothing, and none is given credentials (P101)', async t => {
  probes(t, 101)
  const listed = 'https://app.example.com'
  const server = await startTestServer(t, { pipeline: { corsOrigins: [listed] } })
  const preflight = (origin: string) =>
    call(server, 'OPTIONS /api/v1/workflows', {
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  for (const origin of ['https://evil.example', 'null', `${listed}.evil.example`]) {
    const answer = await preflight(origin)
    t.equal(answer.headers.get('access-control-allow-origin'), null, origin)
    t.equal(answer.headers.get('access-control-allow-methods'), null, `P101 ${origin}`)
  }
  const answer = await preflight(listed)
  t.equal(answer.status, 204)
  t.equal(answer.headers.get('access-control-allow-origin'), listed)
  t.equal(answer.headers.get('access-control-allow-credentials'), null)
  t.equal(answer.headers.get('access-control-allow-methods'), 'GET, POST, HEAD, OPTIONS', 'P101 real methods')
  t.equal((await call(server, 'OPTIONS /nope')).status, 404)
})

test('a page may send the headers of MCP, those of tool arguments by their own names, and read its session', async t => {
  const origin = 'https://app.example.com'
  const server = await startTestServer(t, { pipeline: { corsOrigins: [origin] } })
  const asked = 'content-type, mcp-param-region, X-Forwarded-For, mcp-param-a b, cookie,mcp-param-Order'
  const { headers } = await call(server, 'OPTIONS /rpc', {
    headers: { origin, 'access-control-request-headers': asked },
  })
  const allowed = headers.get('access-control-allow-headers')!.toLowerCase().split(', ')
  const expected = ['mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'last-event-id']
  t.strictSame(
    expected.filter(name => !allowed.includes(name)),
    [],
  )
  t.strictSame(
    allowed.filter(name => name.startsWith('mcp-param')),
    ['mcp-param-region', 'mcp-param-order'],
  )
  t.notOk(allowed.some(name => name === 'cookie' || name.startsWith('x-f')))
  const answer = await call(server, 'GET /healthz', { headers: { origin } })
  t.match(answer.headers.get('access-control-expose-headers'), /Mcp-Session-Id/)
})

test('by default no origin is listed', async t => {
  const server = await startTestServer(t)
  const answer = await call(server, 'GET /healthz', { headers: { origin: 'https://app.example.com' } })
  t.equal(answer.headers.get('access-control-allow-origin'), null)
  const options = await call(server, 'OPTIONS /healthz')
  t.equal(options.headers.get('allow'), 'GET, HEAD, OPTIONS')
})

test('every answer is observed, with its route', async t => {
  const seen: string[] = []
  const observe = (found: { path: string } | null, status: number) =>
    void seen.push(`${found?.path ?? '-'} ${status}`)
  const server = await startTestServer(t, { pipeline: { observe } })
  await call(server, 'GET /api/v1/workflows/wf_1', { headers: key })
  await call(server, 'GET /api/v1/workflows/wf_1')
  await call(server, 'GET /nope')
  t.strictSame(seen, ['/api/v1/workflows/:id 200', '/api/v1/workflows/:id 401', '- 404'])
})
