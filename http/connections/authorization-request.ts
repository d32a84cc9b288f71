// An authorization request (RFC 6749, 4.1.1, as OAuth 2.1 has it): the query with which an application
// sends a person's browser to /authorize. An address that the application has not named gets no answer;
// every other defect is the application's to hear, once the person has followed a link: a browser is never
// sent to an address that strangers have registered before somebody has read where it goes.
import { type Application, allowsRedirect } from '../../domain/people/application.ts'
import { type ConnectionScope, connectionScopes } from '../../domain/people/connection.ts'
import { isResource, resourceOf } from './addresses.ts'
import type { Applications } from './applications.ts'
import { OauthError, type OauthErrorCode, parametersOf } from './oauth-error.ts'

export interface AuthorizationRequest {
  readonly application: Application
  readonly redirectUri: string
  readonly state: string | null
  /** Those asked for that there are; empty when the application asks for none. */
  readonly scopes: readonly ConnectionScope[]
  /** The S256 challenge. */
  readonly challenge: string
  /** The address whose tokens they will be. */
  readonly audience: string
}

/** A request, or what is wrong with it and where its application can hear that. */
export type ReadRequest =
  | { readonly type: 'request'; readonly request: AuthorizationRequest }
  | {
      readonly type: 'defect'
      readonly redirectUri: string
      readonly redirectTo: string
      /** One sentence. */
      readonly why: string
    }

/**
 * @param origin issuer at which the person decides
 * @throws {OauthError} nobody can be told but the person: unknown application, an address that is not its own
 */
export async function readRequest(
  query: string,
  origin: string,
  applications: Applications,
): Promise<ReadRequest> {
  const parameters = parametersOf(query)
  const application = await applications.find(required(parameters, 'client_id'))
  const redirectUri = redirectOf(parameters, application)
  const state = parameters.get('state') ?? null
  try {
    const challenge = challengeOf(parameters)
    const audience = audienceOf(parameters, origin)
    const scopes = scopesOf(parameters)
    return {
      type: 'request',
      request: { application, redirectUri, state, scopes, challenge, audience },
    }
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const redirectTo = answerTo({ redirectUri, state }, origin, error)
    return { type: 'defect', redirectUri, redirectTo, why: error.message }
  }
}

/** Where a browser is sent with an answer. @param answer a code, or why there is none */
export function answerTo(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  origin: string,
  answer: { readonly code: string } | OauthError,
): string {
  const url = new URL(redirectUri)
  if (answer instanceof OauthError) {
    url.searchParams.set('error', answer.code)
    url.searchParams.set('error_description', answer.message)
  } else {
    url.searchParams.set('code', answer.code)
  }
  if (state !== null) url.searchParams.set('state', state)
  // Whose answer it is (RFC 9207): a client of several servers is not confused.
  url.searchParams.set('iss', origin)
  return url.href
}

function redirectOf(parameters: ReadonlyMap<string, string>, application: Application): string {
  const said = parameters.get('redirect_uri')
  const [first, ...others] = application.redirectUris
  if (said === undefined) {
    if (others.length > 0)
      throw new OauthError('invalid_request', 'redirect_uri: the application has several, and names none')
  }
  const uri = said ?? first!
  if (allowsRedirect(application, uri)) return uri
  throw new OauthError('invalid_request', 'redirect_uri: it is none that the application has named')
}

function challengeOf(parameters: ReadonlyMap<string, string>): string {
  if (parameters.get('response_type') !== 'code') {
    throw defect('unsupported_response_type', 'response_type: expected code')
  }
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw defect('invalid_request', 'code_challenge_method: expected S256')
  }
  const challenge = required(parameters, 'code_challenge')
  if (/^[\w-]{43}$/.test(challenge)) return challenge
  throw defect('invalid_request', 'code_challenge: expected a SHA-256 in base64url, 43 characters')
}

/** @throws {OauthError} invalid_target: tokens for somebody else's resource are not made here */
export function audienceOf(parameters: ReadonlyMap<string, string>, origin: string): string {
  const own = resourceOf(origin)
  const said = parameters.get('resource')
  if (said === undefined || isResource(said, own)) return own
  throw defect('invalid_target', `resource: expected ${own}`)
}

/**
 * Scopes that are asked for and known: clients ask for `openid` and the like on the side.
 * @throws {OauthError} invalid_scope: some are asked for, and none of them is known
 */
export function scopesOf(parameters: ReadonlyMap<string, string>): readonly ConnectionScope[] {
  const asked = (parameters.get('scope') ?? '').split(' ').filter(scope => scope !== '')
  const known = connectionScopes.filter(scope => asked.includes(scope))
  if (asked.length === 0 || known.length > 0) return known
  throw defect('invalid_scope', `scope: expected some of ${connectionScopes.join(', ')}`)
}

export function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name)
  if (value !== undefined) return value
  throw defect('invalid_request', `${name}: it is missing`)
}

function defect(code: OauthErrorCode, message: string): OauthError {
  return new OauthError(code, message)
}
