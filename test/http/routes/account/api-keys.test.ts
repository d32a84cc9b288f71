import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import { openTestDatabase } from '../../../support/database.ts'
import { startAccountServer } from '../../../support/people/accounts.ts'
import { probes } from '../../../support/probes.ts'

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
  probes(t, 54)
  const { token } = await server.signUp()
  const admin = await server.createKey(token, { scopes: ['admin', 'read'] })
  const more = await call(create, admin.key, { name: 'more', scopes: ['read', 'execute'] })
  t.equal(more.status, 403, 'P54')
  t.strictSame(more.body, { error: 'scopes: you may give only read, admin, not execute' })
  const usual = await call(create, admin.key, { name: 'usual' })
  t.equal(usual.status, 201)
  t.strictSame(usual.body.scopes, ['read'])
  const nothing = await server.createKey(token, { scopes: ['admin'] })
  t.equal((await call(create, nothing.key, { name: 'usual' })).status, 403)
})

test('a role gives no scope that it does not hold, and a key follows its maker down', async t => {
  probes(t, 54)
  const { token, user } = await server.signUp()
  const { key } = await server.createKey(token, { scopes: ['admin', 'read'] })
  const setRole = { name: 'test.role', text: 'update memberships set role = $2 where user_id = $1' }
  await database.query(setRole, [user.id, 'member'])
  t.equal((await call(list, key)).status, 403)
  t.equal((await call(create, key, { name: 'more', scopes: ['admin'] })).status, 403, 'P54')
  await database.query({ name: 'test.leave', text: 'delete from memberships where user_id = $1' }, [user.id])
  const stranger = await startAccountServer(database)
  t.equal((await stranger.call('GET /api/v1/auth/me', key)).status, 401)
})

test('a key is refused from the time it expires', async t => {
  const { token } = await server.signUp()
  const expiresAt = Date.now() + 500
  const { key } = await server.createKey(token, { expiresAt })
  t.equal((await call('GET /api/v1/auth/me', key)).status, 200)
  while (Date.now() < expiresAt) await pause(expiresAt - Date.now())
  t.equal((await call('GET /api/v1/auth/me', key)).status, 401)
})

test('a rotated key has a new text and the same rights; the old one ends at once', async t => {
  const { token } = await server.signUp()
  const { key, ...made } = (await call(create, token, { name: 'CI', scopes: ['read'], tools: ['run_*'] }))
    .body
  const rotated = await call(`${create}/${made.id}/rotate`, token)
  t.equal(rotated.status, 200)
  t.equal(rotated.headers.get('cache-control'), 'no-store')
  const { key: next, prefix, ...rest } = rotated.body
  t.match(next, /^sk_[0-9a-f]{64}$/)
  t.not(next, key)
  const { prefix: _, ...before } = made
  t.strictSame(rest, before)
  t.equal(prefix, next.slice(0, 11))
  t.equal((await call('GET /api/v1/auth/me', key)).status, 401)
  t.equal((await call('GET /api/v1/auth/me', next)).status, 200)
  t.equal((await call(create, next, { name: 'more' })).status, 403, 'no more rights than before')
})

test('with a grace both texts work, until it is over or the key is rotated again or revoked', async t => {
  const { token } = await server.signUp()
  const { key: first, id } = await server.createKey(token)
  const rotate = async (graceSeconds: number) =>
    (await call(`${create}/${id}/rotate`, token, { graceSeconds })).body
  const statuses = (keys: string[]) =>
    Promise.all(keys.map(async key => (await call('GET /api/v1/auth/me', key)).status))
  const { key: second, graceUntil } = await rotate(600)
  t.ok(graceUntil > Date.now())
  t.strictSame((await call(list, token)).body[0].graceUntil, graceUntil)
  t.strictSame(await statuses([first, second]), [200, 200])
  const { key: third } = await rotate(1)
  t.strictSame(await statuses([first, third]), [401, 200], 'the one before last has ended')
  const deadline = Date.now() + 30_000
  while ((await statuses([second]))[0] === 200 && Date.now() < deadline);
  t.strictSame(await statuses([second, third]), [401, 200])
  const { key: fourth } = await rotate(600)
  t.strictSame(await statuses([third, fourth]), [200, 200])
  await call(`DELETE /api/v1/apikeys/${id}`, token)
  t.strictSame(await statuses([third, fourth]), [401, 401])
  for (const graceSeconds of [-1, 1.5, 604_801, '1', null]) {
    t.equal((await call(`${create}/${id}/rotate`, token, { graceSeconds })).status, 400, String(graceSeconds))
  }
  t.equal((await call(`${create}/${id}/rotate`, token)).status, 404)
})

