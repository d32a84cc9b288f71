import { test } from 'tap'
import { derivedIdAt, newId } from '../../../domain/ids.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { sessionStore } from '../../../storage/accounts/sessions.ts'
import { signInRetention } from '../../../storage/accounts/sign-in-retention.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const dayMs = 24 * 3_600_000
const chore = signInRetention(database, systemClock)

test('what signing in leaves behind goes when it is over for long, and nothing sooner', async t => {
  const someone = await signUpSomeone(database)
  const now = Date.now()
  const old = (name: string) => derivedIdAt('session', name, now - 100 * dayMs)
  const session = (id: string, expiresAt: number) =>
    sessionStore(database).create({ ...someone, id, refreshHash: id, expiresAt })
  await session(old('over'), now - 91 * dayMs)
  await session(old('refreshed since'), now + dayMs)
  await session(old('expired lately'), now - dayMs)
  await session(newId('session'), now + dayMs)
  const statements = [
    `insert into password_resets (token_hash, user_id, created_at, expires_at) values
      ('old', '${someone.userId}', 1, ${now - 2 * dayMs}), ('new', '${someone.userId}', 1, ${now + dayMs})`,
    `insert into sign_ups (id, email, email_key, organization_name, expires_at) values
      ('old', 'a@example.com', 'a@example.com', 'A', ${now - 1}),
      ('new', 'a@example.com', 'a@example.com', 'A', ${now + dayMs})`,
    `insert into login_failures (key, count, expires_at) values ('old', 1, ${now - 1}), ('new', 1, ${now + dayMs})`,
    `insert into spent (what, expires_at) values ('old', ${now - 1}), ('new', ${now + dayMs})`,
  ]
  for (const text of statements) await database.query({ name: '', text }, [])
  await chore.work()
  t.strictSame((await rows('id', 'sessions')).includes(old('over')), false)
  t.equal((await rows('id', 'sessions')).length, 3)
  t.strictSame(await rows('token_hash', 'password_resets'), ['new'])
  t.strictSame(await rows('key', 'login_failures'), ['new'])
  t.strictSame(await rows('id', 'sign_ups'), ['new'])
  t.strictSame(await rows('what', 'spent'), ['new'])
})

async function rows(column: string, table: string): Promise<string[]> {
  const statement = { name: '', text: `select ${column} as id from ${table} order by 1` }
  return (await database.query<{ id: string }>(statement, [])).map(({ id }) => id)
}
