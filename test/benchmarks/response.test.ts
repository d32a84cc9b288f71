// The response parser of the load generator: it must never take half an answer, or what it cannot read, for
// one.
import { test } from 'tap'
import { type Response, readResponse } from '../../benchmarks/response.ts'

const stale = '\r\n\r\nContent-Length: 9\r\n\r\n'

/** Reads the text as received bytes that are followed by what an earlier response left in the buffer. */
function read(text: string): (Response & { isWhole: boolean; body: string }) | null {
  const bytes = Buffer.from(text + stale)
  const response: Response = { status: 0, bodyStart: 0, bodyEnd: 0 }
  const isWhole = readResponse(bytes, 0, Buffer.byteLength(text), response)
  return { ...response, isWhole, body: bytes.toString('utf8', response.bodyStart, response.bodyEnd) }
}

test('a whole response has its status and its body', async t => {
  t.match(read('HTTP/1.1 201 Created\r\nX: 1\r\nContent-Length: 5\r\n\r\nhello'), {
    isWhole: true,
    status: 201,
    body: 'hello',
  })
})

test('the name of the length may be in any case', async t => {
  t.match(read('HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\nok'), { isWhole: true, status: 200, body: 'ok' })
})

test('an empty body is a body', async t => {
  t.match(read('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), { isWhole: true, body: '' })
})

test('every proper prefix of a response is incomplete, whatever lies behind it in the buffer', async t => {
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
  for (let length = 0; length < whole.length; length++) {
    t.equal(read(whole.slice(0, length))?.isWhole, false, whole.slice(0, length))
  }
})

test('a chunked response is refused', async t => {
  t.throws(
    () => read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    /without Content-Length/,
  )
})

test('what is not HTTP/1.1 is refused', async t => {
  t.throws(() => read('SSH-2.0-OpenSSH\r\n\r\n'), /not an HTTP\/1.1 response/)
})
