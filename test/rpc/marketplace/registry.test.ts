import { type Test, test } from 'tap'
import { type RegistryEntry, readRegistry } from '../../../rpc/marketplace/registry.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { listed, startRegistry } from '../../support/servers/registry.ts'
import { serve } from '../loopback.ts'

const remote = (url: string, more: object = {}) => ({ remotes: [{ type: 'streamable-http', url, ...more }] })
const weather = { name: 'io.github.ada/weather', ...remote('https://weather.example/mcp') }

async function read(t: Test, url: string, search: string | null = null, timeoutMs = 10_000) {
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  return readRegistry(outbound, { url, search }, timeoutMs)
}

async function entriesOf(t: Test, servers: unknown[]): Promise<Record<string, RegistryEntry>> {
  const { url } = await startRegistry(t, servers)
  const reading = await read(t, url)
  if (!reading.ok) throw new Error(reading.error)
  return Object.fromEntries(reading.entries.map(entry => [entry.slug, entry]))
}

test('a registry is read page by page, newest versions only, whatever form its address has', async t => {
  const names = ['a', 'b', 'c', 'd', 'e'].map(name => listed({ ...weather, name: `org.example/${name}` }))
  const registry = await startRegistry(t, names)
  for (const path of ['', '/', '/v0.1', '/v0.1/servers', '/v0/servers/']) {
    const reading = await read(t, registry.url + path)
    t.match(reading, { ok: true, skipped: 0, problems: [] }, path)
    t.same(reading.ok && reading.entries.map(({ slug }) => slug), ['a', 'b', 'c', 'd', 'e'])
  }
  t.same(registry.asked.slice(0, 3), [
    '/v0.1/servers?limit=100&version=latest',
    '/v0.1/servers?limit=100&version=latest&cursor=after%3A2',
    '/v0.1/servers?limit=100&version=latest&cursor=after%3A4',
  ])
})

test('only servers that fit the search are asked for', async t => {
  const registry = await startRegistry(t, [listed(weather), listed({ ...weather, name: 'x/other' })])
  const reading = await read(t, registry.url, 'weather')
  t.match(reading, { ok: true, entries: [{ slug: 'weather' }] })
  t.match(registry.asked[0], /search=weather/)
})

test('a server that speaks Streamable HTTP can be installed, and says what it needs', async t => {
  const token = { name: 'Authorization', isSecret: true, isRequired: true, description: 'A token' }
  const { plain, bearer, template, key, tenant } = await entriesOf(t, [
    listed({ name: 'x/plain', title: 'Plain', ...remote('https://x.example/mcp') }),
    listed({ name: 'x/bearer', ...remote('https://x.example/mcp', { headers: [token] }) }),
    listed({
      name: 'x/template',
      ...remote('https://x.example/mcp', {
        headers: [{ name: 'Authorization', value: 'Bearer {key}', variables: { key: { isSecret: true } } }],
      }),
    }),
    listed({
      name: 'x/key',
      ...remote('https://x.example/mcp', { headers: [{ name: 'X-Key', isSecret: true }] }),
    }),
    listed({
      name: 'x/tenant',
      ...remote('https://{tenant}.example/{stage}', {
        variables: { tenant: { isRequired: true }, stage: { default: 'live', choices: ['live', 'test'] } },
      }),
    }),
  ])
  t.match(plain, {
    name: 'Plain',
    publisher: 'x',
    tools: null,
    credential: null,
    settings: null,
    transport: { type: 'http', url: 'https://x.example/mcp' },
  })
  t.match(bearer?.credential, {
    kinds: ['bearer', 'oauth2', 'basic', 'header'],
    isRequired: true,
    hint: 'Sent as the header Authorization: A token',
  })
  t.match(template?.credential, { kinds: ['bearer', 'oauth2'], isRequired: true })
  t.match(key?.credential, { kinds: ['header'], isRequired: false })
  t.match(tenant?.settings, {
    properties: { tenant: { type: 'string' }, stage: { default: 'live', enum: ['live', 'test'] } },
    required: ['tenant'],
  })
})

