import { test } from 'tap'
import { webServer } from '../../../rpc/first-party/web/index.ts'
import { install } from './installed.ts'
import { record } from './recording.ts'

const rss = `<?xml version="1.0"?><rss version="2.0"><channel>
<title>News &amp; more</title><link>https://example.com/</link><description>All of it</description>
<item><title>Old</title><link>/old</link><guid>1</guid><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate>
<description>&lt;p&gt;First &lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;</description></item>
<item><title><![CDATA[New <i>one</i>]]></title><link>https://example.com/new</link><guid>2</guid>
<pubDate>Tue, 06 Jan 2026 10:00:00 GMT</pubDate><enclosure url="https://example.com/a.mp3" type="audio/mpeg" length="1"/></item>
<item><title>Undated</title><guid>3</guid></item></channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><id>urn:x</id>
<entry><id>a</id><title>Grün</title><link href="https://example.com/a"/><updated>2026-01-05T10:00:00Z</updated>
<summary>short</summary></entry></feed>`

test('the credential goes to addresses under the base address, and nowhere else', async t => {
  const api = await record(t, () => ({ json: { ok: true } }))
  const other = await record(t, () => ({ json: {} }))
  const call = install(t, webServer, {
    settings: { baseUrl: `${api.origin}/v1/` },
    secret: { kind: 'bearer', token: 's3cret' },
  })
  const output = await call('request', { url: '/orders', query: { page: 2 } })
  t.match(output, { status: 200, body: { ok: true }, url: `${api.origin}/v1/orders?page=2` })
  await call('request', { url: `${api.origin}/v1/orders` })
  await call('request', { url: `${api.origin}/v1secret` })
  await call('request', { url: `${api.origin}/v1/../admin` })
  await call('request', { url: other.origin })
  await call('read_page', { url: other.origin }).catch(() => {})
  t.same(
    api.seen.map(({ url, headers }) => [url, headers.authorization]),
    [
      ['/v1/orders?page=2', 'Bearer s3cret'],
      ['/v1/orders', 'Bearer s3cret'],
      ['/v1secret', undefined],
      ['/admin', undefined],
    ],
  )
  t.same(
    other.seen.map(({ headers }) => headers.authorization),
    [undefined, undefined],
  )
})

test('a credential in the query is in no output', async t => {
  const { origin, seen } = await record(t, ({ url }) =>
    url.startsWith('/moved')
      ? { status: 302, headers: { location: `/here?${url.split('?')[1]}` } }
      : { body: '<title>x</title>', headers: { 'content-type': 'text/html' } },
  )
  const secret = { kind: 'query', name: 'api_key', value: 's3cret' } as const
  const call = install(t, webServer, { settings: { baseUrl: origin }, secret })
  const outputs = [
    await call('request', { url: '/moved?a=1' }),
    await call('read_page', { url: '/moved?a=1' }),
  ]
  t.equal(seen[0]?.url, '/moved?a=1&api_key=s3cret')
  t.notMatch(JSON.stringify(outputs), 's3cret')
  t.equal(outputs[0]?.['url'], `${origin}/here?a=1`)
})

test('a path needs a base address', async t => {
  const call = install(t, webServer)
  await t.rejects(call('request', { url: '/orders' }), { code: 'invalid-arguments', message: /base address/ })
})

test('a request sends one of a value, a text, a form and a file, with the idempotency key of its step', async t => {
  const { origin, seen } = await record(t, () => ({ status: 201, json: { id: 7 } }))
  const call = install(t, webServer)
  await call('request', { url: origin, method: 'POST', body: { a: 'ü' } })
  await call('request', {
    url: origin,
    method: 'PUT',
    file: { base64: 'AP8=', mediaType: 'image/png', name: 'x.png' },
  })
  await call('request', { url: origin, method: 'PUT', file: 'AP8=' })
  t.match(seen, [
    { method: 'POST', json: { a: 'ü' }, headers: { 'idempotency-key': 'exec_1/send' } },
    { method: 'PUT', body: Buffer.from([0, 255]), headers: { 'content-type': 'image/png' } },
    { method: 'PUT', headers: { 'content-type': 'application/octet-stream' } },
  ])
  const bad = { code: 'invalid-arguments' }
  await t.rejects(call('request', { url: origin, method: 'POST', text: 'x', file: 'AP8=' }), bad)
  await t.rejects(call('request', { url: origin, body: 1 }), bad)
  await t.rejects(call('request', { url: origin, method: 'PUT', file: 'no base64!' }), bad)
})

