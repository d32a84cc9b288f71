// Who may chat, and as whom: keys that may do nothing else, tokens for web pages, tenants, owners of
// sessions, what the words of a chat may do, and the quota that they count in.
import { type Test, test } from 'tap'
import { apiRoutes } from '../../../http/api.ts'
import { answerTo, messagesOf, openSession, press, say, session, sessions } from '../../support/chat.ts'
import type { Client } from '../../support/people/client.ts'
import { addColleague, membersOf, query } from '../../support/people/colleagues.ts'
import { probes } from '../../support/probes.ts'
import { type Account, Product } from '../../support/product.ts'
import { until, untilStatus } from '../../support/runs.ts'
import { createWorkflow, execute, returning } from '../../support/workflows.ts'

const limit = 12
const product = await Product.start({ environment: { FREE_TIER_EXECUTIONS: String(limit) } })
const tokens = '/api/v1/chat/tokens'
const origin = 'https://shop.example.com'

interface Credential {
  readonly id: string
  readonly text: string
  readonly client: Client
}

async function keyOf({ client }: Pick<Account, 'client'>, facts: object): Promise<Credential> {
  const { status, body } = await client.post('/api/v1/apikeys', { name: 'Key', ...facts })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { id: body.id, text: body.key, client: product.client(body.key) }
}

/** A token of a page, and what a browser on that page sends with it. */
async function tokenOf(key: Credential, facts: object = {}) {
  const { status, body } = await key.client.post(tokens, { origin, ...facts })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { token: body.token as string, expiresAt: body.expiresAt as number, page: pageWith(body.token) }
}

/** Sends every request from a page. */
function pageWith(token: string, from = origin) {
  const client = product.client(token)
  const headers = { origin: from }
  return {
    get: (path: string) => client.get(path, headers),
    post: (path: string, body?: unknown) => client.post(path, body, headers),
    send: (method: string, path: string, body?: unknown) => client.send(method, path, body, headers),
    open: (path: string) => client.open('GET', path, undefined, headers),
  }
}

const gate = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'Go on?' }] }

async function named(client: Client, name: string, plan: object): Promise<string> {
  return (await client.post('/api/v1/workflows', { name, prompt: name, plan })).body.id
}

test('a key that may only chat calls chat endpoints and nothing else', async t => {
  const account = await product.signUp()
  const { client } = await keyOf(account, { scopes: ['chat'] })
  for (const { method, path, options } of apiRoutes({ url: product.url, version: '0' })) {
    if (options.permission === undefined) continue
    const { status } = await client.send(
      method,
      path.replace(/:\w+/g, 'x'),
      method === 'GET' ? undefined : '{"',
    )
    t.equal(
      status !== 403,
      path.startsWith('/api/v1/chat/') || path === '/rpc',
      `${method} ${path} ${status}`,
    )
  }
  t.equal((await client.post(tokens, { origin })).status, 403, 'it makes no tokens')
})

test('a message that decides an approval of somebody else is 404, in every protocol, and is not stored', async t => {
  const { client } = await product.signUp()
  const stranger = await product.signUp()
  const workflow = await named(stranger.client, 'Gated', gate)
  const { id: execution } = (await execute(stranger.client, workflow)).body
  const [foreign] = (await untilStatus(stranger.client, execution, 'awaiting_approval')).approvals
  const id = await openSession(client)
  for (const approval of [foreign.id, 'apr_01h455vb4pex5vsknk084sn02q', 'x']) {
    t.match(await press(client, id, approval, 'approve'), {
      status: 404,
      body: { error: 'approval not found' },
    })
    const part = {
      ...{ type: 'dynamic-tool', toolName: 'approval', toolCallId: 'call', state: 'approval-responded' },
      ...{ input: {}, approval: { id: approval, approved: true } },
    }
    const body = { id, messages: [{ id: 'm', role: 'assistant', parts: [part] }] }
    const other = await client.post(`${session(id)}/messages?protocol=ai-sdk`, body)
    t.match(other, { status: 404, body: { error: 'approval not found' } })
  }
  t.strictSame(await messagesOf(client, id), [])
  t.match((await stranger.client.get(`/api/v1/approvals/${foreign.id}`)).body, { status: 'pending' })
})

