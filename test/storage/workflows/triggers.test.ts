import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { hookTokenHash, newHookToken } from '../../../domain/work/trigger.ts'
import { newKey } from '../../../storage/secrets/master-key.ts'
import { openVault } from '../../../storage/secrets/open-vault.ts'
import { rotate } from '../../../storage/secrets/rotation.ts'
import { openStores } from '../../../storage/stores.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const [oldKey, nextKey] = [newKey(), newKey()]
const vaultOf = async (masterKey: string, ...previousKeys: string[]) =>
  (await openVault(database, { masterKey, previousKeys, dataDir: '/nonexistent' }, () => {})).vault
const vault = await vaultOf(oldKey)
const stores = openStores(database, vault, () => {})
const settings = { inputs: null, verification: null, deduplication: null, on: null }

async function workflowOf({ organizationId, userId }: { organizationId: string; userId: string }) {
  const content = { prompt: 'Return 1', compilation: compilationOf('1'), createdBy: userId }
  return (await stores.workflows.create(organizationId, { name: 'Report', ...content })).id
}

async function hookOf(someone: { organizationId: string; userId: string }, secret: string | null = null) {
  const { organizationId, userId } = someone
  const workflowId = await workflowOf(someone)
  const token = newHookToken()
  const place = { organizationId, workflowId, id: newId('trigger') }
  const trigger = { ...place, kind: 'hook', enabled: true, settings, sourceId: null, secret } as const
  await stores.triggers.create({ ...trigger, tokenHash: hookTokenHash(token), createdBy: userId })
  return { place, hash: hookTokenHash(token) }
}

test('the token of a hook is nowhere, and its secret is sealed', async t => {
  const someone = await signUpSomeone(database)
  const { hash, place } = await hookOf(someone, 'a secret of mine')
  const [row] = await database.query<{ all: string }>(
    { name: '', text: 'select workflow_triggers::text as all from workflow_triggers where id = $1' },
    [place.id],
  )
  t.notMatch(row!.all, /a secret|hook_/)
  t.equal(stores.triggers.secretOf((await stores.triggers.byToken(hash, Date.now()))!), 'a secret of mine')
})

test('an old token counts for its time, and no longer', async t => {
  const { hash, place } = await hookOf(await signUpSomeone(database))
  const now = Date.now()
  const next = hookTokenHash(newHookToken())
  await stores.triggers.rotate(place, next, 60)
  for (const each of [hash, next]) t.match(await stores.triggers.byToken(each, now), { id: place.id })
  t.equal(await stores.triggers.byToken(hash, now + 70_000), null)
  t.match(await stores.triggers.byToken(next, now + 70_000), { id: place.id })
})

test('with its organization a hook ends', async t => {
  const someone = await signUpSomeone(database)
  const { hash } = await hookOf(someone)
  t.ok(await stores.triggers.byToken(hash, Date.now()))
  const caller = { ...someone, role: 'owner', key: null, sessionId: null } as const
  await stores.organizations.end({ caller, address: null })
  t.equal(await stores.triggers.byToken(hash, Date.now()), null)
})

test('a trigger of somebody else is none', async t => {
  const { place } = await hookOf(await signUpSomeone(database))
  const { organizationId } = await signUpSomeone(database)
  const other = { ...place, organizationId }
  await t.rejects(stores.triggers.get(other), { code: 'not-found' })
  await t.rejects(stores.triggers.update(other, { enabled: false, settings }), { code: 'not-found' })
  await t.rejects(stores.triggers.rotate(other, hookTokenHash(newHookToken()), 0), { code: 'not-found' })
  await t.rejects(stores.triggers.remove(other), { code: 'not-found' })
  t.match(await stores.triggers.get(place), { enabled: true })
})

test('when the master key changes, secrets of triggers are sealed anew', async t => {
  const { place } = await hookOf(await signUpSomeone(database), 'a secret of mine')
  const both = await vaultOf(nextKey, oldKey)
  t.match(await rotate(database, both), { unopened: [] })
  const after = openStores(database, await vaultOf(nextKey), () => {})
  t.equal(after.triggers.secretOf(await after.triggers.get(place)), 'a secret of mine')
})
