// Signing up, logging in and out, renewing a token, a forgotten password. All but the way out are open to everybody.
import { z } from 'zod'
import type { Failure } from '../../domain/failure.ts'
import { sessionLifetimeMs } from '../../domain/session.ts'
import { ForgotPassword, Login, LoginResult, ResetPassword, SignUp } from '../../domain/user.ts'
import { bearerCredential } from '../auth.ts'
import type { IncomingRequest } from '../exchange.ts'
import { refreshTokenLength } from '../refresh-tokens.ts'
import { reply } from '../reply.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { invalidCredentials } from '../tokens.ts'
import { visitOf } from '../visit.ts'

const Done = z.object({ ok: z.literal(true) })
const cookieToo =
  'The refresh token comes as an HttpOnly cookie too, which web pages of this origin renew the token by.'

export const authRoutes = [
  route('POST /api/v1/auth/signup', {
    summary: 'Create an account',
    description: `Makes a user, and an organization on the free plan that the user owns, and logs in. ${cookieToo}`,
    public: true,
    body: SignUp,
    returns: LoginResult,
    status: 201,
  }).handle(async ({ body, request }, { accounts, sessionCookie }) => {
    return sessionCookie.answer(await accounts.signUp(body, visitOf(request)), sessionLifetimeMs)
  }),

  route('POST /api/v1/auth/login', {
    summary: 'Log in',
    description: `An unknown address and a wrong password get the same answer. ${cookieToo}`,
    public: true,
    body: Login,
    returns: LoginResult,
    failures: [401],
  }).handle(async ({ body, request }, { accounts, sessionCookie }) => {
    return sessionCookie.answer(await accounts.logIn(body, visitOf(request)), sessionLifetimeMs)
  }),

  route('POST /api/v1/auth/refresh', {
    summary: 'Refresh an access token',
    description:
      'By `refreshToken`, by a token that still holds, or by the cookie of a login. Each answer has a new refresh token, which holds for 30 days; the one before it works no more. Whoever sends one that was replaced ends the whole session.',
    public: true,
    body: z.object({ refreshToken: z.string().max(refreshTokenLength).optional() }).optional(),
    returns: LoginResult,
    failures: [401, 403],
  }).handle(async ({ body, request }, services) => {
    const login = await refreshed(body?.refreshToken, request, services)
    return services.sessionCookie.answer(login, sessionLifetimeMs)
  }),

  route('POST /api/v1/auth/logout', {
    summary: 'Log out the current session',
    description: 'The token is refused from the next request on.',
    permission: 'account:read',
    returns: Done,
  }).handle(async ({ caller, request }, { accounts, sessionCookie }) => {
    await accounts.logOut(caller, visitOf(request))
    return reply({ ok: true } as const, { headers: sessionCookie.removal })
  }),

  route('POST /api/v1/auth/forgot-password', {
    summary: 'Request a password reset',
    description:
      'The answer is the same whether the address has an account or not. The mail links to a page of the dashboard.',
    public: true,
    body: ForgotPassword,
    returns: Done,
  }).handle(async ({ body }, { passwordResets }) => {
    await passwordResets.request(body.email)
    return { ok: true }
  }),

  route('POST /api/v1/auth/reset-password', {
    summary: 'Reset a password using a reset token',
    description: 'The token works once, within an hour. Every session of the user ends; API keys stay.',
    public: true,
    body: ResetPassword,
    returns: Done,
  }).handle(async ({ body, request }, { passwordResets, sessionCookie }) => {
    await passwordResets.complete(body, visitOf(request))
    return reply({ ok: true } as const, { headers: sessionCookie.removal })
  }),
]

/** What was sent on purpose goes before what a browser adds by itself. */
async function refreshed(text: string | undefined, request: IncomingRequest, services: Services) {
  const { accounts, sessionCookie, authenticate } = services
  if (text !== undefined) return accounts.refresh(text)
  const cookie = sessionCookie.read(request)
  const authorization = request.header('authorization')
  if (bearerCredential(authorization) !== null) {
    try {
      return await accounts.renew(await authenticate(authorization, request))
    } catch (error) {
      if (cookie === null || (error as Failure).code !== 'unauthenticated') throw error
    }
  }
  if (cookie === null) throw invalidCredentials()
  return accounts.refresh(cookie)
}
