// Applications that connect by OAuth, against the product: the official clients from discovery to refresh,
// and what must be refused: forged and foreign tokens, codes and refresh tokens that come again, step-up.
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Client as Postgres } from 'pg'
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { addColleague, membersOf } from '../../support/people/colleagues.ts'
import { ApplicationMemory, ByHand, decide, redirectUri } from '../../support/people/connecting.ts'
import { password, sharedProduct } from '../../support/product.ts'
import { returning } from '../../support/workflows.ts'

const product = await sharedProduct()
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const callOf = (name: string, args = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const at = (path: string) => new URL(path, product.url)
const rpcStatus = async (token: string, of = product.url) =>
  (await fetch(`${of}/rpc`, { ...posted(list), headers: { ...json, authorization: `Bearer ${token}` } }))
    .status
const json = { 'content-type': 'application/json' }
const posted = (body: object) => ({ method: 'POST', headers: json, body: JSON.stringify(body) })

test('metadata names the address at which it is asked for', async t => {
  for (const origin of [product.url, product.url.replace('127.0.0.1', 'localhost')]) {
    const challenge = (await fetch(`${origin}/rpc`, posted(list))).headers.get('www-authenticate')!
    const url = /resource_metadata="([^"]+)"/.exec(challenge)![1]!
    t.equal(url, `${origin}/.well-known/oauth-protected-resource/rpc`)
    const resource = await (await fetch(url)).json()
    t.match(resource, { resource: `${origin}/rpc`, authorization_servers: [origin] })
    const server = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()
    t.match(server, {
      ...{ issuer: origin, token_endpoint: `${origin}/oauth/token` },
      ...{ code_challenge_methods_supported: ['S256'], client_id_metadata_document_supported: true },
    })
  }
})

test('the SDK of 2025 connects, calls a tool, and renews its token', async t => {
  const { client: person } = await product.signUp()
  await offerHello(person)
  const memory = new ApplicationMemory('Assistant of 2025')
  const transport = () => new StreamableHTTPClientTransport(at('/rpc'), { authProvider: memory })
  const first = transport()
  await t.rejects(new McpClient({ name: 'test', version: '1' }).connect(first), { message: 'Unauthorized' })
  const back = await decide(person, memory.sentTo!)
  t.equal(back.searchParams.get('state'), 'the state of the test')
  t.equal(back.searchParams.get('iss'), product.url)
  await first.finishAuth(back.searchParams.get('code')!)
  t.match(memory.held, { token_type: 'Bearer', expires_in: 900, scope: 'read write execute' })

  const earlier = memory.held!
  // What the client does when 15 minutes have passed: its token is refused, and it renews it.
  memory.held = { ...earlier, access_token: `ca_${'A'.repeat(43)}` }
  const mcp = new McpClient({ name: 'test', version: '1' })
  await mcp.connect(transport())
  t.teardown(() => mcp.close())
  t.match(await mcp.callTool({ name: 'run_hello' }), { structuredContent: { said: 'hello' } })
  t.not(memory.held!.refresh_token, earlier.refresh_token, 'the refresh token has changed')
})

test('the SDK of 2026 connects and calls a tool', async t => {
  const { client: person } = await product.signUp()
  await offerHello(person)
  const memory = new ApplicationMemory('Assistant of 2026')
  const connect = async () => {
    const transport = new ModernTransport(at('/rpc'), { authProvider: memory as never })
    const mcp = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    return { mcp, transport, connected: mcp.connect(transport) }
  }
  const { transport, connected } = await connect()
  await t.rejects(connected)
  const back = await decide(person, memory.sentTo!)
  await transport.finishAuth(back.searchParams)
  const again = await connect()
  await again.connected
  t.teardown(() => again.mcp.close())
  t.match(await again.mcp.callTool({ name: 'run_hello', arguments: {} }), {
    structuredContent: { said: 'hello' },
  })
})

test('a person who says no is heard by the application, and nothing is connected', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const back = await decide(person, app.asks(), { allow: false })
  t.equal(back.searchParams.get('error'), 'access_denied')
  t.equal(back.searchParams.get('code'), null)
  t.strictSame((await person.get('/api/v1/auth/connections')).body, [])
})

