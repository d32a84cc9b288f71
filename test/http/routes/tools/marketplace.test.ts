import tap, { test } from 'tap'
import { newId } from '../../../../domain/ids.ts'
import { object, text } from '../../../../rpc/builtin/schema.ts'
import type { FirstPartyServer } from '../../../../rpc/first-party/first-party-server.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { fixtureServer, fixtureTool, wordSchema } from '../../../support/fixture-catalog.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'
import type { Client } from '../../../support/people/client.ts'

const tools = '/api/v1/marketplace/tools'
const password = 'correct horse battery'
const credential = { name: 'Mail', kind: 'basic', secret: { username: 'ada', password: 's3cret' } }
const mail = fixtureServer({
  ...{ slug: 'mail', name: 'Mail', description: 'Sends letters.', categories: ['communication'] },
  credential: { kinds: ['basic'], isRequired: true, hint: 'The account at the mail server.' },
  settings: object({ host: text('Host', 'Mail server') }, ['host']),
})
const catalog = [fixtureServer(), mail]

const database = await openTestDatabase()
const world = worldOf(database)
const market = await startMarketplace(world, catalog)
tap.teardown(() => market.stop())

async function signUp({ clientOf } = market) {
  const email = `${newId('user')}@example.com`
  const { body } = await clientOf(null).post('/api/v1/auth/signup', { email, password })
  return { client: clientOf(body.token), token: body.token as string }
}

async function idOf(client: Client, slug: string): Promise<string> {
  return (await client.get(`${tools}/${slug}`)).body.id
}

const planOf = (...uses: string[]) => ({
  steps: uses.map((tool, index) => ({
    id: `s${index}`,
    kind: 'tool',
    server: 'words',
    tool,
    args: { word: 'a' },
  })),
})

/** By a model: somebody confirms it. */
const planned = { name: 'Planned', prompt: 'x', plan: planOf('find'), plannedBy: 'model' }

test('the marketplace is browsed by words, category and page', async t => {
  const { client } = await signUp()
  const all = await client.get(tools)
  t.match(all.body, [
    { slug: 'mail', requires: ['basic'], installed: false, publisher: 'Troupe', version: '1.0.0' },
    { slug: 'words', requires: [], categories: ['language'], tools: [{ name: 'find' }, { name: 'count' }] },
  ])
  t.match((await client.get(`${tools}?search=dictionary`)).body, [{ slug: 'words' }])
  t.strictSame((await client.get(`${tools}?search=spaceship`)).body, [])
  t.match((await client.get(`${tools}?category=communication`)).body, [{ slug: 'mail' }])
  const first = await client.get(`${tools}?limit=1`)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  t.match([first.body, (await client.get(next)).body], [[{ slug: 'mail' }], [{ slug: 'words' }]])
  for (const query of ['limit=0', 'cursor=made-up', 'installed=maybe']) {
    t.equal((await client.get(`${tools}?${query}`)).status, 400, query)
  }
  t.strictSame((await client.get('/api/v1/marketplace/categories')).body, [
    { name: 'communication', count: 1 },
    { name: 'language', count: 1 },
  ])
  t.equal((await client.get(`${tools}/tool_00000000000000000000000000`)).status, 404)
})

test('an installed tool is a tool server, and nothing more can be told of it', async t => {
  const { client } = await signUp()
  const id = await idOf(client, 'words')
  const installed = await client.post(`${tools}/${id}/install`)
  t.match(installed, {
    status: 201,
    body: { id, installed: true, installedVersion: '1.0.0', server: { slug: 'words', url: 'catalog:words' } },
  })
  const { server } = installed.body
  t.match(server, { status: 'healthy', toolCount: 2, enabled: true, error: null })
  t.match((await client.get('/api/v1/mcp-servers')).body, [{ id: server.id }])
  const offered = (await client.get('/api/v1/tools?limit=100')).body
  t.match(
    offered.filter((tool: { server: string | null }) => tool.server === 'words'),
    [{ name: 'words__count' }, { name: 'words__find' }],
  )
  t.match((await client.get(`${tools}?installed=true`)).body, [{ id }])
  t.match((await client.get(`${tools}?installed=false`)).body, [{ slug: 'mail' }])
  const moved = await client.put(`/api/v1/mcp-servers/${server.id}`, { url: 'https://elsewhere.example' })
  t.match(moved, { status: 400, body: { error: /^url: / } })
  t.match((await client.post(`${tools}/${id}/install`)).body, {
    error: /already installed, as the tool server words/,
  })
})

test('the same installation asked for twice with one key is one', async t => {
  const { client } = await signUp()
  const id = await idOf(client, 'words')
  const key = { 'idempotency-key': newId('event') }
  const answers = [
    await client.post(`${tools}/${id}/install`, { slug: 'lexicon' }, key),
    await client.post(`${tools}/${id}/install`, { slug: 'lexicon' }, key),
  ]
  t.match(answers, [{ status: 201, body: { server: { slug: 'lexicon' } } }, { status: 201 }])
  t.equal((await client.get('/api/v1/mcp-servers')).body.length, 1)
})

