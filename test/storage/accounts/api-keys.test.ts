import { createHash, randomBytes } from 'node:crypto'
import { test } from 'tap'
import { apiKeyStore } from '../../../storage/accounts/api-keys.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()

test('a key is found by its hash, with its creator and the role that it acts with', async t => {
  const keys = apiKeyStore(database)
  const { organizationId, userId } = await signUpSomeone(database)
  const { key, created } = await createKey(keys, organizationId, userId)
  t.match(await keys.findByHash(key.hash), {
    id: created.id,
    organizationId,
    userId,
    role: 'owner',
    scopes: ['read'],
  })
  t.notOk(keys.findByHash(key.hash) instanceof Promise, 'from memory')
  t.equal(await keys.findByHash(hashOf('another')), null)
})

test('a revoked key is refused on the very next request', async t => {
  const keys = apiKeyStore(database)
  const { organizationId, userId } = await signUpSomeone(database)
  const { key, created } = await createKey(keys, organizationId, userId)
  await keys.findByHash(key.hash)
  await keys.revoke(organizationId, created.id)
  t.equal(await keys.findByHash(key.hash), null)
  t.strictSame((await keys.list(organizationId, { limit: 10 })).items, [])
  await t.rejects(keys.revoke(organizationId, created.id), { code: 'not-found' })
})

test('a look-up under way does not bring a revoked key back', async t => {
  const keys = apiKeyStore(database)
  const { organizationId, userId } = await signUpSomeone(database)
  const { key, created } = await createKey(keys, organizationId, userId)
  await Promise.all([keys.findByHash(key.hash), keys.revoke(organizationId, created.id)])
  t.equal(await keys.findByHash(key.hash), null)
})

test('an expired key is refused, also from memory', async t => {
  const keys = apiKeyStore(database)
  const { organizationId, userId } = await signUpSomeone(database)
  const { key } = await createKey(keys, organizationId, userId, { expiresAt: Date.now() - 1 })
  t.equal(await keys.findByHash(key.hash), null)
  t.equal(await keys.findByHash(key.hash), null)
})

test('a key of a member who left is refused', async t => {
  const keys = apiKeyStore(database)
  const { organizationId, userId } = await signUpSomeone(database)
  const { key } = await createKey(keys, organizationId, userId)
  await database.query({ name: 'test.leave', text: 'delete from memberships where user_id = $1' }, [userId])
  t.equal(await keys.findByHash(key.hash), null)
})

test('a foreign organization neither sees nor revokes a key', async t => {
  const keys = apiKeyStore(database)
  const { organizationId, userId } = await signUpSomeone(database)
  const foreign = await signUpSomeone(database)
  const { created } = await createKey(keys, organizationId, userId)
  t.strictSame((await keys.list(foreign.organizationId, { limit: 10 })).items, [])
  await t.rejects(keys.revoke(foreign.organizationId, created.id), { code: 'not-found' })
  t.strictSame((await keys.list(organizationId, { limit: 10 })).items, [created])
})

test('when a key was last used is written when the store closes', async t => {
  const keys = apiKeyStore(database)
  const { organizationId, userId } = await signUpSomeone(database)
  const { key } = await createKey(keys, organizationId, userId)
  const before = Date.now()
  await keys.findByHash(key.hash)
  await keys.close()
  const [listed] = (await keys.list(organizationId, { limit: 10 })).items
  t.ok(listed!.lastUsedAt! >= before)
})

async function createKey(
  keys: ReturnType<typeof apiKeyStore>,
  organizationId: string,
  userId: string,
  { expiresAt = null as number | null } = {},
) {
  const hash = hashOf(randomBytes(8).toString('hex'))
  const key = { name: 'CI', prefix: 'sk_01234567', hash, scopes: ['read'] as const, expiresAt }
  return { key, created: await keys.create(organizationId, userId, key) }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