test('by words, whoever may only chat sees and runs workflows, and decides what the session has started', async t => {
  const account = await product.signUp()
  await named(account.client, 'Greet', returning('hello there'))
  const gated = await named(account.client, 'Gated', gate)
  const { client } = await keyOf(account, { scopes: ['chat'] })
  const id = await openSession(client)
  t.match((await say(client, id, 'list my workflows')).body.reply, { content: /Greet/ })
  t.match((await say(client, id, 'run "Greet"')).body.reply, {
    content: /hello there/,
    executionId: /^exec_/,
  })
  const { reply } = (await say(client, id, 'run "Gated"')).body
  const own = reply.parts.find(({ type }: { type: string }) => type === 'approval').approval
  const other = (await execute(account.client, gated)).body.id
  const [others] = (await untilStatus(account.client, other, 'awaiting_approval')).approvals
  t.match((await press(client, id, others.id, 'approve')).body.reply, {
    status: 'failed',
    content: /approval not found/,
  })
  await say(client, id, `cancel ${other}`)
  await say(client, id, `approve ${others.id}`)
  t.match((await account.client.get(`/api/v1/executions/${other}`)).body, { status: 'awaiting_approval' })
  t.match((await press(client, id, own.id, 'approve')).body.reply, { status: 'complete' })
  t.match((await account.client.get(`/api/v1/approvals/${own.id}`)).body, { status: 'approved' })
  const [ask] = gate.steps
  await named(account.client, 'Addressed', { steps: [{ ...ask, assignees: ['owner'] }] })
  const asked = (await say(client, id, 'run "Addressed"')).body.reply
  const { approval } = asked.parts.find(({ type }: { type: string }) => type === 'approval')
  t.match((await press(client, id, approval.id, 'approve')).body.reply, {
    status: 'failed',
    content: /addressed to somebody else/,
  })
  await say(client, id, `approve ${approval.id}`)
  t.match((await account.client.get(`/api/v1/approvals/${approval.id}`)).body, { status: 'pending' })
  const before = (await account.client.get('/api/v1/workflows')).body.length
  await say(client, id, 'create a workflow named "Mine" that returns "x"')
  await say(client, id, 'yes')
  await say(client, id, 'delete the workflow "Greet"')
  await say(client, id, 'yes')
  t.equal(
    (await account.client.get('/api/v1/workflows')).body.length,
    before,
    'and it makes and removes nothing',
  )
})

test('of another owner no session is seen: members, keys of pages, end users, organizations', async t => {
  const account = await product.signUp()
  const member = await addColleague(product, account, 'member')
  const server = await keyOf(account, {})
  const chatOnly = await keyOf(account, { scopes: ['chat'] })
  const otherChatOnly = await keyOf(account, { scopes: ['chat'] })
  const ann = (await tokenOf(server, { subject: 'ann' })).page
  const bob = (await tokenOf(server, { subject: 'bob' })).page
  const nobody = (await tokenOf(server)).page
  const stranger = (await product.signUp()).client
  const owners = {
    account: account.client,
    member: member.client,
    chatOnly: chatOnly.client,
    ann,
    bob,
    nobody,
    stranger,
    otherChatOnly: otherChatOnly.client,
  }
  const opened: Record<string, string> = {}
  for (const [name, who] of Object.entries(owners)) {
    const made = await who.post(sessions, { title: `of ${name}` })
    t.equal(made.status, 201, name)
    opened[name] = made.body.id
    await who.post(`${session(made.body.id)}/messages`, { message: 'help' })
  }
  for (const [name, who] of Object.entries(owners)) {
    const list = (await who.get(sessions)).body
    t.strictSame(
      list.map(({ title }: { title: string }) => title),
      [`of ${name}`],
      name,
    )
    t.equal((await who.get(`${sessions}?q=help`)).body.length, 1, name)
    for (const [other, id] of Object.entries(opened)) {
      const expected = other === name ? 200 : 404
      t.equal((await who.get(session(id))).status, expected, `${other}'s session by ${name}`)
      if (other === name) continue
      const answers = [
        await who.get(`${session(id)}/messages`),
        await who.get(`${session(id)}/events`),
        await who.send('PUT', session(id), { title: 'Mine' }),
        await who.send('DELETE', session(id)),
        await who.post(`${session(id)}/cancel`),
        await who.post(`${session(id)}/messages`, { message: 'help' }),
      ]
      for (const answer of answers)
        t.match(answer, { status: 404, body: { error: 'chat session not found' } }, `${other}'s by ${name}`)
    }
  }
  t.equal(
    (await server.client.get(session(opened['account']!))).status,
    200,
    'a key of all scopes is its owner',
  )
  for (const id of Object.values(opened)) t.equal((await server.client.get(`${session(id)}x`)).status, 404)
})

test('a key of web pages lists nothing, since all visitors share it', async t => {
  const account = await product.signUp()
  const { text } = await keyOf(account, { scopes: ['chat'], allowedOrigins: [origin] })
  const page = pageWith(text)
  const { body } = await page.post(sessions, {})
  t.equal((await page.get(session(body.id))).status, 200)
  t.match(await page.get(sessions), { status: 403, body: { error: /subject/ } })
  t.equal((await pageWith(text, 'https://evil.example.com').get(session(body.id))).status, 403)
})

