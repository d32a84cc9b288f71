import { test } from 'tap'
import type { CreateCredential } from '../../../domain/tools/credential.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { CredentialReader, openSecret } from '../../../storage/secrets/credential-reader.ts'
import { CredentialUses, keptUses } from '../../../storage/secrets/credential-uses.ts'
import { credentialStore } from '../../../storage/secrets/credentials.ts'
import { VaultError } from '../../../storage/secrets/vault.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { testVault } from '../../support/vault.ts'

const database = await openTestDatabase()
const vault = testVault()
const store = credentialStore(database, vault)
const github: CreateCredential = {
  name: 'github',
  kind: 'bearer',
  secret: { token: 'ghp_secret' },
  allowedHosts: ['api.github.com'],
}
const rows = { name: 'test.credential-rows', text: 'select * from credentials where organization_id = $1' }

test('a credential is found by id and by name, without its secret', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const created = await store.create(organizationId, userId, github)
  const { secret: _, ...shown } = github
  t.strictSame(created, {
    ...shown,
    id: created.id,
    createdAt: created.createdAt,
    lastUsedAt: null,
    version: 1,
  })
  t.strictSame(await store.get(organizationId, created.id), created)
  t.strictSame(await store.get(organizationId, 'github'), created)
  t.strictSame((await store.list(organizationId, { limit: 10 })).items, [created])
  t.notMatch(JSON.stringify(await database.query(rows, [organizationId])), /ghp_secret/)
})

test('a name is taken once in an organization, and free in the next', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const other = await signUpSomeone(database)
  const { id } = await store.create(organizationId, userId, github)
  await t.rejects(store.create(organizationId, userId, github), { code: 'conflict', message: /"github"/ })
  await store.create(other.organizationId, other.userId, github)
  const second = await store.create(organizationId, userId, { ...github, name: 'second' })
  await t.rejects(store.update(organizationId, second.id, { name: 'github' }), { code: 'conflict' })
  t.match(await store.create(organizationId, userId, { ...github, id }), { id }, 'the same request once more')
})

test('a change of what is sent or to whom is a new version, a change of the name is not', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const { id } = await store.create(organizationId, userId, github)
  t.match(await store.update(organizationId, id, { name: 'other' }), { name: 'other', version: 1 })
  t.match(await store.update(organizationId, id, { secret: { token: 'new' } }), { version: 2 })
  t.match(await store.update(organizationId, id, { allowedHosts: [] }), { allowedHosts: [], version: 3 })
  const row = await store.reader.find(organizationId, id)
  t.strictSame(openSecret(vault, row!), { kind: 'bearer', token: 'new' })
})

test('a foreign organization sees and changes nothing', async t => {
  const mine = await signUpSomeone(database)
  const { organizationId } = await signUpSomeone(database)
  const { id } = await store.create(mine.organizationId, mine.userId, github)
  const attempts: (() => Promise<unknown>)[] = [
    () => store.get(organizationId, id),
    () => store.get(organizationId, 'github'),
    () => store.update(organizationId, id, { name: 'taken' }),
    () => store.remove(organizationId, id),
  ]
  for (const attempt of attempts) await t.rejects(attempt, { code: 'not-found' }, attempt.toString())
  t.equal(await store.reader.find(organizationId, id), null)
  t.equal(await store.reader.find(organizationId, 'github'), null)
  t.strictSame(await store.named(organizationId), [])
  t.match(await store.get(mine.organizationId, id), { name: 'github', version: 1 })
})

test('a secret that was moved to another row does not open', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const first = await store.create(organizationId, userId, github)
  const second = await store.create(organizationId, userId, { ...github, name: 'second' })
  const move = {
    name: 'test.move',
    text: 'update credentials set sealed_secret = (select sealed_secret from credentials where id = $1) where id = $2',
  }
  await database.query(move, [first.id, second.id])
  const moved = await store.reader.find(organizationId, second.id)
  t.throws(() => openSecret(vault, moved!), VaultError)
})

test('a reader in another thread is told of every write, and then reads it', async t => {
  const connection = new HostConnection(database.url)
  t.teardown(() => connection.close())
  const facts = new CachedFacts()
  const reader = new CredentialReader(connection, facts)
  const telling = credentialStore(database, vault, facts)
  const { organizationId, userId } = await signUpSomeone(database)
  t.equal(await reader.find(organizationId, 'github'), null)
  const { id } = await telling.create(organizationId, userId, github)
  const found = await reader.find(organizationId, 'github')
  t.match(found, { id, version: 1 })
  t.equal(await reader.find(organizationId, 'github'), found, 'from memory')
  await telling.update(organizationId, id, { secret: { token: 'other' } })
  t.match(await reader.find(organizationId, 'github'), { version: 2 })
  await telling.remove(organizationId, id)
  t.equal(await reader.find(organizationId, 'github'), null)
  t.equal(await reader.find(organizationId, id), null)
})

test('uses are written together, the newest are kept, and only their organization sees them', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const foreign = await signUpSomeone(database)
  const { id } = await store.create(organizationId, userId, github)
  let now = 1_000
  const uses = new CredentialUses(database, () => now++)
  t.teardown(() => uses.close())
  const use = { credentialId: id, executionId: 'exec_1', stepId: 'get', host: 'api.github.com', status: 200 }
  for (let i = 0; i < keptUses + 5; i++) uses.note(use)
  uses.note({ ...use, executionId: null, stepId: null, status: null })
  const { items, next } = await uses.list(organizationId, id, { limit: 100 })
  t.equal(items.length, 100)
  t.ok(next)
  t.match((await store.get(organizationId, id)).lastUsedAt, now - 1)
  const count = {
    name: 'test.uses',
    text: 'select count(*) as n from credential_uses where credential_id = $1',
  }
  t.strictSame(await database.query(count, [id]), [{ n: keptUses }])
  t.strictSame((await uses.list(foreign.organizationId, id, { limit: 10 })).items, [])
  await store.remove(organizationId, id)
  t.strictSame(await database.query(count, [id]), [{ n: 0 }])
})

test('a use of a credential that was deleted meanwhile is dropped, and the others are kept', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  const gone = await store.create(organizationId, userId, github)
  const kept = await store.create(organizationId, userId, { ...github, name: 'kept' })
  const uses = new CredentialUses(database)
  const use = { executionId: null, stepId: null, host: 'api.github.com', status: 200 }
  uses.note({ ...use, credentialId: gone.id })
  uses.note({ ...use, credentialId: kept.id })
  await store.remove(organizationId, gone.id)
  t.match((await uses.list(organizationId, kept.id, { limit: 10 })).items, [
    { host: 'api.github.com', status: 200 },
  ])
})
