// The token endpoint: a code or a refresh token becomes an access token and a new refresh token, and a
// token can be given back (RFC 7009). Clients are public: what proves them is the verifier of PKCE (S256).
import { hash, timingSafeEqual } from 'node:crypto'
import { isDocumentUrl } from '../../domain/people/application.ts'
import type { Scope } from '../../domain/people/permissions.ts'
import type {
  ConnectionStore,
  KnownToken,
  NewToken,
  SpentToken,
} from '../../storage/connections/connections.ts'
import type { OauthClientStore } from '../../storage/connections/oauth-clients.ts'
import { isResource } from './addresses.ts'
import { required, scopesOf } from './authorization-request.ts'
import { accessLifetimeMs, hashIssued, makeIssued, refreshLifetimeMs } from './issued-tokens.ts'
import { OauthError } from './oauth-error.ts'

export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

export interface TokenEndpoint {
  /** @throws {OauthError} */
  exchange(parameters: ReadonlyMap<string, string>): Promise<TokenAnswer>
  /** Ends the connection of a token. A token that is not known is as good as gone. @throws {OauthError} */
  revoke(parameters: ReadonlyMap<string, string>): Promise<void>
}

type Store = Pick<ConnectionStore, 'spend' | 'issue' | 'renew' | 'ofToken' | 'endByApplication'>

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

export function createTokenEndpoint(
  connections: Store,
  clients: Pick<OauthClientStore, 'find'>,
): TokenEndpoint {
  async function byCode(parameters: ReadonlyMap<string, string>): Promise<TokenAnswer> {
    const hashed = hashIssued(required(parameters, 'code'), 'code')
    // Before the code is used up: a form that lacks something costs nothing.
    const clientId = required(parameters, 'client_id')
    const spent = hashed === null ? null : await connections.spend(hashed)
    if (spent === null) throw await refusalOf(clientId, 'code')
    const why = codeDefect(spent, parameters)
    if (why !== null) {
      await connections.endByApplication(spent.connectionId, `its code came with a wrong ${why}`)
      throw new OauthError('invalid_grant', `${why}: it is not that of the code`)
    }
    const made = makeTokens(spent, spent.scopes)
    if (!(await connections.issue(spent.connectionId, made.tokens))) throw over('code')
    return made.answer
  }

  async function byRefresh(parameters: ReadonlyMap<string, string>): Promise<TokenAnswer> {
    const hashed = hashIssued(required(parameters, 'refresh_token'), 'refresh')
    const clientId = required(parameters, 'client_id')
    const known = hashed === null ? null : await connections.ofToken(hashed)
    if (known === null || known.clientId !== clientId) throw await refusalOf(clientId, 'refresh')
    // Before it is used up: a mistake costs nothing.
    judgeResource(parameters, known)
    const made = makeTokens(known, narrowed(known, scopesOf(parameters)))
    if (!(await connections.renew(known.connectionId, hashed!, made.tokens)))
      throw await refusalOf(clientId, 'refresh')
    return made.answer
  }

  /**
   * Why a code or a refresh token does not work: unknown, expired, used, of another client, or its connection
   * has ended, which is the same for all. But a client whose registration is gone has to register anew, and
   * only `invalid_client` tells it so.
   */
  async function refusalOf(clientId: string, kind: 'code' | 'refresh'): Promise<OauthError> {
    if (!isDocumentUrl(clientId) && (await clients.find(clientId)) === null)
      return new OauthError('invalid_client', 'client_id: no application has registered under it: register')
    return over(kind)
  }

  return {
    exchange(parameters) {
      const grant = required(parameters, 'grant_type')
      if (grant === 'authorization_code') return byCode(parameters)
      if (grant === 'refresh_token') return byRefresh(parameters)
      throw new OauthError(
        'unsupported_grant_type',
        'grant_type: expected authorization_code or refresh_token',
      )
    },

    async revoke(parameters) {
      const hashed = hashIssued(required(parameters, 'token'))
      const known = hashed === null ? null : await connections.ofToken(hashed)
      if (known === null) return
      const clientId = parameters.get('client_id')
      if (clientId !== undefined && clientId !== known.clientId) {
        throw new OauthError('invalid_client', 'client_id: the token is that of another application')
      }
      await connections.endByApplication(known.connectionId, 'its application gave it back')
    },
  }
}

/** @param scopes of the access token; the refresh token has all of the connection */
function makeTokens(known: KnownToken, scopes: readonly Scope[]) {
  const access = makeIssued('access')
  const refresh = makeIssued('refresh')
  const now = Date.now()
  const tokens: NewToken[] = [
    { hash: access.hash, kind: 'access', scopes, expiresAt: now + accessLifetimeMs },
    { hash: refresh.hash, kind: 'refresh', scopes: known.scopes, expiresAt: now + refreshLifetimeMs },
  ]
  const answer: TokenAnswer = {
    access_token: access.text,
    token_type: 'Bearer',
    expires_in: accessLifetimeMs / 1000,
    refresh_token: refresh.text,
    scope: scopes.join(' '),
  }
  return { tokens, answer }
}

/** Which parameter does not belong to the code; null when all do. */
function codeDefect(spent: SpentToken, parameters: ReadonlyMap<string, string>): string | null {
  if (parameters.get('client_id') !== spent.clientId) return 'client_id'
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri !== undefined && redirectUri !== spent.redirectUri) return 'redirect_uri'
  const verifier = parameters.get('code_verifier') ?? ''
  if (!verifierPattern.test(verifier) || !matches(verifier, spent.challenge)) return 'code_verifier'
  return isOwnResource(parameters, spent) ? null : 'resource'
}

function matches(verifier: string, challenge: string | null): boolean {
  const made = Buffer.from(hash('sha256', verifier, 'base64url'))
  const expected = Buffer.from(challenge ?? '')
  return made.length === expected.length && timingSafeEqual(made, expected)
}

function judgeResource(parameters: ReadonlyMap<string, string>, spent: KnownToken): void {
  if (!isOwnResource(parameters, spent)) {
    throw new OauthError('invalid_target', `resource: this connection is for ${spent.audience}`)
  }
}

function isOwnResource(parameters: ReadonlyMap<string, string>, { audience }: KnownToken): boolean {
  const said = parameters.get('resource')
  return said === undefined || isResource(said, audience)
}

/** @throws {OauthError} invalid_scope: more than the person has allowed */
function narrowed(spent: KnownToken, asked: readonly Scope[]): readonly Scope[] {
  const more = asked.find(scope => !spent.scopes.includes(scope))
  if (more !== undefined) {
    throw new OauthError(
      'invalid_scope',
      `scope: ${more} was not allowed; ask the person for it at /authorize`,
    )
  }
  return asked.length === 0 ? spent.scopes : asked
}

function over(kind: 'code' | 'refresh'): OauthError {
  const what = kind === 'code' ? 'code' : 'refresh token'
  return new OauthError('invalid_grant', `the ${what} does not work: connect again`)
}
