import type { IncomingMessage } from 'node:http'
import tap, { type Test, test } from 'tap'
import { newId } from '../../../../domain/ids.ts'
import { serve } from '../../../rpc/loopback.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { fixtureServer } from '../../../support/fixture-catalog.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'
import type { Client } from '../../../support/people/client.ts'
import { probes } from '../../../support/probes.ts'
import { freePort } from '../../../support/servers/free-port.ts'
import { listed, startRegistry } from '../../../support/servers/registry.ts'

const tools = '/api/v1/marketplace/tools'
const sources = '/api/v1/marketplace/sources'

const database = await openTestDatabase()
const market = await startMarketplace(worldOf(database), [fixtureServer()])
tap.teardown(() => market.stop())

async function signUp(): Promise<Client> {
  const body = { email: `${newId('user')}@example.com`, password: 'correct horse battery' }
  const answer = await market.clientOf(null).post('/api/v1/auth/signup', body)
  return market.clientOf(answer.body.token)
}

/** A tool server that speaks plain JSON-RPC and wants a token, if told so. */
async function startWeather(t: Test, token: string | null = null): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = []
  const { origin } = await serve(t, async (request, response) => {
    paths.push(request.url!)
    if (token !== null && request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end()
      return
    }
    const { id, method } = JSON.parse(await bodyOf(request))
    const result = { tools: [{ name: 'forecast', inputSchema: { type: 'object' } }] }
    const error = { code: -32601, message: 'Method not found' }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'tools/list' ? { result } : { error }) }),
    )
  })
  return { url: origin, paths }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

function weatherAt(url: string, more: object = {}, version = '1.0.0') {
  const remotes = [{ type: 'streamable-http', url, ...more }]
  return listed({ name: 'io.github.ada/weather', title: 'Weather', version, remotes })
}

test('the servers of a source are found beside the catalog, by their organization alone', async t => {
  probes(t, 78)
  const registry = await startRegistry(t, [weatherAt('http://127.0.0.1:9/mcp'), listed({ name: 'no slash' })])
  const [client, other] = [await signUp(), await signUp()]
  const added = await client.post(sources, { url: registry.url, name: 'Partners' })
  t.match(added, {
    status: 201,
    body: { id: /^src_/, name: 'Partners', toolCount: 1, skipped: 1, problems: [/no slash/], error: null },
  })
  t.match((await client.get(tools)).body, [
    { slug: 'words', source: null },
    { slug: 'weather', publisher: 'io.github.ada', source: { id: added.body.id, name: 'Partners' } },
  ])
  const [weather] = (await client.get(`${tools}?search=weather`)).body
  t.match((await client.get(`${tools}/${weather.id}`)).body, { name: 'Weather', installation: null })
  t.match((await other.get(tools)).body, [{ slug: 'words' }])
  t.equal((await other.get(`${tools}/${weather.id}`)).status, 404)
  t.equal((await other.post(`${tools}/${weather.id}/install`)).status, 404, 'P78')
  t.equal((await other.get(`${sources}/${added.body.id}`)).status, 404)
  t.equal((await other.post(`${sources}/${added.body.id}/refresh`)).status, 404)
  t.equal((await other.delete(`${sources}/${added.body.id}`)).status, 404)
  t.match(await client.post(sources, { url: registry.url }), {
    status: 409,
    body: { error: /^url: .*added before/ },
  })
})

test('a server of a source is installed as a tool server with its URL and its credential', async t => {
  const weather = await startWeather(t, 's3cret')
  const header = { name: 'Authorization', value: 'Bearer {token}', isRequired: true, isSecret: true }
  const variables = { city: { isRequired: true }, unit: { default: 'metric' } }
  const entry = weatherAt(`${weather.url}/{city}/{unit}`, { headers: [header], variables })
  const registry = await startRegistry(t, [entry])
  const client = await signUp()
  await client.post(sources, { url: registry.url })
  const [{ id }] = (await client.get(`${tools}?search=weather`)).body
  t.match(await client.post(`${tools}/${id}/install`), {
    status: 400,
    body: { error: /needs a credential of kind bearer or oauth2\. .*; settings\.city: expected a value/ },
  })
  await client.post('/api/v1/credentials', { name: 'W', kind: 'bearer', secret: { token: 's3cret' } })
  const installed = await client.post(`${tools}/${id}/install`, {
    credential: 'W',
    settings: { city: 'Ulm' },
  })
  t.match(installed, { status: 201, body: { installed: true } })
  t.match(installed.body.server, { slug: 'weather', url: `${weather.url}/Ulm/metric` })
  t.ok(
    weather.paths.every(path => path === '/Ulm/metric') && weather.paths.length > 0,
    'it was asked for its tools',
  )
})