test('a tool asks for what it needs, all at once', async t => {
  const { client } = await signUp()
  const id = await idOf(client, 'mail')
  const install = (body: object) => client.post(`${tools}/${id}/install`, body)
  const missing = await install({})
  t.equal(missing.status, 400)
  t.equal(
    missing.body.error,
    'credentialId: this tool needs a credential of kind basic. The account at the mail server.; ' +
      'settings.host: expected a value, received none',
  )
  const bearer = { name: 'Token', kind: 'bearer', secret: { token: 'abc' } }
  const wrong = await client.post('/api/v1/credentials', bearer)
  t.match(await install({ credentialId: wrong.body.id, settings: { host: 'mail.example' } }), {
    status: 400,
    body: { error: 'credentialId: expected a credential of kind basic, received one of kind bearer' },
  })
  t.match((await install({ credentialId: wrong.body.id, settings: { host: 5 } })).body, {
    error: /settings\.host: expected string, received number/,
  })
  const right = await client.post('/api/v1/credentials', credential)
  t.match(await install({ credential: 'Mail', settings: { host: 'mail.example' } }), {
    status: 201,
    body: { server: { credentialId: right.body.id } },
  })
  t.match((await client.get(`${tools}/${id}`)).body.installation, {
    settings: { host: 'mail.example' },
    credentialId: right.body.id,
    usedBy: [],
  })
})

test('a tool that takes no credential and has no settings refuses them', async t => {
  const { client } = await signUp()
  const id = await idOf(client, 'words')
  const { body } = await client.post('/api/v1/credentials', credential)
  t.match(await client.post(`${tools}/${id}/install`, { credentialId: body.id, settings: { a: 1 } }), {
    status: 400,
    body: { error: 'credentialId: this tool takes no credential; settings: this tool has none' },
  })
})

test('credential and settings of an installation are changed one by one', async t => {
  const { client } = await signUp()
  const id = await idOf(client, 'mail')
  await client.post('/api/v1/credentials', credential)
  const other = await client.post('/api/v1/credentials', { ...credential, name: 'Other' })
  await client.post(`${tools}/${id}/install`, { credential: 'Mail', settings: { host: 'a.example' } })
  const path = `${tools}/${id}/install`
  t.match(await client.put(path, { credentialId: 'Other' }), {
    status: 200,
    body: { server: { credentialId: other.body.id } },
  })
  t.match(await client.put(path, { settings: { host: 'b.example' } }), { status: 200 })
  t.match((await client.get(`${tools}/${id}`)).body.installation, {
    ...{ settings: { host: 'b.example' }, credentialId: other.body.id },
  })
  t.equal((await client.put(path, { credentialId: null })).status, 400)
  t.equal((await client.put(`${tools}/${await idOf(client, 'words')}/install`, {})).status, 404)
})

test('what another organization has is as if there were none', async t => {
  const [own, foreign] = [await signUp(), await signUp()]
  const id = await idOf(own.client, 'mail')
  const { body } = await foreign.client.post('/api/v1/credentials', credential)
  for (const name of [body.id, 'Mail']) {
    t.match(
      await own.client.post(`${tools}/${id}/install`, { credentialId: name, settings: { host: 'x' } }),
      {
        status: 404,
        body: { error: 'credential not found' },
      },
    )
  }
  await foreign.client.post(`${tools}/${await idOf(own.client, 'words')}/install`)
  await foreign.client.post('/api/v1/workflows', { name: 'W', prompt: 'x', plan: planOf('find') })
  t.match((await own.client.get(`${tools}?installed=true`)).body, [])
  t.equal((await own.client.delete(`${tools}/${await idOf(own.client, 'words')}/install`)).status, 404)
  await own.client.post(`${tools}/words/install`)
  t.strictSame((await own.client.get(`${tools}/words`)).body.installation.usedBy, [])
})

test('a tool that workflows use is not uninstalled by mistake', async t => {
  const { client } = await signUp()
  const id = await idOf(client, 'words')
  await client.post(`${tools}/${id}/install`)
  const workflow = { name: 'Dictionary', prompt: 'Look it up', plan: planOf('find') }
  const { body } = await client.post('/api/v1/workflows', workflow)
  await client.put(`/api/v1/workflows/${body.id}`, { plan: planOf('find', 'count') })
  const uses = [
    { workflowId: body.id, workflowName: 'Dictionary', version: 2, active: true, tools: ['find', 'count'] },
    { workflowId: body.id, workflowName: 'Dictionary', version: 1, active: false, tools: ['find'] },
  ]
  t.strictSame((await client.get(`${tools}/${id}`)).body.installation.usedBy, uses)
  t.match(await client.delete(`${tools}/${id}/install`), {
    status: 409,
    body: { error: /a workflow would break without Words: "Dictionary" \(version 2\)/ },
  })
  const gone = await client.delete(`${tools}/${id}/install?force=true`)
  t.strictSame([gone.status, gone.body], [200, { id, deleted: true, broke: [uses[0]] }])
  t.strictSame((await client.get('/api/v1/mcp-servers')).body, [])
  t.equal((await client.delete(`${tools}/${id}/install`)).status, 404)
  t.match(await client.post(`${tools}/words/install`), { status: 201 }, 'it can be installed again')
  t.match(
    await client.delete(`${tools}/words/install?force=true`),
    { status: 200, body: { id } },
    'by its slug, too',
  )
})

