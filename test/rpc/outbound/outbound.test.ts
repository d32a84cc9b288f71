import type { LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from 'tap'
import type { Dispatcher } from 'undici'
import type { RawAnswer } from '../../../rpc/outbound/answer.ts'
import { AnswerBudget } from '../../../rpc/outbound/budget.ts'
import { OutboundCall } from '../../../rpc/outbound/call.ts'
import { Deadlines } from '../../../rpc/outbound/deadlines.ts'
import { createOutbound, type Outbound, type OutboundOptions } from '../../../rpc/outbound/outbound.ts'
import { probes } from '../../support/probes.ts'
import { serve, serveRaw } from '../loopback.ts'
import { keptBy, ownBuffer } from './kept-bytes.ts'

test('a request arrives as it was asked for, and its answer comes back whole', async t => {
  const { origin } = await serve(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method, url, headers } = request
    response.setHeader('X-List', ['a', 'b'])
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ method, url, body, type: headers['content-type'], agent: headers['user-agent'] }),
    )
  })
  const answer = await client(t).request({
    method: 'POST',
    url: `${origin}/a b?c=ü#fragment`,
    headers: { 'Content-Type': 'text/plain' },
    body: 'grüße',
  })
  t.equal(answer.status, 404, 'a status is an answer')
  t.equal(answer.headers['x-list'], 'a, b')
  t.same(JSON.parse(answer.body.toString()), {
    method: 'POST',
    url: '/a%20b?c=%C3%BC',
    body: 'grüße',
    type: 'text/plain',
    agent: 'Troupe',
  })
})

test('connections are kept alive, and bounded for each origin', async t => {
  const server = await serve(t, (_, response) => response.end('ok'))
  const outbound = client(t, { connectionsPerOrigin: 2 })
  const get = () => outbound.request({ method: 'GET', url: server.origin })
  const answers = await Promise.all(Array.from({ length: 20 }, get))
  t.ok(answers.every(answer => answer.body.toString() === 'ok'))
  await get()
  t.equal(server.connections(), 2)
})

test('under the public policy nothing reaches loopback, by address or by name', async t => {
  const server = await serve(t, (_, response) => response.end())
  const port = new URL(server.origin).port
  const outbound = client(t, { policy: 'public', lookup: resolvesTo('127.0.0.1') })
  const refused = { code: 'refused-address', retryable: false }
  await t.rejects(outbound.request({ method: 'GET', url: server.origin }), refused)
  await t.rejects(outbound.request({ method: 'GET', url: `http://rebind.example:${port}/` }), refused)
  t.equal(server.connections(), 0)
})

test('under the open policy a name that resolves to loopback is called', async t => {
  const server = await serve(t, (request, response) => response.end(request.headers.host))
  const port = new URL(server.origin).port
  const outbound = client(t, { lookup: resolvesTo('127.0.0.1') })
  const answer = await outbound.request({ method: 'GET', url: `http://inside.example:${port}/` })
  t.equal(answer.body.toString(), `inside.example:${port}`)
})

test('a redirect is not followed to another origin, nor at all unless asked for', async t => {
  const other = await serve(t, (_, response) => response.end('stolen'))
  const server = await serve(t, (request, response) => {
    const target = request.url === '/away' ? other.origin : '/here'
    response
      .writeHead(302, { location: request.url === '/metadata' ? 'http://169.254.169.254/' : target })
      .end()
  })
  const outbound = client(t)
  for (const path of ['/away', '/metadata', '/near']) {
    const request = {
      method: 'GET',
      url: server.origin + path,
      maxRedirects: path === '/near' ? 0 : 5,
    } as const
    await t.rejects(outbound.request(request), { code: 'redirect', retryable: false }, path)
  }
  t.equal(other.connections(), 0)
})

test('a GET follows redirects inside its origin as often as it may, a POST never', async t => {
  const { origin } = await serve(t, (request, response) => {
    const hops = Number(request.url!.slice(1))
    if (hops === 0) response.end('arrived')
    else response.writeHead(307, { location: `/${hops - 1}` }).end()
  })
  const outbound = client(t)
  const answer = await outbound.request({ method: 'GET', url: `${origin}/3`, maxRedirects: 3 })
  t.equal(answer.body.toString(), 'arrived')
  t.equal(answer.url, `${origin}/0`)
  await t.rejects(outbound.request({ method: 'GET', url: `${origin}/4`, maxRedirects: 3 }), {
    code: 'redirect',
  })
  await t.rejects(outbound.request({ method: 'POST', url: `${origin}/1`, maxRedirects: 3 }), {
    code: 'redirect',
  })
})

test('an answer may have as many bytes as allowed and not one more, whether announced, chunked or compressed', async t => {
  const { origin } = await serve(t, (request, response) => {
    const [, way, size] = request.url!.split('/')
    const body = Buffer.alloc(Number(size), 'x')
    if (way === 'announced') response.setHeader('content-length', body.length).end(body)
    else if (way === 'chunked') response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(body)
    else response.setHeader('content-encoding', 'gzip').end(gzipSync(body))
  })
  const outbound = client(t)
  for (const way of ['announced', 'chunked', 'gzip']) {
    const get = (size: number) =>
      outbound.request({ method: 'GET', url: `${origin}/${way}/${size}`, maxBytes: 100_000 })
    t.equal((await get(99_999)).body.length, 99_999, way)
    t.equal((await get(100_000)).body.length, 100_000, way)
    await t.rejects(get(100_001), { code: 'too-large', retryable: false }, way)
  }
})