test('a server that moves with its next version is updated to its new place, without its credential', async t => {
  const [old, next] = [await startWeather(t), await startWeather(t)]
  const registry = await startRegistry(t, [weatherAt(`${old.url}/mcp`)])
  const client = await signUp()
  const source = await client.post(sources, { url: registry.url })
  const [{ id }] = (await client.get(`${tools}?search=weather`)).body
  await client.post('/api/v1/credentials', { name: 'W', kind: 'bearer', secret: { token: 'x' } })
  t.match(await client.post(`${tools}/${id}/install`, { credential: 'W' }), {
    body: { server: { status: 'healthy', toolCount: 1, credentialId: /^cred_/ } },
  })
  const plan = { steps: [{ id: 'ask', kind: 'tool', server: 'weather', tool: 'forecast', args: {} }] }
  const planned = { name: 'Planned', prompt: 'x', plan, plannedBy: 'model' }
  const workflow = `/api/v1/workflows/${(await client.post('/api/v1/workflows', planned)).body.id}`
  const { digest } = (await client.get(`${workflow}/confirmation`)).body
  t.equal((await client.post(`${workflow}/accept`, { digest, entries: ['effect:ask'] })).status, 200)
  registry.servers = [weatherAt(`${next.url}/mcp`, {}, '1.1.0')]
  t.match(await client.post(`${sources}/${source.body.id}/refresh`), { status: 200 })
  t.match((await client.get(`${tools}/${id}/update`)).body, {
    ...{ from: '1.0.0', to: '1.1.0', available: true, breaking: false },
    url: { from: `${old.url}/mcp`, to: `${next.url}/mcp` },
  })
  t.match(await client.post(`${tools}/${id}/update`), {
    status: 200,
    body: {
      installedVersion: '1.1.0',
      server: { url: `${next.url}/mcp`, credentialId: null, status: 'healthy' },
    },
  })
  t.match((await client.get(workflow)).body, { acceptance: { acceptedAt: null } }, 'another server')
})

test('what cannot be installed says why, and two of one name do not collide', async t => {
  const { url } = await startWeather(t)
  const program = listed({ name: 'x/tool', packages: [{ registryType: 'oci', identifier: 'tool' }] })
  const registry = await startRegistry(t, [
    program,
    weatherAt(url),
    listed({ name: 'org.other/weather', remotes: [{ type: 'streamable-http', url: `${url}/other` }] }),
  ])
  const client = await signUp()
  await client.post(sources, { url: registry.url })
  const [found] = (await client.get(`${tools}?search=tool&limit=1`)).body
  t.match(found, { slug: 'tool', obstacle: /a program to be run on a machine of yours \(oci tool\)/ })
  t.match(await client.post(`${tools}/${found.id}/install`), {
    status: 409,
    body: { error: /can not be installed/ },
  })
  const slugs: string[] = []
  for (const { id } of (await client.get(`${tools}?search=weather`)).body) {
    slugs.push((await client.post(`${tools}/${id}/install`)).body.server.slug)
  }
  t.same(slugs.sort(), ['weather', 'weather-2'])
})

test('a source that fails says so and keeps what was read; without it, what was installed stays', async t => {
  const { url } = await startWeather(t)
  const registry = await startRegistry(t, [weatherAt(url)])
  const client = await signUp()
  const { body } = await client.post(sources, { url: registry.url, search: 'weather' })
  t.match(registry.asked, [/search=weather/])
  const [{ id }] = (await client.get(`${tools}?search=weather`)).body
  await client.post(`${tools}/${id}/install`)
  registry.status = 503
  t.match((await client.post(`${sources}/${body.id}/refresh`)).body, { toolCount: 1, error: /answered 503/ })
  t.equal(registry.asked.length, 2, 'browsing reads no registry while its list is fresh')
  t.match((await client.get(sources)).body, [{ id: body.id, error: /answered 503/, readAt: Number }])
  t.strictSame((await client.delete(`${sources}/${body.id}`)).body, { id: body.id, deleted: true })
  t.strictSame((await client.get(`${tools}?search=weather`)).body, [])
  t.match((await client.get('/api/v1/mcp-servers')).body, [{ slug: 'weather', enabled: true }])
  t.match(await client.delete(`${tools}/${id}/install`), { status: 200 })
})

test('an address that is none is refused, one that does not answer is kept with its error', async t => {
  const client = await signUp()
  for (const url of ['registry', 'file:///etc/passwd', 'http://a@b.example', '']) {
    t.match(await client.post(sources, { url }), { status: 400, body: { error: /^url: / } }, url)
  }
  const gone = `http://127.0.0.1:${await freePort()}`
  t.match(await client.post(sources, { url: gone }), {
    status: 201,
    body: { toolCount: 0, error: /127/ },
  })
})
