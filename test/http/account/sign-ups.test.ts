// Sign-ups that are proved by mail: nobody learns who has an account, and nobody gets one without the
// mailbox.
import { hash } from 'node:crypto'
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { openTestDatabase } from '../../support/database.ts'
import { type Answer, password, startAccountServer } from '../../support/people/accounts.ts'
import { until } from '../../support/runs.ts'

const database = await openTestDatabase()
const server = await startAccountServer(database, { signUpProof: 'mail' })
const open = await startAccountServer(database)
/** The same service after sign-up was closed. */
const closed = await startAccountServer(database, { signUp: 'invited', signUpProof: 'mail' })
const { call } = server
const newEmail = () => `${newId('user')}@example.com`

test('a known and an unknown address get the same answer, and nobody is logged in', async t => {
  const { user } = await open.signUp()
  const [known, unknown] = [await signUp(user.email), await signUp(newEmail())]
  for (const answer of [known, unknown]) {
    t.equal(answer.status, 202)
    t.strictSame(answer.body, { proof: 'mail' })
    t.match(cookieOf(answer), /^troupe-sign-up=[\w-]{43}$/)
    t.match(answer.headers.get('set-cookie'), /HttpOnly; SameSite=Strict/)
  }
  t.strictSame([...known.headers.keys()].sort(), [...unknown.headers.keys()].sort())
  const text = await mailTo(user.email)
  t.match(text, /has an account already/)
  t.match(text, 'http://troupe.example/sign-in')
  t.notMatch(text, /token/)
  t.equal((await logIn(user.email, password)).status, 200, 'the account is as it was')
})

test('an invited address reads in the mail that the invitation is another link', async t => {
  const owner = await open.signUp()
  const email = newEmail()
  const team = owner.user.organization.id.replace('org_', 'team_')
  t.equal((await open.call(`POST /api/v1/teams/${team}/members`, owner.token, { email })).status, 201)
  await signUp(email)
  const token = await tokenFor(email)
  const mail = (await mailsTo(email)).find(({ text }) => text.includes(token))
  t.match(mail?.text, /To join it, open the link of that invitation instead/)
})

test('nothing can log in before the proof, and the link of the mail logs in once', async t => {
  const email = newEmail()
  const answer = await signUp(email, { name: 'Ada', organization: 'Engines' })
  const token = await tokenFor(email)
  t.equal((await logIn(email, password)).status, 401)
  const cookie = cookieOf(answer)
  const login = await verify({ token }, cookie)
  t.equal(login.status, 200)
  t.match(login.body.user, { email, name: 'Ada', role: 'owner', organization: { name: 'Engines' } })
  const cookies = login.headers.getSetCookie().map(each => each.split(';')[0])
  t.match(cookies, [/^troupe-refresh=rt_/, 'troupe-sign-up='])
  t.equal((await call('GET /api/v1/auth/me', login.body.token)).status, 200)
  t.equal((await logIn(email, password)).status, 200)
  const again = await verify({ token }, cookie)
  t.equal(again.status, 400)
  t.match(again.body.error, /^token: it is unknown, used or older than a day/)
  const proved = await database.query<{ at: number | null }>(
    { name: '', text: 'select email_verified_at as at from users where email_key = $1' },
    [email],
  )
  t.type(proved[0]?.at, 'number')
})

test('a link that was mailed while sign-up was open makes no account once it is closed', async t => {
  const email = newEmail()
  await signUp(email)
  const body = { token: await tokenFor(email), password }
  const late = await closed.call('POST /api/v1/auth/verify', null, body)
  t.equal(late.status, 403)
  t.equal(late.headers.get('x-error-code'), 'sign-up-closed')
  t.equal((await logIn(email, password)).status, 401)
})

test('in another browser the link asks for a password, so nobody chooses the one of somebody else', async t => {
  const email = newEmail()
  const attacker = await signUp(email, { password: 'the attacker knows it' })
  const token = await tokenFor(email)
  const other = `troupe-sign-up=${'x'.repeat(43)}`
  for (const cookie of [null, other]) {
    const refused = await verify({ token }, cookie)
    t.equal(refused.status, 400)
    t.match(refused.body.error, /^password: expected/)
  }
  t.equal((await verify({ token, password: 'short' }, null)).status, 400)
  t.equal((await verify({ token, password }, null)).status, 200)
  t.equal((await logIn(email, 'the attacker knows it')).status, 401)
  t.equal((await logIn(email, password)).status, 200)
  t.ok(cookieOf(attacker))
})

