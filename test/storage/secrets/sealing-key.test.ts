import { test } from 'tap'
import { newKey } from '../../../storage/secrets/master-key.ts'
import { keysInUse, SealingKey, sealingKey } from '../../../storage/secrets/sealing-key.ts'
import { createVault } from '../../../storage/secrets/vault.ts'

test('a node seals with its newest key that every member has', async t => {
  const [both, reversed, old] = [{ keys: ['new', 'old'] }, { keys: ['old', 'new'] }, { keys: ['old'] }]
  const cases = [
    { members: [both, old, old], key: 'old' },
    { members: [both, both, old], key: 'old' },
    { members: [both, both, reversed], key: 'new' },
    { members: [both, { keys: ['new'] }], key: 'new' },
    { members: [both, { keys: ['other'] }], key: null },
    { members: [both, { keys: null }], key: null },
    { members: [both, {}], key: null },
  ]
  for (const { members, key } of cases) t.equal(sealingKey(both.keys, members), key, JSON.stringify(members))
})

test('the keys in use are those that the members seal with', async t => {
  t.strictSame(keysInUse([{ keys: ['new', 'old'] }, { keys: ['old', 'new'] }]), ['new', 'old'])
  t.strictSame(keysInUse([{ keys: ['new', 'old'] }, { keys: ['old'] }]), ['old'])
  t.strictSame(keysInUse([{ keys: null }, {}]), [])
})

test('all threads seal with what the main thread has chosen, from the check row on', async t => {
  const [fresh, old] = [newKey(), newKey()].map(key => Buffer.from(key, 'base64'))
  const chosen = new SealingKey()
  const vault = createVault(() => [fresh!, old!], new SealingKey(chosen.shared))
  const [freshId, oldId] = vault.keyIds as [string, string]
  const sealedBy = () => vault.seal('text', 'row').split('.')[1]
  chosen.begin(oldId, vault.keyIds)
  t.equal(sealedBy(), oldId, 'others may run that have not said what they have')
  chosen.follow([{ keys: vault.keyIds }, { keys: [oldId] }], vault.keyIds)
  t.equal(sealedBy(), oldId)
  chosen.follow([{ keys: vault.keyIds }, { keys: vault.keyIds }], vault.keyIds)
  t.equal(sealedBy(), freshId)
  chosen.follow([{ keys: vault.keyIds }, { keys: null }], vault.keyIds)
  t.equal(sealedBy(), oldId, 'one of an earlier version has come')
})
