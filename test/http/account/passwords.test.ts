import { test } from 'tap'
import { createPasswords } from '../../../http/account/passwords.ts'

const passwords = await createPasswords()

test('a password matches its own hash and no other', async t => {
  const hash = await passwords.hash('correct horse')
  t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.equal(await passwords.matches(hash, 'correct horse'), true)
  t.equal(await passwords.matches(hash, 'correct horsf'), false)
  t.not(await passwords.hash('correct horse'), hash, 'salted')
})

test('an account that does not exist has no password', async t => {
  t.equal(await passwords.matches(null, 'correct horse'), false)
})

test('all of a long password counts, and so does every sign', async t => {
  const long = 'x'.repeat(72)
  const hash = await passwords.hash(`${long}a`)
  t.equal(await passwords.matches(hash, `${long}b`), false)
  const emoji = await passwords.hash('🔑🔑🔑🔑')
  t.equal(await passwords.matches(emoji, '🔑🔑🔑🔒'), false)
  t.equal(await passwords.matches(emoji, '🔑🔑🔑🔑'), true)
})

test('past the bound of the queue a login is refused, and those in the queue go on', async t => {
  const small = await createPasswords({ atOnce: 1, waiting: 2 })
  const tries = Array.from({ length: 5 }, () => small.matches(null, 'flood'))
  const outcomes = await Promise.allSettled(tries)
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  t.equal(refused.length, 2)
  for (const { reason } of refused) t.match(reason, { code: 'overloaded', facts: { retryAfterMs: Number } })
  t.equal(await small.matches(null, 'after'), false, 'the places are free again')
})
