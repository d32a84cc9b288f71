// deploy/haproxy.cfg, as docs/operate/haproxy.md has it: Debian's haproxy in front of a product on
// uWebSockets.js. What the build of uws cannot meet alone (P5, P6, P10, P11) holds behind it. Where haproxy
// is not installed, this is left out and said.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import tap, { test } from 'tap'
import { Client } from '../support/people/client.ts'
import { probes } from '../support/probes.ts'
import { Product } from '../support/product.ts'
import { freePort } from '../support/servers/free-port.ts'
import { openRaw, rawRequest } from '../support/servers/raw-http.ts'
import { createWorkflow, execute, returning } from '../support/workflows.ts'

const config = join(import.meta.dirname, '../../deploy/haproxy.cfg')
const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'].find(existsSync) ?? null
const skip = haproxy === null && 'haproxy is not installed: what holds behind the edge was left out'

const port = await freePort()
const product = skip ? null : await startBehindEdge()
const smuggled = 'GET /smug HTTP/1.1\r\nHost: x\r\n\r\n'
const json = 'Content-Type: application/json\r\n'
/** Refused for want of a credential, when it is understood. */
const post = (headers: string, body: string) =>
  `POST /api/v1/workflows HTTP/1.1\r\nHost: x\r\n${json}${headers}\r\n${body}`
const body = '{"name":"Report","prompt":"1. Return 1"}'

test('edge: ambiguous framing is answered at most once, and never reaches a route (P1-P9)', {
  skip,
}, async t => {
  probes(t, 1, 2, 3, 4, 5, 6, 7, 8, 9)
  const requests = {
    'P1 two lengths': post('Content-Length: 5\r\nContent-Length: 10\r\n', 'helloworld'),
    'P2 length 0, then 31': post('Content-Length: 0\r\nContent-Length: 31\r\n', smuggled),
    'P3 empty length': post('Content-Length: \r\n', smuggled),
    'P3 empty length, then 31': post('Content-Length: \r\nContent-Length: 31\r\n', smuggled),
    'P4 xchunked': post('Transfer-Encoding: xchunked\r\n', smuggled),
    'P4 identity': post('Transfer-Encoding: identity\r\n', smuggled),
    'P4 gzip, chunked': post('Transfer-Encoding: gzip, chunked\r\n', smuggled),
    'P4 two encodings': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', smuggled),
    'P5 a header without a name': post(': x\r\nContent-Length: 31\r\n', smuggled),
    'P6 a false end of chunks': post('Transfer-Encoding: chunked\r\n', `0\r\nX:${smuggled}`),
    'P7 no size of a chunk': post('Transfer-Encoding: chunked\r\n', 'g\r\n'),
    'P8 length and encoding': post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    'P9 no Host': 'GET /healthz HTTP/1.1\r\nAccept: */*\r\n\r\n',
    'P9 two Hosts': 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'two credentials':
      'GET /api/v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n',
  }
  for (const [label, request] of Object.entries(requests)) {
    const connection = await openRaw(port)
    await connection.send(request)
    connection.socket.end()
    const answers = await connection.untilClosed()
    t.ok(answers.length <= 1, `${label}: ${answers.length} answers`)
    for (const { status } of answers) t.ok([400, 411, 422].includes(status), `${label}: ${status}`)
  }
})

test('edge: a request is the same, however it is cut into packets (P10, P11)', { skip }, async t => {
  probes(t, 10, 11)
  const request = post(`Content-Length: ${body.length}\r\n`, body)
  const whole = (await rawRequest(port, request))!
  t.equal(whole.status, 401)
  for (let offset = 1; offset < request.length; offset++) {
    const connection = await openRaw(port)
    await connection.send(request.slice(0, offset))
    await connection.send(request.slice(offset))
    const answer = await connection.answer()
    t.equal(answer?.status, 401, `P10 cut at ${offset}`)
    connection.close()
  }
  const connection = await openRaw(port)
  for (const byte of request) await connection.send(byte)
  t.equal((await connection.answer())?.body, whole.body, 'P11 byte by byte')
  connection.close()
})