test('an application hears what is wrong with its request, at its own address only', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const heard = async (changed: Record<string, string | null>) =>
    (await decide(person, app.asks(changed))).searchParams.get('error')
  t.equal(await heard({ code_challenge_method: 'plain' }), 'invalid_request')
  t.equal(await heard({ code_challenge_method: null, code_challenge: null }), 'invalid_request')
  t.equal(await heard({ code_challenge: 'short' }), 'invalid_request')
  t.equal(await heard({ response_type: 'token' }), 'unsupported_response_type')
  t.equal(await heard({ resource: 'https://api.example.com/' }), 'invalid_target')
  t.equal(await heard({ scope: 'foo' }), 'invalid_scope')
  t.equal(await heard({ scope: 'chat' }), 'invalid_scope', 'a scope of web pages')
  t.equal(await heard({ scope: 'openid read' }), null, 'what clients ask for on the side is left out')
  t.equal(await heard({ resource: `${product.url.toUpperCase()}/rpc` }), null)
  const refused = async (request: string) =>
    (await person.post('/api/v1/auth/authorizations', { request, allow: true })).status
  t.equal(await refused(app.asks({ redirect_uri: 'https://evil.example.com/' }).search.slice(1)), 400)
  t.equal(await refused(app.asks({ redirect_uri: 'http://127.0.0.1:33418/other' }).search.slice(1)), 400)
  t.equal(await refused(app.asks({ client_id: 'cli_unknown' }).search.slice(1)), 400)
  t.equal(await refused(`${app.asks().search.slice(1)}&client_id=${app.clientId}`), 400, 'twice')
  const key = (await person.post('/api/v1/apikeys', { name: 'key', scopes: ['read', 'write', 'admin'] })).body
    .key
  const byKey = await product.client(key).post('/api/v1/auth/authorizations', { request: 'a=b', allow: true })
  t.equal(byKey.status, 403, 'a key does not decide')
})

test('nobody is sent to an address unasked: what is wrong with a request is shown, with where it could be told', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  for (const changed of [
    { response_type: 'token' },
    { code_challenge: 'short' },
    { resource: 'https://a.b/' },
  ]) {
    const request = encodeURIComponent(app.asks(changed).search.slice(1))
    const { status, body } = await person.get(`/api/v1/auth/authorizations?request=${request}`)
    t.match({ status, body }, { status: 200, body: { client: null, organizations: [] } })
    t.match(body.refusal, new RegExp(`^${Object.keys(changed)[0]}: `))
    t.match(body.returnsTo, 'this computer')
    t.match(body.redirectTo, /^http:\/\/127\.0\.0\.1.*error=/)
  }
  const request = encodeURIComponent(app.asks().search.slice(1))
  t.match((await person.get(`/api/v1/auth/authorizations?request=${request}`)).body, { refusal: null })
})

test('a loopback address may have another port at each start', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const redirect_uri = 'http://127.0.0.1:50999/callback'
  const back = await decide(person, app.asks({ redirect_uri }))
  t.equal(back.port, '50999')
  const { status } = await app.exchange(back.searchParams.get('code')!, { redirect_uri })
  t.equal(status, 200)
})

test('a code works once, with its verifier, its application and its address', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const other = await ByHand.register(product.url)
  const code = async () => (await decide(person, app.asks())).searchParams.get('code')!
  for (const wrong of [
    { code_verifier: other.verifier },
    { code_verifier: '' },
    { client_id: other.clientId },
    { redirect_uri: 'http://127.0.0.1:33418/other' },
    { resource: 'https://other.example.com/rpc' },
  ]) {
    const one = await code()
    t.match(
      await app.exchange(one, wrong),
      { status: 400, body: { error: 'invalid_grant' } },
      JSON.stringify(wrong),
    )
    t.match(await app.exchange(one), { status: 400 }, 'and is used up')
  }
  const one = await code()
  const { body: tokens } = await app.exchange(one)
  t.equal(await rpcStatus(tokens.access_token), 200)
  t.match(await app.exchange(one), { status: 400, body: { error: 'invalid_grant' } })
  t.equal(await rpcStatus(tokens.access_token), 401, 'a code that comes again ends its connection')
})

test('a client may say who it is by Basic, and one that says nothing keeps its code', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const code = (await decide(person, app.asks())).searchParams.get('code')!
  const { verifier: code_verifier, clientId } = app
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier }
  t.match(await app.form('/oauth/token', grant), { status: 400, body: { error: 'invalid_request' } })
  const authorization = `Basic ${btoa(`${clientId}:`)}`
  const first = await app.form('/oauth/token', grant, { authorization })
  t.equal(first.status, 200)
  const again = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token }
  t.equal((await app.form('/oauth/token', again, { authorization })).status, 200)
})

