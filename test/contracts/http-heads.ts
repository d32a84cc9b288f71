// Which malformed heads an HTTP engine refuses, and who answers: a table, made by mutating heads on both
// engines. Three things can happen: we answer (JSON, as every error); the library answers with a page of its
// own and closes; or the library takes the head for an unfinished one, says nothing, and closes after its 12
// s. The last two are those of uWebSockets.js, which has no switch for either (docs/internals/http.md). A
// library that gets better fails this table.
import { type Test, test } from 'tap'
import { mutated } from '../fuzz/raw-fuzz.ts'
import { startTestServer } from '../support/servers/http-server.ts'
import { openRaw, type RawAnswer } from '../support/servers/raw-http.ts'
import type { EngineName } from './http-engine.ts'

/** A status: our answer. */
type Outcome = number | 'page' | 'silence'

interface Head {
  readonly bytes: string
  readonly node: Outcome
  readonly uws: Outcome
}

const host = 'Host: x\r\nAuthorization: Bearer sk_one\r\n'
const create = 'POST /api/v1/workflows HTTP/1.1'
const json = `${host}Content-Type: application/json\r\n`
const body = '{"name":"x"}'

/** A whole head and body whose request line is this one. */
function line(text: string, node: Outcome, uws: Outcome): Head {
  return { bytes: `${text}\r\n${json}Content-Length: 12\r\n\r\n${body}`, node, uws }
}

/** A request that would create, but for these header lines. */
function field(text: string, node: Outcome, uws: Outcome): Head {
  return { bytes: `${create}\r\n${json}${text}\r\nContent-Length: 12\r\n\r\n${body}`, node, uws }
}

/** The same without a length of its own. */
function framing(text: string, node: Outcome, uws: Outcome): Head {
  return { bytes: `${create}\r\n${json}${text}\r\n\r\n${body}`, node, uws }
}

function times(count: number, text: string): string {
  return Array.from({ length: count }, () => text).join('\r\n')
}

const heads: readonly Head[] = [
  line('POST /api/v1/workflows HTTP/3.0', 505, 'page'),
  line('POST /api/v1/workflows HTTP/2.0', 505, 'page'),
  line('POST /api/v1/workflows HTTP/1.2', 505, 'page'),
  line('POST /api/v1/workflows HTTP/0.9', 505, 'page'),
  line('POST /api/v1/workflows http/1.1', 400, 'page'),
  line('POST /api/v1/workflows HTTP/1.1 ', 505, 'page'),
  line('POST /api/v1/workflows x HTTP/1.1', 400, 'page'),
  line('POST /api/v1/workflows\x01 HTTP/1.1', 400, 'page'),
  line('POST\t/api/v1/workflows HTTP/1.1', 405, 'page'),
  line('P\x01ST /api/v1/workflows HTTP/1.1', 405, 'page'),
  line(' POST /api/v1/workflows HTTP/1.1', 405, 'page'),
  line('POST http://x/api/v1/workflows HTTP/1.1', 400, 'page'),
  line('CONNECT x:80 HTTP/1.1', 405, 'page'),
  line('POST /api/v1/workflows/\xff HTTP/1.1', 400, 400),
  { bytes: 'hello world\r\n\r\n', node: 405, uws: 'page' },
  { bytes: 'hello\r\n\r\n', node: 405, uws: 'silence' },
  { bytes: `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'a'.repeat(40)}`, node: 405, uws: 'page' },
  { bytes: `${create}\nHost: x\n\n`, node: 505, uws: 'page' },
  { bytes: `${create}\r\n\r\n`, node: 400, uws: 'silence' },
  { bytes: `${create}\r\nAccept: */*\r\n\r\n`, node: 400, uws: 'page' },
  field('Host: y', 400, 400),
  field('TE : x', 400, 'silence'),
  field('X\t: a', 400, 'silence'),
  field('X Y: a', 400, 'silence'),
  field('X: a\r\n b', 400, 'silence'),
  field('X: a\r\n\tb', 400, 'silence'),
  field(' X: a', 400, 'silence'),
  field('X', 400, 'silence'),
  field('X\x01: a', 400, 'silence'),
  field('X\x00: a', 400, 'silence'),
  field('X\xe9: a', 400, 'silence'),
  field('(X): a', 400, 'silence'),
  field('X: a\x00b', 400, 'silence'),
  field('X: a\x01b', 400, 'silence'),
  field('X: a\nY: b', 400, 'silence'),
  field('X: a\rY: b', 400, 'silence'),
  field('Authorization: Bearer sk_two', 400, 400),
  field('Content-Length: 12', 400, 400),
  field('Transfer-Encoding: chunked', 400, 'page'),
  field('Transfer-Encoding : chunked', 400, 'silence'),
  framing('Content-Length : 12', 400, 'silence'),
  framing('Content-Length: abc', 400, 'page'),
  framing('Content-Length: -12', 400, 'page'),
  framing('Content-Length: +12', 400, 'page'),
  framing('Content-Length: 12, 12', 400, 'page'),
  framing('Content-Length: 1048577', 413, 413),
  framing('Transfer-Encoding: chunked', 400, 'page'),
  framing('Transfer-Encoding: xchunked', 411, 'page'),
  field(`X: ${'a'.repeat(9_000)}`, 431, 431),
  field(`X: ${'a'.repeat(20_000)}`, 431, 'page'),
  field(times(92, 'X: 1'), 431, 431),
  field(times(100, 'X: 1'), 431, 'page'),
]

