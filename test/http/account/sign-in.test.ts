// Refreshing, sessions, forgotten and changed passwords, the guessing of passwords, over HTTP and a real
// database.
import { hash } from 'node:crypto'
import { get, type OutgoingHttpHeaders } from 'node:http'
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { LoginResult } from '../../../domain/people/user.ts'
import { openTestDatabase } from '../../support/database.ts'
import { type Answer, appUrl, password, startAccountServer } from '../../support/people/accounts.ts'
import { probes } from '../../support/probes.ts'
import { until } from '../../support/runs.ts'

const database = await openTestDatabase()
const server = await startAccountServer(database)
const { call } = server

test('each refresh gives a new token and a new refresh token of the same session', async t => {
  const first = await server.signUp()
  const second = await refresh(first.refreshToken)
  t.equal(second.status, 200)
  t.match(second.body, { token: String, expiresAt: Number, refreshToken: /^rt_/, user: first.user })
  t.not(second.body.refreshToken, first.refreshToken)
  t.equal(await statusOf(second.body.token), 200)
  t.equal(sessionOf(second.body.token), sessionOf(first.token))
  t.equal((await refresh(second.body.refreshToken)).status, 200)
  t.match(await sessionsOf(second.body.token), [{ lastUsedAt: Number, expiresAt: Number }])
})

test('a refresh token that was replaced ends the whole session', async t => {
  probes(t, 47)
  const stolen = await server.signUp()
  const { body } = await refresh(stolen.refreshToken)
  t.equal((await refresh(stolen.refreshToken)).status, 401)
  t.equal(await statusOf(body.token), 401, 'P47 the token of the session')
  t.equal((await refresh(body.refreshToken)).status, 401, 'its newest refresh token')
})

test('of two refreshes at once by one token at most one wins, and the session is over', async t => {
  const { refreshToken, token } = await server.signUp()
  const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 401])
  t.equal(await statusOf(token), 401)
})

test('a made-up refresh token does nothing to the session that it names', async t => {
  const { refreshToken, token } = await server.signUp()
  const last = refreshToken.at(-1) === 'A' ? 'E' : 'A'
  const others = [refreshToken.slice(0, -1) + last, `${refreshToken}A`, 'rt_', token, ' ', 'x'.repeat(115)]
  for (const other of others) {
    const { status } = await refresh(other)
    t.ok(status === 401 || (status === 400 && other.length > 115), other)
  }
  for (const other of ['', null, 1, ['x']]) t.ok((await refresh(other)).status >= 400)
  t.equal(await statusOf(token), 200)
  t.equal((await refresh(refreshToken)).status, 200)
})

test('a token that still holds refreshes too, an API key does not', async t => {
  const { token, refreshToken } = await server.signUp()
  const renewed = await call('POST /api/v1/auth/refresh', token)
  t.match(renewed, { status: 200, body: { refreshToken: /^rt_/ } })
  t.equal((await refresh(renewed.body.refreshToken)).status, 200)
  const { key } = await server.createKey(token)
  t.equal((await call('POST /api/v1/auth/refresh', key)).status, 403)
  t.equal((await call('POST /api/v1/auth/refresh')).status, 401)
  t.equal((await refresh(refreshToken)).status, 401, 'the first one was replaced')
})

test('the cookie of a login renews the token, is hidden from scripts, and opens nothing else', async t => {
  probes(t, 102)
  const { email } = await newcomer()
  const login = await call('POST /api/v1/auth/login', null, { email, password })
  const set = login.headers.get('set-cookie')!
  t.match(set, /^troupe-refresh=rt_[^;]+; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict$/)
  const cookie = set.split(';')[0]!
  const renewed = await call('POST /api/v1/auth/refresh', null, undefined, { cookie: `a=b; ${cookie}` })
  t.equal(renewed.status, 200)
  t.match(renewed.headers.get('set-cookie'), renewed.body.refreshToken)
  const again = await call('POST /api/v1/auth/refresh', null, undefined, { cookie })
  t.equal(
    again.headers.get('set-cookie'),
    renewed.headers.get('set-cookie'),
    'a page that was left loses its answer',
  )
  const own = { cookie: renewed.headers.get('set-cookie')!.split(';')[0]! }
  for (const pattern of ['GET /api/v1/auth/me', 'GET /api/v1/auth/sessions', 'POST /api/v1/auth/logout'])
    t.equal((await call(pattern, null, undefined, own)).status, 401, pattern)
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${appUrl}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://other.troupe.example' },
  ]
  for (const fields of foreign) {
    const answer = await call('POST /api/v1/auth/refresh', null, undefined, { ...own, ...fields })
    t.equal(answer.status, 401, `P102 ${JSON.stringify(fields)}`)
    t.equal(answer.headers.get('set-cookie'), null)
  }
  const page = { ...own, origin: appUrl, 'sec-fetch-site': 'same-origin' }
  t.equal((await call('POST /api/v1/auth/refresh', null, undefined, page)).status, 200)
})