test('edge: refusals are JSON like those of the service', { skip }, async t => {
  const edge = new Client(`http://127.0.0.1:${port}`, null)
  t.match(await edge.get('/metrics'), { status: 404, body: { error: String } }, 'for the machine only')
  t.match(await edge.get('/api/v1/dev/outbox'), { status: 404, body: { error: String } })
  const large = await rawRequest(port, post('Content-Length: 1048577\r\n', ''))
  t.equal(large?.status, 413)
  t.strictSame(Object.keys(JSON.parse(large!.body)), ['error'])
  t.equal((await edge.get('/healthz')).status, 200)
  t.match((await edge.get('/nowhere')).headers.get('x-error-code'), 'not-found')
})

test('edge: a body of 1 MiB passes, and a log streams while it is written', { skip }, async t => {
  const account = await product!.signUp()
  const { body: made } = await account.client.post('/api/v1/apikeys', { name: 'Edge' })
  const edge = new Client(`http://127.0.0.1:${port}`, made.key)
  const workflow = await createWorkflow(edge, returning(1))
  const text = JSON.stringify({ inputs: { text: '' } })
  const full = text.replace('""', `"${'a'.repeat(1_048_576 - text.length)}"`)
  t.equal((await edge.post(`/api/v1/workflows/${workflow}/execute`, full)).status, 201)

  const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }
  const id = (await execute(edge, await createWorkflow(edge, asking))).body.id
  const log = edge.stream(`/api/v1/executions/${id}/logs`)
  t.equal((await log.next()).value?.id, 1, 'before its end')
  t.equal((await edge.post(`/api/v1/executions/${id}/cancel`)).status, 200)
  const rest = await Array.fromAsync(log)
  t.equal(rest.at(-1)?.event, 'end')
})

test('edge: the address that counts is the one that connected, whatever a client claims', {
  skip,
}, async t => {
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) {
    const claimed = { 'x-forwarded-for': `203.0.113.${n}`, authorization: 'Bearer wrong' }
    const { status } = await new Client(`http://127.0.0.1:${port}`, null).get('/api/v1/tools', claimed)
    statuses.push(status)
  }
  t.strictSame(statuses, [401, 401, 401, 429])
})

test('edge: while the service is away the edge says so', { skip }, async t => {
  await product!.stop()
  const edge = new Client(`http://127.0.0.1:${port}`, null)
  const { status, body, headers } = await edge.get('/healthz')
  t.equal(status, 503)
  t.strictSame(Object.keys(body), ['error'])
  t.equal(headers.get('retry-after'), '5')
})

async function startBehindEdge(): Promise<Product> {
  execFileSync(haproxy!, ['-c', '-f', config], { stdio: 'pipe' })
  const started = await Product.start({
    // Reads without a credential: so many, then 429.
    environment: { HTTP_ENGINE: 'uws', TRUST_PROXY: '1', RATE_LIMIT_READ: '3' },
  })
  const edge = spawn(haproxy!, ['-f', config], {
    env: { EDGE_BIND: `127.0.0.1:${port}`, TROUPE_ADDRESS: `127.0.0.1:${started.port}` },
    stdio: 'ignore',
  })
  process.once('exit', () => edge.kill('SIGKILL'))
  tap.teardown(() => end(edge))
  // Until haproxy listens and has seen that the product is ready.
  const healthz = () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
  while ((await healthz())?.status !== 200) if (edge.exitCode !== null) throw new Error('haproxy has ended')
  return started
}

async function end(edge: ChildProcess): Promise<void> {
  if (edge.exitCode !== null || edge.signalCode !== null) return
  edge.kill('SIGKILL')
  await once(edge, 'exit')
}
