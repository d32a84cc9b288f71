// The JWTs of signed-in people: Ed25519 signatures by a key pair that the service made for itself and keeps. A token
// names its session; whether that still lives is not asked here but by http/auth.ts, on every request.
//   1. The algorithm is pinned: nothing in a token chooses how it is verified.
//   2. A token has one spelling: no padding, no unused bits, no other serialization.
//   3. A verified token is remembered until it expires; a refused one is not.
import { hkdfSync } from 'node:crypto'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { z } from 'zod'
import { Failure } from '../domain/failure.ts'
import { type Role, roles } from '../domain/permissions.ts'
import { BoundedCache } from '../storage/bounded-cache.ts'
import type { SigningKey, SigningKeyStore } from '../storage/signing-keys.ts'

export interface TokenSubject {
  readonly sessionId: string
  readonly userId: string
  readonly organizationId: string
  /** At the time of signing; the session knows the role of now. */
  readonly role: Role
}

export interface VerifiedToken extends TokenSubject {
  /** Unix ms. */
  readonly expiresAt: number
}

export interface Tokens {
  /** @returns the token, and when it expires in Unix ms */
  sign(subject: TokenSubject): Promise<{ token: string; expiresAt: number }>
  /**
   * What a token says, if it is ours and has not expired. A token seen before needs no promise.
   * @throws {Failure} unauthenticated
   */
  verify(token: string): VerifiedToken | Promise<VerifiedToken>
  /** Public halves of all keys, as /.well-known/jwks.json shows them. */
  readonly publicKeys: JSONWebKeySet
  /** 32 secret bytes for something else that must hold across restarts, derived from the newest key (HKDF, RFC 5869). */
  deriveSecret(purpose: string): Uint8Array
}

export const tokenLifetimeMs = 3_600_000
const algorithm = 'EdDSA'
const kind = 'jwt'
const rememberedTokens = 10_000

/** Three parts in base64url; 64 bytes of signature are 86 digits, the last of which has four bits to spare. */
const tokenPattern = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/

const Claims = z.object({
  sub: z.string(),
  org: z.string(),
  role: z.enum(roles),
  sid: z.string(),
  iat: z.int(),
  exp: z.int(),
})

/** @param appUrl origin of the service: who issues the tokens, and to whom alone they may be shown */
export async function openTokens(signingKeys: SigningKeyStore, appUrl: string): Promise<Tokens> {
  const keys = await signingKeys.list(kind)
  if (keys.length === 0) keys.push(await makeKey(signingKeys))
  const newest = keys[0]!
  const privateKey = await importJWK(JSON.parse(newest.privateJwk) as JWK, algorithm)
  const publicKeys = { keys: keys.map(key => JSON.parse(key.publicJwk) as JWK) }
  const keySet = createLocalJWKSet(publicKeys)
  const expected = { issuer: appUrl, audience: `${appUrl}/api`, algorithms: [algorithm], typ: 'JWT' }
  const remembered = new BoundedCache<VerifiedToken>(rememberedTokens)

  async function check(token: string): Promise<VerifiedToken> {
    try {
      const { payload } = await jwtVerify(token, keySet, expected)
      const { sub, org, role, sid, exp } = Claims.parse(payload)
      return { sessionId: sid, userId: sub, organizationId: org, role, expiresAt: exp * 1000 }
    } catch (cause) {
      if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) throw invalidCredentials()
      throw cause
    }
  }

  return {
    publicKeys,
    deriveSecret: purpose => new Uint8Array(hkdfSync('sha256', newest.privateJwk, '', purpose, 32)),
    async sign({ sessionId, userId, organizationId, role }) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + tokenLifetimeMs / 1000
      const token = await new SignJWT({ org: organizationId, role, sid: sessionId })
        .setProtectedHeader({ alg: algorithm, kid: newest.id, typ: expected.typ })
        .setIssuer(expected.issuer)
        .setAudience(expected.audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { token, expiresAt: expiresAt * 1000 }
    },
    verify(token) {
      if (!tokenPattern.test(token)) throw invalidCredentials()
      const verified = remembered.get(token, () => check(token))
      // A load that ends always ends with a token: what is refused throws.
      if (verified instanceof Promise) return verified as Promise<VerifiedToken>
      if (verified.expiresAt > Date.now()) return verified
      remembered.delete(token)
      throw invalidCredentials()
    },
  }
}

/** The one answer to every credential that does not hold: it tells nothing about why. */
export function invalidCredentials(): Failure {
  return new Failure('unauthenticated', 'missing or invalid credentials')
}

async function makeKey(signingKeys: SigningKeyStore): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const id = await calculateJwkThumbprint(publicJwk)
  const key = {
    id,
    kind,
    publicJwk: JSON.stringify({ ...publicJwk, kid: id, alg: algorithm, use: 'sig' }),
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    createdAt: Date.now(),
  }
  await signingKeys.add(key)
  return key
}
