// The load generator against servers that behave and servers that do not: what is no right answer is an
// error.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Test, test } from 'tap'
import { Generator } from '../../benchmarks/generator.ts'
import type { Load, LoadResult } from '../../benchmarks/load.ts'
import { requestBytes } from '../../benchmarks/measure.ts'

interface Seen {
  readonly result: LoadResult
  /** Requests that reached the server. */
  readonly requests: number
}

/** @param answer of the n-th request, from 1 */
async function load(
  t: Test,
  answer: (response: ServerResponse, n: number) => void,
  change: Partial<Load> = {},
): Promise<Seen> {
  let requests = 0
  const server = createServer((_, response) => answer(response, ++requests)).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = requestBytes('GET', '/')
  const generator = new Generator({
    port,
    connections: 4,
    request,
    expect: 'good',
    warmUpSeconds: 0.02,
    seconds: 0.1,
    rate: 0,
    ...change,
  })
  const result = await generator.run(
    () => {},
    () => {},
  )
  return { result, requests }
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
}

test('right answers are counted, and no more of them than requests arrived', async t => {
  const { result, requests } = await load(t, response => reply(response, 200, 'good'))
  t.match(result, { errors: 0, firstError: null })
  t.ok(result.answers > 0 && result.answers <= requests)
})

test('an answer in pieces is one answer', async t => {
  const { result } = await load(t, response => {
    response.writeHead(200, { 'content-length': 8 }).write('good')
    setImmediate(() => response.end('ness'))
  })
  t.match(result, { errors: 0 })
  t.ok(result.answers > 0)
})

test('another status is an error, and the first body is kept', async t => {
  const { result } = await load(t, (response, n) =>
    reply(response, n === 5 ? 402 : 200, n === 5 ? 'no good' : 'good'),
  )
  t.match(result, { errors: 1, firstError: '402 no good' })
})

test('another body is an error, though its status is right', async t => {
  const { result } = await load(t, (response, n) => reply(response, 200, n === 5 ? 'bad' : 'good'))
  t.match(result, { errors: 1, firstError: '200 bad' })
})

test('a lost connection is an error, and is made anew', async t => {
  const { result } = await load(t, (response, n) =>
    n <= 4 ? response.destroy() : reply(response, 200, 'good'),
  )
  t.equal(result.errors, 4)
  t.ok(result.answers > 0)
})

test('a server that fails everything is given up', async t => {
  await t.rejects(
    load(t, response => reply(response, 500, 'broken'), { seconds: 60 }),
    /gave up after 1000 errors, the first: 500 broken/,
  )
})

test('an open loop sends no more than its rate', async t => {
  const beganAt = performance.now()
  const { result, requests } = await load(t, response => reply(response, 200, 'good'), { rate: 200 })
  t.equal(result.errors, 0)
  t.ok(requests > 0 && requests <= 1 + (200 * (performance.now() - beganAt)) / 1_000)
})

test('requests that are numbered are all different', async t => {
  const keys: string[] = []
  const server = createServer((request, response) => {
    keys.push(String(request.headers['key']))
    response.end('good')
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = requestBytes('GET', '/', { headers: { key: 'a-0000' } })
  const span = { warmUpSeconds: 0.02, seconds: 0.05, rate: 0 }
  const generator = new Generator({
    ...span,
    port,
    connections: 4,
    request,
    numberAt: '0000',
    expect: 'good',
  })
  await generator.run(
    () => {},
    () => {},
  )
  t.ok(keys.length > 4 && keys.every(key => /^a-\d{4}$/.test(key)))
  t.equal(new Set(keys).size, keys.length)
})
