import fc from 'fast-check'
import { test } from 'tap'
import { bodyLimitBytes, guard, headerCountLimit, headLimitBytes } from '../../../http/pipeline/guard.ts'

const host = ['host', 'x']
const line = { method: 'GET', query: '' }

test('a plain request passes', async t => {
  t.equal(guard({ ...line, path: '/', fields: host }), null)
  t.equal(
    guard({ ...line, path: '/a', fields: [...host, 'content-length', '0', 'authorization', 'Bearer x'] }),
    null,
  )
})

test('a length is one decimal number up to the limit', async t => {
  const judge = (length: string) =>
    guard({ ...line, path: '/', fields: [...host, 'content-length', length] })?.code
  t.equal(judge(String(bodyLimitBytes)), undefined)
  t.equal(judge(String(bodyLimitBytes + 1)), 'body-too-large')
  t.equal(judge('9'.repeat(400)), 'body-too-large')
  for (const length of ['', ' ', '+1', '-1', '0x1', '1e3', '1,1', '1 1', '١'])
    t.equal(judge(length), 'bad-request', length)
})

test('a header that decides about framing or identity stands once', async t => {
  for (const name of ['host', 'content-length', 'authorization', 'content-type']) {
    const fields = [...(name === 'host' ? [] : host), name, '1', name, '1']
    t.equal(guard({ ...line, path: '/', fields })?.code, 'bad-request', name)
  }
  t.equal(guard({ ...line, path: '/', fields: [] })?.code, 'bad-request', 'no Host')
})

test('a body may come in chunks, where nothing else is said about its framing', async t => {
  const coded = (...encodings: string[]) =>
    guard({
      ...line,
      path: '/',
      fields: [...host, ...encodings.flatMap(each => ['transfer-encoding', each])],
    })?.code
  for (const encoding of ['chunked', 'Chunked']) t.equal(coded(encoding), undefined, encoding)
  for (const encoding of ['', 'xchunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'chunked '])
    t.equal(coded(encoding), 'length-required', encoding)
  t.equal(coded('chunked', 'chunked'), 'length-required')
  t.equal(coded('chunked', 'identity'), 'length-required')
  const both = [...host, 'transfer-encoding', 'chunked', 'content-length', '5']
  t.equal(guard({ ...line, path: '/', fields: both })?.code, 'bad-request')
})

test('there are at most 90 headers', async t => {
  const fields = (count: number) => [...host, ...Array.from({ length: count - 1 }, () => ['x', '1']).flat()]
  t.equal(guard({ ...line, path: '/', fields: fields(headerCountLimit) }), null)
  t.equal(guard({ ...line, path: '/', fields: fields(headerCountLimit + 1) })?.code, 'header-too-large')
})

test('a path that passes is printable ASCII and begins with a slash', async t => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), path => {
      t.equal(guard({ ...line, path, fields: host }) === null, /^\/[\x21-\x7e]*$/.test(path))
    }),
  )
})

test('a head may be 8 KiB in all, wherever its bytes stand', async t => {
  const rest = 'GET /? HTTP/1.1\r\nhost: x\r\nx: \r\n\r\n'.length
  for (const excess of [-1, 0, 1]) {
    const filler = 'a'.repeat(headLimitBytes - rest + excess)
    const heads = [
      { method: 'GET', path: '/', query: '', fields: [...host, 'x', filler] },
      { method: 'GET', path: '/', query: '', fields: [...host, `x${filler}`, ''] },
      { method: 'GET', path: '/', query: filler, fields: [...host, 'x', ''] },
      { method: 'GET', path: `/${filler}`, query: '', fields: [...host, 'x', ''] },
      { method: `GET${filler}`, path: '/', query: '', fields: [...host, 'x', ''] },
    ]
    for (const head of heads) t.equal(guard(head)?.code, excess > 0 ? 'header-too-large' : undefined)
  }
})