test('end users of one key share no Idempotency-Key', async t => {
  const account = await product.signUp()
  const server = await keyOf(account, {})
  const [ann, bob] = [await tokenOf(server, { subject: 'ann' }), await tokenOf(server, { subject: 'bob' })]
  const open = ({ token }: { token: string }) =>
    product.client(token).post(sessions, { title: 'x' }, { origin, 'idempotency-key': 'first' })
  const [ofAnn, ofBob] = [await open(ann), await open(bob)]
  t.not(ofBob.body.id, ofAnn.body.id)
  t.equal((await bob.page.get(session(ofBob.body.id))).status, 200)
})

test('a token chats on pages of its origin, and no longer than it says', async t => {
  const account = await product.signUp()
  const server = await keyOf(account, {})
  const before = Date.now()
  const { token, expiresAt, page } = await tokenOf(server, { ttlSeconds: 60, subject: 'ann' })
  t.ok(expiresAt > before + 55_000 && expiresAt <= Date.now() + 60_000)
  t.equal((await page.get(sessions)).status, 200)
  for (const from of [
    'https://evil.example.com',
    'https://shop.example.com.evil.com',
    'http://shop.example.com',
    'null',
  ])
    t.match(
      await pageWith(token, from).get(sessions),
      { status: 403, body: { error: /https:\/\/shop/ } },
      from,
    )
  t.equal((await product.client(token).get(sessions)).status, 403, 'without an origin')
  for (const path of ['/api/v1/workflows', '/api/v1/auth/me', '/api/v1/executions', '/api/v1/apikeys'])
    t.equal((await page.get(path)).status, 403, path)
  t.equal((await page.post(tokens, { origin })).status, 403)
  const [head, claims, signature] = token.slice(3).split('.') as [string, string, string]
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'bob' }),
  )
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'chat+jwt' })).toString('base64url')
  for (const bad of [
    `ct_${head}.${forged.toString('base64url')}.${signature}`,
    `ct_${none}.${claims}.`,
    `ct_${head}.${claims}.`,
    token.slice(3),
    'ct_',
    `ct_${token}`,
  ])
    t.equal((await pageWith(bad).get(sessions)).status, 401, bad.slice(0, 20))
  for (const facts of [
    { origin: 'https://shop.example.com/path' },
    { origin: 'shop.example.com' },
    { origin: 'ftp://shop.example.com' },
    { origin: '*' },
    { origin: 'null' },
    { origin, ttlSeconds: 3_601 },
    { origin, ttlSeconds: 0 },
    { origin, subject: '' },
    { origin, subject: 'a'.repeat(201) },
    { ttlSeconds: 60 },
  ])
    t.match(
      await server.client.post(tokens, facts),
      { status: 400, body: { error: String } },
      JSON.stringify(facts),
    )
  t.equal((await account.client.post(tokens, { origin })).status, 403, 'people make no tokens')
})

test('what ends a key ends its tokens at once, with their streams', async t => {
  const account = await product.signUp()
  const server = await keyOf(account, {})
  const { page } = await tokenOf(server, { subject: 'ann' })
  const { body } = await page.post(sessions, {})
  const stream = await page.open(`${session(body.id)}/events`)
  t.equal(stream.status, 200)
  const over = stream.text()
  await account.client.delete(`/api/v1/apikeys/${server.id}`)
  t.equal((await page.get(session(body.id))).status, 401)
  t.match(await over, 'event: unauthenticated')
})

test('a token ends at its time, with its streams', async t => {
  const account = await product.signUp()
  const { page } = await tokenOf(await keyOf(account, {}), { ttlSeconds: 10, subject: 'ann' })
  const { body } = await page.post(sessions, {})
  const stream = await page.open(`${session(body.id)}/events`)
  t.match(await stream.text(), 'event: unauthenticated')
  t.equal((await page.get(session(body.id))).status, 401)
})

test('somebody who is removed chats no more, and their streams end', async t => {
  const account = await product.signUp()
  const member = await addColleague(product, account, 'member')
  const id = await openSession(member.client)
  const stream = await member.client.open('GET', `${session(id)}/events`)
  const over = stream.text()
  await account.client.delete(`${membersOf(account)}/${member.userId}`)
  t.equal((await say(member.client, id, 'help')).status, 401)
  t.match(await over, 'event: unauthenticated')
})

test('a viewer reads and says nothing', async t => {
  const account = await product.signUp()
  const viewer = await addColleague(product, account, 'viewer')
  t.equal((await viewer.client.get(sessions)).status, 200)
  t.equal((await viewer.client.post(sessions, {})).status, 403)
})

