import { test } from 'tap'
import { startAccountServer } from '../../support/accounts.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const server = await startAccountServer(database)
const { call } = server
const create = 'POST /api/v1/apikeys'
const list = 'GET /api/v1/apikeys'

test('a new key is shown once, with the usual scopes', async t => {
  const { token } = await server.signUp()
  const answer = await call(create, token, { name: 'CI' })
  t.equal(answer.status, 201)
  t.equal(answer.headers.get('cache-control'), 'no-store')
  const { key, ...rest } = answer.body
  t.match(key, /^sk_[0-9a-f]{64}$/)
  t.match(rest, { id: /^key_/, name: 'CI', prefix: key.slice(0, 11), createdAt: Number })
  t.match(rest, { scopes: ['read', 'write', 'execute', 'chat'], lastUsedAt: null, expiresAt: null })
  const listed = await call(list, token)
  t.strictSame(listed.body, [rest])
  const stored = await database.query({ name: 'test.keys', text: 'select * from api_keys' }, [])
  t.notOk(JSON.stringify(stored).includes(key.slice(11)), 'not even in the database')
})

test('keys are listed newest first, page by page', async t => {
  const { token } = await server.signUp()
  for (const name of ['first', 'second', 'third']) await server.createKey(token, { name })
  const all = (await call(list, token)).body
  t.equal(all.length, 3)
  const page = await call(`${list}?limit=2`, token)
  t.strictSame(page.body, all.slice(0, 2))
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]
  t.strictSame((await call(`GET ${next}`, token)).body, all.slice(2))
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=made-up']) {
    t.equal((await call(`${list}?${query}`, token)).status, 400, query)
  }
})

test('a revoked key is refused on the very next request, on every connection', async t => {
  const { token } = await server.signUp()
  const { key, id } = await server.createKey(token)
  t.equal((await call('GET /api/v1/auth/me', key)).status, 200)
  const revoked = await call(`DELETE /api/v1/apikeys/${id}`, token)
  t.equal(revoked.status, 200)
  t.strictSame(revoked.body, { id, deleted: true })
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('GET /api/v1/auth/me', key)))
  for (const answer of answers) t.equal(answer.status, 401)
  t.strictSame(answers[0]!.body, { error: 'missing or invalid credentials' })
  t.equal((await call(`DELETE /api/v1/apikeys/${id}`, token)).status, 404)
  t.strictSame((await call(list, token)).body, [])
})

test('a key of another organization is as one that never was', async t => {
  const [own, foreign] = [await server.signUp(), await server.signUp()]
  const { key, id } = await server.createKey(own.token)
  const seen = await call(`DELETE /api/v1/apikeys/${id}`, foreign.token)
  const unknown = await call('DELETE /api/v1/apikeys/key_01h455vb4pex5vsknk084sn02q', foreign.token)
  t.equal(seen.status, 404)
  t.strictSame(seen.body, unknown.body)
  t.strictSame((await call(list, foreign.token)).body, [])
  t.equal((await call('GET /api/v1/auth/me', key)).status, 200)
})

test('a key may do what its scopes cover and nothing else', async t => {
  const { token } = await server.signUp()
  const chat = await server.createKey(token, { scopes: ['chat'] })
  for (const route of [
    'GET /api/v1/auth/me',
    list,
    'DELETE /api/v1/apikeys/key_1',
    'POST /api/v1/auth/logout',
  ]) {
    t.equal((await call(route, chat.key)).status, 403, route)
  }
  t.equal((await call(create, chat.key, { name: 'more' })).status, 403)
  const read = await server.createKey(token, { scopes: ['read'] })
  t.equal((await call('GET /api/v1/auth/me', read.key)).status, 200)
  t.equal((await call(list, read.key)).status, 403)
})

test('a key makes no key with more rights than it has', async t => {
  const { token } = await server.signUp()
  const admin = await server.createKey(token, { scopes: ['admin', 'read'] })
  const more = await call(create, admin.key, { name: 'more', scopes: ['read', 'execute'] })
  t.equal(more.status, 403)
  t.strictSame(more.body, { error: 'scopes: you may give read, admin, not execute' })
  const usual = await call(create, admin.key, { name: 'usual' })
  t.equal(usual.status, 201)
  t.strictSame(usual.body.scopes, ['read'])
  const nothing = await server.createKey(token, { scopes: ['admin'] })
  t.equal((await call(create, nothing.key, { name: 'usual' })).status, 403)
})

test('a role gives no scope that it does not hold, and a key follows its maker down', async t => {
  const { token, user } = await server.signUp()
  const { key } = await server.createKey(token, { scopes: ['admin', 'read'] })
  const setRole = { name: 'test.role', text: 'update memberships set role = $2 where user_id = $1' }
  await database.query(setRole, [user.id, 'member'])
  t.equal((await call(list, key)).status, 403)
  t.equal((await call(create, key, { name: 'more', scopes: ['admin'] })).status, 403)
  await database.query({ name: 'test.leave', text: 'delete from memberships where user_id = $1' }, [user.id])
  const stranger = await startAccountServer(database)
  t.equal((await stranger.call('GET /api/v1/auth/me', key)).status, 401)
})

test('a key is refused from the time it expires', async t => {
  const { token } = await server.signUp()
  const expiresAt = Date.now() + 500
  const { key } = await server.createKey(token, { expiresAt })
  t.equal((await call('GET /api/v1/auth/me', key)).status, 200)
  while (Date.now() < expiresAt) await new Promise(resolve => setImmediate(resolve))
  t.equal((await call('GET /api/v1/auth/me', key)).status, 401)
})

test('a request that does not fit is 400 and names the field', async t => {
  const { token } = await server.signUp()
  const bodies: [string, object][] = [
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: null }],
    ['scopes', { name: 'CI', scopes: [] }],
    ['scopes', { name: 'CI', scopes: ['root'] }],
    ['scopes', { name: 'CI', scopes: 'read' }],
    ['expiresAt', { name: 'CI', expiresAt: Date.now() - 1 }],
    ['expiresAt', { name: 'CI', expiresAt: 1.5 }],
    ['expiresAt', { name: 'CI', expiresAt: '2030-01-01' }],
  ]
  for (const [field, body] of bodies) {
    const answer = await call(create, token, body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.match(answer.body.error, new RegExp(`^${field}`))
  }
  t.strictSame((await call(list, token)).body, [])
})

test('a scope named twice is given once, and what a client may not set is ignored', async t => {
  const { token, user } = await server.signUp()
  const smuggled = {
    id: 'key_1',
    organizationId: 'org_1',
    key: 'sk_mine',
    prefix: 'sk_mine',
    createdBy: 'user_1',
  }
  const { body } = await call(create, token, { name: 'CI', scopes: ['read', 'chat', 'read'], ...smuggled })
  t.strictSame(body.scopes, ['read', 'chat'])
  t.match(body, { id: /^key_\w{26}$/, key: /^sk_[0-9a-f]{64}$/ })
  t.strictSame((await call('GET /api/v1/auth/me', body.key)).body, user)
})
