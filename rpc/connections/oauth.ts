// What we ask of an authorization server, as an OAuth 2.1 client: a registration, the consent of a person,
// tokens for its code, new tokens, the end of tokens. openid-client speaks the protocol, over the guarded
// client. Stateless: callers keep the results.
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  dynamicClientRegistration,
  None,
  ResponseBodyError,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import type {
  AuthorizationServer,
  ConnectionSecret,
  OauthClient,
} from '../../storage/tool-servers/connection-rows.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import { guardedFetch } from '../sign-in/guarded-fetch.ts'
import { ConnectError, shownWord } from './connect-error.ts'

/** A consent that is under way. */
export interface Consent {
  readonly client: OauthClient
  readonly server: AuthorizationServer
  readonly resource: string
  readonly scope: string | null
  readonly codeVerifier: string
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** Unix ms; null when the server does not say. */
  readonly expiresAt: number | null
  readonly scope: string | null
}

/** Where the browser comes back to. */
export interface WayBack {
  readonly redirectUri: string
  readonly state: string
}

/** @throws {ConnectError} */
export async function register(
  outbound: Outbound,
  server: AuthorizationServer,
  metadata: ClientDocument,
): Promise<OauthClient> {
  return said(server, async () => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('none') ? 'none' : secretMethod(server)
    // openid-client registers at the issuer's discovery document; ours has been read already.
    const send = guardedFetch(outbound)
    const registered = await dynamicClientRegistration(
      new URL(server.issuer),
      { ...metadata, token_endpoint_auth_method: method },
      undefined,
      {
        execute: [allowInsecureRequests],
        [customFetch]: async (url, options) =>
          options.method === 'GET' ? Response.json(server, { status: 200 }) : send(url, options),
      },
    )
    const { client_id, client_secret, token_endpoint_auth_method } = registered.clientMetadata()
    const chosen = methodOf(token_endpoint_auth_method) ?? method
    return {
      clientId: client_id,
      clientSecret: typeof client_secret === 'string' ? client_secret : null,
      method: typeof client_secret === 'string' ? chosen : 'none',
      source: 'registered',
    }
  })
}

/** How a client with a secret authenticates at this server. */
export function secretMethod({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer) {
  const isPostOnly = methods !== undefined && !methods.includes('client_secret_basic')
  return isPostOnly ? 'client_secret_post' : 'client_secret_basic'
}

/** The address of the consent page, with PKCE. */
export async function authorizationUrl(
  outbound: Outbound,
  { client, server, resource, scope, codeVerifier }: Consent,
  { redirectUri, state }: WayBack,
): Promise<string> {
  return buildAuthorizationUrl(configurationOf(outbound, server, client), {
    redirect_uri: redirectUri,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...{ state, resource },
    ...(scope !== null && { scope }),
  }).href
}

/**
 * Tokens for the code that the browser has brought. Refuses another state, and an `iss` that is not the
 * server that was asked (RFC 9207).
 * @param callback the redirect URI with the query that came back
 * @throws {ConnectError}
 */
export async function exchange(
  outbound: Outbound,
  { client, server, resource, codeVerifier }: Consent,
  callback: URL,
  state: string,
): Promise<Tokens> {
  return said(server, async () => {
    const configuration = configurationOf(outbound, server, client)
    const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
    return tokensOf(await authorizationCodeGrant(configuration, callback, checks, { resource }))
  })
}

/** @throws {ConnectError} `refused`: the server wants no more of this refresh token */
export async function refresh(
  outbound: Outbound,
  { client, server, resource, refreshToken }: ConnectionSecret,
): Promise<Tokens> {
  return said(server, async () => {
    const configuration = configurationOf(outbound, server, client)
    return tokensOf(await refreshTokenGrant(configuration, refreshToken!, { resource }))
  })
}

/** Ends the tokens at the server, when it can (RFC 7009). @throws {ConnectError} */
export async function revoke(outbound: Outbound, secret: ConnectionSecret): Promise<void> {
  const { client, server, refreshToken, accessToken } = secret
  if (server.revocation_endpoint === undefined) return
  await said(server, () =>
    tokenRevocation(configurationOf(outbound, server, client), refreshToken ?? accessToken),
  )
}

function configurationOf(
  outbound: Outbound,
  server: AuthorizationServer,
  client: OauthClient,
): Configuration {
  const { clientId } = client
  const configuration = new Configuration(
    JSON.parse(JSON.stringify(server)),
    clientId,
    undefined,
    authenticationOf(client),
  )
  // The network policy decides whether http is allowed.
  allowInsecureRequests(configuration)
  configuration[customFetch] = guardedFetch(outbound)
  return configuration
}

function authenticationOf({ method, clientSecret }: OauthClient): ClientAuth {
  if (method === 'none' || clientSecret === null) return None()
  return method === 'client_secret_post' ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
}

function tokensOf(answer: Awaited<ReturnType<typeof refreshTokenGrant>>): Tokens {
  const { access_token, refresh_token, scope } = answer
  const lifetimeS = answer.expiresIn()
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: lifetimeS === undefined ? null : Date.now() + lifetimeS * 1_000,
    scope: scope ?? null,
  }
}

function methodOf(text: unknown): OauthClient['method'] | null {
  return text === 'none' || text === 'client_secret_basic' || text === 'client_secret_post' ? text : null
}

/** Errors that say: this grant, or this client, is over. */
const over = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'access_denied'])

async function said<T>({ issuer }: AuthorizationServer, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { host } = new URL(issuer)
    const unreached = [error, (error as Error).cause].find(each => each instanceof OutboundError)
    if (unreached !== undefined) throw new ConnectError('unreachable', unreached.message, error)
    if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
      const reason = over.has(error.error) ? 'refused' : 'failed'
      throw new ConnectError(reason, `${host} said ${shownWord(error.error)}`, error)
    }
    throw new ConnectError('failed', `${host} gave no usable answer`, error)
  }
}

/** What we say of ourselves, at a registration or at our client id (RFC 7591). */
export interface ClientDocument {
  readonly client_name: string
  readonly client_uri: string
  readonly redirect_uris: string[]
  readonly grant_types: string[]
  readonly response_types: string[]
}
