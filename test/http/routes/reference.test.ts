// The API reference: a page that asks nothing of any other origin, and a program that is sent once. That Scalar shows and
// tries requests under this policy was looked at in Chromium, whose log of the network had four requests, all to us.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'tap'
import { bestEncoding, loadScript } from '../../../http/reference/script.ts'
import { referenceRoutes } from '../../../http/routes/reference.ts'
import { startTestServer } from '../../support/http-server.ts'

test('the page asks nothing of any other origin, and its policy would not let it (P110)', async t => {
  const { port } = await startTestServer(t, { routes: referenceRoutes })
  const url = `http://127.0.0.1:${port}/docs/api-reference`
  const page = await fetch(url)
  const html = await page.text()
  t.equal(page.status, 200)
  t.notMatch(html, /https?:|\/\/[a-z]/)
  const policy = page.headers.get('content-security-policy')!
  t.match(policy, "default-src 'none'")
  t.match(policy, "connect-src 'self'")
  t.notMatch(policy, /https?:|\*|unsafe-eval/)
  t.notMatch(html, /<script(?! src="\/docs\/api-reference\/)/, 'no script stands in the page')
  for (const [, path] of html.matchAll(/src="([^"]+)"/g)) {
    const script = await fetch(new URL(path!, url))
    t.equal(script.status, 200)
    t.match(script.headers.get('content-type'), /^text\/javascript/)
    t.ok((await script.text()).includes('createApiReference'))
  }
})

test('what starts it switches off all that asks other origins', async t => {
  const { port } = await startTestServer(t, { routes: referenceRoutes })
  const start = await (await fetch(`http://127.0.0.1:${port}/docs/api-reference/start.js`)).text()
  for (const line of [
    "url: '/openapi.json'",
    "proxyUrl: ''",
    'withDefaultFonts: false',
    'telemetry: false',
    'agent: { disabled: true }',
    'persistAuth: false',
  ]) {
    t.ok(start.includes(line), line)
  }
})

test('the program is kept for ever under an address that names its content, and is not sent again', async t => {
  const { port } = await startTestServer(t, { routes: referenceRoutes })
  const url = `http://127.0.0.1:${port}/docs/api-reference/scalar.js`
  const first = await fetch(url, { method: 'HEAD' })
  t.match(first.headers.get('cache-control'), 'immutable')
  const tag = first.headers.get('etag')!
  const again = await fetch(url, { headers: { 'if-none-match': tag } })
  t.equal(again.status, 304)
  t.equal(await again.text(), '')
})

test('the program has the same content in every form, and leads to no map', async t => {
  const script = await loadScript()
  const plain = (await script.in('')).bytes
  const br = await script.in('gzip, deflate, br')
  const gzip = await script.in('gzip')
  t.strictSame([br.encoding, gzip.encoding], ['br', 'gzip'])
  t.ok(Buffer.from(plain).equals(brotliDecompressSync(br.bytes)))
  t.ok(Buffer.from(plain).equals(gunzipSync(gzip.bytes)))
  t.ok(br.bytes.length < plain.length / 3)
  t.equal((await script.in('br')).bytes, br.bytes, 'it is made once')
  t.notMatch(Buffer.from(plain.slice(-200)).toString(), /sourceMappingURL/)
})

test('a form is sent only where the client takes it', async t => {
  t.strictSame(
    ['br;q=0, gzip', 'gzip;q=0.5', 'identity', '', 'brotli', 'BR', 'br;q=0.0', 'gzip, br;q=0.8'].map(
      bestEncoding,
    ),
    ['gzip', 'gzip', 'identity', 'identity', 'identity', 'br', 'identity', 'br'],
  )
})
