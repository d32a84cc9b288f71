import { test } from 'tap'
import { newId } from '../../../../domain/ids.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { password, startAccountServer } from '../../../support/people/accounts.ts'
import { probes } from '../../../support/probes.ts'

const database = await openTestDatabase()
const server = await startAccountServer(database)
const { call } = server
const signup = 'POST /api/v1/auth/signup'
const login = 'POST /api/v1/auth/login'
const newEmail = () => `${newId('user')}@example.com`

test('who signs up owns an organization on the free plan and is logged in', async t => {
  const email = newEmail()
  const answer = await call(signup, null, { email, password, name: 'Ada', organization: 'Engines' })
  t.equal(answer.status, 201)
  t.equal(answer.headers.get('cache-control'), 'no-store')
  t.strictSame(Object.keys(answer.body).sort(), ['expiresAt', 'refreshToken', 'token', 'user'])
  t.match(answer.body.user, {
    email,
    name: 'Ada',
    role: 'owner',
    organization: { name: 'Engines', plan: 'free' },
  })
  t.ok(Math.abs(answer.body.expiresAt - Date.now() - 3_600_000) < 10_000)
  const me = await call('GET /api/v1/auth/me', answer.body.token)
  t.equal(me.status, 200)
  t.strictSame(me.body, answer.body.user)
})

test('an organization without a name is named after its owner', async t => {
  const named = await call(signup, null, { email: newEmail(), password, name: 'Grace' })
  t.equal(named.body.user.organization.name, 'Grace')
  const unnamed = await call(signup, null, { email: newEmail().replace('user_', 'u.'), password })
  t.match(unnamed.body.user, { name: null, organization: { name: /^u\.\w+$/ } })
})

test('one mailbox has one account, in every form of its address', async t => {
  probes(t, 65)
  const email = newEmail()
  t.equal((await call(signup, null, { email, password })).status, 201)
  for (const form of [email, email.toUpperCase(), ` ${email} `, email.replace('user', 'ｕｓｅｒ')]) {
    const again = await call(signup, null, { email: form, password })
    t.equal(again.status, 409, `P65 ${form}`)
    t.strictSame(again.body, { error: 'this e-mail address already has an account' })
    t.equal((await call(login, null, { email: form, password })).status, 200, form)
  }
})

test('of two who sign up at once with one address, one succeeds', async t => {
  const email = newEmail()
  const answers = await Promise.all([email, email].map(form => call(signup, null, { email: form, password })))
  t.strictSame(answers.map(answer => answer.status).sort(), [201, 409])
})

test('what a client may not set is ignored', async t => {
  const smuggled = {
    role: 'viewer',
    plan: 'scale',
    id: 'user_1',
    userId: 'user_1',
    passwordHash: 'x',
    createdAt: 1,
  }
  const { body } = await call(signup, null, { email: newEmail(), password, ...smuggled })
  t.match(body.user, { role: 'owner', organization: { plan: 'free' } })
  t.not(body.user.id, 'user_1')
  t.ok(body.user.createdAt > 1)
})

test('a sign-up that does not fit is 400 and names the field', async t => {
  const email = newEmail()
  const bodies: [string, object][] = [
    ['email', { password }],
    ['email', { email: 'nobody', password }],
    ['email', { email: 'аda@example.com', password }],
    ['email', { email: `${'a'.repeat(250)}@example.com`, password }],
    ['email', { email: `a@${'a.'.repeat(50_000)}!`, password }],
    ['email', { email: [email], password }],
    ['password', { email }],
    ['password', { email, password: 'seven77' }],
    ['password', { email, password: 'x'.repeat(257) }],
    ['password', { email, password: 'x'.repeat(1_000_000) }],
    ['password', { email, password: 12345678 }],
    ['password', { email, password: null }],
    ['name', { email, password, name: 'x'.repeat(201) }],
    ['organization', { email, password, organization: '' }],
  ]
  for (const [field, body] of bodies) {
    const answer = await call(signup, null, body)
    t.equal(answer.status, 400, JSON.stringify(body).slice(0, 80))
    t.match(answer.body.error, new RegExp(`^${field}: `))
    t.ok(answer.body.error.length < 300)
  }
})

