// The API reference: a page that asks nothing of any other origin, and a program that is sent once. That
// Scalar shows and tries requests under this policy was looked at in Chromium, whose log of the network had
// four requests, all to us.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'tap'
import { readReference } from '../../../../http/reference/files.ts'
import { referenceRoutes } from '../../../../http/routes/system/reference.ts'
import { probes } from '../../../support/probes.ts'
import { startTestServer } from '../../../support/servers/http-server.ts'

test('the page asks nothing of any other origin, and its policy would not let it (P110)', async t => {
  probes(t, 110)
  const { port } = await startTestServer(t, { routes: referenceRoutes })
  const url = `http://127.0.0.1:${port}/docs/api-reference`
  const page = await fetch(url)
  const html = await page.text()
  t.equal(page.status, 200)
  t.notMatch(html, /https?:|\/\/[a-z]/, 'P110')
  const policy = page.headers.get('content-security-policy')!
  t.match(policy, "default-src 'none'")
  t.match(policy, "connect-src 'self'")
  t.notMatch(policy, /https?:|\*|unsafe-eval/)
  t.notMatch(html, /<script(?! src="\/docs\/api-reference\/)/, 'no script stands in the page')
  for (const [, path] of html.matchAll(/<script src="([^"]+)"/g)) {
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
  const program = (await readReference()).get('scalar.js')!
  const plain = await program.form('identity')
  const br = await program.form('br')
  t.ok(Buffer.from(plain).equals(brotliDecompressSync(br)))
  t.ok(Buffer.from(plain).equals(gunzipSync(await program.form('gzip'))))
  t.ok(br.length < plain.length / 3)
  t.equal(await program.form('br'), br, 'it is made once')
  t.notMatch(Buffer.from(plain.slice(-200)).toString(), /sourceMappingURL/)
})