test('a logout takes the cookie away and ends token and refresh token', async t => {
  const { token, refreshToken } = await server.signUp()
  const out = await call('POST /api/v1/auth/logout', token)
  t.match(out.headers.get('set-cookie'), /^troupe-refresh=; Max-Age=0;/)
  t.equal(await statusOf(token), 401)
  t.equal((await refresh(refreshToken)).status, 401)
})

test('somebody sees where they are signed in, and signs out one session without the others', async t => {
  const { email, login: first } = await newcomer()
  const agent = { 'user-agent': 'Browser 1.0' }
  const { body: second } = await call('POST /api/v1/auth/login', null, { email, password }, agent)
  const listed = await sessionsOf(second.token)
  t.match(listed, [
    { id: /^sess_/, current: true, userAgent: 'Browser 1.0', address: '127.0.0.1', provider: null },
    { id: sessionOf(first.token), current: false },
  ])
  const stranger = await server.signUp()
  const path = `DELETE /api/v1/auth/sessions/${sessionOf(first.token)}`
  t.equal((await call(path, stranger.token)).status, 404)
  t.equal((await call('DELETE /api/v1/auth/sessions/sess_nonsense', second.token)).status, 404)
  t.match(await call(path, second.token), { status: 200, body: { deleted: true } })
  t.equal(await statusOf(first.token), 401)
  t.equal((await refresh(first.refreshToken)).status, 401)
  t.equal((await call(path, second.token)).status, 404, 'it is over')
  t.equal((await sessionsOf(second.token)).length, 1)
  const { key } = await server.createKey(second.token)
  t.equal((await call('GET /api/v1/auth/sessions', key)).status, 403)
})

test('a forgotten password: one answer for everybody, and a mail for whoever has an account', async t => {
  probes(t, 56, 58)
  const { email, login } = await newcomer()
  const known = await forgot(email.toUpperCase())
  const unknown = await forgot(`nobody-${email}`)
  t.strictSame([known.status, known.body], [200, { ok: true }])
  t.strictSame([unknown.status, unknown.body], [known.status, known.body], 'P56')
  const token = await mailedToken(email)
  t.equal((await outbox()).filter(({ to }) => to.startsWith('nobody-')).length, 0)

  const { body: key } = await call('POST /api/v1/apikeys', login.token, { name: 'stays' })
  const fresh = 'a password that is new'
  const wrong = [{ token: null }, { token: '' }, {}, { token: ['t'] }, { token: 'x' }, { token: `${token}x` }]
  for (const body of wrong) t.equal((await reset({ password: fresh, ...body })).status, 400)
  t.equal((await reset({ token, password: 'short' })).status, 400)
  t.equal(await statusOf(login.token), 200, 'nothing has changed')

  t.match(await reset({ token, password: fresh }), { status: 200, body: { ok: true } })
  t.equal(await statusOf(login.token), 401, 'tokens end')
  t.equal((await refresh(login.refreshToken)).status, 401, 'and refresh tokens')
  t.equal(await statusOf(key.key), 200, 'API keys stay')
  t.equal((await reset({ token, password: fresh })).status, 400, 'P58 a token works once')
  t.equal((await logIn(email, password)).status, 401)
  t.equal((await logIn(email, fresh)).status, 200)
})

test('a login by the old password that is under way while a new one is set does not outlive it', async t => {
  const { email, login } = await newcomer()
  const change = { name: '', text: `update users set password_hash = 'another' where id = $1` }
  const live = {
    name: '',
    text: 'select count(*)::int as n from sessions where user_id = $1 and ended_at is null',
  }
  const count = async () => (await database.query<{ n: number }>(live, [login.user.id]))[0]!.n
  let late: Promise<Answer> | null = null
  await database.atomically(async queries => {
    await queries.query(change, [login.user.id])
    late = logIn(email, password)
    // It has found the old password right, and waits for what becomes of it.
    await until(count, n => n === 2)
  })
  t.equal((await late!).status, 401)
  t.equal(await count(), 1)
})

test('of two resets at once by one token one wins; another token of the same user is spent by it', async t => {
  const { email } = await newcomer()
  await forgot(email)
  const token = await mailedToken(email)
  await forgot(email)
  const later = await mailedToken(email, token)
  const answers = await Promise.all([1, 2].map(n => reset({ token, password: `new password ${n}` })))
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 400])
  t.equal((await reset({ token: later, password: 'new password 3' })).status, 400)
})

test('an expired reset token is refused, and its hash is all that is kept', async t => {
  probes(t, 58)
  const { email } = await newcomer()
  await forgot(email)
  const token = await mailedToken(email)
  const rows = await database.query(
    {
      name: '',
      text: 'update password_resets set expires_at = $2 where token_hash = $1 returning *',
    },
    [hash('sha256', token), Date.now()],
  )
  t.equal(rows.length, 1)
  t.notOk(JSON.stringify(rows).includes(token))
  t.equal((await reset({ token, password: 'a password that is new' })).status, 400, 'P58')
})