test('a client whose registration is gone hears that it has to register anew', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const { refresh_token } = await app.connect(person)
  const gone = { client_id: 'cli_unknown' }
  t.match(await app.refresh(refresh_token, gone), { status: 400, body: { error: 'invalid_client' } })
  t.match(await app.exchange('cc_1', gone), { status: 400, body: { error: 'invalid_client' } })
  const form = { grant_type: 'refresh_token', refresh_token }
  const byBasic = await app.form('/oauth/token', form, { authorization: `Basic ${btoa('cli_unknown:')}` })
  t.match(byBasic, { status: 401, body: { error: 'invalid_client' } })
  t.match(byBasic.headers.get('www-authenticate'), /^Basic /)
  t.equal((await app.refresh(refresh_token)).status, 200, 'and its connection lives on')
})

test('a refresh for fewer scopes gives those, and for unknown ones none', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const { refresh_token } = await app.connect(person)
  const refused = await app.refresh(refresh_token, { scope: 'foo' })
  t.match(refused, { status: 400, body: { error: 'invalid_scope' } })
  t.match(await app.refresh(refresh_token, { scope: 'read' }), { status: 200, body: { scope: 'read' } })
})

test('a refresh token that comes again ends the connection at once', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const first = await app.connect(person)
  const other = await ByHand.register(product.url)
  t.match(await other.refresh(first.refresh_token), { status: 400 }, 'of another application')
  const { body: second } = await app.refresh(first.refresh_token)
  t.equal(await rpcStatus(first.access_token), 200, 'the earlier access token lives on until it expires')
  t.equal(await rpcStatus(second.access_token), 200)
  t.match(await app.refresh(first.refresh_token), { status: 400, body: { error: 'invalid_grant' } })
  t.equal(await rpcStatus(second.access_token), 401)
  t.match(await app.refresh(second.refresh_token), { status: 400, body: { error: 'invalid_grant' } })
  const audit = (await person.get('/api/v1/audit?action=connection.ended')).body
  t.match(audit, [{ details: { reason: /used a second time/ } }])
})

test('a refresh whose answer got lost is answered anew, and what was lost works no more', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const { refresh_token } = await app.connect(person)
  const { body: lost } = await app.refresh(refresh_token)
  const { status, body: second } = await app.refresh(refresh_token)
  t.equal(status, 200)
  t.equal(await rpcStatus(lost.access_token), 401, 'one answer counts')
  t.equal(await rpcStatus(second.access_token), 200)
  const { body: third } = await app.refresh(second.refresh_token)
  t.equal(await rpcStatus(third.access_token), 200, 'it goes on')
  t.match(await app.refresh(lost.refresh_token), { status: 400, body: { error: 'invalid_grant' } })
  t.equal(await rpcStatus(third.access_token), 401, 'who has found what was lost ends the connection')
})

test('a refresh that comes again ends the connection: after a minute, and once its answer was used', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const first = await app.connect(person)
  const { body: used } = await app.refresh(first.refresh_token)
  await app.refresh(used.refresh_token)
  t.match(await app.refresh(first.refresh_token), { status: 400 }, 'a refresh token of the answer was used')
  t.equal((await app.refresh(used.refresh_token)).status, 400)

  const late = await app.connect(person)
  await app.refresh(late.refresh_token)
  await aMinuteLater()
  t.match(await app.refresh(late.refresh_token), { status: 400, body: { error: 'invalid_grant' } })
})

test('of many uses of one refresh token at once, the tokens of one answer work', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const { refresh_token } = await app.connect(person)
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.refresh(refresh_token)))
  for (const { status } of answers) t.equal(status, 200)
  const statuses = await Promise.all(answers.map(({ body }) => rpcStatus(body.access_token)))
  t.strictSame(statuses.sort(), [200, 401, 401, 401, 401, 401])
})

