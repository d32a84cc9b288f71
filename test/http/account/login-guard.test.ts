// The guessing of passwords is slowed, for one account from many addresses and for one address over many
// accounts.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { createLoginGuard } from '../../../http/account/login-guard.ts'
import { loginFailureStore } from '../../../storage/accounts/login-failures.ts'
import { sessionStore } from '../../../storage/accounts/sessions.ts'
import { openTestDatabase } from '../../support/database.ts'
import { password, startAccountServer } from '../../support/people/accounts.ts'
import { probes } from '../../support/probes.ts'

const database = await openTestDatabase()
const failures = loginFailureStore(database)
const guard = createLoginGuard(failures, 3)
const server = await startAccountServer(database, { loginFailures: 3 })
const someAccount = () => `${newId('user')}@example.com`
const refused = { code: 'rate-limited', facts: { retryAfterMs: Number } }
let hosts = 0
const someAddress = () => `10.1.${(hosts += 1) >> 8}.${hosts & 255}`

test('one account from many addresses is refused after so many failures, whether it exists or not', async t => {
  probes(t, 63)
  const { user } = await server.signUp()
  for (const account of [user.email, someAccount()]) {
    for (let i = 0; i < 3; i++) await guard.admit(account, someAddress())
    await t.rejects(guard.admit(account, someAddress()), refused, 'P63')
  }
})

test('many accounts from one address are refused after ten times as many, an IPv6 address by its network', async t => {
  probes(t, 63)
  const address = someAddress()
  for (let i = 0; i < 30; i++) await guard.admit(someAccount(), address)
  await t.rejects(guard.admit(someAccount(), address), refused, 'P63')
  for (let i = 0; i < 30; i++) await guard.admit(someAccount(), `2001:db8:1:2:0:0:0:${i}`)
  await t.rejects(guard.admit(someAccount(), '2001:db8:1:2:ffff:0:0:1'), refused)
  await guard.admit(someAccount(), '2001:db8:1:3:0:0:0:1')
})

test('attempts at once are no way around, and one that succeeds does not count', async t => {
  const account = someAccount()
  const attempts = Array.from({ length: 10 }, () => guard.admit(account, someAddress()))
  const outcomes = await Promise.allSettled(attempts)
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3)
  const other = someAccount()
  for (let i = 0; i < 5; i++) await (await guard.admit(other, someAddress()))()
  await t.resolves(guard.admit(other, someAddress()))
})

test('whoever guesses does not lock out the owner, who comes from where they have signed in before', async t => {
  const { user } = await server.signUp()
  const owner = { userId: user.id, organizationId: user.organization.id }
  const times = { refreshHash: newId('session'), expiresAt: Date.now() + 3_600_000 }
  const [home, network] = [someAddress(), '2001:db8:7:7:0:0:0:1']
  await sessionStore(database).create({ ...owner, ...times, address: home })
  await sessionStore(database).create({ ...owner, ...times, refreshHash: 'other', address: network })
  for (let i = 0; i < 4; i++) await guard.admit(user.email, someAddress()).catch(() => {})
  await t.rejects(guard.admit(user.email, someAddress()), refused)
  await t.resolves(guard.admit(user.email, home))
  await t.resolves(guard.admit(user.email, '2001:db8:7:7:0:0:0:2'))
  for (let i = 0; i < 2; i++) await guard.admit(user.email, home)
  await t.rejects(guard.admit(user.email, home), refused, 'there too it is bounded')
})

test('a window that is over counts no more; what was counted holds over a restart', async t => {
  const account = someAccount()
  for (let i = 0; i < 3; i++) await guard.admit(account, someAddress())
  await t.rejects(createLoginGuard(loginFailureStore(database), 3).admit(account, someAddress()), refused)
  await database.query({ name: '', text: 'update login_failures set expires_at = $1' }, [Date.now()])
  await t.resolves(guard.admit(account, someAddress()))
  await t.resolves(createLoginGuard(failures, 0).admit(account, someAddress()), 'switched off')
})

test('over HTTP a refusal is 429 with Retry-After, also for the right password', async t => {
  const email = someAccount()
  const { body } = await server.call('POST /api/v1/auth/signup', null, { email, password })
  await database.query({ name: '', text: 'update sessions set address = null where user_id = $1' }, [
    body.user.id,
  ])
  for (const wrong of ['wrong password', '', password.toUpperCase()]) {
    t.equal((await logIn(email, wrong)).status, 401)
  }
  const answer = await logIn(email, password)
  t.match(answer, { status: 429, body: { error: /^too many failed logins/ } })
  t.match(answer.headers.get('retry-after'), /^[1-9]\d*$/)
})

function logIn(email: string, secret: string) {
  return server.call('POST /api/v1/auth/login', null, { email, password: secret })
}