test('one account gets three mails an hour at most', async t => {
  const { email } = await newcomer()
  let last = ''
  for (let i = 0; i < 3; i++) {
    await forgot(email)
    last = await mailedToken(email, last)
  }
  await forgot(email)
  const waiting = { name: '', text: 'select 1 as one from reset_requests where email_key = $1' }
  await until(
    () => database.query(waiting, [email]),
    rows => rows.length === 0,
  )
  t.equal((await outbox()).filter(({ to }) => to === email).length, 3)
})

test('a password is changed with the current one, which ends every other session', async t => {
  const { email, login } = await newcomer()
  const other = (await logIn(email, password)).body as LoginResult
  const change = (body: object) => call('PUT /api/v1/auth/me', login.token, body)
  const fresh = 'a password that is new'
  t.equal((await change({ password: fresh })).status, 400)
  t.equal((await change({ password: fresh, currentPassword: 'wrong password' })).status, 403)
  const forbidden = { role: 'viewer', orgId: 'org_x', plan: 'scale', emailVerified: true, id: 'user_x' }
  t.match(
    await change({ ...forbidden, name: 'Ada', passwordHash: 'x', createdAt: 1, email: 'b@example.com' }),
    {
      status: 200,
      body: { ...login.user, name: 'Ada' },
    },
  )
  t.equal((await change({ password: fresh, currentPassword: password })).status, 200)
  t.equal(await statusOf(login.token), 200)
  t.equal(await statusOf(other.token), 401)
  t.equal((await logIn(email, fresh)).status, 200)
  const { key } = await server.createKey(login.token, { scopes: ['read', 'admin'] })
  const byKey = await call('PUT /api/v1/auth/me', key, { password, currentPassword: fresh })
  t.equal(byKey.status, 403, 'an API key changes no password')
})

test('mails are shown to this machine only, by one of its names, and never in production', async t => {
  const statusOfOutbox = (port: number, headers: OutgoingHttpHeaders) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = get({ port, path: '/api/v1/dev/outbox', headers }, response => {
        resolve(response.resume().statusCode)
      })
      asked.on('error', reject)
    })
  t.equal(await statusOfOutbox(server.port, {}), 200)
  t.equal(await statusOfOutbox(server.port, { host: '127.0.0.1:8080' }), 200)
  t.equal(await statusOfOutbox(server.port, { host: 'rebound.example' }), 404)
  t.equal(await statusOfOutbox(server.port, { 'x-forwarded-for': '203.0.113.7' }), 404)
  const production = await startAccountServer(database, { isProduction: true })
  t.equal(await statusOfOutbox(production.port, {}), 404)
})

test('what a sign-up says about rights is not listened to', async t => {
  const email = `${newId('user')}@example.com`
  const wishes = { role: 'viewer', plan: 'scale', orgId: 'org_x', id: 'user_x', emailVerified: true }
  const { body } = await call('POST /api/v1/auth/signup', null, { email, password, ...wishes })
  t.match(body.user, { role: 'owner', organization: { plan: 'free' }, email })
  t.not(body.user.id, 'user_x')
})

test('signing in and out, failing to, and changing a password are in the audit log', async t => {
  const { email, login } = await newcomer()
  await logIn(email, 'wrong password')
  const second = (await logIn(email, password)).body as LoginResult
  await call('POST /api/v1/auth/logout', second.token)
  const organizationId = login.user.organization.id
  const statement = {
    name: '',
    text: 'select action from audit_entries where organization_id = $1 order by id',
  }
  const actions = await until(
    () => database.query<{ action: string }>(statement, [organizationId]),
    rows => rows.length === 5,
  )
  t.strictSame(actions.map(({ action }) => action).sort(), [
    'account.created',
    'login.failed',
    'session.created',
    'session.created',
    'session.ended',
  ])
})

async function newcomer(): Promise<{ email: string; login: LoginResult }> {
  const login = await server.signUp()
  return { email: login.user.email, login }
}

function refresh(refreshToken: unknown): Promise<Answer> {
  return call('POST /api/v1/auth/refresh', null, { refreshToken })
}

function logIn(email: string, secret: string): Promise<Answer> {
  return call('POST /api/v1/auth/login', null, { email, password: secret })
}

function forgot(email: string): Promise<Answer> {
  return call('POST /api/v1/auth/forgot-password', null, { email })
}

function reset(body: object): Promise<Answer> {
  return call('POST /api/v1/auth/reset-password', null, body)
}

async function statusOf(credential: string): Promise<number> {
  return (await call('GET /api/v1/auth/me', credential)).status
}

async function sessionsOf(token: string) {
  return (await call('GET /api/v1/auth/sessions', token)).body
}

function sessionOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid
}

async function outbox(): Promise<{ to: string; text: string }[]> {
  return (await call('GET /api/v1/dev/outbox')).body
}

/** The token of the newest mail to an address, once there is one that is not the last. */
function mailedToken(email: string, last = ''): Promise<string> {
  return until(
    async () => {
      const mail = (await outbox()).find(({ to }) => to === email)
      return /#token=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? last
    },
    token => token !== last,
  )
}
