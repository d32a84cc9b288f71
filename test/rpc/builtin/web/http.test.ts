import type { IncomingMessage } from 'node:http'
import { test } from 'tap'
import type { Json, JsonObject } from '../../../../domain/json.ts'
import type { ToolContext } from '../../../../rpc/builtin/tool.ts'
import { httpGet, httpRequest } from '../../../../rpc/builtin/web/http.ts'
import { createOutbound, type Outbound } from '../../../../rpc/outbound/outbound.ts'
import { serve, serveRaw } from '../../loopback.ts'

test('a JSON answer is parsed, a text is decoded, anything else is base64', async t => {
  const bodies: Record<string, [string, Buffer]> = {
    '/json': ['application/json; charset=utf-8', Buffer.from('{"a":[1]}')],
    '/long': ['application/json', Buffer.from('{"id":7615917337495251231,"n":1.5}')],
    '/problem': ['application/problem+json', Buffer.from('{"title":"x"}')],
    '/latin': ['text/plain; charset=iso-8859-1', Buffer.from('grün', 'latin1')],
    '/xml': ['application/atom+xml', Buffer.from('<a/>')],
    '/image': ['image/png', Buffer.from([137, 80])],
    '/strange': ['text/plain; charset=no-such', Buffer.from('grün')],
  }
  const { origin } = await serve(t, (request, response) => {
    const found = bodies[request.url!]
    if (found === undefined) response.writeHead(204).end()
    else response.writeHead(200, { 'content-type': found[0], 'set-cookie': 'sid=secret' }).end(found[1])
  })
  const get = async (path: string) => (await httpGet.run({ url: origin + path }, context(t))) as JsonObject
  t.match(await get('/json'), {
    status: 200,
    ok: true,
    body: { a: [1] },
    encoding: 'json',
    url: `${origin}/json`,
  })
  t.match(await get('/long'), { body: { id: '7615917337495251231', n: 1.5 } })
  t.match(await get('/problem'), { body: { title: 'x' }, encoding: 'json' })
  t.match(await get('/latin'), { body: 'grün', encoding: 'text' })
  t.match(await get('/xml'), { body: '<a/>', encoding: 'text' })
  t.match(await get('/image'), { body: 'iVA=', encoding: 'base64' })
  t.match(await get('/strange'), { body: 'grün', encoding: 'text' })
  t.match(await get('/nothing'), { status: 204, body: null, encoding: 'empty' })
  t.notMatch(JSON.stringify(await get('/json')), 'secret', 'cookies are not recorded')
})

test('a body that is text by its bytes is text, whatever the server calls it', async t => {
  const csv = 'id;name\r\n1;Räuber\r\n'
  const zip = Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1')
  const noise = Buffer.from([0x8b, 0x41, 0xc3, 0xf1, 0x99, 0x62, 0xe0, 0xab])
  const get = await answering(t, [
    ...[
      'application/octet-stream',
      'binary/octet-stream',
      'application/csv',
      'application/force-download',
    ].map(type => [type, csv, csv] as const),
    ['application/vnd.ms-excel', csv, csv],
    ['application/vnd.ms-excel', Buffer.from(csv, 'latin1'), csv],
    ['application/csv; charset=iso-8859-1', Buffer.from(csv, 'latin1'), csv],
    ['application/octet-stream', Buffer.from(`\ufeff${csv}`, 'utf16le'), csv],
    ['application/octet-stream', Buffer.from(csv, 'utf16le'), csv],
    ['text/plain', Buffer.from(csv, 'utf16le').swap16(), csv],
    ['application/csv; charset="windows-1252"', Buffer.from('äöü', 'latin1'), 'äöü'],
    ['application/octet-stream', '{"a":[1]}', { a: [1] }],
    ['application/x-download', '\ufeff[{"a":"ü"}]', [{ a: 'ü' }]],
    ['application/octet-stream', '{{greeting}} ', '{{greeting}} '],
    ['image/png', 'not found', 'not found'],
    ['image/svg+xml', '<svg/>', '<svg/>'],
    ['application/vnd.ms-excel', zip, zip.toString('base64')],
    ['text/csv', zip, zip.toString('base64')],
    ['text/plain; charset=utf-8', zip, zip.toString('base64')],
    [undefined, zip, zip.toString('base64')],
    ['application/octet-stream', noise, noise.toString('base64')],
    ['application/pdf', '%PDF-1.4\n1 0 obj', Buffer.from('%PDF-1.4\n1 0 obj').toString('base64')],
  ])
  for (const { type, body, expected } of get) t.strictSame(body, expected, type)
})

