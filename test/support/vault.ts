// A vault with keys of its own.
import { type KeySource, newKey, openKeyRing } from '../../storage/secrets/master-key.ts'
import { createVault, type Vault } from '../../storage/secrets/vault.ts'

/** @param count how many keys */
export function testKeys(count = 1): KeySource & { type: 'given' } {
  return { type: 'given', keys: Array.from({ length: count }, newKey) }
}

export function testVault(keys: KeySource = testKeys()): Vault {
  return createVault(openKeyRing(keys))
}
