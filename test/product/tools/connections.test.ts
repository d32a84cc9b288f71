// Connections to tool servers by OAuth, through the product as a whole: a real authorization server
// (oidc-provider), a real MCP server that wants its tokens, and a browser that goes there and back.
import { type Test, test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { addColleague, query } from '../../support/people/colleagues.ts'
import { type Account, Product } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { AuthorizedServer } from '../../support/servers/authorized-server.ts'
import { Browser } from '../../support/servers/openid-server.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await Product.start({ environment: { LOG_LEVEL: 'debug', HOSTS: '2' } })
const appUrl = `http://localhost:${product.port}`
const isBack = (url: string) => url.startsWith(appUrl)

function calling(tool: string) {
  const call = { id: 'call', title: 'Call', kind: 'tool', server: 'accounts', tool }
  return { steps: [call, { id: 'end', title: 'End', kind: 'return', value: { $: 'steps.call' } }] }
}

/** Where the consent sends the browser back to, which has not been opened yet. */
async function consent(client: Client, id: string, { me = false, body = {} } = {}) {
  const browser = new Browser()
  const path = `/api/v1/mcp-servers/${id}/connect${me ? '/me' : ''}`
  const begun = await client.post(path, body)
  const { status, headers, body: answer } = begun
  if (status !== 200) return { browser, begun, back: '' }
  browser.keep(product.url, headers)
  return {
    browser,
    begun,
    back: (await browser.follow(answer.authorizationUrl, isBack)).replace(appUrl, product.url),
  }
}

async function connect(client: Client, id: string, options = {}): Promise<string> {
  const { browser, back, begun } = await consent(client, id, options)
  if (back === '') throw new Error(JSON.stringify(begun.body))
  return (await browser.visit(back)).headers.get('location') ?? ''
}

async function registered(upstream: AuthorizedServer, account?: Account) {
  const owner = account ?? (await product.signUp())
  const { body, status } = await registerServer(owner.client, 'Accounts', upstream.url)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { ...owner, id: body.id as string }
}

test('a server is connected: its tools are listed and called with a token that nobody sees', async t => {
  const upstream = await AuthorizedServer.start()
  const owner = await registered(upstream)
  const { client, id } = owner
  t.match((await client.get(`/api/v1/mcp-servers/${id}`)).body, { status: 'down', toolCount: 0 })
  const { browser, begun, back } = await consent(client, id)
  const asked = new URL(begun.body.authorizationUrl).searchParams
  t.match(Object.fromEntries(asked), {
    ...{ code_challenge_method: 'S256', resource: upstream.url, scope: 'tools', response_type: 'code' },
    redirect_uri: `${appUrl}/api/v1/auth/tool-servers/callback`,
  })
  t.match(begun.headers.get('set-cookie'), /HttpOnly; SameSite=Lax/)
  const arrival = await browser.visit(back)
  t.equal(arrival.headers.get('location'), `${appUrl}/settings/mcp-servers/${id}#connected`)
  const server = (await client.get(`/api/v1/mcp-servers/${id}`)).body
  t.match(server, { status: 'healthy', error: null, toolCount: 3 })
  t.match((await client.get(`/api/v1/mcp-servers/${id}/connections`)).body, [
    { id: /^conn_/, userId: null, status: 'connected', error: null, issuer: upstream.origin },
  ])
  const called = await runToEnd(client, await createWorkflow(client, calling('whoami')))
  t.match(called, { status: 'completed', output: 'ada' })
  const leaked = await runToEnd(client, await createWorkflow(client, calling('leak')))
  t.match(leaked, { status: 'completed', output: '[secret]' }, 'a server that says its token is not heard')
  t.equal((await browser.visit(back)).status, 400, 'a consent comes back once')
  await nobodySaw(t, owner, upstream)
})

test('a token that is over is renewed, once for all hosts, and so is one that the server refuses', async t => {
  const upstream = await AuthorizedServer.start({ tokenSeconds: 2 })
  const { client, id } = await registered(upstream)
  await connect(client, id)
  const workflow = await createWorkflow(client, calling('whoami'))
  const runs = await until(
    () => Promise.all(Array.from({ length: 6 }, () => runToEnd(client, workflow))),
    () => upstream.refreshes >= 3,
  )
  for (const run of runs) t.match(run, { status: 'completed', output: 'ada' })
  t.match((await client.get(`/api/v1/mcp-servers/${id}/connections`)).body, [{ status: 'connected' }])
  t.match((await client.get(`/api/v1/mcp-servers/${id}`)).body, { status: 'healthy' })
})

test('a consent that is taken back upstream ends the connection, and the server says so until it is connected again', async t => {
  const upstream = await AuthorizedServer.start()
  const { client, id } = await registered(upstream)
  await connect(client, id)
  const workflow = await createWorkflow(client, calling('whoami'))
  t.match(await runToEnd(client, workflow), { status: 'completed' })
  await upstream.revokeAll()
  const ended = /the connection by 127\.0\.0\.1:\d+ has ended .*invalid_grant.*: connect again/
  t.match(await runToEnd(client, workflow), { status: 'failed', error: { message: ended } })
  t.match((await client.get(`/api/v1/mcp-servers/${id}`)).body, { status: 'down', error: ended })
  t.match((await client.get(`/api/v1/mcp-servers/${id}/connections`)).body, [
    { status: 'failed', error: ended },
  ])
  t.match(await connect(client, id), /#connected$/)
  t.match((await client.get(`/api/v1/mcp-servers/${id}`)).body, { status: 'healthy', error: null })
  t.match(await runToEnd(client, workflow), { status: 'completed', output: 'ada' })
})

test('a call that needs more scopes says so on its connection, and connecting again asks for them, too', async t => {
  const upstream = await AuthorizedServer.start()
  const { client, id } = await registered(upstream)
  await connect(client, id)
  const erase = await createWorkflow(client, calling('erase'))
  const refused = {
    status: 'failed',
    error: { message: /its connection needs more rights \(files\); choose Connect again/ },
  }
  for (let n = 0; n < 6; n++) t.match(await runToEnd(client, erase), refused)
  const path = `/api/v1/mcp-servers/${id}`
  t.match((await client.get(`${path}/connections`)).body, [
    { status: 'needs_rights', error: null, scope: 'tools', wantedScope: 'files' },
  ])
  t.match((await client.get(path)).body, { status: /healthy|degraded/ }, 'the server is not down for it')
  const whoami = await createWorkflow(client, calling('whoami'))
  t.match(await runToEnd(client, whoami), { status: 'completed', output: 'ada' }, 'what it may do goes on')

  const { browser, begun, back } = await consent(client, id)
  t.equal(new URL(begun.body.authorizationUrl).searchParams.get('scope'), 'tools files')
  t.match((await browser.visit(back)).headers.get('location'), /#connected$/)
  t.match(await runToEnd(client, erase), { status: 'completed', output: 'erased' })
  t.match((await client.get(`${path}/connections`)).body, [
    { status: 'connected', scope: 'tools files', wantedScope: null },
  ])
})

test("a member's own connection goes before the organization's, and only for what is theirs", async t => {
  const upstream = await AuthorizedServer.start()
  const owner = await registered(upstream)
  const { client, id } = owner
  await connect(client, id)
  const member = await addColleague(product, owner, 'member')
  const workflow = await createWorkflow(client, calling('whoami'))
  t.match(await runToEnd(member.client, workflow), { output: 'ada' }, "falls back to the organization's")
  t.equal((await member.client.post(`/api/v1/mcp-servers/${id}/connect`)).status, 403)
  upstream.person = 'grace'
  t.match(await connect(member.client, id, { me: true }), /#connected$/)
  t.match(await runToEnd(member.client, workflow), { output: 'grace' })
  t.match(await runToEnd(client, workflow), { output: 'ada' })
  const rpc = await member.client.post('/rpc', {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'accounts__whoami', arguments: {} },
  })
  t.match(rpc.body, { result: { content: [{ text: 'grace' }] } })
  const other = await addColleague(product, owner, 'member')
  const seen = async (who: Client) => (await who.get(`/api/v1/mcp-servers/${id}/connections`)).body
  t.equal((await seen(client)).length, 2)
  t.equal((await seen(other.client)).length, 1, "nobody sees another's")
  const [organizations, own] = await seen(member.client)
  const path = `/api/v1/mcp-servers/${id}/connections`
  t.equal((await member.client.delete(`${path}/${organizations.id}`)).status, 403)
  t.equal((await other.client.delete(`${path}/${own.id}`)).status, 404)
  t.match((await member.client.delete(`${path}/${own.id}`)).body, { id: own.id, deleted: true })
  t.match(await runToEnd(member.client, workflow), { output: 'ada' })
})

test('a consent is finished in its own browser, with its own state, by its own server', async t => {
  const upstream = await AuthorizedServer.start()
  const { client, id } = await registered(upstream)
  const { browser, back } = await consent(client, id)
  t.match((await fetch(back, { redirect: 'manual' })).status, 400, 'another browser')
  const mixed = back.replace(/([?&]iss=)[^&]*/, `$1${encodeURIComponent('https://evil.example')}`)
  t.not(mixed, back)
  const foreign = new URL(back)
  foreign.searchParams.set('state', 'x'.repeat(43))
  t.equal((await browser.visit(foreign.href)).status, 400, 'a state that nobody began')
  t.match((await browser.visit(mixed)).headers.get('location'), /#connect-error=failed$/, 'a mix-up')
  t.strictSame((await client.get(`/api/v1/mcp-servers/${id}/connections`)).body, [])
  upstream.person = null
  t.match(await connect(client, id), /#connect-error=refused$/)
})

test('connections of another organization are not there', async t => {
  const upstream = await AuthorizedServer.start()
  const { client, id } = await registered(upstream)
  await connect(client, id)
  const [connection] = (await client.get(`/api/v1/mcp-servers/${id}/connections`)).body
  const stranger = (await product.signUp()).client
  const path = `/api/v1/mcp-servers/${id}`
  t.equal((await stranger.post(`${path}/connect`)).status, 404)
  t.equal((await stranger.post(`${path}/connect/me`)).status, 404)
  t.equal((await stranger.get(`${path}/connections`)).status, 404)
  t.equal((await stranger.delete(`${path}/connections/${connection.id}`)).status, 404)
})

test('a client that an admin gives is used, and without one the refusal says what to do', async t => {
  const given = { clientId: 'known', clientSecret: 'a secret of at least thirty-two characters' }
  const redirect = `${appUrl}/api/v1/auth/tool-servers/callback`
  const known = {
    ...{ client_id: given.clientId, client_secret: given.clientSecret, redirect_uris: [redirect] },
    grant_types: ['authorization_code', 'refresh_token'],
  }
  const upstream = await AuthorizedServer.start({ clients: [known] })
  const { client, id } = await registered(upstream)
  const refused = await client.post(`/api/v1/mcp-servers/${id}/connect`)
  t.equal(refused.status, 409)
  t.match(refused.body.error, /registers no clients by itself: register Troupe there with the redirect URI/)
  t.match(await connect(client, id, { body: given }), /#connected$/)
  t.match(await runToEnd(client, await createWorkflow(client, calling('whoami'))), { output: 'ada' })
  t.match(await connect(client, id, { me: true }), /#connected$/, 'members use it without knowing it')
})

test('an ended connection is revoked at its authorization server', async t => {
  const upstream = await AuthorizedServer.start()
  const { client, id } = await registered(upstream)
  await connect(client, id)
  const [connection] = (await client.get(`/api/v1/mcp-servers/${id}/connections`)).body
  t.equal((await client.delete(`/api/v1/mcp-servers/${id}/connections/${connection.id}`)).status, 200)
  const [token] = upstream.tokens
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  t.equal((await fetch(upstream.url, { method: 'POST', headers, body: '{}' })).status, 401)
  t.match((await client.get(`/api/v1/mcp-servers/${id}`)).body, { status: 'down' })
})

/** Neither answers, logs, events, journal nor tables hold a token, nor what renews one. */
async function nobodySaw(
  t: Pick<Test, 'ok' | 'notOk'>,
  { client }: Account,
  upstream: AuthorizedServer,
): Promise<void> {
  const paths = ['mcp-servers', 'executions', 'audit', 'credentials', 'tools']
  const answers = await Promise.all(paths.map(async path => (await client.get(`/api/v1/${path}`)).body))
  const tables = [
    'journal',
    'event_outbox',
    'executions',
    'audit_log',
    'tool_server_connections',
    'tool_servers',
  ]
  const rows = await Promise.all(
    tables.map(async table => {
      const [found] = await query<{ name: string | null }>(product, 'select to_regclass($1) as name', [table])
      return found!.name === null ? [] : query(product, `select t.*, t::text as whole from ${table} t`)
    }),
  )
  const said = `${JSON.stringify([answers, rows])}${product.stdout}`
  t.ok(upstream.tokens.size >= 2)
  for (const token of upstream.tokens) t.notOk(said.includes(token), 'a token is nowhere')
}
