import fc from 'fast-check'
import { test } from 'tap'
import { bodyLimitBytes, guard, headerCountLimit } from '../../http/guard.ts'

const host = ['host', 'x']

test('a plain request passes', async t => {
  t.equal(guard({ path: '/', fields: host }), null)
  t.equal(guard({ path: '/a', fields: [...host, 'content-length', '0', 'authorization', 'Bearer x'] }), null)
})

test('a length is one decimal number up to the limit', async t => {
  const judge = (length: string) => guard({ path: '/', fields: [...host, 'content-length', length] })?.code
  t.equal(judge(String(bodyLimitBytes)), undefined)
  t.equal(judge(String(bodyLimitBytes + 1)), 'body-too-large')
  t.equal(judge('9'.repeat(400)), 'body-too-large')
  for (const length of ['', ' ', '+1', '-1', '0x1', '1e3', '1,1', '1 1', '١'])
    t.equal(judge(length), 'bad-request', length)
})

test('a header that decides about framing or identity stands once', async t => {
  for (const name of ['host', 'content-length', 'authorization', 'content-type']) {
    const fields = [...(name === 'host' ? [] : host), name, '1', name, '1']
    t.equal(guard({ path: '/', fields })?.code, 'bad-request', name)
  }
  t.equal(guard({ path: '/', fields: [] })?.code, 'bad-request', 'no Host')
  t.equal(guard({ path: '/', fields: [...host, 'transfer-encoding', 'chunked'] })?.code, 'length-required')
})

test('there are at most 100 headers', async t => {
  const fields = (count: number) => [...host, ...Array.from({ length: count - 1 }, () => ['x', '1']).flat()]
  t.equal(guard({ path: '/', fields: fields(headerCountLimit) }), null)
  t.equal(guard({ path: '/', fields: fields(headerCountLimit + 1) })?.code, 'header-too-large')
})

test('a path that passes is printable ASCII and begins with a slash', async t => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), path => {
      t.equal(guard({ path, fields: host }) === null, /^\/[\x21-\x7e]*$/.test(path))
    }),
  )
})