test('a token is refused elsewhere: at other addresses, at the REST API, forged, and of other issuers', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const { access_token: token, refresh_token } = await app.connect(person)
  t.equal(await rpcStatus(token), 200)
  t.equal(await rpcStatus(token, product.url.replace('127.0.0.1', 'localhost')), 401, 'another audience')
  t.equal((await product.client(token).get('/api/v1/workflows')).status, 401, 'the REST API')
  t.equal((await product.client(token).post('/api/v1/chat/sessions', {})).status, 401, 'the chat')
  t.equal(await rpcStatus(refresh_token), 401, 'a refresh token is no access token')
  t.equal(await rpcStatus(`${token.slice(0, -2)}AA`), 401, 'forged')
  const jwt = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const foreign = `${jwt({ alg: 'none' })}.${jwt({ iss: 'https://evil.example.com', aud: `${product.url}/rpc` })}.`
  t.equal(await rpcStatus(foreign), 401, 'another issuer')
  const refused = await fetch(`${product.url}/rpc`, {
    ...posted(list),
    headers: { ...json, authorization: `Bearer ${foreign}` },
  })
  t.match(refused.headers.get('www-authenticate')!, /^Bearer error="invalid_token", resource_metadata="/)
})

test('tokens act in the organization that the person chose, with no more than they may there', async t => {
  const owner = await product.signUp()
  await offerHello(owner.client)
  const viewer = await addColleague(product, owner, 'viewer')
  const app = await ByHand.register(product.url)
  const tokens = await app.connect(viewer.client)
  t.equal(tokens.scope, 'read', 'a viewer gives what a viewer has')
  const stranger = await product.signUp()
  const body = { request: app.asks().search.slice(1), allow: true, organizationId: owner.organizationId }
  t.equal((await stranger.client.post('/api/v1/auth/authorizations', body)).status, 404)
  const seen = await product.client((await app.connect(stranger.client)).access_token).post('/rpc', list)
  t.notOk(JSON.stringify(seen.body).includes('run_hello'), 'nothing of another organization')
})

test('a call that needs more scopes is refused with those to ask for, and works after they are given', async t => {
  const { client: person } = await product.signUp()
  await offerHello(person)
  const app = await ByHand.register(product.url)
  const { access_token } = await app.connect(person, { scope: 'read' })
  const agent = product.client(access_token)
  t.ok(JSON.stringify((await agent.post('/rpc', list)).body).includes('run_hello'), 'it is listed')
  const refused = await agent.post('/rpc', callOf('run_hello'))
  t.equal(refused.status, 403)
  const challenge = refused.headers.get('www-authenticate')!
  t.match(challenge, /^Bearer error="insufficient_scope", scope="read execute", resource_metadata="[^"]+"$/)
  const batch = await agent.post('/rpc', [callOf('run_hello')])
  t.match(batch.body, [{ error: Object }], 'a batch does not get around it')
  const more = await app.connect(person, { scope: 'read execute' })
  t.match((await product.client(more.access_token).post('/rpc', callOf('run_hello'))).body, {
    result: { structuredContent: { said: 'hello' } },
  })
  t.equal(await rpcStatus(access_token), 401, 'the connection with less is replaced')
})

test('the SDK asks for more scopes when it is told to', async t => {
  const { client: person } = await product.signUp()
  await offerHello(person)
  const memory = new ApplicationMemory('Stepping up', { scope: 'read' })
  const app = await ByHand.register(product.url)
  memory.client = { client_id: app.clientId }
  const { refresh_token: _, ...held } = await app.connect(person, { scope: 'read' })
  memory.held = held as never
  const transport = new StreamableHTTPClientTransport(at('/rpc'), { authProvider: memory })
  const mcp = new McpClient({ name: 'test', version: '1' })
  await mcp.connect(transport)
  t.teardown(() => mcp.close())
  await t.rejects(mcp.callTool({ name: 'run_hello' }), { message: 'Unauthorized' })
  t.equal(memory.sentTo?.searchParams.get('scope'), 'read execute')
})

