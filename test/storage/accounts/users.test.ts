import { test } from 'tap'
import { Email, emailKey } from '../../../domain/people/user.ts'
import { userStore } from '../../../storage/accounts/users.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const users = userStore(database)
const ada = { name: 'Ada', passwordHash: 'hash', organizationName: 'Engines' }

test('nobody is there before the first sign-up', async t => {
  t.equal(await users.isEmpty(), true)
  await signUpSomeone(database)
  t.equal(await users.isEmpty(), false)
})

test('who signs up owns a new organization on the free plan', async t => {
  const { organizationId, userId } = await users.signUp({ ...ada, email: 'ada@example.com' })
  const profile = await users.profile(organizationId, userId)
  t.match(profile, {
    id: userId,
    email: 'ada@example.com',
    name: 'Ada',
    role: 'owner',
    organization: { id: organizationId, name: 'Engines', plan: 'free' },
  })
  t.type(profile.createdAt, 'number')
})

test('one mailbox has one account, and nothing is left of a second try', async t => {
  await users.signUp({ ...ada, email: 'Bob@example.com' })
  const before = await countOrganizations()
  for (const email of ['bob@example.com', 'BOB@EXAMPLE.COM', 'ｂｏｂ@example.com', ' bob@example.com']) {
    await t.rejects(users.signUp({ ...ada, email }), { code: 'conflict' }, email)
  }
  t.equal(await countOrganizations(), before)
})

test('an account is found by every form of its address', async t => {
  const { userId } = await users.signUp({ ...ada, email: 'Carol@Example.com' })
  t.match(await users.findByEmail('cArOl@eXample.com'), { userId, passwordHash: 'hash', role: 'owner' })
  t.equal(await users.findByEmail('nobody@example.com'), null)
})

test('a user has no profile in a foreign organization', async t => {
  const one = await signUpSomeone(database)
  const other = await signUpSomeone(database)
  await t.rejects(users.profile(other.organizationId, one.userId), { code: 'not-found' })
})

test('letters of another script that look the same make no address', async t => {
  t.equal(Email.safeParse('аda@example.com').success, false, 'a Cyrillic a')
  t.equal(Email.parse('ａda@example.com'), 'ada@example.com', 'a full-width a')
  t.equal(emailKey('ＡDA@example.com'), 'ada@example.com')
})

async function countOrganizations(): Promise<number> {
  const count = { name: 'test.organizations', text: 'select count(*) as n from organizations' }
  return (await database.query<{ n: number }>(count, []))[0]!.n
}