export function httpHeadsContract(engine: EngineName): void {
  test(`${engine}: a malformed head reaches no handler and is refused in the form of the table`, async t => {
    const { port, created } = await startTestServer(t, { engine })
    for (const head of heads) {
      const label = JSON.stringify(head.bytes.slice(0, 120))
      const expected = head[engine]
      const connection = await openRaw(port)
      await connection.send(Buffer.from(head.bytes, 'latin1'))
      if (expected === 'silence') await isSilent(t, port, connection, label)
      else if (expected === 'page') await isPage(t, connection, label)
      else isRefusal(t, await connection.untilClosed(), expected, label)
      connection.close()
      // What follows in the same packet is never served: an unfinished head swallows it, all others close.
      const pipelined = await openRaw(port)
      await pipelined.send(Buffer.from(head.bytes + next, 'latin1'))
      pipelined.socket.end()
      await pipelined.untilClosed()
    }
    t.strictSame(created, [])
  })

  test(`${engine}: a mutated request is refused as {error}, or by a page of the table's kind`, async t => {
    const { port, logged } = await startTestServer(t, { engine })
    const text = new Map<string, string[]>()
    for (let number = 1; number <= mutations; number++) {
      const parts = mutated(number, 'sk_one')
      const connection = await openRaw(port)
      for (const part of parts) await connection.send(part)
      // A head that is taken for an unfinished one is over when its sender is.
      connection.socket.end()
      const received = await connection.text(() => false)
      if (!/^(HEAD|OPTIONS)/.test(parts[0]!.toString('latin1')))
        text.set(`mutation ${number}`, answersIn(received))
    }
    const refusals = [...text].flatMap(([label, answers]) => answers.map(answer => ({ label, answer })))
    t.ok(refusals.length > mutations / 4, `${refusals.length} refusals`)
    for (const { label, answer } of refusals) {
      if (engine === 'uws' && page.test(answer)) continue
      const [head, json] = answer.split('\r\n\r\n')
      t.match(head, /\r\nX-Request-Id: [\w.:-]+\r\n/, label)
      t.strictSame(Object.keys(JSON.parse(json!)), ['error'], label)
    }
    t.strictSame(logged, [])
  })
}

const mutations = 400
const page = /^HTTP\/1\.1 (400|431|505) [\w ]+\r\nConnection: close\r\n\r\n<h1>[^{]*$/

/** The refusals among the answers that a connection received. */
function answersIn(received: string): string[] {
  return received.split(/(?=HTTP\/1\.1 \d{3} )/).filter(answer => /^HTTP\/1\.1 [45]/.test(answer))
}

const next = `${create}\r\n${json}Content-Length: 12\r\n\r\n${body}`

/** One answer of ours, and nothing after it. */
export function isRefusal(t: Test, answers: readonly RawAnswer[], status: number, label: string): void {
  t.strictSame(
    answers.map(answer => answer.status),
    [status],
    label,
  )
  const { headers = {}, body: text = '{}' } = answers[0] ?? {}
  t.strictSame(Object.keys(JSON.parse(text)), ['error'], `${label}: is exactly {error}`)
  t.match(headers['x-error-code'], /^[a-z-]+$/, `${label}: has a code`)
  t.match(headers['x-request-id'], /^[\w-]+$/, `${label}: has an id`)
  t.match(headers['content-type'], 'application/json')
}

/** The library's own answer and nothing after it. */
async function isPage(t: Test, connection: Awaited<ReturnType<typeof openRaw>>, label: string) {
  const text = await connection.text(() => false)
  t.match(text, page, label)
}

/** The next connection is served already, and nothing has come on this one. */
async function isSilent(
  t: Test,
  port: number,
  connection: Awaited<ReturnType<typeof openRaw>>,
  label: string,
) {
  const later = await openRaw(port)
  await later.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  t.equal((await later.answer())?.status, 200)
  later.close()
  t.equal(await connection.text(() => true), '', label)
  t.equal(connection.socket.readyState, 'open', `${label}: is taken for an unfinished head`)
}