test('a text is in the encoding of its mark, of the header, of its own declaration, or the likeliest', async t => {
  const page = (head: string) => `<!doctype html><html><head>${head}</head><body>grün`
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const meta = page('<meta charset="iso-8859-1">')
  const older = page('<META content="text/html; charset=windows-1252" http-equiv="Content-Type">')
  const japanese = Buffer.from('3c6d65746120636861727365743d73686966745f6a69733e93fa967b', 'hex')
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>grün</a>'
  const commented = page('<!-- <meta charset="koi8-r"> --><meta charset="utf-8">')
  const get = await answering(t, [
    ['text/html', latin(meta), meta],
    ['text/html', latin(older), older],
    ['text/html', japanese, '<meta charset=shift_jis>日本'],
    ['text/html', commented, commented],
    ['text/html; charset=utf-8', meta, meta],
    ['text/html', `\ufeff${meta}`, meta],
    ['text/plain; charset=iso-8859-1', '\ufeffgrün', 'grün'],
    ['text/html', page('<meta charset="utf-16">'), page('<meta charset="utf-16">')],
    ['text/html', page('<meta charset="no-such">'), page('<meta charset="no-such">')],
    ['application/xml', latin(xml), xml],
    ['application/octet-stream', latin(xml), xml],
    ['text/plain', '<meta charset="koi8-r">grün', '<meta charset="koi8-r">grün'],
    ['text/csv', latin('größe;1'), 'größe;1'],
    ['text/plain', Buffer.from('größe grü').subarray(0, -1), 'größe gr\ufffd'],
  ])
  for (const { type, body, expected } of get) t.strictSame(body, expected, type)
})

test('http_get adds query values and headers, and no idempotency key', async t => {
  const { origin, seen } = await recording(t)
  const query = { q: 'a b&c', page: 2, tag: ['x', 'y'], none: null }
  await httpGet.run({ url: `${origin}/s?z=1#top`, query, headers: { 'X-Api-Key': 'k' } }, context(t))
  t.equal(seen[0]?.url, '/s?z=1&q=a+b%26c&page=2&tag=x&tag=y')
  t.equal(seen[0]?.headers['x-api-key'], 'k')
  t.equal(seen[0]?.headers['idempotency-key'], undefined)
})

