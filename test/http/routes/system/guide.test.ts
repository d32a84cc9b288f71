// The guide at /docs: pages for users, links that lead somewhere, nothing of another origin, and a search.
import { test } from 'tap'
import { readLibrary } from '../../../../http/guide/library.ts'
import { addressOf } from '../../../../http/guide/menu.ts'
import { renderPage } from '../../../../http/guide/rendered.ts'
import { createSearch } from '../../../../http/guide/search.ts'
import { guideRoutes } from '../../../../http/routes/system/guide.ts'
import { startTestServer } from '../../../support/servers/http-server.ts'

test('every page is there under a policy that lets nothing of another origin in', async t => {
  const { port } = await startTestServer(t, { routes: guideRoutes })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  for (const path of [
    '/docs',
    '/docs/guides/schedules',
    '/docs/reference/errors',
    '/docs/search?q=schedule',
  ]) {
    const answer = await get(path)
    t.match([answer.status, answer.headers.get('content-type')], [200, /^text\/html/], path)
    const policy = answer.headers.get('content-security-policy')!
    t.match(policy, "default-src 'none'")
    t.notMatch(policy, /unsafe|https?:|\*/)
    const html = await answer.text()
    t.notMatch(html, /<(?:script|link|img)[^>]*(?:https?:)?\/\/[a-z]/, path)
    t.notMatch(
      html,
      /<script(?! src="\/docs\/theme\.js">)|<style| style=/,
      'nothing stands in the page itself',
    )
  }
  for (const path of ['/docs/look.css', '/docs/theme.js']) t.equal((await get(path)).status, 200, path)
  for (const path of ['/docs/nothing', '/docs/internals/runtime', '/docs/guides/..%2f..%2fpackage.json'])
    t.equal((await get(path)).status, 404, path)
  const { headers } = await get('/docs/guides/schedules')
  const again = { headers: { 'if-none-match': headers.get('etag')! } }
  t.equal((await fetch(`http://127.0.0.1:${port}/docs/guides/schedules`, again)).status, 304)
})

test('every link between the pages leads to a page, and to a heading of it', async t => {
  const { pages } = await readLibrary()
  t.ok(pages.length > 40, `${pages.length} pages`)
  const anchors = new Map(
    pages.map(({ path, html }) => [
      `/docs/${path}`,
      new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)),
    ]),
  )
  const known = ['/docs', '/docs/api-reference']
  for (const { path, html, title } of pages) {
    t.not(title, '', path)
    for (const [, href = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue
      const [target = '', anchor] = href.split('#')
      const page = target === '' ? `/docs/${path}` : target
      const found = anchors.get(page)
      if (found === undefined && !known.includes(page)) t.fail(`${path}: ${href} leads nowhere`)
      if (anchor !== undefined && found?.has(anchor) === false) t.fail(`${path}: ${href} has no such heading`)
    }
  }
})

test('links of the files become addresses of the site; what is not shown is no link', async t => {
  t.equal(addressOf('../reference/errors.md#codes', 'guides'), '/docs/reference/errors#codes')
  t.equal(addressOf('chat.md', 'guides'), '/docs/guides/chat')
  t.equal(addressOf('#below', 'guides'), '#below')
  t.equal(addressOf('../README.md', 'guides'), '/docs')
  t.equal(addressOf('../internals/runtime.md', 'guides'), null)
  t.equal(addressOf('../../CONTRIBUTING.md', 'guides'), null)
})

test('HTML in a page is text, and a heading that comes twice has two names', async t => {
  const { html, title, passages } = renderPage(
    '# `A` page\n\nHi <b>you</b><script>x</script>\n\n## One & two\n\n[x](javascript:x)\n\n## One & two\n\n| a |\n|---|\n| <i> |\n',
    'guides',
  )
  t.equal(title, 'A page')
  t.notMatch(html, /<b>|<script|<i>|javascript/)
  t.match(html, /id="one--two"[\s\S]*id="one--two-1"/)
  t.strictSame(
    passages.map(({ anchor }) => anchor),
    ['', 'one--two', 'one--two-1'],
  )
})

test('the search finds passages by all of their words, also by beginnings, and says where', async t => {
  const find = createSearch(await readLibrary())
  t.match(find('overlap schedule')[0], { address: /^\/docs\/guides\/schedules/ })
  t.match(find('rotate api key')[0], { page: /API keys|Keys/ })
  t.ok(find('sched').length > 0)
  t.strictSame(find('zzzzqqqq'), [])
  t.ok(find('the').length <= 20)
})