test('a page gives its title, description, language, text and links', async t => {
  const html = `<!doctype html><html lang="en"><head><title> News
 of the day</title><meta name="description" content="What &amp; when"><base href="/sub/"></head>
<body><script>hidden()</script><h1>Head</h1><p>One <a href="two">two</a> <a href="javascript:x()">js</a>
<a href="https://example.com/#x">out</a> <a href="two">again</a></p></body></html>`
  const { origin } = await record(t, () => ({ body: html, headers: { 'content-type': 'text/html' } }))
  const call = install(t, webServer)
  t.strictSame(await call('read_page', { url: origin, links: true }), {
    url: `${origin}/`,
    title: 'News of the day',
    description: 'What & when',
    language: 'en',
    text: 'Head\n\nOne two js out again',
    isCut: false,
    links: [
      { text: 'two', url: `${origin}/sub/two` },
      { text: 'out', url: 'https://example.com/#x' },
    ],
  })
  const cut = await call('read_page', { url: origin, maxLength: 4 })
  t.match(cut, { text: 'Head', isCut: true })
  t.notOk('links' in cut)
})

test('a page is decoded as it says itself, and a picture is none', async t => {
  const { origin } = await record(t, ({ url }) => {
    if (url === '/image') return { body: Buffer.from([137]), headers: { 'content-type': 'image/png' } }
    if (url === '/plain') return { body: '<b>', headers: { 'content-type': 'text/plain' } }
    const page = Buffer.from('<meta charset="iso-8859-1"><p>grün</p>', 'latin1')
    return { body: page, headers: { 'content-type': 'text/html' } }
  })
  const call = install(t, webServer)
  t.match(await call('read_page', { url: `${origin}/latin` }), { text: 'grün' })
  t.match(await call('read_page', { url: `${origin}/plain` }), { text: '<b>', title: null })
  await t.rejects(call('read_page', { url: `${origin}/image` }), {
    code: 'bad-answer',
    message: /image\/png/,
  })
})

test('a feed gives its entries newest first, as plain text, with full addresses', async t => {
  const { origin } = await record(t, ({ url }) => ({ body: url === '/atom' ? atom : rss }))
  const call = install(t, webServer)
  const feed = await call('read_feed', { url: `${origin}/rss` })
  t.match(feed, { title: 'News & more', link: 'https://example.com/', description: 'All of it' })
  t.strictSame(feed['entries'], [
    {
      id: '2',
      title: 'New one',
      link: 'https://example.com/new',
      text: null,
      publishedAt: '2026-01-06T10:00:00.000Z',
      media: ['https://example.com/a.mp3'],
    },
    {
      id: '1',
      title: 'Old',
      link: `${origin}/old`,
      text: 'First bold',
      publishedAt: '2026-01-05T10:00:00.000Z',
      media: [],
    },
    { id: '3', title: 'Undated', link: null, text: null, publishedAt: null, media: [] },
  ])
  const later = await call('read_feed', { url: `${origin}/rss`, since: '2026-01-05T10:00:00Z' })
  t.match(later['entries'], [{ id: '2' }])
  t.equal((later['entries'] as unknown[]).length, 1)
  t.equal(((await call('read_feed', { url: `${origin}/rss`, limit: 2 }))['entries'] as unknown[]).length, 2)
  t.match(await call('read_feed', { url: `${origin}/atom` }), { title: 'Atom', entries: [{ title: 'Grün' }] })
  await t.rejects(call('read_feed', { url: `${origin}/rss`, since: 'last week' }), {
    code: 'invalid-arguments',
  })
})