test('who may not install sees everything all the same', async t => {
  const { client } = await signUp()
  const key = await client.post('/api/v1/apikeys', { name: 'reads', scopes: ['read', 'write', 'execute'] })
  const reader = market.clientOf(key.body.key)
  const id = await idOf(reader, 'words')
  t.equal((await reader.get(`${tools}/${id}`)).status, 200)
  t.equal((await reader.post(`${tools}/${id}/install`)).status, 403)
  t.equal((await reader.delete(`${tools}/${id}/install`)).status, 403)
  t.equal((await reader.post(`${tools}/${id}/update`, {})).status, 403)
  t.equal((await reader.post('/api/v1/marketplace/sources', { url: 'http://x.example' })).status, 403)
})

test('a newer version of the catalog is shown as a difference, and taken when it is accepted', async t => {
  const { client, token } = await signUp()
  const id = await idOf(client, 'words')
  await client.post(`${tools}/${id}/install`)
  const { body } = await client.post('/api/v1/workflows', {
    name: 'W',
    prompt: 'x',
    plan: planOf('find', 'count'),
  })
  const workflow = `/api/v1/workflows/${(await client.post('/api/v1/workflows', planned)).body.id}`
  const { digest } = (await client.get(`${workflow}/confirmation`)).body
  const accepted = await client.post(`${workflow}/accept`, { digest })
  t.match(accepted, { status: 200, body: { acceptance: { acceptedAt: Number } } })
  const newer = await startMarketplace(world, [upgraded()])
  t.teardown(() => newer.stop())
  const after = newer.clientOf(token)
  t.match((await after.get(`${tools}/${id}`)).body, {
    version: '2.0.0',
    installedVersion: '1.0.0',
    updateAvailable: true,
  })
  const path = `${tools}/${id}/update`
  const used = { workflowId: body.id, workflowName: 'W', version: 1, active: true, tools: ['find', 'count'] }
  t.match((await after.get(path)).body, {
    ...{ from: '1.0.0', to: '2.0.0', available: true, breaking: true, added: ['spell'], removed: ['count'] },
    changed: [
      { name: 'find', breaking: true, changes: [{ path: 'inputSchema.properties.lang', kind: 'required' }] },
    ],
    ...{ url: null, affects: [used, { workflowName: 'Planned' }] },
    missing: 'settings.dictionary: expected a value, received none',
  })
  const find = { server: 'words', tool: 'find', args: { word: 'a' } }
  const call = { ...find, organizationId: '', idempotencyKey: 'k', timeoutMs: 5_000 }
  const { organizationId } = await newer.services.tokens.verify(token)
  const signal = new AbortController().signal
  const before = await newer.services.hub.call({ ...call, organizationId, signal })
  t.match(before, { ok: false, error: { code: 'update-required' } })
  t.match(await after.post(path), { status: 400, body: { error: /settings\.dictionary/ } })
  const { updatedAt } = accepted.body
  t.match((await after.get(workflow)).body, { updatedAt, acceptance: { acceptedAt: Number } }, 'it failed')
  t.match(await after.post(path, { settings: { dictionary: 'large' } }), {
    status: 200,
    body: {
      installedVersion: '2.0.0',
      updateAvailable: false,
      server: { slug: 'words', status: 'healthy', toolCount: 2 },
    },
  })
  t.match((await after.get(workflow)).body, { acceptance: { acceptedAt: null } })
  t.match(
    await after.get(`/api/v1/workflows/${body.id}`),
    { body: { updatedAt: body.updatedAt } },
    'nobody had confirmed it',
  )
  t.match((await after.get(path)).body, {
    available: false,
    added: [],
    removed: [],
    changed: [],
    missing: null,
  })
  const args = { word: 'a', lang: 'en' }
  t.match(await newer.services.hub.call({ ...call, args, organizationId, signal }), {
    ok: true,
    output: args,
  })
})

function upgraded(): FirstPartyServer {
  const lang = text('Language', 'Language of the word')
  return fixtureServer({
    version: '2.0.0',
    settings: object({ dictionary: text('Dictionary', 'Which one') }, ['dictionary']),
    tools: [
      fixtureTool('find', { inputSchema: { ...wordSchema({ lang }), required: ['word', 'lang'] } }),
      fixtureTool('spell'),
    ],
  })
}
