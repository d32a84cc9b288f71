// Two transactions about one person at once, many times: they wait for each other, and never in a circle,
// which PostgreSQL would end after a second by failing one of them.
import { type Test, test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Actor } from '../../../domain/people/audit.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { identityStore } from '../../../storage/accounts/identities.ts'
import { LastUsed } from '../../../storage/accounts/last-used.ts'
import { memberStore } from '../../../storage/accounts/members.ts'
import { organizationStore } from '../../../storage/accounts/organizations.ts'
import { passwordResetStore } from '../../../storage/accounts/password-resets.ts'
import { signInRetention } from '../../../storage/accounts/sign-in-retention.ts'
import { userStore } from '../../../storage/accounts/users.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const resets = passwordResetStore(database, { add: async () => 'mail' })
const users = userStore(database)
const members = memberStore(database, () => {})
const organizations = organizationStore(database)
const identities = identityStore(database)
const retention = signInRetention(database, systemClock)

const rounds = 40
const many = 8
const entry = { action: 'password.reset', address: null } as const

/** By their names, organizations, user and time. */
const things = [
  `insert into sessions (id, user_id, organization_id, refresh_hash, created_at, expires_at)
    select t.id, $3, t.organization_id, t.id, 1, $4 from unnest($1::text[], $2::text[]) t (id, organization_id)`,
  `insert into password_resets (token_hash, user_id, created_at, expires_at)
    select t.id, $3, 1, $4 from unnest($1::text[], $2::text[]) t (id, organization_id)`,
  `insert into api_keys (id, organization_id, created_by, name, prefix, hash, scopes, created_at, expires_at)
    select t.id, t.organization_id, $3, t.id, 'p', t.id, '{}', 1, $4
    from unnest($1::text[], $2::text[]) t (id, organization_id)`,
]

interface Person {
  readonly organizationId: string
  readonly userId: string
  readonly email: string
  readonly tokens: readonly string[]
  readonly keys: readonly string[]
}

/** Somebody with tokens, sessions and keys, in an organization of their own and as a member of another. */
async function somebody(): Promise<Person & { readonly owner: Actor }> {
  const email = `${newId('user')}@example.com`
  const account = { name: null, passwordHash: 'hash', organizationName: 'Engines', email }
  const { organizationId, userId } = await users.signUp(account)
  const boss = await signUpSomeone(database)
  const names = Array.from({ length: many }, () => newId('session'))
  await run('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
    ...[boss.organizationId, userId, 'member'],
  ])
  const organizationOf = names.map((_, n) => (n % 2 === 0 ? organizationId : boss.organizationId))
  for (const text of things) await run(text, [names, organizationOf, userId, Date.now() + 3_600_000])
  const caller = { ...boss, role: 'owner', key: null, sessionId: null } as const
  return { organizationId, userId, email, tokens: names, keys: names, owner: { caller, address: null } }
}

type Act = (person: Person & { readonly owner: Actor }) => Promise<unknown>

const reset: Act = ({ tokens }) => resets.complete(tokens[0]!, 'new', entry)
const acts: Record<string, Act> = {
  'another token': ({ tokens }) => resets.complete(tokens.at(-1)!, 'other', entry),
  'a changed password': ({ userId, organizationId }) =>
    users.changePassword(userId, {
      passwordHash: 'changed',
      keptSession: 'none',
      entry: { ...{ organizationId, actor: userId, address: null }, action: 'password.changed' },
    }),
  'a removal from an organization': ({ owner, userId }) => members.remove(owner, userId),
  'the end of an organization': ({ owner }) => organizations.end(owner),
  'a sign-in by a provider that proves the mailbox': ({ email, userId }) =>
    identities.link({ provider: 'github', subject: userId, email }, null),
  'the use of keys': ({ keys }) => {
    const used = new LastUsed(database)
    for (const key of keys.toReversed()) used.note(key, Date.now())
    return used.close()
  },
  'the removal of what is over': () => retention.work(),
}

for (const [name, act] of Object.entries(acts)) {
  test(`a reset of a password and ${name} at once both end`, t => race(t, reset, act))
}

for (const name of ['the use of keys', 'the end of an organization']) {
  test(`a removal from an organization and ${name} at once both end`, t =>
    race(t, acts['a removal from an organization']!, acts[name]!))
}

test('of two valid tokens at once one sets the password', async t => {
  for (let round = 0; round < rounds; round++) {
    const { tokens, userId } = await somebody()
    const done = await Promise.all(tokens.map(token => resets.complete(token, token, entry)))
    const winner = done.findIndex(reset => reset !== null)
    t.equal(done.filter(reset => reset !== null).length, 1)
    t.equal(await users.passwordHash(userId), tokens[winner])
  }
})

/** Refusals are answers; `unavailable` is what a deadlock is to a caller. */
async function race(t: Test, one: Act, other: Act): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const person = await somebody()
    const pair = round % 2 === 0 ? [one(person), other(person)] : [other(person), one(person)]
    const ends = await Promise.allSettled(pair)
    for (const end of ends) if (end.status === 'rejected') t.match(end.reason, { code: /not-found|conflict/ })
  }
}

async function run(text: string, values: readonly unknown[]): Promise<void> {
  await database.query({ name: '', text }, values)
}