test('http_request sends a value, a text or a form, with the idempotency key of its step', async t => {
  const { origin, seen } = await recording(t)
  const send = (args: JsonObject) => httpRequest.run({ url: origin, ...args }, context(t))
  await send({ body: { a: 'ü' } })
  await send({ text: 'plain', method: 'PUT' })
  await send({ form: { a: 'b c', d: 1 }, method: 'PATCH' })
  await send({ method: 'DELETE', headers: { 'idempotency-key': 'mine' } })
  await send({ text: '<a/>', headers: { 'Content-Type': 'application/xml' } })
  t.match(seen, [
    { method: 'POST', body: '{"a":"ü"}', headers: { 'content-type': 'application/json' } },
    { method: 'PUT', body: 'plain', headers: { 'content-type': 'text/plain; charset=utf-8' } },
    { method: 'PATCH', body: 'a=b+c&d=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { method: 'DELETE', body: '', headers: { 'idempotency-key': 'mine' } },
    { method: 'POST', body: '<a/>', headers: { 'content-type': 'application/xml' } },
  ])
  t.equal(seen[0]?.headers['idempotency-key'], 'exec_1/send')
  await t.rejects(send({ body: 1, text: 'x' }), { code: 'invalid-arguments' })
})

test('a status of 400 and more fails the call, and says whether it may pass', async t => {
  const { origin } = await serve(t, (request, response) => {
    response.writeHead(Number(request.url!.slice(1, 4))).end('no such\norder')
  })
  const get = (status: number, args: JsonObject = {}) =>
    httpGet.run({ url: `${origin}/${status}?token=secret`, ...args }, context(t))
  for (const status of [400, 401, 404, 409, 501]) {
    const error = await get(status).catch(failure => failure)
    t.equal(error.code, 'http-status')
    t.equal(error.retryable, status === 501, String(status))
    t.match(error.message, `answered ${status} to GET /${status}: no such order`)
    t.notMatch(error.message, 'secret')
    t.strictSame(error.answer, { status, content: 'no such\norder' }, 'also as data')
  }
  for (const status of [408, 429, 500, 503])
    await t.rejects(get(status), { code: 'http-status', retryable: true })
  t.match(await get(404, { allowErrorStatus: true }), { status: 404, ok: false, body: 'no such\norder' })
})

test('what is called JSON and is none, or is nested without measure, is an error', async t => {
  const { origin } = await serve(t, (request, response) => {
    const bodies: Record<string, string> = {
      '/half': '{"a":',
      '/deep': '['.repeat(50_000) + ']'.repeat(50_000),
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(bodies[request.url!])
  })
  const bad = { code: 'bad-answer', retryable: false, message: /JSON that does not parse/ }
  await t.rejects(httpGet.run({ url: `${origin}/half` }, context(t)), bad)
  await t.rejects(httpGet.run({ url: `${origin}/deep` }, context(t)), { code: 'too-large' })
})

test('a page redirects inside its site, and nowhere else', async t => {
  const { origin } = await serve(t, (request, response) => {
    const location = request.url === '/old' ? '/new' : 'http://169.254.169.254/latest/meta-data/'
    if (request.url === '/new') response.end('here')
    else response.writeHead(302, { location }).end()
  })
  t.match(await httpGet.run({ url: `${origin}/old` }, context(t)), { body: 'here', url: `${origin}/new` })
  await t.rejects(httpGet.run({ url: `${origin}/away` }, context(t)), { code: 'redirect', retryable: false })
  await t.rejects(httpRequest.run({ url: `${origin}/old`, body: 1 }, context(t)), { code: 'redirect' })
})

test('a slow, broken, oversized or forbidden server fails the call with its reason', async t => {
  const slow = await serveRaw(t, () => {})
  const broken = await serveRaw(t, socket => socket.on('data', () => socket.resetAndDestroy()))
  const large = await serve(t, (_, response) => response.end(Buffer.alloc(1024 * 1024 + 1)))
  const get = (url: string, changes: Partial<ToolContext> = {}) => httpGet.run({ url }, context(t, changes))
  await t.rejects(get(slow.origin, { timeoutMs: 60 }), {
    name: 'ToolFailure',
    code: 'timeout',
    retryable: true,
  })
  await t.rejects(get(broken.origin), { name: 'ToolFailure', code: 'reset', retryable: true })
  await t.rejects(get(large.origin), { name: 'ToolFailure', code: 'too-large', retryable: false })
  const outbound = client(t, 'public')
  await t.rejects(get(slow.origin, { outbound }), { name: 'ToolFailure', code: 'refused-address' })
  await t.rejects(get('file:///etc/passwd'), { name: 'ToolFailure', code: 'bad-url' })
})

test('a cancelled step ends its request', async t => {
  const abort = new AbortController()
  const { origin } = await serve(t, () => abort.abort())
  await t.rejects(httpGet.run({ url: origin }, context(t, { signal: abort.signal })), { code: 'aborted' })
})

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that answers "ok" and remembers what it was sent. */
async function recording(t: Teardown): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const { origin } = await serve(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.end('"ok"' satisfies Json)
  })
  return { origin, seen }
}

type Answered = readonly [type: string | undefined, body: string | Buffer, expected: Json]

/** What http_get makes of each body. */
async function answering(t: Teardown, answers: readonly Answered[]) {
  const { origin } = await serve(t, (request, response) => {
    const [type, body] = answers[Number(request.url!.slice(1))]!
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body)
  })
  const read = answers.map(async ([type, , expected], index) => {
    const answer = (await httpGet.run({ url: `${origin}/${index}` }, context(t))) as JsonObject
    return { type: `${index}: ${type}`, body: answer['body'], expected }
  })
  return Promise.all(read)
}

function context(t: Teardown, changes: Partial<ToolContext> = {}): ToolContext {
  return {
    outbound: changes.outbound ?? client(t, 'open'),
    signal: new AbortController().signal,
    idempotencyKey: 'exec_1/send',
    timeoutMs: 5_000,
    ...changes,
  }
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}

function client(t: Teardown, policy: 'public' | 'open'): Outbound {
  const outbound = createOutbound({ policy })
  t.teardown(() => outbound.close())
  return outbound
}