test('each sign-up of an address has its own link, and the first that is used spends the others', async t => {
  const email = newEmail()
  const first = await signUp(email, { password: 'first password' })
  const token = await tokenFor(email)
  const second = await signUp(email, { password: 'second password' }, cookieOf(first))
  t.equal(cookieOf(second), cookieOf(first), 'one browser is one browser')
  const later = await tokenFor(email, token)
  t.equal((await verify({ token }, cookieOf(first))).status, 200)
  t.equal((await verify({ token: later }, cookieOf(first))).status, 400)
  t.equal((await logIn(email, 'first password')).status, 200)
})

test('an address gets three mails an hour at most', async t => {
  const email = newEmail()
  let last = ''
  for (let n = 0; n < 3; n++) {
    await signUp(email)
    last = await tokenFor(email, last)
  }
  t.equal((await signUp(email)).status, 202)
  await until(
    () => rowsOf(email),
    rows => rows.length === 3,
  )
  t.equal((await mailsTo(email)).length, 3)
})

test('tokens are kept as hashes, expire after a day, and a malformed one is 400', async t => {
  const email = newEmail()
  const answer = await signUp(email)
  const token = await tokenFor(email)
  const [row] = await rowsOf(email)
  t.notMatch(JSON.stringify(row), token)
  t.notMatch(JSON.stringify(row), cookieOf(answer).split('=')[1]!)
  const expire = { name: '', text: 'update sign_ups set expires_at = $2 where token_hash = $1 returning 1' }
  t.equal((await database.query(expire, [hash('sha256', token), Date.now()])).length, 1)
  t.equal((await verify({ token }, cookieOf(answer))).status, 400)
  for (const body of [{}, { token: null }, { token: '' }, { token: ['x'] }, { token: 'x'.repeat(300) }]) {
    t.equal((await verify(body, null)).status, 400, JSON.stringify(body).slice(0, 30))
  }
})

test('an address that gets an account meanwhile is 409, by the link only', async t => {
  const email = newEmail()
  const answer = await signUp(email)
  const token = await tokenFor(email)
  t.equal((await open.call('POST /api/v1/auth/signup', null, { email, password })).status, 201)
  const late = await verify({ token }, cookieOf(answer))
  t.equal(late.status, 409)
  t.match(late.body.error, /has an account by now/)
})

test('a sign-up that does not fit is 400 and names the field, as without the proof', async t => {
  for (const [field, body] of [
    ['email', { password }],
    ['email', { email: 'nobody', password }],
    ['password', { email: newEmail(), password: 'short' }],
  ] as const) {
    const answer = await call('POST /api/v1/auth/signup', null, body)
    t.equal(answer.status, 400)
    t.match(answer.body.error, new RegExp(`^${field}: `))
  }
})

function signUp(email: string, wishes: object = {}, cookie?: string): Promise<Answer> {
  const fields = cookie === undefined ? {} : { cookie }
  return call('POST /api/v1/auth/signup', null, { email, password, ...wishes }, fields)
}

function verify(body: object, cookie: string | null): Promise<Answer> {
  return call('POST /api/v1/auth/verify', null, body, cookie === null ? {} : { cookie })
}

function logIn(email: string, secret: string): Promise<Answer> {
  return call('POST /api/v1/auth/login', null, { email, password: secret })
}

function cookieOf({ headers }: Answer): string {
  return headers.get('set-cookie')!.split(';')[0]!
}

function rowsOf(email: string) {
  return database.query({ name: '', text: 'select * from sign_ups where email_key = $1' }, [email])
}

async function mailsTo(email: string) {
  return (await server.mail.outbox({ limit: 100 })).items.filter(({ to }) => to === email)
}

async function mailTo(email: string): Promise<string> {
  const mails = await until(
    () => mailsTo(email),
    found => found.length > 0,
  )
  return mails[0]!.text
}

/** Of the newest mail to the address, once it is not the last one. */
function tokenFor(email: string, last = ''): Promise<string> {
  return until(
    async () => /\/verify#token=([\w-]{43})\n/.exec((await mailsTo(email))[0]?.text ?? '')?.[1] ?? last,
    token => token !== last,
  )
}
