// Secrets that stay the same across restarts and that nobody configures. Each is derived for its purpose
// (HKDF, RFC 5869) from one secret that the first start makes. That one stays when the keys that sign tokens
// change.
import { hkdfSync, randomBytes } from 'node:crypto'
import type { SigningKeyStore } from '../../storage/secrets/signing-keys.ts'

/** @returns 32 secret bytes for a purpose, the same at every start */
export type DeriveSecret = (purpose: string) => Uint8Array

const id = 'derived-secrets'
const kind = 'secret'

export async function openDerivedSecrets(store: SigningKeyStore): Promise<DeriveSecret> {
  const made = { id, kind, publicJwk: '{}', privateJwk: randomBytes(32).toString('base64url') }
  await store.add({ ...made, createdAt: Date.now() })
  const [root] = await store.list(kind)
  return purpose => new Uint8Array(hkdfSync('sha256', root!.privateJwk, '', purpose, 32))
}

/** Signs the chains of executions (domain/chain.ts). */
export function chainKeyFrom(derive: DeriveSecret): string {
  return Buffer.from(derive('chains of executions')).toString('base64url')
}