test('nobody rotates a key that has rights beyond theirs', async t => {
  const { token } = await server.signUp()
  const strong = await server.createKey(token, { scopes: ['admin', 'execute'] })
  const weak = await server.createKey(token, { scopes: ['admin'] })
  const refused = await call(`${create}/${strong.id}/rotate`, weak.key)
  t.equal(refused.status, 403)
  t.notOk(JSON.stringify(refused.body).includes('sk_'))
  t.equal((await call(`${create}/${weak.id}/rotate`, strong.key)).status, 200)
  t.equal((await call('GET /api/v1/apikeys', strong.key)).status, 200, 'the refused one is what it was')
})

test('a key works from its addresses only', async t => {
  const { token } = await server.signUp()
  const near = await server.createKey(token, { allowedIps: ['10.0.0.0/8', '127.0.0.0/8', '::1'] })
  t.equal((await call('GET /api/v1/auth/me', near.key)).status, 200)
  const far = await server.createKey(token, { allowedIps: ['203.0.113.7'] })
  const refused = await call('GET /api/v1/auth/me', far.key)
  t.equal(refused.status, 403)
  t.match(refused.body.error, /not from the address 127\.0\.0\.1/)
  for (const wrong of [
    '127.1',
    '0x7f.0.0.1',
    '10.0.0.0/33',
    'localhost',
    '::ffff:127.0.0.1',
    'fe80::1%eth0',
    '',
  ]) {
    t.equal((await call(create, token, { name: 'CI', allowedIps: [wrong] })).status, 400, wrong)
  }
})

test('a key of web pages works for its origins, which a browser may call from', async t => {
  const { token } = await server.signUp()
  const origin = 'https://shop.example'
  const { key, id } = await server.createKey(token, { scopes: ['read'], allowedOrigins: [origin] })
  const me = (from: string | null, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}/api/v1/auth/me`, {
      method,
      headers: {
        ...(method === 'GET' && { authorization: `Bearer ${key}` }),
        ...(from !== null && { origin: from }),
      },
    })
  const allowed = await me(origin)
  t.equal(allowed.status, 200)
  t.equal(allowed.headers.get('access-control-allow-origin'), origin)
  const preflight = await me(origin, 'OPTIONS')
  t.equal(preflight.headers.get('access-control-allow-origin'), origin)
  t.match(preflight.headers.get('access-control-allow-headers'), /Authorization/)
  t.equal(preflight.headers.get('access-control-allow-credentials'), null)
  for (const from of ['https://shop.example.evil.com', 'http://shop.example', 'null', null]) {
    const refused = await me(from)
    t.equal(refused.status, 403, String(from))
    t.equal(refused.headers.get('access-control-allow-origin'), null)
  }
  t.equal((await me('https://evil.example', 'OPTIONS')).headers.get('access-control-allow-origin'), null)
  await call(`DELETE /api/v1/apikeys/${id}`, token)
  t.equal(
    (await me(origin, 'OPTIONS')).headers.get('access-control-allow-origin'),
    null,
    'no key needs it any more',
  )
  for (const wrong of [
    '*',
    'null',
    'shop.example',
    'https://shop.example/',
    'https://a@b.example',
    'ftp://x.example',
  ]) {
    t.equal((await call(create, token, { name: 'CI', allowedOrigins: [wrong] })).status, 400, wrong)
  }
})

test('a key that is narrowed makes only keys that are as narrow', async t => {
  const { token } = await server.signUp()
  const { key } = await server.createKey(token, {
    scopes: ['read', 'admin'],
    allowedIps: ['127.0.0.1', '10.0.0.1'],
  })
  const inherited = await call(create, key, { name: 'more' })
  t.strictSame(inherited.body.allowedIps, ['127.0.0.1', '10.0.0.1'])
  t.strictSame((await call(create, key, { name: 'more', allowedIps: ['10.0.0.1'] })).body.allowedIps, [
    '10.0.0.1',
  ])
  t.equal((await call(create, key, { name: 'more', allowedIps: ['0.0.0.0/0'] })).status, 403)
})

test('what is done to a key stands in the audit log, and its text does not', async t => {
  const { token, user } = await server.signUp()
  const { key, id } = await server.createKey(token)
  await call(`${create}/${id}/rotate`, token)
  await call(`DELETE /api/v1/apikeys/${id}`, token)
  const { body } = await call(`GET /api/v1/audit?target=${id}`, token)
  t.match(body, [{ action: 'api-key.revoked' }, { action: 'api-key.rotated' }, { action: 'api-key.created' }])
  t.match(body[0], {
    actor: { id: user.id, apiKeyId: null },
    target: { type: 'api-key', id, name: 'CI' },
    address: '127.0.0.1',
  })
  t.notOk(JSON.stringify(body).includes(key.slice(11)))
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
