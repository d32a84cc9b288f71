// Finds the caller of a request: reads the Authorization header and finds its key or session. The pipeline
// calls it for every request that is not public, and again and again while a stream lives.
// 1. Every invalid credential gets the same answer.
// 2. A known key, or a token seen before, is answered at once with a Caller, not a promise.
// 3. A revoked key and an ended session are refused on the very next request: the stores' caches are exact.

import { chainHeader, rootIn } from '../../domain/chain.ts'
import { Failure } from '../../domain/failure.ts'
import { hashApiKey, isApiKey } from '../../domain/people/api-key.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { ApiKeyStore, KeyHolder } from '../../storage/accounts/api-keys.ts'
import type { Session, SessionStore } from '../../storage/accounts/sessions.ts'
import type { ConnectionStore } from '../../storage/connections/connections.ts'
import type { Addresses } from '../connections/addresses.ts'
import { callerOfConnection } from '../connections/caller.ts'
import { accessTokenPrefix } from '../connections/issued-tokens.ts'
import type { IncomingRequest } from '../exchange.ts'
import type { Authenticate } from '../pipeline/authenticate.ts'
import { type ChatTokens, chatTokenPrefix } from './chat-tokens.ts'
import { invalidCredentials, type Tokens, type VerifiedToken } from './tokens.ts'

export interface AuthenticateParts {
  readonly tokens: Pick<Tokens, 'verify'>
  readonly apiKeys: Pick<ApiKeyStore, 'findByHash'>
  readonly sessions: Pick<SessionStore, 'findActive'>
  readonly chatTokens: Pick<ChatTokens, 'callerOf'>
  readonly connections: Pick<ConnectionStore, 'findByAccess'>
  readonly addresses: Addresses
  /** Secret that signs the chains of executions. Default: none is known. */
  readonly chainKey?: string
}

export function createAuthenticate({
  tokens,
  apiKeys,
  sessions,
  chatTokens,
  connections,
  addresses,
  chainKey,
}: AuthenticateParts): Authenticate {
  function byKey(key: string, request: IncomingRequest): Caller | Promise<Caller> {
    if (!isApiKey(key)) throw invalidCredentials()
    // Keys are found by their hash, so the time that it takes does not reveal how much of a key was right.
    return continueWith(apiKeys.findByHash(hashApiKey(key)), holder => callerOfKey(holder, request))
  }

  function byToken(token: string): Caller | Promise<Caller> {
    return continueWith(tokens.verify(token), verified =>
      continueWith(sessions.findActive(verified.sessionId), session => callerOfSession(session, verified)),
    )
  }

  return (authorization, request) => {
    const root = chainKey === undefined ? undefined : rootIn(chainKey, request.header(chainHeader))
    const found = callerOf(authorization, request)
    return root === undefined ? found : continueWith(found, caller => ({ ...caller, root }))
  }

  function callerOf(authorization: string, request: IncomingRequest): Caller | Promise<Caller> {
    const credential = bearerCredential(authorization)
    if (credential === null) throw invalidCredentials()
    if (credential.startsWith('sk_')) return byKey(credential, request)
    if (credential.startsWith(accessTokenPrefix))
      return callerOfConnection(credential, request, connections, addresses)
    return credential.startsWith(chatTokenPrefix)
      ? chatTokens.callerOf(credential, request)
      : byToken(credential)
  }
}

/**
 * The credential of `Bearer <credential>`: the scheme in any case, one space, one word of visible ASCII.
 * @returns null for everything else
 */
export function bearerCredential(authorization: string): string | null {
  return bearerPattern.exec(authorization)?.[1] ?? null
}

const bearerPattern = /^bearer ([\x21-\x7e]+)$/i

/** @throws {Failure} unauthenticated; forbidden: a key that may not be used from there */
function callerOfKey(holder: KeyHolder | null, request: IncomingRequest): Caller {
  if (holder === null) throw invalidCredentials()
  const { id, organizationId, userId, role, scopes, tools, restrictions, guard, budget, expiresAt } = holder
  const why = guard === null ? null : guard(request.clientAddress, request.header('origin'))
  if (why !== null) throw new Failure('forbidden', `this API key cannot be used here: ${why}`)
  const key = { id, scopes, tools, restrictions, budget, expiresAt }
  return { organizationId, userId, role, key, sessionId: null }
}

/** The role is the user's role now, not at the time when the token was signed. */
function callerOfSession(session: Session | null, verified: VerifiedToken): Caller {
  if (session === null) throw invalidCredentials()
  const { id, organizationId, userId, role } = session
  if (userId !== verified.userId || organizationId !== verified.organizationId) throw invalidCredentials()
  return { organizationId, userId, role, key: null, sessionId: id }
}

/** Calls `next` with a value, at once when it is not a promise. */
function continueWith<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