test('the length that HEAD is told counts as nothing', async t => {
  const { origin } = await serve(t, (_, response) => response.setHeader('content-length', 100_001).end())
  const answer = await client(t).request({ method: 'HEAD', url: origin, maxBytes: 100_000 })
  t.match(answer, { status: 200, headers: { 'content-length': '100001' } })
})

test('an answer under way keeps no more of what is read than it has', t => {
  const limits = { connectMs: 1, firstByteMs: 1, endsAt: 1, maxBytes: 1_000_000, largeBytes: 1_000_000 }
  const parts = { method: 'GET', host: '', limits, signal: undefined, openBody: undefined }
  const shared = { deadlines: new Deadlines(), budget: new AnswerBudget() }
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const call = new OutboundCall({ ...parts, ...shared }, resolve, reject)
  const controller = { resume() {}, abort() {} } as unknown as Dispatcher.DispatchController
  call.onRequestStart(controller)
  call.onResponseStart(controller, 200, {})
  const keptBytes = keptBy(() => {
    for (let n = 0; n < 500; n++)
      call.onResponseData(controller, ownBuffer('x'.repeat(65_536)).subarray(0, 1_500))
  })
  t.ok(keptBytes < 4 * 1024 * 1024, `${keptBytes} bytes for 750000`)
  call.onResponseEnd()
  return promise.then(({ body }) => t.equal(body.toString(), 'x'.repeat(750_000)))
})

test('large answers are taken a few at a time, and all arrive', async t => {
  const { origin } = await serve(t, (request, response) => {
    response.end(Buffer.alloc(Number(request.url!.slice(1)), 'x'))
  })
  const outbound = client(t)
  const get = (size: number) =>
    outbound.request({ method: 'GET', url: `${origin}/${size}`, maxBytes: 50_000, largeBytes: 500_000 })
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(500_000)))
  t.ok(answers.every(({ body }) => body.length === 500_000))
  const tooLarge = await Promise.all(
    Array.from({ length: 40 }, () => get(500_001).catch(error => error.code)),
  )
  t.strictSame(new Set(tooLarge), new Set(['too-large']))
  t.equal((await get(500_000)).body.length, 500_000, 'no place is lost')
})

test('a large answer that drips keeps others of its host waiting no longer than they may take', async t => {
  const { origin } = await serve(t, (request, response) => {
    response.write(Buffer.alloc(100_000, 'x'))
    if (request.url === '/fast') response.end()
  })
  const outbound = client(t)
  const get = (path: string, totalMs: number) => {
    const limits = { maxBytes: 50_000, largeBytes: 500_000, timeouts: { totalMs } }
    return outbound.request({ method: 'GET', url: origin + path, ...limits }).catch(error => error.code)
  }
  const slow = get('/slow', 400)
  const waiting = get('/fast', 20_000)
  t.equal(await slow, 'timeout')
  t.match(await waiting, { status: 200 })
})

test('a body that is taken as it comes ends the call when its reader has enough', async t => {
  const { origin } = await serve(t, (_, response) => void response.write('enough'))
  const taken: string[] = []
  const answer = await client(t).request({
    method: 'GET',
    url: origin,
    openBody: ({ status }) => {
      t.equal(status, 200)
      return { heldBytes: 0, read: chunk => taken.push(chunk.toString()) === 1 }
    },
  })
  t.strictSame([taken, answer.body.length], [['enough'], 0])
})

test('an answer in an encoding that does not decode is a bad answer', async t => {
  const { origin } = await serve(t, (request, response) => {
    response.setHeader('content-encoding', request.url!.slice(1)).end('not compressed')
  })
  const outbound = client(t)
  for (const encoding of ['gzip', 'br', 'constructor']) {
    await t.rejects(outbound.request({ method: 'GET', url: `${origin}/${encoding}` }), { code: 'bad-answer' })
  }
})

test('a server that accepts and says nothing is given up at the first-byte deadline', async t => {
  const { origin } = await serveRaw(t, () => {})
  const request = client(t).request({ method: 'GET', url: origin, timeouts: { firstByteMs: 60 } })
  await t.rejects(request, {
    code: 'timeout',
    retryable: true,
    message: /did not begin to answer within 60 ms/,
  })
})

test('a server that dribbles is given up at the deadline of the call', async t => {
  probes(t, 92)
  const { origin } = await serve(t, (_, response) => {
    response.write('a')
    const dribble = setInterval(() => response.write('a'), 10)
    response.on('close', () => clearInterval(dribble))
  })
  const request = client(t).request({ method: 'GET', url: origin, timeouts: { totalMs: 120 } })
  await t.rejects(request, { code: 'timeout', retryable: true, message: /deadline of the call/ }, 'P92')
})

