import { gunzipSync } from 'node:zlib'
import { test } from 'tap'
import { contentTypeOf } from '../../../http/static/content-types.ts'
import { contentHash, createFileSet, strictPolicy } from '../../../http/static/file-set.ts'

const long = Buffer.from('a line of text\n'.repeat(200))

test('a form is made once, and the same for two who ask at the same time', async t => {
  const file = createFileSet([{ name: 'a.txt', bytes: long }]).get('a.txt')!
  const [first, second] = await Promise.all([file.form('gzip'), file.form('gzip')])
  t.equal(first, second)
  t.equal(await file.form('gzip'), first)
  t.ok(first.length < long.length && gunzipSync(first).equals(long))
})

test('a form that came with the file is not made', async t => {
  const br = Buffer.from('not really Brotli')
  const file = createFileSet([{ name: 'a.txt', bytes: long, br }]).get('a.txt')!
  t.equal(await file.form('br'), br)
})

test('what is small or compressed already has one form', async t => {
  const files = createFileSet([
    { name: 'small.txt', bytes: Buffer.from('a') },
    { name: 'picture.png', bytes: long },
    { name: 'unknown', bytes: long },
  ])
  for (const file of files.values()) {
    t.notOk(file.isCompressible, file.name)
    t.equal(await file.form('br'), await file.form('identity'))
  }
})

test('a page has a policy, its own or the strict one, and nothing else has', async t => {
  const bytes = Buffer.from('<!doctype html>')
  const framed = "default-src 'self'; frame-ancestors https://example.com"
  const files = createFileSet([
    { name: 'index.html', bytes },
    { name: 'framed.html', bytes, policy: framed },
    { name: 'a.js', bytes, policy: framed },
  ])
  const policyOf = (name: string) => files.get(name)!.headers['Content-Security-Policy']
  t.strictSame(['index.html', 'framed.html', 'a.js'].map(policyOf), [strictPolicy, framed, undefined])
  t.equal(files.get('index.html')!.headers['X-Frame-Options'], 'DENY')
  t.notOk('X-Frame-Options' in files.get('framed.html')!.headers, 'it may be framed by whom its policy names')
})

test('only what has a hash in its address is kept for ever', async t => {
  const files = createFileSet([
    { name: 'a.js', bytes: long },
    { name: 'b.js', bytes: long, isHashed: true },
  ])
  t.equal(files.get('a.js')!.headers['Cache-Control'], 'no-cache')
  t.match(files.get('b.js')!.headers['Cache-Control'], /max-age=31536000, immutable/)
})

test('the hash of a content is its own', async t => {
  t.equal(contentHash(long), contentHash(Buffer.from(long)))
  t.not(contentHash(long), contentHash(Buffer.concat([long, Buffer.from('.')])))
})

test('two files of one name are a mistake', async t => {
  const twice = { name: 'a.js', bytes: long }
  t.throws(() => createFileSet([twice, twice]), TypeError)
})

test('the end of a name says what a file is, and an unknown one is bytes', async t => {
  t.equal(contentTypeOf('assets/a.min.JS'), 'text/javascript; charset=utf-8')
  t.equal(contentTypeOf('a.svg'), 'image/svg+xml; charset=utf-8')
  for (const name of ['a', 'a.', 'a.exe', 'a.constructor', 'LICENSE']) {
    t.equal(contentTypeOf(name), 'application/octet-stream', name)
  }
})
