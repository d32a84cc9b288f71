// Files over real sockets, on both engines: a site of a fixture folder whose page answers every address that
// is nobody else's, as the dashboard will.
import { readFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Test, test } from 'tap'
import { z } from 'zod'
import { route } from '../../../http/pipeline/route.ts'
import { answerWithFile } from '../../../http/static/answer.ts'
import { createFileSet } from '../../../http/static/file-set.ts'
import { readFolder } from '../../../http/static/folder.ts'
import { startTestServer } from '../../support/servers/http-server.ts'
import { rawRequest } from '../../support/servers/raw-http.ts'

const fixture = new URL('fixture', import.meta.url).pathname
const files = createFileSet(await readFolder(fixture, { hashed: /^assets\// }))
const app = await readFile(`${fixture}/assets/app-1a2b3c4d.js`)
const page = await readFile(`${fixture}/index.html`, 'utf8')
const common = { summary: 'A file', public: true, returns: z.string() } as const
const routes = [
  route('GET /files/*path', common).handle(({ params, request }) =>
    answerWithFile(files, params.path, request),
  ),
  route('GET /*path', common).handle(({ params, request }) =>
    answerWithFile(files, params.path, request, { fallback: 'index.html' }),
  ),
]

for (const engine of ['uws', 'node'] as const) {
  const ask = async (t: Test, path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { port } = await startTestServer(t, { engine, routes })
    return await rawRequest(port, `${method} ${path} HTTP/1.1\r\n${linesOf({ host: 'x', ...headers })}\r\n`)
  }

  test(`${engine}: a file comes in the best form that the client takes, and says so`, async t => {
    const path = '/files/assets/app-1a2b3c4d.js'
    const plain = (await ask(t, path))!
    t.equal(plain.body, app.toString('latin1'))
    t.notOk('content-encoding' in plain.headers)
    const br = (await ask(t, path, { 'accept-encoding': 'gzip, br' }))!
    t.equal(br.headers['content-encoding'], 'br')
    t.ok(brotliDecompressSync(Buffer.from(br.body, 'latin1')).equals(app))
    t.equal(
      br.body.length,
      (await readFile(`${fixture}/assets/app-1a2b3c4d.js.br`)).length,
      'as it was built',
    )
    const gzip = (await ask(t, path, { 'accept-encoding': 'gzip' }))!
    t.ok(gunzipSync(Buffer.from(gzip.body, 'latin1')).equals(app))
    for (const { status, headers } of [plain, br, gzip]) {
      t.equal(status, 200)
      t.match(headers, { vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
      t.match(headers['content-type'], /^text\/javascript/)
      t.match(headers['cache-control'], 'immutable')
    }
    t.equal(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size, 3, 'a tag for each form')
  })

  test(`${engine}: what the client has is not sent again`, async t => {
    const path = '/files/assets/app-1a2b3c4d.js'
    const br = { 'accept-encoding': 'br' }
    const tag = (await ask(t, path, br))!.headers['etag']!
    for (const sent of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = (await ask(t, path, { ...br, 'if-none-match': sent }))!
      t.equal(answer.status, 304, sent)
      t.match(answer.headers, { etag: tag, vary: 'Accept-Encoding', 'cache-control': /immutable/ })
      t.notOk('content-length' in answer.headers, 'which would be that of the file')
      t.equal(answer.body, '')
    }
    for (const sent of ['"x"', tag.slice(0, -2), '']) {
      t.equal((await ask(t, path, { ...br, 'if-none-match': sent }))!.status, 200, sent)
    }
    t.equal((await ask(t, path, { 'if-none-match': tag }))!.status, 200, 'of another form')
  })

  test(`${engine}: HEAD has the headers of GET`, async t => {
    const path = '/files/notes.txt'
    const get = (await ask(t, path))!
    const head = (await ask(t, path, {}, 'HEAD'))!
    t.equal(head.status, 200)
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      t.ok(get.headers[name])
      t.equal(head.headers[name], get.headers[name], name)
    }
    t.notOk('vary' in get.headers, 'a small file has one form')
  })

  test(`${engine}: no path leads to what is not in the set`, async t => {
    const paths = [
      '../answer.test.ts',
      '%2e%2e/answer.test.ts',
      '%2e%2e%2fanswer.test.ts',
      '..%5canswer.test.ts',
    ]
    paths.push('.hidden', '/etc/passwd', '%2fetc%2fpasswd', 'assets', 'assets/', 'assets/app-1a2b3c4d.js.br')
    paths.push(
      'constructor',
      '__proto__',
      'index.html/',
      'INDEX.HTML',
      'assets/../index.html',
      './index.html',
    )
    for (const path of paths) {
      const answer = (await ask(t, `/files/${path}`))!
      t.equal(answer.status, 404, path)
      t.strictSame(JSON.parse(answer.body), { error: 'path not found' })
    }
  })

  test(`${engine}: a folder answers with its page, under its policy`, async t => {
    const answer = (await ask(t, '/files/widget/'))!
    t.match(answer.body, 'Widget')
    t.match(answer.headers['content-security-policy'], "default-src 'none'")
    t.match(answer.headers, { 'cache-control': 'no-cache', 'x-frame-options': 'DENY' })
  })

  test(`${engine}: a browser that goes to an unknown address gets the page, others 404`, async t => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const path of ['/runs/1', '/runs', '/settings/keys?tab=2']) {
      const answer = (await ask(t, path, browser))!
      t.equal(answer.body, page, path)
      t.match(answer.headers['vary'], 'Accept')
      for (const accept of ['*/*', 'application/json']) t.equal((await ask(t, path, { accept }))!.status, 404)
    }
    t.equal((await ask(t, '/notes.txt', browser))!.body, 'plain\n', 'what there is goes before it')
    for (const path of ['/api/v1/nope', '/api', '/rpc', '/healthz/x', '/files/nope']) {
      const answer = (await ask(t, path, browser))!
      t.ok([404, 405].includes(answer.status), `${path} is no page: ${answer.status}`)
    }
  })
}

function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
