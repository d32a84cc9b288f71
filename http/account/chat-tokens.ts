// Tokens of chats: a server's key makes them, web pages hold them. Each is a JWT (HS256) behind `ct_`,
// lives for an hour at most, may do nothing but chat (but for the demo of a development server), and works
// on pages of one origin only.
// 1. It names the key that made it by its hash, and ends with that key on the very next request.
// 2. The algorithm is pinned, and nothing else is signed with its secret.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import { type Caller, type Scope, scopes } from '../../domain/people/permissions.ts'
import type { ApiKeyStore } from '../../storage/accounts/api-keys.ts'
import type { IncomingRequest } from '../exchange.ts'
import type { DeriveSecret } from './derived-secrets.ts'
import { invalidCredentials } from './tokens.ts'

export interface ChatTokenFacts {
  /** SHA-256 of the key that makes it, in hex. */
  readonly keyHash: string
  readonly origin: string
  /** The end user: sessions of one subject are seen by no other. */
  readonly subject: string | null
  readonly ttlSeconds: number
  /** Default: it may only chat. */
  readonly scopes?: readonly Scope[]
}

export interface ChatTokens {
  /** @returns the token, and when it expires in Unix ms */
  make(facts: ChatTokenFacts): Promise<{ token: string; expiresAt: number }>
  /** @throws {Failure} unauthenticated; forbidden: it is for another origin */
  callerOf(token: string, request: IncomingRequest): Promise<Caller>
}

export const chatTokenPrefix = 'ct_'

const Claims = z.object({
  key: z.string(),
  origin: z.string(),
  sub: z.string().nullable(),
  scopes: z.array(z.enum(scopes)),
})
const algorithm = 'HS256'

export interface ChatTokenParts {
  readonly appUrl: string
  readonly deriveSecret: DeriveSecret
  readonly apiKeys: Pick<ApiKeyStore, 'findByHash'>
}

export function createChatTokens({ appUrl, deriveSecret, apiKeys }: ChatTokenParts): ChatTokens {
  const secret = deriveSecret('tokens of chats')
  const expected = {
    issuer: appUrl,
    audience: `${appUrl}/api/v1/chat/sessions`,
    algorithms: [algorithm],
    typ: 'chat+jwt',
  }

  async function read(token: string): Promise<z.infer<typeof Claims>> {
    try {
      const { payload } = await jwtVerify(token.slice(chatTokenPrefix.length), secret, expected)
      return Claims.parse({ ...payload, sub: payload.sub ?? null })
    } catch (cause) {
      if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) throw invalidCredentials()
      throw cause
    }
  }

  return {
    async make({ keyHash, origin, subject, ttlSeconds, scopes: held = ['chat'] }) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const signing = new SignJWT({ key: keyHash, origin, scopes: [...held] })
        .setProtectedHeader({ alg: algorithm, typ: expected.typ })
        .setIssuer(expected.issuer)
        .setAudience(expected.audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ttlSeconds)
      if (subject !== null) signing.setSubject(subject)
      const token = await signing.sign(secret)
      return { token: chatTokenPrefix + token, expiresAt: (issuedAt + ttlSeconds) * 1000 }
    },

    async callerOf(token, request) {
      const { key: hash, origin, sub: subject, scopes: held } = await read(token)
      const holder = await apiKeys.findByHash(hash)
      if (holder === null) throw invalidCredentials()
      refuseOrigin(origin, request, appUrl)
      const { id, organizationId, userId, role, tools, budget, expiresAt } = holder
      const key = { id, scopes: held, tools, budget, expiresAt, subject }
      return { organizationId, userId, role, key, sessionId: null }
    },
  }
}

/** A browser leaves the Origin header out where a page reads from its own origin, and says so. */
function refuseOrigin(origin: string, request: IncomingRequest, appUrl: string): void {
  const sent = request.header('origin')
  if (sent === origin) return
  if (sent === '' && origin === new URL(appUrl).origin && request.header('sec-fetch-site') === 'same-origin')
    return
  throw new Failure('forbidden', `this chat token works on pages of ${origin} only`)
}
