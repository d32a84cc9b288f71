// The key pairs of the access tokens (Ed25519). The newest signs, all of them verify. An old pair is followed
// by a new one, and is removed when the last token that it signed has expired. The rows in the database are
// the truth: another process (`npm run rotate-signing-key`) may change them, and the chore sees that.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'
import type { SigningKey, SigningKeyStore } from '../../storage/secrets/signing-keys.ts'

export const signingAlgorithm = 'EdDSA'
const kind = 'jwt'

/**
 * For this long after its successor was made, a pair may still sign: the time until the next look at the
 * rows, with a margin.
 */
export const pickUpMs = 600_000

export interface KeyUpkeep {
  /** Age at which a pair is followed by a new one. */
  readonly maxAgeMs: number
  /** Lifetime of the tokens. */
  readonly tokenLifetimeMs: number
  readonly now: number
}

/** Makes the pairs that are due, removes those that are over, and returns the others, newest first. */
export async function keepKeys(store: SigningKeyStore, upkeep: KeyUpkeep): Promise<SigningKey[]> {
  const { maxAgeMs, tokenLifetimeMs, now } = upkeep
  const keys = await store.list(kind)
  if (keys.length === 0 || keys[0]!.createdAt + maxAgeMs <= now) keys.unshift(await addKey(store, now))
  const isOver = (index: number) =>
    index > 0 && keys[index - 1]!.createdAt + tokenLifetimeMs + pickUpMs <= now
  for (const [index, { id }] of keys.entries()) if (isOver(index)) await store.remove(id)
  return keys.filter((_, index) => !isOver(index))
}

/** Makes a new pair. It signs after the next look at the rows. */
export async function addKey(store: SigningKeyStore, now: number): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, {
    crv: 'Ed25519',
    extractable: true,
  })
  const publicJwk = await exportJWK(publicKey)
  const id = await calculateJwkThumbprint(publicJwk)
  const key = {
    id,
    kind,
    publicJwk: JSON.stringify({ ...publicJwk, kid: id, alg: signingAlgorithm, use: 'sig' }),
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    createdAt: now,
  }
  await store.add(key)
  return key
}

/**
 * Removes every pair but the newest; the tokens that they signed end with them.
 * @returns how many
 */
export async function dropOldKeys(store: SigningKeyStore): Promise<number> {
  const [, ...old] = await store.list(kind)
  for (const { id } of old) await store.remove(id)
  return old.length
}

/** As /.well-known/jwks.json shows them. */
export function publicKeysOf(keys: readonly SigningKey[]): JSONWebKeySet {
  return { keys: keys.map(key => JSON.parse(key.publicJwk) as JWK) }
}