test('a call that waited in vain for a free connection is never sent', async t => {
  const seen: string[] = []
  let release = () => {}
  const { origin } = await serve(t, (request, response) => {
    seen.push(request.url!)
    if (request.url === '/slow') release = () => response.end()
    else response.end()
  })
  const outbound = client(t, { connectionsPerOrigin: 1 })
  const slow = outbound.request({ method: 'GET', url: `${origin}/slow` })
  const waiting = outbound.request({ method: 'POST', url: `${origin}/never`, timeouts: { connectMs: 60 } })
  await t.rejects(waiting, { code: 'timeout', message: /no free connection within 60 ms/ })
  release()
  await slow
  await outbound.request({ method: 'GET', url: `${origin}/after` })
  t.same(seen, ['/slow', '/after'])
})

test('a broken connection, a port where nobody listens, an unknown name and nonsense are told apart', async t => {
  const silent = await serveRaw(t, socket => socket.on('data', () => socket.resetAndDestroy()))
  const half = await serveRaw(t, socket => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'))
  })
  const nonsense = await serveRaw(t, socket => socket.end('220 mail.example ESMTP\r\n'))
  const plain = await serve(t, () => {})
  const outbound = client(t, { lookup: fails('ENOTFOUND') })
  const codeOf = (url: string) => outbound.request({ method: 'GET', url }).catch(error => error.code)
  t.equal(await codeOf(silent.origin), 'reset')
  t.equal(await codeOf(half.origin), 'reset')
  t.equal(await codeOf(nonsense.origin), 'bad-answer')
  t.equal(await codeOf('http://127.0.0.1:9999/'), 'unreachable')
  t.equal(await codeOf('http://nowhere.example/'), 'unreachable')
  t.equal(await codeOf(plain.origin.replace('http', 'https')), 'bad-tls')
})

test('an abort ends a call at any stage, also before it began', async t => {
  const { origin } = await serve(t, (request, response) => {
    if (request.url === '/headers') response.write('a')
    abort.abort()
  })
  const outbound = client(t)
  let abort = new AbortController()
  for (const path of ['/nothing', '/headers']) {
    abort = new AbortController()
    const request = outbound.request({ method: 'GET', url: origin + path, signal: abort.signal })
    await t.rejects(request, { code: 'aborted', retryable: false }, path)
  }
  await t.rejects(outbound.request({ method: 'GET', url: origin, signal: abort.signal }), { code: 'aborted' })
})

test('headers can not be split, nor those of the connection be set, and values stay out of the message', async t => {
  const server = await serve(t, (_, response) => response.end())
  const outbound = client(t)
  const headers = [
    { 'x-a': 'secret\r\nX: 1' },
    { 'x-a': 'secret\n' },
    { 'x-a': 'secret\u0000' },
    { 'x-a': 'secret\u0100' },
    { 'x a': 'secret' },
    { '': 'secret' },
    { Host: 'secret.example' },
    { 'Transfer-Encoding': 'chunked' },
    { 'content-length': '1' },
  ]
  for (const bad of headers) {
    const error = await outbound.request({ method: 'GET', url: server.origin, headers: bad }).catch(e => e)
    t.equal(error.code, 'bad-header', JSON.stringify(bad))
    t.notMatch(error.message, 'secret')
  }
  t.equal(server.connections(), 0)
})

test('closing the client ends the calls under way', async t => {
  const outbound = createOutbound({ policy: 'open' })
  let arrived = () => {}
  const arrival = new Promise<void>(resolve => (arrived = resolve))
  const { origin } = await serve(t, () => arrived())
  const request = outbound.request({ method: 'GET', url: origin }).catch(error => error.code)
  await arrival
  await outbound.close()
  t.equal(await request, 'closed')
  await t.rejects(outbound.request({ method: 'GET', url: origin }), { code: 'closed' })
})

function client(
  t: { teardown(end: () => Promise<void>): unknown },
  options: Partial<OutboundOptions> = {},
): Outbound {
  const outbound = createOutbound({ policy: 'open', ...options })
  t.teardown(() => outbound.close())
  return outbound
}

function resolvesTo(address: string): LookupFunction {
  return (_, __, callback) => callback(null, [{ address, family: 4 }])
}

function fails(code: string): LookupFunction {
  return (_, __, callback) => callback(Object.assign(new Error(code), { code }), [])
}

test('what a refused call says names the host that was asked for, and no address', async t => {
  for (const address of ['10.1.2.3', '169.254.169.254', 'fd00::17']) {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }] as never)
    const outbound = createOutbound({ policy: 'public', lookup })
    t.teardown(() => outbound.close())
    const refusal = await outbound.request({ method: 'GET', url: 'http://inner.example/' }).then(
      () => null,
      (error: Error) => error,
    )
    t.match(refusal, { code: 'refused-address', message: /^inner\.example has an address/ })
    t.notOk(refusal!.message.includes(address), address)
    t.notOk(JSON.stringify(refusal).includes(address), 'nor does it as JSON')
  }
})
