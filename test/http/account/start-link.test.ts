// The link that a start prints signs the development user in once, on this machine, outside of production.
import { test } from 'tap'
import { StartLink } from '../../../http/account/links/start-link.ts'
import { userStore } from '../../../storage/accounts/users.ts'
import { openTestDatabase } from '../../support/database.ts'
import { startAccountServer } from '../../support/people/accounts.ts'

const database = await openTestDatabase()
const users = userStore(database)
const clock = { now: Date.now } as ConstructorParameters<typeof StartLink>[1]
const demo: { keyHash: string | null; link: StartLink | null } = { keyHash: null, link: null }
const server = await startAccountServer(database, { services: { demo, users } })
const { call } = server
const path = 'POST /api/v1/auth/link'

test('the link signs in once, with the cookie; a second use says so', async t => {
  const { user } = await server.signUp()
  demo.link = new StartLink(user.email, clock)
  const { token } = demo.link
  const login = await call(path, null, { token })
  t.equal(login.status, 200)
  t.match(login.body, { token: String, refreshToken: /^rt_/, user: { id: user.id } })
  t.match(login.headers.get('set-cookie'), /^troupe-refresh=rt_.*HttpOnly; SameSite=Strict/)
  const again = await call(path, null, { token })
  t.equal(again.status, 400)
  t.match(again.body.error, /^token: the link has been used, and works once: sign in with the password/)
})

test('another token is refused and spends nothing', async t => {
  const { user } = await server.signUp()
  demo.link = new StartLink(user.email, clock)
  for (const token of ['x', 'x'.repeat(43), new StartLink(user.email, clock).token]) {
    const refused = await call(path, null, { token })
    t.equal(refused.status, 400)
    t.match(refused.body.error, /not of this start/)
  }
  t.equal((await call(path, null, {})).status, 400)
  t.equal((await call(path, null, { token: demo.link.token })).status, 200)
})

test('the link works for an hour', t => {
  let now = 1_000
  const link = new StartLink('dev@example.com', { ...clock, now: () => now })
  now += 3_600_000
  t.throws(() => link.use(link.token), /older than an hour/)
  now -= 1
  t.doesNotThrow(() => link.use(link.token))
  t.end()
})

test('other machines, other names and production find no such path', async t => {
  const { user } = await server.signUp()
  demo.link = new StartLink(user.email, clock)
  const { token } = demo.link
  t.equal((await call(path, null, { token }, { 'x-forwarded-for': '203.0.113.7' })).status, 404)
  const production = await startAccountServer(database, { isProduction: true, services: { demo, users } })
  t.equal((await production.call(path, null, { token })).status, 404)
  t.equal((await call(path, null, { token })).status, 200, 'and none of it has spent the link')
  demo.link = null
  t.equal((await call(path, null, { token })).status, 404)
})
