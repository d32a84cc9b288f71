// The refresh token as a cookie, for web pages of this origin. Scripts cannot see it, other sites do not send
// it, and only the auth paths get it. It renews a token and does nothing else.
import type { LoginResult } from '../../domain/people/user.ts'
import type { IncomingRequest } from '../exchange.ts'
import { type Reply, type ReplyHeaders, reply } from '../pipeline/reply.ts'

const path = '/api/v1/auth'

export interface SessionCookie {
  /**
   * The answer to a login, with the cookie.
   * @param expiresAt of the refresh token, Unix ms
   */
  answer(login: LoginResult, lifetimeMs: number): Reply<LoginResult>
  headers(refreshToken: string, lifetimeMs: number): ReplyHeaders
  /** Header that removes the cookie. */
  readonly removal: ReplyHeaders
  /** The refresh token that a page of this origin sent; null from anywhere else. */
  read(request: IncomingRequest): string | null
}

/** @param appUrl origin of the service */
export function createSessionCookie(appUrl: string): SessionCookie {
  const isSecure = appUrl.startsWith('https:')
  const name = isSecure ? '__Secure-troupe-refresh' : 'troupe-refresh'
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const headers = (value: string, lifetimeMs: number) => ({
    'Set-Cookie': `${name}=${value}; Max-Age=${Math.floor(lifetimeMs / 1000)}; ${attributes}`,
  })
  return {
    answer: (login, lifetimeMs) => reply(login, { headers: headers(login.refreshToken, lifetimeMs) }),
    headers,
    removal: headers('', 0),
    read: request => (isOwnPage(request, appUrl) ? readCookie(request, name) : null),
  }
}

/** The value of a cookie; null without it. */
export function readCookie(request: Pick<IncomingRequest, 'header'>, name: string): string | null {
  for (const pair of request.header('cookie').split(';')) {
    const [key = '', value = ''] = pair.split(/=(.*)/s)
    if (key.trim() === name && value !== '') return value.trim()
  }
  return null
}

/** Browsers send where a request was made; a request that does not is from no web page. */
function isOwnPage(request: IncomingRequest, appUrl: string): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false
  const origin = request.header('origin')
  // The origin of a page is the name under which it was loaded, which may be another name of this server.
  return origin === '' || origin === new URL(appUrl).origin || origin === `http://${request.header('host')}`
}
