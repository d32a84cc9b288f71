// The access tokens of people: JWTs with Ed25519 signatures, by key pairs that the service makes and keeps. A
// token names its session; http/account/auth.ts checks on every request that the session still lives.
// 1. The algorithm is pinned: nothing in a token chooses how it is verified.
// 2. A token has one spelling: no padding, no unused bits, no other serialization.
// 3. A verified token is remembered until it expires or a key pair is removed; a refused one is not.
// 4. Key pairs change while the service runs: `chore` maintains them (http/account/signing-keys.ts). A token
//    of a pair that is not known here may be of one that another node has made: the rows are read once more.
import { createLocalJWKSet, errors, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import { type Role, roles } from '../../domain/people/permissions.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import { BoundedCache } from '../../storage/postgres/bounded-cache.ts'
import type { SigningKey, SigningKeyStore } from '../../storage/secrets/signing-keys.ts'
import { type DeriveSecret, openDerivedSecrets } from './derived-secrets.ts'
import { keepKeys, publicKeysOf, signingAlgorithm } from './signing-keys.ts'

export interface TokenSubject {
  readonly sessionId: string
  readonly userId: string
  readonly organizationId: string
  /** The role at the time of signing; the session knows the current one. */
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
   * The content of a token of ours that has not expired. A token seen before needs no promise.
   * @throws {Failure} unauthenticated
   */
  verify(token: string): VerifiedToken | Promise<VerifiedToken>
  /** Public halves of all keys, as /.well-known/jwks.json shows them. */
  readonly publicKeys: JSONWebKeySet
  /** Derives secrets for other purposes, the same at every start. */
  readonly deriveSecret: DeriveSecret
  /** Maintains the key pairs. */
  readonly chore: Chore
}

export interface TokenOptions {
  /** Days after which a key pair is followed by a new one; default 90. */
  readonly keyDays?: number
  readonly now?: () => number
}

export const tokenLifetimeMs = 3_600_000
/** Between two looks at the key pairs. */
const lookMs = 60_000
/** Between two looks because of unknown pairs, which anybody can name. */
const unknownLookMs = 1_000
const rememberedTokens = 10_000

/**
 * Three parts in base64url; 64 bytes of signature are 86 digits, the last of which has four bits to spare.
 */
const tokenPattern = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/

const Claims = z.object({
  sub: z.string(),
  org: z.string(),
  role: z.enum(roles),
  sid: z.string(),
  iat: z.int(),
  exp: z.int(),
})

/** The pair that signs, and all that verify. */
interface KeySet {
  readonly kid: string
  readonly privateKey: Awaited<ReturnType<typeof importJWK>>
  readonly publicKeys: JSONWebKeySet
  readonly verifiers: ReturnType<typeof createLocalJWKSet>
}

/** @param appUrl origin of the service: issuer and only audience of the tokens */
export async function openTokens(
  signingKeys: SigningKeyStore,
  appUrl: string,
  { keyDays = 90, now = Date.now }: TokenOptions = {},
): Promise<Tokens> {
  const expected = {
    issuer: appUrl,
    audience: `${appUrl}/api`,
    algorithms: [signingAlgorithm],
    typ: 'JWT',
  }
  const remembered = new BoundedCache<VerifiedToken>(rememberedTokens)
  const deriveSecret = await openDerivedSecrets(signingKeys)
  let set = await lookAtKeys()
  let lookedAt = now()

  async function lookAtKeys(): Promise<KeySet> {
    const upkeep = { maxAgeMs: keyDays * 24 * 3_600_000, tokenLifetimeMs, now: now() }
    return keySetOf(await keepKeys(signingKeys, upkeep))
  }

  async function check(token: string): Promise<VerifiedToken> {
    try {
      const { payload } = await jwtVerify(token, set.verifiers, expected).catch(async error => {
        if (!(error instanceof errors.JWKSNoMatchingKey) || now() - lookedAt < unknownLookMs) throw error
        lookedAt = now()
        set = await lookAtKeys()
        return jwtVerify(token, set.verifiers, expected)
      })
      const { sub, org, role, sid, exp } = Claims.parse(payload)
      return { sessionId: sid, userId: sub, organizationId: org, role, expiresAt: exp * 1000 }
    } catch (cause) {
      if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) throw invalidCredentials()
      throw cause
    }
  }

  return {
    get publicKeys() {
      return set.publicKeys
    },
    deriveSecret,
    chore: {
      name: 'signing keys',
      isEverywhere: true,
      async work() {
        const before = set.publicKeys.keys
        set = await lookAtKeys()
        const isHere = ({ kid }: JWK) => set.publicKeys.keys.some(key => key.kid === kid)
        if (!before.every(isHere)) remembered.clear()
        return lookMs
      },
    },
    async sign({ sessionId, userId, organizationId, role }) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + tokenLifetimeMs / 1000
      const token = await new SignJWT({ org: organizationId, role, sid: sessionId })
        .setProtectedHeader({ alg: signingAlgorithm, kid: set.kid, typ: expected.typ })
        .setIssuer(expected.issuer)
        .setAudience(expected.audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(set.privateKey)
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

/** The one answer to every invalid credential: it does not say why. */
export function invalidCredentials(): Failure {
  return new Failure('unauthenticated', 'missing or invalid credentials')
}

async function keySetOf(keys: readonly SigningKey[]): Promise<KeySet> {
  const { id, privateJwk } = keys[0]!
  const publicKeys = publicKeysOf(keys)
  const privateKey = await importJWK(JSON.parse(privateJwk) as JWK, signingAlgorithm)
  return { kid: id, privateKey, publicKeys, verifiers: createLocalJWKSet(publicKeys) }
}