test('what ends a connection ends it at once', async t => {
  const ways: Record<
    string,
    (person: Client, connectionId: string, email: string, token: string, app: ByHand) => Promise<unknown>
  > = {
    'its person': (person, id) => person.delete(`/api/v1/auth/connections/${id}`),
    'a new password': person =>
      person.put('/api/v1/auth/me', { currentPassword: password, password: 'another correct battery' }),
    'its application': (_person, _id, _email, token, app) => app.form('/oauth/revoke', { token }),
  }
  for (const [way, end] of Object.entries(ways)) {
    const { client: person, email } = await product.signUp()
    const app = await ByHand.register(product.url)
    const { access_token, refresh_token } = await app.connect(person)
    t.equal(await rpcStatus(access_token), 200)
    const [connection] = (await person.get('/api/v1/auth/connections')).body
    t.match(connection, { name: 'By hand', host: 'this computer', scopes: ['read', 'write', 'execute'] })
    const answer = (await end(person, connection.id, email, access_token, app)) as { status: number }
    t.equal(answer.status, 200, way)
    t.equal(await rpcStatus(access_token), 401, way)
    t.match(await app.refresh(refresh_token), { status: 400, body: { error: 'invalid_grant' } }, way)
    t.strictSame((await person.get('/api/v1/auth/connections')).body, [])
  }
})

test('a member who is removed, or an organization that ends, takes its connections along', async t => {
  const owner = await product.signUp()
  const member = await addColleague(product, owner, 'member')
  const app = await ByHand.register(product.url)
  const { access_token, refresh_token } = await app.connect(member.client)
  t.equal(await rpcStatus(access_token), 200)

  t.equal((await owner.client.delete(`${membersOf(owner)}/${member.userId}`)).status, 200)
  t.equal(await rpcStatus(access_token), 401)
  t.match(await app.refresh(refresh_token), { status: 400 })
})

test('connecting and disconnecting are in the audit log, without a token', async t => {
  const { client: person } = await product.signUp()
  const app = await ByHand.register(product.url)
  const tokens = await app.connect(person)
  const [{ id }] = (await person.get('/api/v1/auth/connections')).body
  await person.delete(`/api/v1/auth/connections/${id}`)
  const { body: audit } = await person.get('/api/v1/audit')
  const entry = (action: string) => audit.find((each: { action: string }) => each.action === action)
  t.match(entry('connection.created'), {
    target: { id, name: 'By hand' },
    details: { host: 'this computer' },
  })
  t.match(entry('connection.revoked'), { target: { id } })
  t.notOk(JSON.stringify(audit).includes(tokens.access_token.slice(3)))
  t.equal((await (await product.signUp()).client.delete(`/api/v1/auth/connections/${id}`)).status, 404)
})

test('web pages of any origin may discover, register and renew, and get no cookie', async t => {
  const origin = 'https://inspector.example.com'
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server']) {
    const answer = await fetch(product.url + path, { headers: { origin } })
    t.equal(answer.headers.get('access-control-allow-origin'), '*', path)
  }
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    const answer = await fetch(product.url + path, { method: 'OPTIONS', headers })
    t.equal(answer.headers.get('access-control-allow-origin'), '*', path)
    t.match(answer.headers.get('access-control-allow-headers')!, /content-type/i)
    const refused = await fetch(product.url + path, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: '{}',
    })
    t.equal(refused.headers.get('access-control-allow-origin'), '*', `${path}: refused`)
    t.equal(refused.headers.get('access-control-allow-credentials'), null)
  }
  const own = await fetch(`${product.url}/api/v1/auth/connections`, { headers: { origin } })
  t.equal(own.headers.get('access-control-allow-origin'), null, 'nothing else is open')
})

test('odd forms are refused with an error of OAuth', async t => {
  const app = await ByHand.register(product.url)
  for (const form of [
    '',
    'grant_type=password',
    'grant_type=authorization_code',
    'a=1&a=2',
    '%00',
    '\u{1F600}',
  ]) {
    const { status, body } = await app.form('/oauth/token', form)
    t.equal(status, 400, form)
    t.match(body, { error: /^(invalid_request|unsupported_grant_type)$/, error_description: String }, form)
  }
  t.match(await app.form('/oauth/token', `code=${'x'.repeat(20_000)}`), { status: 400 })
  t.match(await app.form('/oauth/revoke', { token: 'nothing' }), { status: 200 })
})

async function offerHello(person: Client): Promise<void> {
  const workflow = { name: 'Hello', prompt: 'Say it', plan: returning({ said: 'hello' }), tool: true }
  const { body } = await person.post('/api/v1/workflows', workflow)
  if (body.status !== 'ready') throw new Error(JSON.stringify(body))
}

async function aMinuteLater(): Promise<void> {
  const database = new Postgres({ connectionString: product.databaseUrl })
  await database.connect()
  await database.query('update connection_tokens set used_at = used_at - 60000 where used_at > 0')
  await database.end()
}
