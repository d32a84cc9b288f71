// Who keeps a rotation from beginning, on a real database.
import tap, { test } from 'tap'
import { openDatabase } from '../../../storage/open-database.ts'
import { acquireOwnership } from '../../../storage/postgres/ownership.ts'
import { notReadyFor } from '../../../storage/secrets/key-holders.ts'
import { newKey } from '../../../storage/secrets/master-key.ts'
import { openVault } from '../../../storage/secrets/open-vault.ts'
import { ClusterDatabase } from '../../support/cluster-database.ts'
import { openTestDatabase } from '../../support/database.ts'

const cluster = await ClusterDatabase.open()
const database = await openDatabase({ url: cluster.url })
tap.teardown(async () => {
  await database.close()
  await cluster.close()
})

const join = async (address: string, keys: readonly string[] | null) => {
  const { store } = cluster.node()
  const incarnation = await store.join({ address, version: '1.0.0', keys })
  return () => store.leave(incarnation)
}

test('a rotation waits for every node, and names those that are not ready', async t => {
  t.strictSame(await notReadyFor(database, 'new'), [])
  const leaveOld = await join('b:1', ['old'])
  await join('a:1', ['new', 'old'])
  t.strictSame(await notReadyFor(database, 'new'), ['node b:1 lacks the key new'])
  await leaveOld()
  t.strictSame(await notReadyFor(database, 'new'), [])
  const leaveReversed = await join('c:1', ['old', 'new'])
  t.strictSame(await notReadyFor(database, 'new'), [
    'node c:1 seals with the key old: give new as its MASTER_KEY',
  ])
  await leaveReversed()
  await join('d:1', null)
  t.strictSame(await notReadyFor(database, 'new'), ['node d:1 does not say which keys it has: update it'])
})

test('a rotation waits for a server that is alone and was not started with the new key', async t => {
  const own = await openTestDatabase()
  const key = newKey()
  const settings = { masterKey: key, previousKeys: [], dataDir: '/nonexistent' }
  const ownership = await acquireOwnership(own.url, t.fail)
  t.teardown(() => ownership.release())
  const { vault } = await openVault(own, settings, () => {})
  t.strictSame(await notReadyFor(own, 'another'), ['the server lacks the key another'])
  t.strictSame(await notReadyFor(own, vault.keyIds[0]!), [])
  await ownership.release()
  t.strictSame(await notReadyFor(own, 'another'), [], 'nobody runs')
})
