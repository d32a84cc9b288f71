// The key pairs of the tokens (Ed25519): the newest signs, all of them verify. A pair that has grown old is followed by a
// new one; it leaves when the last token that it signed has expired. Rows of the database are the truth: another process
// (`npm run rotate-signing-key`) changes them, and a look now and then sees it.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'
import type { SigningKey, SigningKeyStore } from '../storage/signing-keys.ts'

export const signingAlgorithm = 'EdDSA'
const kind = 'jwt'

/** How long after its successor was made a pair can still have signed something: until the next look, and some. */
export const pickUpMs = 600_000

export interface KeyUpkeep {
  /** When a pair is followed by a new one. */
  readonly maxAgeMs: number
  /** Of what a pair signs. */
  readonly tokenLifetimeMs: number
  readonly now: number
}

/** The pairs that hold, the newest first, after what is due has been made and what is over has been removed. */
export async function keepKeys(store: SigningKeyStore, upkeep: KeyUpkeep): Promise<SigningKey[]> {
  const { maxAgeMs, tokenLifetimeMs, now } = upkeep
  const keys = await store.list(kind)
  if (keys.length === 0 || keys[0]!.createdAt + maxAgeMs <= now) keys.unshift(await addKey(store, now))
  const isOver = (index: number) =>
    index > 0 && keys[index - 1]!.createdAt + tokenLifetimeMs + pickUpMs <= now
  for (const [index, { id }] of keys.entries()) if (isOver(index)) await store.remove(id)
  return keys.filter((_, index) => !isOver(index))
}

/** A new pair, which signs from the next look at the keys on. */
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

/** Ends every pair but the newest, and with them whatever they signed. @returns how many */
export async function dropOldKeys(store: SigningKeyStore): Promise<number> {
  const [, ...old] = await store.list(kind)
  for (const { id } of old) await store.remove(id)
  return old.length
}

/** As /.well-known/jwks.json shows them. */
export function publicKeysOf(keys: readonly SigningKey[]): JSONWebKeySet {
  return { keys: keys.map(key => JSON.parse(key.publicJwk) as JWK) }
}
