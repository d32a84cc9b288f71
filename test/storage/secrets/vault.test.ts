import fc from 'fast-check'
import { test } from 'tap'
import { createVault, VaultError } from '../../../storage/secrets/vault.ts'
import { testKeys, testVault } from '../../support/vault.ts'

test('what is sealed opens again, for the row that it was sealed for', async t => {
  const vault = testVault()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
      return vault.open(vault.seal(text, context), context) === Buffer.from(text).toString()
    }),
  )
  t.pass()
})

test('a sealed text that was moved to another row or organization does not open', async t => {
  const vault = testVault()
  const sealed = vault.seal('secret', 'credential/org_1/cred_1')
  for (const context of ['credential/org_2/cred_1', 'credential/org_1/cred_2', ''])
    t.throws(() => vault.open(sealed, context), new VaultError('it was changed, or sealed for another row'))
})

test('a sealed text of which any character was changed does not open', async t => {
  const vault = testVault()
  const sealed = vault.seal('a secret', 'row')
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...'Aa0-_.Z'), (index, character) => {
      const changed = sealed.slice(0, index) + character + sealed.slice(index + 1)
      if (changed === sealed) return true
      try {
        // The last digit has bits to spare, which no bytes come of.
        return vault.open(changed, 'row') === 'a secret' && index === sealed.length - 1
      } catch (error) {
        return error instanceof VaultError
      }
    }),
  )
  for (const text of ['', 'plain', 'v1.', '{"d":"x"}', sealed.slice(0, -1), `${sealed}=`])
    t.throws(() => vault.open(text, 'row'), VaultError, text)
})

test('the same text is sealed differently each time, and its length alone shows', async t => {
  const vault = testVault()
  const all = new Set(Array.from({ length: 100 }, () => vault.seal('same', 'row')))
  t.equal(all.size, 100)
  t.ok(
    [...all].every(
      sealed => !sealed.includes('same') && !sealed.includes(Buffer.from('same').toString('base64')),
    ),
  )
})

test('another key does not open it, and is told which key does', async t => {
  const vault = testVault()
  const sealed = vault.seal('secret', 'row')
  const message = `it is sealed by the key ${vault.keyIds[0]}, which is not given`
  t.throws(() => testVault().open(sealed, 'row'), new VaultError(message))
})

test('every key of the ring opens, the newest one seals', async t => {
  const [old, fresh] = testKeys(2).keys as [string, string]
  const before = testVault({ type: 'given', keys: [old] })
  const sealed = before.seal('secret', 'row')
  const both = testVault({ type: 'given', keys: [fresh, old] })
  t.equal(both.open(sealed, 'row'), 'secret')
  const anew = both.seal('secret', 'row')
  t.throws(() => before.open(anew, 'row'), VaultError)
  t.equal(testVault({ type: 'given', keys: [fresh] }).open(anew, 'row'), 'secret')
})

test('a ring that grows is followed', async t => {
  const keys = testKeys(2).keys.map(key => Buffer.from(key, 'base64'))
  let ring = [keys[0]!]
  const vault = createVault(() => ring)
  const sealed = vault.seal('secret', 'row')
  ring = [keys[1]!, keys[0]!]
  t.equal(vault.open(sealed, 'row'), 'secret')
  t.not(vault.seal('x', 'row').split('.')[1], sealed.split('.')[1])
})