test('the date of an entry is read in every form that feeds have, in no zone of the machine', async t => {
  const dates = {
    'Wed, 05 Aug 2026 10:00:00 CEST': '2026-08-05T08:00:00.000Z',
    'Wed, 05 Aug 2026 10:00:00 GMT': '2026-08-05T10:00:00.000Z',
    'Wed, 05 Aug 2026 10:00:00 EST': '2026-08-05T15:00:00.000Z',
    '05 Aug 26 10:00 BST': '2026-08-05T09:00:00.000Z',
    'Wed, 05 Aug 2026 10:00:00 JST': '2026-08-05T01:00:00.000Z',
    'Wed, 05 Aug 2026 10:00:00 +0200 (CEST)': '2026-08-05T08:00:00.000Z',
    'Wed, 05 Aug 2026 10:00:00 GMT+0200': '2026-08-05T08:00:00.000Z',
    'Wed Aug  5 10:00:00 CEST 2026': '2026-08-05T08:00:00.000Z',
    'Mi, 05 Aug 2026 10:00:00 +0200': '2026-08-05T08:00:00.000Z',
    'Wed, 05 Aug 2026 10:00:00': '2026-08-05T10:00:00.000Z',
    '2026-08-05T10:00:00.5Z': '2026-08-05T10:00:00.500Z',
    '2026-08-05T10:00:00.123456789-05:00': '2026-08-05T15:00:00.123Z',
    '2026-08-05T10:00:00': '2026-08-05T10:00:00.000Z',
    '2026-08-05 10:00:00': '2026-08-05T10:00:00.000Z',
    '2026-08-05T10:00:00 CEST': '2026-08-05T08:00:00.000Z',
    '2026-08-05': '2026-08-05T00:00:00.000Z',
    '05.08.2026 10:00': '2026-08-05T10:00:00.000Z',
    'Aug 5, 2026 10:00 PM': '2026-08-05T22:00:00.000Z',
  }
  const items = Object.keys(dates).map(
    date => `<item><title>x</title><guid>${date}</guid><pubDate>${date}</pubDate></item>`,
  )
  const undated = '<item><guid>soon</guid><pubDate>soon</pubDate></item>'
  const published = `<entry><id>b</id><published>2026-08-05T10:00:00Z</published></entry></feed>`
  const body = `<rss version="2.0"><channel><title>x</title>${items.join('')}${undated}</channel></rss>`
  const { origin } = await record(t, ({ url }) => ({
    body: url === '/atom' ? atom.replace('</feed>', published) : body,
  }))
  const call = install(t, webServer)
  const read = async (args: { url: string; since?: string }) =>
    ((await call('read_feed', args))['entries'] as { id: string; publishedAt: string }[]).map(
      ({ id, publishedAt }) => [id, publishedAt],
    )
  const url = `${origin}/rss`
  t.strictSame(Object.fromEntries(await read({ url })), { ...dates, soon: null })
  t.strictSame(Object.fromEntries(await read({ url, since: '2026-08-01T00:00:00Z' })), dates)
  t.strictSame(Object.fromEntries(await read({ url: `${origin}/atom` })), {
    a: '2026-01-05T10:00:00.000Z',
    b: '2026-08-05T10:00:00.000Z',
  })
})

test('a feed that is none, or is nested without measure, is an error', async t => {
  const bodies: Record<string, string> = {
    '/html': '<html><body>hello</body></html>',
    '/deep': '<rss>'.repeat(300_000),
    '/unmatched': `${'<a>'.repeat(100)}${'</b>'.repeat(300_000)}`,
    '/empty': '',
  }
  const { origin } = await record(t, ({ url }) => ({ body: bodies[url] ?? '' }))
  const call = install(t, webServer)
  await t.rejects(call('read_feed', { url: `${origin}/deep` }), { code: 'too-large' })
  for (const path of ['/html', '/unmatched', '/empty']) {
    await t.rejects(call('read_feed', { url: origin + path }), { code: 'bad-answer' }, path)
  }
})

test('a busy site says how long to wait', async t => {
  const { origin } = await record(t, () => ({ status: 503, headers: { 'retry-after': '7' } }))
  const busy = { code: 'unavailable', retryable: true, retryAfterMs: 7_000 }
  await t.rejects(install(t, webServer)('read_page', { url: origin }), busy)
  await t.rejects(install(t, webServer)('read_feed', { url: origin }), busy)
  const waiting = { code: 'http-status', retryable: true, retryAfterMs: 7_000 }
  await t.rejects(install(t, webServer)('request', { url: origin }), waiting)
})

test('the public policy holds for every tool', async t => {
  const { origin, seen } = await record(t, () => ({ body: 'x' }))
  const call = install(t, webServer, { policy: 'public' })
  for (const tool of ['request', 'read_page', 'read_feed']) {
    await t.rejects(call(tool, { url: origin }), { name: 'ToolFailure', code: 'refused-address' })
  }
  t.equal(seen.length, 0)
})
