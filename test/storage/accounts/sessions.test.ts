import { test } from 'tap'
import { sessionStore } from '../../../storage/accounts/sessions.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const sessions = sessionStore(database)
const inAnHour = () => Date.now() + 3_600_000

test('a session is active until it ends, and the next look finds none', async t => {
  const someone = await signUpSomeone(database)
  const id = await sessions.create({ ...someone, refreshHash: 'ended', expiresAt: inAnHour() })
  t.match(await sessions.findActive(id), { id, ...someone, role: 'owner' })
  t.notOk(sessions.findActive(id) instanceof Promise, 'from memory')
  await sessions.end(id)
  t.equal(await sessions.findActive(id), null)
})

test('an expired session is not active', async t => {
  const someone = await signUpSomeone(database)
  const id = await sessions.create({ ...someone, refreshHash: 'expired', expiresAt: Date.now() - 1 })
  t.equal(await sessions.findActive(id), null)
})

test('sessions that somebody else has ended are forgotten together, those of others stay', async t => {
  const someone = await signUpSomeone(database)
  const other = await signUpSomeone(database)
  const ids = []
  for (const hash of ['first', 'second']) {
    ids.push(await sessions.create({ ...someone, refreshHash: hash, expiresAt: inAnHour() }))
  }
  const kept = await sessions.create({ ...other, refreshHash: 'kept', expiresAt: inAnHour() })
  for (const id of [...ids, kept]) await sessions.findActive(id)
  const end = { name: '', text: 'update sessions set ended_at = $2 where user_id = $1' }
  await database.query(end, [someone.userId, Date.now()])
  sessions.forgetAllOf(someone.userId)
  for (const id of ids) t.equal(await sessions.findActive(id), null)
  t.ok(await sessions.findActive(kept))
})

test('a refresh token works once; used again it ends the session', async t => {
  const someone = await signUpSomeone(database)
  const id = await sessions.create({ ...someone, refreshHash: 'one', expiresAt: inAnHour() })
  t.match(await sessions.rotate(id, 'one', { refreshHash: 'two', expiresAt: inAnHour() }), { id })
  await t.rejects(sessions.rotate(id, 'one', { refreshHash: 'three', expiresAt: inAnHour() }), {
    code: 'unauthenticated',
  })
  t.equal(await sessions.findActive(id), null)
  await t.rejects(sessions.rotate(id, 'two', { refreshHash: 'four', expiresAt: inAnHour() }), {
    code: 'unauthenticated',
  })
})

test('the same replacement is taken again for a while, and then ends the session', async t => {
  const someone = await signUpSomeone(database)
  const id = await sessions.create({ ...someone, refreshHash: 'cookie', expiresAt: inAnHour() })
  const next = { refreshHash: 'next', expiresAt: inAnHour() }
  for (let left = 3; left > 0; left--) t.match(await sessions.rotate(id, 'cookie', next, 30_000), { id })
  t.match(await sessions.rotate(id, 'next', { refreshHash: 'third', expiresAt: inAnHour() }, 30_000), { id })
  await t.rejects(
    sessions.rotate(id, 'cookie', next, 30_000),
    { code: 'unauthenticated' },
    'two steps behind',
  )
  t.equal(await sessions.findActive(id), null)
  const late = await sessions.create({ ...someone, refreshHash: 'cookie', expiresAt: inAnHour() })
  await sessions.rotate(late, 'cookie', next, 30_000)
  const past = { name: '', text: 'update sessions set last_used_at = last_used_at - 31000 where id = $1' }
  await database.query(past, [late])
  await t.rejects(sessions.rotate(late, 'cookie', next, 30_000), { code: 'unauthenticated' })
  t.equal(await sessions.findActive(late), null)
})

test('one of two refreshes at once wins, and the session is over', async t => {
  const someone = await signUpSomeone(database)
  const id = await sessions.create({ ...someone, refreshHash: 'raced', expiresAt: inAnHour() })
  const tries = ['a', 'b'].map(refreshHash =>
    sessions.rotate(id, 'raced', { refreshHash, expiresAt: inAnHour() }),
  )
  const outcomes = await Promise.allSettled(tries)
  t.ok(outcomes.filter(outcome => outcome.status === 'fulfilled').length <= 1)
  t.equal(await sessions.findActive(id), null)
})
