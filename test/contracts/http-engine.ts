// What every HTTP engine must do, over real sockets: framing, limits, bodies, methods, and that nothing is
// ever answered twice. Numbers in brackets: docs/internals/probes.md. Streams have a suite of their own,
// http-streams.ts.
import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Test, test } from 'tap'
import { headerCountLimit, headLimitBytes } from '../../http/pipeline/guard.ts'
import type { PipelineOptions } from '../../http/pipeline/pipeline.ts'
import { startServer } from '../../http/server.ts'
import { probes } from '../support/probes.ts'
import { freePort } from '../support/servers/free-port.ts'
import { startTestServer } from '../support/servers/http-server.ts'
import { openRaw, type RawAnswer, rawRequest } from '../support/servers/raw-http.ts'

export type EngineName = 'uws' | 'node'

const smuggled = 'GET /smug HTTP/1.1\r\nHost: x\r\n\r\n'
const key = 'Authorization: Bearer sk_one\r\n'
const json = 'Content-Type: application/json\r\n'

function get(path: string, headers = key): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
}

function post(headers: string, body: string, path = '/api/v1/workflows'): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${key}${headers}\r\n${body}`
}

function create(body: string): string {
  return post(`${json}Content-Length: ${Buffer.byteLength(body)}\r\n`, body)
}

/** An error answer has exactly one field, and a word that says what it is. */
function isError(t: Test, answer: RawAnswer | null, status: number, label: string): void {
  t.equal(answer?.status, status, label)
  t.match(answer?.headers['x-error-code'], /^[a-z-]+$/, `${label}: has a code`)
  t.match(answer?.headers['x-request-id'], /^[\w-]+$/, `${label}: has an id`)
  t.strictSame(Object.keys(JSON.parse(answer?.body ?? '{}')), ['error'], `${label}: is exactly {error}`)
}

export function httpEngineContract(engine: EngineName): void {
  test(`${engine}: ambiguous framing is answered at most once and the connection closed (P1-P4, P8)`, async t => {
    probes(t, 1, 2, 3, 4, 8)
    const { port, created } = await startTestServer(t, { engine })
    const requests = {
      'P1 two lengths': post(`${json}Content-Length: 5\r\nContent-Length: 10\r\n`, 'helloworld'),
      'P2 length 0, then 31': post(`${json}Content-Length: 0\r\nContent-Length: 31\r\n`, smuggled),
      'P2 length 31, then 0': post(`${json}Content-Length: 31\r\nContent-Length: 0\r\n`, smuggled),
      'P3 empty length': post(`${json}Content-Length: \r\n`, smuggled),
      'P3 empty length, then 31': post(`${json}Content-Length: \r\nContent-Length: 31\r\n`, smuggled),
      'P4 xchunked': post(`${json}Transfer-Encoding: xchunked\r\n`, smuggled),
      'P4 identity': post(`${json}Transfer-Encoding: identity\r\n`, smuggled),
      'P4 gzip, chunked': post(`${json}Transfer-Encoding: gzip, chunked\r\n`, smuggled),
      'P4 two encodings': post(
        `${json}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n`,
        smuggled,
      ),
      'P8 length and encoding': post(
        `${json}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n`,
        '0\r\n\r\n',
      ),
      'signed length': post(`${json}Content-Length: +12\r\n`, '{"name":"x"}'),
      'hexadecimal length': post(`${json}Content-Length: 0xc\r\n`, '{"name":"x"}'),
      'list of lengths': post(`${json}Content-Length: 12, 12\r\n`, '{"name":"x"}'),
    }
    for (const [label, request] of Object.entries(requests)) {
      const connection = await openRaw(port)
      await connection.send(request)
      const answers = await connection.untilClosed()
      t.ok(answers.length <= 1, `${label}: ${answers.length} answers`)
      for (const answer of answers) {
        // A page of the library, see http-heads.ts: it reads on before our answer goes out.
        if (engine === 'uws' && answer.body === '') t.equal(answer.status, 400, label)
        else isError(t, answer, answer.status === 411 ? 411 : 400, label)
      }
    }
    t.strictSame(created, [], 'nothing reached the handler')
  })

  test(`${engine}: a body may come in chunks, of any sizes, and is the last of its connection`, async t => {
    const { port, created } = await startTestServer(t, { engine })
    const chunked = (chunks: string, type = json) => post(`${type}Transfer-Encoding: chunked\r\n`, chunks)
    const letters = [...'{"name":"x"}'].map(letter => `1\r\n${letter}\r\n`).join('')
    for (const chunks of ['c\r\n{"name":"x"}\r\n', '8\r\n{"name":\r\n4\r\n"x"}\r\n', letters]) {
      const connection = await openRaw(port)
      await connection.send(`${chunked(`${chunks}0\r\n\r\n`)}${create('{"name":"next"}')}`)
      const answers = await connection.untilClosed()
      t.ok(answers.length <= 1, 'what follows is no request')
      const alone = await openRaw(port)
      await alone.send(chunked(chunks))
      await alone.send('0\r\n\r\n')
      t.strictSame(
        (await alone.untilClosed()).map(({ status, headers }) => [status, headers['connection']]),
        [[201, 'close']],
        JSON.stringify(chunks.slice(0, 40)),
      )
    }
    t.notOk(JSON.stringify(created).includes('next'))
    isError(t, await rawRequest(port, chunked('c\r\n{"name":"x"}\r\n0\r\n\r\n', '')), 415, 'no type')
    isError(t, await rawRequest(port, chunked('1\r\n{\r\n0\r\n\r\n')), 400, 'no JSON')
    const cancel = post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n', '/api/v1/executions/exec_1/cancel')
    t.equal((await rawRequest(port, cancel))?.status, 200, 'an empty one is none')
  })

  test(`${engine}: chunks may be 1 MiB in all and not a byte more`, async t => {
    const { port, created } = await startTestServer(t, { engine })
    const inChunks = (sizeBytes: number) => {
      const body = `{"name":"${'a'.repeat(sizeBytes - 11)}"}`
      const pieces = body.match(/.{1,65536}/g)!.map(each => `${each.length.toString(16)}\r\n${each}\r\n`)
      return post(`${json}Transfer-Encoding: chunked\r\n`, `${pieces.join('')}0\r\n\r\n`)
    }
    t.equal((await rawRequest(port, inChunks(1_048_576)))?.status, 201)
    const answer = await rawRequest(port, inChunks(1_048_577))
    if (answer !== null) isError(t, answer, 413, 'a byte more')
    t.equal(created.length, 1)
  })

  test(`${engine}: chunks that cannot be read reach no handler, and nothing follows them (P6, P7)`, async t => {
    probes(t, 6, 7)
    const paths: string[] = []
    const observe: PipelineOptions['observe'] = (_route, _status, { path }) => void paths.push(path)
    const { port, created } = await startTestServer(t, { engine, bodyTimeoutMs: 500, pipeline: { observe } })
    for (const chunks of [
      ...['g\r\n', ':\r\n', '\r\n', '5\n', '5\r\nhelloXX0', '-5\r\nhello\r\n', '0x5\r\nhello\r\n'],
      ...['ffffffffffffffff5\r\nhello\r\n', `0\r\nX:${smuggled}`],
      // uWebSockets.js takes any two bytes for the end of a chunk (docs/internals/http.md).
      ...(engine === 'node' ? ['c\r\n{"name":"x"}XX0\r\n\r\n'] : []),
    ]) {
      const connection = await openRaw(port)
      await connection.send(`${post(`${json}Transfer-Encoding: chunked\r\n`, chunks)}`)
      const answers = await connection.untilClosed()
      t.ok(answers.length <= 1, `P6 P7 ${JSON.stringify(chunks)}: ${answers.length} answers`)
      for (const { status } of answers)
        t.ok([400, 408].includes(status), `${JSON.stringify(chunks)}: ${status}`)
    }
    t.strictSame(created, [])
    t.notOk(paths.includes('/smug'), 'P6')
  })

  test(`${engine}: a request has exactly one Host and at most one credential (P9, P41)`, async t => {
    probes(t, 9, 41)
    const { port } = await startTestServer(t, { engine })
    const requests = {
      'P9 empty Host': 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n',
      'P9 two Hosts': 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
      'P41 two credentials': get('/api/v1/workflows', key + key),
      'two content types': post(`${json}${json}Content-Length: 12\r\n`, '{"name":"x"}'),
    }
    for (const [label, request] of Object.entries(requests)) {
      const connection = await openRaw(port)
      await connection.send(request)
      const answers = await connection.untilClosed()
      t.equal(answers.length, 1, label)
      isError(t, answers[0]!, 400, label)
    }
  })

  test(`${engine}: a body that drips is cut off and reaches no handler (P13)`, async t => {
    probes(t, 13)
    const { port, created } = await startTestServer(t, { engine, bodyTimeoutMs: 300 })
    const connection = await openRaw(port)
    await connection.send(post(`${json}Content-Length: 100000\r\n`, '{'))
    let sent = 0
    for (; sent < 100 && connection.socket.readyState === 'open'; sent++) {
      await connection.send(' ')
      await delay(20)
    }
    t.ok(sent < 100, `closed after ${sent} bytes`)
    for (const { status } of await connection.untilClosed()) t.equal(status, 408)
    t.strictSame(created, [], 'P13 nothing reached the handler')
  })

  test(`${engine}: pipelined requests are answered in order, each to its own caller (P15)`, async t => {
    probes(t, 15)
    const { port } = await startTestServer(t, { engine })
    const connection = await openRaw(port)
    const other = key.replace('one', 'two')
    await connection.send(get('/api/v1/workflows/wf_1') + get('/api/v1/workflows/wf_2', other))
    t.strictSame(JSON.parse((await connection.answer())!.body), { id: 'wf_1', by: 'key_one' })
    t.strictSame(JSON.parse((await connection.answer())!.body), { id: 'wf_2', by: 'key_two' }, 'P15')
    connection.close()
  })

  test(`${engine}: HEAD is answered like GET, without the body (P16)`, async t => {
    probes(t, 16)
    const { port } = await startTestServer(t, { engine })
    const connection = await openRaw(port, 'HEAD')
    const request = get('/api/v1/workflows/wf_1').replace('GET', 'HEAD')
    await connection.send(request)
    const head = (await connection.answer())!
    t.equal(head.status, 200)
    const full = (await rawRequest(port, get('/api/v1/workflows/wf_1')))!
    t.equal(head.headers['content-length'], full.headers['content-length'])
    await connection.send(request)
    t.equal((await connection.answer())!.status, 200, 'P16 no body stands between the two answers')
    await connection.send(request.replace('Host: x', 'Host: x\r\nHost: y'))
    t.strictSame(
      (await connection.untilClosed()).map(answer => answer.status),
      [400],
      'and a refusal closes',
    )
  })

  test(`${engine}: a head over the limits is refused, the next request is fine (P17)`, async t => {
    probes(t, 17)
    const { port } = await startTestServer(t, { engine })
    const some = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join('')
    const requests = [
      get('/healthz', some(headerCountLimit)),
      get('/healthz', some(97)),
      get('/healthz', `X: ${'a'.repeat(headLimitBytes)}\r\n`),
      get(`/healthz?${'a'.repeat(headLimitBytes)}`),
      get(`/healthz?${'a'.repeat(15_000)}`),
    ]
    for (const request of requests)
      isError(t, await rawRequest(port, request), 431, `P17 ${request.slice(0, 40)}`)
    t.equal((await rawRequest(port, get('/healthz', some(headerCountLimit - 1))))?.status, 200)
    const rest = get('/healthz?', 'X: \r\n').length
    const exactly = (sizeBytes: number) => get('/healthz?', `X: ${'a'.repeat(sizeBytes - rest)}\r\n`)
    t.equal((await rawRequest(port, exactly(headLimitBytes)))?.status, 200)
    t.equal((await rawRequest(port, exactly(headLimitBytes + 1)))?.status, 431)
    t.equal((await rawRequest(port, get('/healthz', `X: ${'a'.repeat(6000)}\r\n`)))?.status, 200)
  })

  test(`${engine}: a head may come in two packets`, async t => {
    const { port } = await startTestServer(t, { engine })
    const connection = await openRaw(port)
    await connection.send(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(3000)}`)
    await connection.send(`${'a'.repeat(3000)}\r\n\r\n`)
    t.equal((await connection.answer())?.status, 200)
    connection.close()
  })

  test(`${engine}: a body may be 1 MiB and not a byte more (P18, P19)`, async t => {
    probes(t, 18, 19)
    const { port, created } = await startTestServer(t, { engine })
    const bodyOf = (sizeBytes: number) => `{"name":"${'a'.repeat(sizeBytes - 11)}"}`
    t.equal((await rawRequest(port, create(bodyOf(1_048_576))))?.status, 201, 'P19')
    for (const [probe, length] of [
      ['P19', '1048577'],
      ['P18', '900000000000000'],
    ] as const) {
      const connection = await openRaw(port)
      await connection.send(post(`${json}Content-Length: ${length}\r\n`, 'hello'))
      const answers = await connection.untilClosed()
      t.equal(answers.length, 1)
      isError(t, answers[0]!, 413, `${probe} ${length}`)
    }
    t.equal(created.length, 1)
  })

  test(`${engine}: a method that a path does not have is 405 with Allow (P21)`, async t => {
    probes(t, 21)
    const { port } = await startTestServer(t, { engine })
    for (const method of ['TRACE', 'PATCH', 'PUT', 'DELETE', 'FOO', 'CONNECT']) {
      const answer = await rawRequest(port, get('/api/v1/workflows').replace('GET', method))
      isError(t, answer, 405, method)
      t.match(answer!.headers['allow'], /GET.*POST/, `P21 ${method}`)
    }
    isError(t, await rawRequest(port, get('/nope').replace('GET', 'PATCH')), 404, 'unknown path')
  })

  test(`${engine}: odd paths are never found (P22, P109, P111)`, async t => {
    probes(t, 22, 109, 111)
    const { port } = await startTestServer(t, { engine })
    const paths = [
      '//api/v1/workflows',
      '/healthz/../api/v1/workflows',
      '/api/v1/%2e%2e/x',
      '/api/v1/workflows/',
    ]
    paths.push('/healthz#frag', '/.env', '/.git/config', '/debug', '/server-status', '/healthz/', '/')
    for (const path of paths) isError(t, await rawRequest(port, get(path)), 404, `P22 P111 ${path}`)
    for (const path of ['/\xff', '/api/v1/workflows/\xf0\x9f\x98\x80']) {
      isError(t, await rawRequest(port, Buffer.from(get(path), 'latin1')), 400, 'P22 P109 not ASCII')
    }
    for (const path of ['/api/v1/workflows/%00', '/api/v1/workflows/%ff', '/api/v1/workflows/%']) {
      isError(t, await rawRequest(port, get(path)), 400, `P109 ${path}`)
    }
    t.equal((await rawRequest(port, get('http://x/api/v1/workflows', ''))) !== null, true)
  })

  test(`${engine}: a body that is not a JSON object in UTF-8 is refused (P24, P30, P31, P33)`, async t => {
    probes(t, 24, 30, 31, 33)
    const { port, created } = await startTestServer(t, { engine })
    const bodies = [
      'null',
      '[]',
      '"x"',
      '3',
      '{',
      '[',
      '{"name":"a",}',
      '\ufeff{"name":"a"}',
      '['.repeat(1_000_000),
    ]
    for (const body of bodies)
      isError(t, await rawRequest(port, create(body)), 400, `P24 P33 ${body.slice(0, 20)}`)
    for (const bytes of [Buffer.from([0x22, 0xff, 0x22]), Buffer.from('{"name":"a"}', 'utf16le')]) {
      const head = post(`${json}Content-Length: ${bytes.length}\r\n`, '')
      isError(t, await rawRequest(port, Buffer.concat([Buffer.from(head), bytes])), 400, 'P30 not UTF-8')
    }
    isError(t, await rawRequest(port, post('', '')), 400, 'P33 no body')
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-7',
      'application/jsonx',
    ]
    for (const type of types) {
      const request = post(`Content-Type: ${type}\r\nContent-Length: 12\r\n`, '{"name":"x"}')
      isError(t, await rawRequest(port, request), 415, `P31 ${type}`)
    }
    isError(t, await rawRequest(port, post('Content-Length: 12\r\n', '{"name":"x"}')), 415, 'P31 no type')
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const head = `${json}Content-Encoding: ${encoding}\r\nContent-Length: 4\r\n`
      const answer = await rawRequest(port, post(head, '\x1f\x7f\x08\x00'))
      isError(t, answer, 415, encoding)
      t.equal(answer?.headers['accept-encoding'], 'identity', 'and it says what is taken')
    }
    t.strictSame(created, [])
    const good = post(
      'content-type: Application/JSON; charset="UTF-8"\r\nContent-Length: 12\r\n',
      '{"name":"x"}',
    )
    t.equal((await rawRequest(port, good))?.status, 201)
  })

  test(`${engine}: any value in any field is 400 or accepted, never 500 (P34)`, async t => {
    probes(t, 34)
    const { port } = await startTestServer(t, { engine })
    for (const value of [null, 3, [], {}, true, 'a'.repeat(100_000)]) {
      const status = (await rawRequest(port, create(JSON.stringify({ name: value }))))?.status
      t.equal(status, typeof value === 'string' ? 201 : 400, 'P34')
      const inputs = { name: 'x', inputs: value }
      const isObject = JSON.stringify(value) === '{}'
      t.equal((await rawRequest(port, create(JSON.stringify(inputs))))?.status, isObject ? 201 : 400)
    }
  })

  test(`${engine}: a POST without a body is legal`, async t => {
    const { port } = await startTestServer(t, { engine })
    const answer = await rawRequest(port, post('', '', '/api/v1/executions/exec_1/cancel'))
    t.strictSame(JSON.parse(answer!.body), { id: 'exec_1' })
  })

  test(`${engine}: a body waits while its caller is looked up`, async t => {
    const { port, created } = await startTestServer(t, { engine })
    const connection = await openRaw(port)
    await connection.send(create('{"name":"x"}').replace('sk_one', 'sk_slow_one'))
    t.equal((await connection.answer())?.status, 201)
    const [head, body] = create('{"name":"y"}').replace('sk_one', 'sk_slow_one').split('{')
    await connection.send(head!)
    await connection.send(`{${body}`)
    t.equal((await connection.answer())?.status, 201)
    t.strictSame(created, [{ name: 'x' }, { name: 'y' }])
    connection.close()
  })

  test(`${engine}: a body that nobody wants does not become the next request`, async t => {
    const { port } = await startTestServer(t, { engine })
    const connection = await openRaw(port)
    const unauthorized = create('{"name":"x"}').replace('sk_one', 'nobody')
    await connection.send(unauthorized + get('/healthz'))
    t.equal((await connection.answer())?.status, 401)
    t.equal((await connection.answer())?.status, 200)
    const [head, body] = unauthorized.split('{')
    await connection.send(head!)
    t.equal((await connection.answer())?.status, 401)
    await connection.send(`{${body}${get('/healthz')}`)
    t.equal((await connection.answer())?.status, 200)
    connection.close()
  })

  test(`${engine}: a client that leaves while it is answered harms nobody`, async t => {
    const { port, logged } = await startTestServer(t, { engine })
    for (let i = 0; i < 20; i++) {
      const connection = await openRaw(port)
      await connection.send(create('{"name":"x"}').replace('sk_one', 'sk_slow_one'))
      connection.close()
    }
    t.equal((await rawRequest(port, get('/healthz')))?.status, 200)
    t.strictSame(logged, [])
  })

  test(`${engine}: every answer has an id and nothing that names the engine (P103)`, async t => {
    probes(t, 103)
    const { port } = await startTestServer(t, { engine })
    const answer = (await rawRequest(port, get('/api/v1/workflows/wf_1')))!
    t.match(answer.headers['x-request-id'], /^[0-9a-f]{12}-\w+$/)
    t.match(answer.headers, { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    t.notOk(
      'uwebsockets' in answer.headers || 'server' in answer.headers || 'x-powered-by' in answer.headers,
      'P103',
    )
    const named = (await rawRequest(port, get('/healthz', 'X-Request-Id: trace-1\r\n')))!
    t.equal(named.headers['x-request-id'], 'trace-1')
    const odd = (await rawRequest(port, get('/healthz', `X-Request-Id: ${'<'.repeat(20)}\r\n`)))!
    t.not(odd.headers['x-request-id'], '<'.repeat(20))
  })

  test(`${engine}: closing lets a request come to its answer, takes no new ones, and then drops connections`, async t => {
    const server = await startTestServer(t, { engine })
    const connection = await openRaw(server.port)
    await connection.send(get('/healthz'))
    await connection.answer()
    const waiting = await openRaw(server.port)
    const [head, body] = create('{"name":"x"}').split('{')
    await waiting.send(head!)
    // An answer on another connection: the head that was sent before it has been read as well.
    await connection.send(get('/healthz'))
    await connection.answer()
    const closed = server.close()
    // What is left of an idle connection: uWebSockets.js still reads from it, node:http has closed it.
    await connection.send(get('/healthz'))
    const late = await connection.untilClosed()
    t.strictSame(
      late.map(answer => answer.status),
      engine === 'uws' ? [503] : [],
    )
    await waiting.send(`{${body}`)
    t.equal((await waiting.answer())?.status, 201)
    await closed
    t.equal(server.created.length, 1)
  })

  test(`${engine}: a port that is taken is an error that names it, also in another process`, async t => {
    // Not port 0: one that the system has chosen is never shared.
    const port = await freePort()
    const pipeline = { serve() {}, drain() {} }
    const server = await startServer({ pipeline, host: '127.0.0.1', port, engine })
    t.teardown(() => server.close(0))
    await t.rejects(startServer({ pipeline, host: '127.0.0.1', port, engine }), new RegExp(String(port)))
    const script = `
      const { startServer } = await import(${JSON.stringify(new URL('../../http/server.ts', import.meta.url).href)})
      const pipeline = { serve() {}, drain() {} }
      await startServer({ pipeline, host: '127.0.0.1', port: ${port}, engine: '${engine}' })
      process.exit(0)`
    const child = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    await t.rejects(child, new RegExp(`cannot listen on 127.0.0.1:${port}`))
  })
}