test('the tenant that a request names is that of its credential, on every endpoint of the chat (P73)', async t => {
  probes(t, 73)
  const account = await product.signUp()
  const other = await product.signUp()
  const key = await keyOf(account, { scopes: ['chat'] })
  const id = await openSession(key.client)
  const routes = apiRoutes({ url: product.url, version: '0' }).filter(({ path }) =>
    path.startsWith('/api/v1/chat/'),
  )
  t.ok(routes.length > 8)
  const ask = (method: string, path: string, tenant: string) => {
    const filled = path.replace(':id', id)
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{"'
    return key.client.send(method, `${filled}?${tenant}`, body)
  }
  for (const { method, path } of routes) {
    for (const tenant of [
      `tenant=${other.organizationId}`,
      'tenant=',
      'tenant=org_1',
      `tenant=${account.organizationId}&tenant=${other.organizationId}`,
    ])
      t.match(
        await ask(method, path, tenant),
        { status: 403, body: { error: /tenant/ } },
        `P73 ${method} ${path} ${tenant}`,
      )
  }
  const own = `tenant=${account.organizationId}`
  t.equal((await key.client.get(`${session(id)}?${own}`)).status, 200)
  t.equal((await key.client.get(`${sessions}?${own}&q=x`)).status, 200)
  t.equal((await account.client.get(`/api/v1/workflows?tenant=${other.organizationId}`)).status, 403)
})

test('chat endpoints answer pages of every origin, without credentials of the browser', async t => {
  const response = await fetch(product.url + sessions, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  t.equal(response.status, 204)
  t.equal(response.headers.get('access-control-allow-origin'), '*')
  t.equal(response.headers.get('access-control-allow-credentials'), null)
  const answer = await product.client('ct_no').get(sessions, { origin })
  t.equal(answer.headers.get('access-control-allow-origin'), '*')
  const exposed = answer.headers.get('access-control-expose-headers')!
  for (const name of ['Link', 'Retry-After', 'X-Request-Id', 'X-Error-Code']) t.match(exposed, name)
})

test('of fifty runs by words at once with one left, one is accepted, and the others are told the limit (P80)', async t => {
  probes(t, 80)
  const { client } = await product.signUp()
  const greet = await named(client, 'Greet', returning('hello there'))
  for (let n = 1; n < limit; n++) t.equal((await execute(client, greet)).status, 201)
  const ids = await Promise.all(Array.from({ length: 50 }, () => openSession(client)))
  const replies = await Promise.all(ids.map(async id => (await say(client, id, 'run "Greet"')).body.reply))
  const accepted = replies.filter(({ executionId }) => executionId !== null)
  t.equal(accepted.length, 1, 'P80')
  for (const { content } of replies.filter(({ executionId }) => executionId === null))
    t.match(content, String(limit))
  t.equal((await client.get('/api/v1/executions')).body.length, limit)
  await theSessionGoesOn(t, client, ids[0]!)
})

async function theSessionGoesOn(t: Test, client: Client, id: string): Promise<void> {
  t.match((await say(client, id, 'list my workflows')).body.reply, { content: /Greet/ })
  t.equal((await messagesOf(client, id)).length, 4)
}

test('a run by words counts as one by the API does, and says that the chat has started it', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning('hello there'))
  const id = await openSession(client, { workflowId: workflow })
  const events = await Array.fromAsync(answerTo(client, id, { message: 'run "Test"' }))
  const { executionId } = events.at(-1)!.data.message
  const { trigger, startedBy } = (await client.get(`/api/v1/executions/${executionId}`)).body
  t.strictSame(trigger, { kind: 'chat', ref: id })
  t.ok(startedBy === undefined || startedBy !== null)
})

test('the sessions of an organization that has ended go with it', async t => {
  const account = await product.signUp()
  const kept = await product.signUp()
  const [ended, other] = [await openSession(account.client), await openSession(kept.client)]
  await say(account.client, ended, 'help')
  await account.client.delete('/api/v1/organization')
  t.equal((await say(account.client, ended, 'help')).status, 401)
  // The chore that looks for them begins with the server.
  await product.stop()
  await product.start()
  const rows = () =>
    query<Record<string, unknown>>(product, 'select title, deleted_at from chat_sessions where id = $1', [
      ended,
    ])
  const [row] = await until(rows, ([found]) => found!['deleted_at'] !== null)
  t.equal(row!['title'], null)
  t.strictSame(
    await query<Record<string, unknown>>(product, 'select from chat_messages where session_id = $1', [ended]),
    [],
  )
  t.strictSame(
    await query<Record<string, unknown>>(product, 'select from wakeups where address = $1', [ended]),
    [],
  )
  t.equal((await kept.client.get(session(other))).status, 200)
})