test('passwords of 8 and of 256 characters, of emoji and of equal beginnings are told apart', async t => {
  for (const own of ['12345678', 'x'.repeat(256), '🔑'.repeat(8), `${'x'.repeat(72)}a`]) {
    const email = newEmail()
    t.equal((await call(signup, null, { email, password: own })).status, 201)
    t.equal((await call(login, null, { email, password: own })).status, 200)
    t.equal((await call(login, null, { email, password: `${[...own].slice(0, -1).join('')}b` })).status, 401)
  }
})

test('an unknown address and a wrong password get the same answer', async t => {
  const { user } = await server.signUp()
  const wrong = await call(login, null, { email: user.email, password: 'not the password' })
  const unknown = await call(login, null, { email: newEmail(), password: 'not the password' })
  const noAddress = await call(login, null, { email: 'nobody', password: 'not the password' })
  for (const answer of [wrong, unknown, noAddress]) {
    t.equal(answer.status, 401)
    t.strictSame(answer.body, { error: 'wrong e-mail address or password' })
  }
  const names = (headers: Headers) => [...headers.keys()].sort()
  t.strictSame(names(wrong.headers), names(unknown.headers))
})

test('an account without a password cannot log in with one', async t => {
  const { user } = await server.signUp()
  const forget = { name: 'test.forget', text: 'update users set password_hash = null where id = $1' }
  await database.query(forget, [user.id])
  t.equal((await call(login, null, { email: user.email, password })).status, 401)
})

test('each login has a session of its own, and logging out ends that one at once', async t => {
  const first = await server.signUp()
  const second = (await call(login, null, { email: first.user.email, password })).body
  t.not(first.refreshToken, second.refreshToken)
  for (const { token } of [first, second]) t.equal((await call('GET /api/v1/auth/me', token)).status, 200)
  const out = await call('POST /api/v1/auth/logout', first.token)
  t.equal(out.status, 200)
  t.strictSame(out.body, { ok: true })
  const after = await call('GET /api/v1/auth/me', first.token)
  t.equal(after.status, 401)
  t.strictSame(after.body, { error: 'missing or invalid credentials' })
  t.equal((await call('POST /api/v1/auth/logout', first.token)).status, 401)
  t.equal((await call('GET /api/v1/auth/me', second.token)).status, 200)
})

test('the refresh token is stored as a hash only', async t => {
  const { refreshToken } = await server.signUp()
  const dump = { name: 'test.sessions', text: 'select * from sessions' }
  t.notOk(JSON.stringify(await database.query(dump, [])).includes(refreshToken))
})

test('a token acts with the role that the user has now, and with none once the user has left', async t => {
  const { token, user } = await server.signUp()
  const setRole = { name: 'test.role', text: 'update memberships set role = $2 where user_id = $1' }
  await database.query(setRole, [user.id, 'viewer'])
  t.equal((await call('GET /api/v1/apikeys', token)).status, 403)
  const other = await server.signUp()
  const leave = { name: 'test.leave', text: 'delete from memberships where user_id = $1' }
  await database.query(leave, [other.user.id])
  t.equal((await call('GET /api/v1/auth/me', other.token)).status, 401)
})

test('by API key, the profile is that of the user who made it, and there is no session to end', async t => {
  const { token, user } = await server.signUp()
  const { key } = await server.createKey(token)
  t.strictSame((await call('GET /api/v1/auth/me', key)).body, user)
  t.equal((await call('POST /api/v1/auth/logout', key)).status, 403)
  t.equal((await call('GET /api/v1/auth/me', key)).status, 200)
})

test('somebody else named in the body stays as they are', async t => {
  const [one, other] = [await server.signUp(), await server.signUp()]
  await call('POST /api/v1/auth/logout', one.token, { userId: other.user.id, email: other.user.email })
  t.strictSame((await call('GET /api/v1/auth/me', other.token)).body, other.user)
})