test('a server that cannot be installed is listed with the reason', async t => {
  const header = (name: string) => ({ name, isSecret: true, isRequired: true })
  const reasons = Object.fromEntries(
    Object.entries(
      await entriesOf(t, [
        listed({ name: 'x/program', packages: [{ registryType: 'pypi', identifier: 'program' }] }),
        listed({ name: 'x/sse', remotes: [{ type: 'sse', url: 'https://x.example/sse' }] }),
        listed({ name: 'x/nothing' }),
        listed({ name: 'x/file', ...remote('file:///etc/passwd') }),
        listed({ name: 'x/two', ...remote('https://x.example', { headers: [header('A'), header('B')] }) }),
        listed({
          name: 'x/fixed',
          ...remote('https://x.example', { headers: [{ name: 'X-Region', isRequired: true }] }),
        }),
      ]),
    ).map(([slug, { transport }]) => [slug, transport.type === 'none' ? transport.reason : 'none']),
  )
  t.match(reasons['program'], /a program to be run on a machine of yours \(pypi program\)/)
  t.match(reasons['sse'], /reached by sse only/)
  t.match(reasons['nothing'], /names no address/)
  t.match(reasons['file'], /not one of http or https/)
  t.match(reasons['two'], /more than one secret header/)
  t.match(reasons['fixed'], /needs the header X-Region/)
})

test('entries that do not fit are skipped and counted, deleted and old ones are passed over', async t => {
  const registry = await startRegistry(t, [
    ...[null, 7, [], {}, { server: null }, listed({ name: 'no slash', ...remote('https://x.example') })],
    listed({ ...weather, description: 5 }),
    listed({ ...weather, name: 'x/gone' }, { status: 'deleted' }),
    listed({ ...weather, version: '0.9.0' }, { isLatest: false }),
    listed({ ...weather, name: 'x/large', ...remote('https://{x}.example', { variables: wide }) }),
    listed({ ...weather, title: 'Wea\u001b[31mther\u202e' }),
  ])
  const reading = await read(t, registry.url)
  t.match(reading, { ok: true, skipped: 8, entries: [{ name: 'Weather', version: '1.0.0' }] })
  t.equal(reading.ok && reading.problems.length, 5, 'only the first ones are told')
  t.match(reading.ok && reading.problems[0], /^an entry without a name: expected object/)
})

test('of two versions without a word on which is the latest, the newer is taken', async t => {
  const bare = (version: string) => ({ server: { ...weather, description: 'x', version } })
  for (const versions of [
    ['1.9.0', '1.10.0'],
    ['1.10.0', '1.9.0'],
  ]) {
    const { weather: found } = await entriesOf(t, versions.map(bare))
    t.equal(found?.version, '1.10.0')
  }
})

test('the id of a server follows from its registry and its name', async t => {
  const registry = await startRegistry(t, [listed(weather)])
  const [first, second] = [await read(t, registry.url), await read(t, registry.url)]
  t.ok(first.ok && second.ok && first.entries[0]!.id === second.entries[0]!.id)
  const other = await startRegistry(t, [listed(weather)])
  const elsewhere = await read(t, other.url)
  t.not(elsewhere.ok && elsewhere.entries[0]!.id, first.ok && first.entries[0]!.id)
})

test('a server.json is a registry of one', async t => {
  const { origin } = await serve(t, (_request, response) =>
    response.end(JSON.stringify({ ...weather, description: 'x', version: '2.0.0' })),
  )
  const reading = await read(t, `${origin}/.well-known/server.json`)
  t.match(reading, { ok: true, entries: [{ slug: 'weather', version: '2.0.0' }] })
})

test('a registry that fails is an error with its host, and never half a list', async t => {
  const registry = await startRegistry(t, [listed(weather)])
  registry.status = 503
  t.match(await read(t, registry.url), { ok: false, error: /127\.0\.0\.1:\d+ answered 503/ })
  const answers = ['<html>', '[]', '{"servers": {}}', 'null']
  for (const answer of answers) {
    const { origin } = await serve(t, (_request, response) => response.end(answer))
    t.match(await read(t, origin), { ok: false }, answer)
  }
  const half = await serve(t, (request, response) => {
    if (request.url!.includes('cursor')) response.writeHead(500).end()
    else response.end(JSON.stringify({ servers: [listed(weather)], metadata: { nextCursor: 'x' } }))
  })
  t.match(await read(t, half.origin), { ok: false, error: /answered 500/ })
})

test('a registry that never ends ends by its bounds', async t => {
  let page = 0
  const endless = await serve(t, (_request, response) =>
    response.end(JSON.stringify({ servers: [], metadata: { nextCursor: `page ${++page}` } })),
  )
  t.match(await read(t, endless.origin), { ok: true, problems: [/more servers than the 0/] })
  t.equal(page, 50)
  const circle = await serve(t, (_request, response) =>
    response.end(JSON.stringify({ servers: [], metadata: { nextCursor: 'again' } })),
  )
  t.match(await read(t, circle.origin), { ok: true, problems: [/the same page twice/] })
  const silent = await serve(t, () => {})
  t.match(await read(t, silent.origin, null, 100), { ok: false, error: /deadline|begin to answer/ })
})

const wide = { x: { choices: Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(200, 'y')) } }
