// Sign-up and its proof, login, logout, refreshing a token, resetting a password. All but logout are public.
import { z } from 'zod'
import { Failure, notFound } from '../../../domain/failure.ts'
import { sessionLifetimeMs } from '../../../domain/people/session.ts'
import { ShownSignUp, signUpRefusal } from '../../../domain/people/sign-up-policy.ts'
import {
  ForgotPassword,
  Login,
  LoginResult,
  ResetPassword,
  SetUp,
  SignUpProof,
  SignUpRequest,
  Verify,
} from '../../../domain/people/user.ts'
import { bearerCredential } from '../../account/auth.ts'
import { refreshTokenLength } from '../../account/refresh-tokens.ts'
import { signInOrigin } from '../../account/sign-in-origin.ts'
import { invalidCredentials } from '../../account/tokens.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { isLocal, namesThisMachine } from '../../pipeline/local-request.ts'
import { reply } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import type { Services } from '../../services.ts'

const Done = z.object({ ok: z.literal(true) })
const cookieToo =
  'The answer also sets the refresh token as an HttpOnly cookie, with which web pages of this origin renew the token.'

export const authRoutes = [
  route('POST /api/v1/auth/signup', {
    summary: 'Create an account',
    description: `Creates a user, and an organization on the free plan that the user owns, and logs in. ${cookieToo} Where sign-ups are proved by mail (\`SIGN_UP_PROOF=mail\`) the answer is 202 for every address, whether or not it has an account. Nothing is created until the link of the mail comes back (\`POST /api/v1/auth/verify\`); another sign-up sends another mail, three an hour at most. An address with an open invitation is 409 without an \`organization\`: its \`invitation\` joins the one that it is invited to. With \`SIGN_UP=invited\` it needs the \`invitation\`, with \`SIGN_UP=off\` nobody signs up: 403, \`sign-up-closed\`.`,
    public: true,
    body: SignUpRequest,
    returns: LoginResult,
    status: 201,
    accepted: SignUpProof,
    failures: [403],
  }).handle(async ({ body, request }, services) => {
    const { accounts, invitations, joining, mailedSignUps, sessionCookie, signUpPolicy } = services
    const { invitation, ...wish } = body
    if (invitation != null && signUpPolicy !== 'off')
      return sessionCookie.answer(await joining.signUp(invitation, wish, request), sessionLifetimeMs)
    if (signUpPolicy !== 'open') throw signUpRefusal(signUpPolicy)
    // Every address gets the same answer, so nobody is told here whether one is invited.
    if (mailedSignUps.isOn) return mailedSignUps.request(wish, request)
    if (wish.organization == null && (await invitations.invited(wish.email)) !== null) throw invitedAlready()
    return sessionCookie.answer(await accounts.signUp(wish, signInOrigin(request)), sessionLifetimeMs)
  }),

  route('GET /api/v1/auth/signup', {
    summary: 'See who may sign up',
    description: 'For pages that somebody sees who is not signed in.',
    public: true,
    bucket: 'read',
    returns: ShownSignUp,
  }).handle((_, { isProduction, mail, mailedSignUps, signUpPolicy }) => ({
    signUp: signUpPolicy,
    proof: mailedSignUps.isOn ? 'mail' : 'none',
    mail: mail.isSending ? 'sent' : isProduction ? 'none' : 'outbox',
  })),

  route('POST /api/v1/auth/set-up', {
    summary: 'Make the first owner of a service by the link of its start',
    description: `Where sign-up is closed (\`SIGN_UP\`), the start of a service without users prints a link. Its token works once, within a day, until there is a user. Creates the user, and an organization that the user owns, and logs in. ${cookieToo}`,
    public: true,
    body: SetUp,
    returns: LoginResult,
    secret: true,
    status: 201,
  }).handle(async ({ body, request }, { sessionCookie, setUpLinks }) =>
    sessionCookie.answer(await setUpLinks.complete(body, request), sessionLifetimeMs),
  ),

  route('POST /api/v1/auth/verify', {
    summary: 'Confirm the address of a sign-up, and log in',
    description: `The token works once, within 24 hours. In another browser than the one that signed up (and from a script), send a \`password\` too: it becomes the one of the account, in place of the one of the sign-up. ${cookieToo}`,
    public: true,
    body: Verify,
    returns: LoginResult,
    secret: true,
  }).handle(({ body, request }, { mailedSignUps }) => mailedSignUps.complete(body, request)),

  route('POST /api/v1/auth/link', {
    summary: 'Log in as the development user by the link of the start',
    description: `The link that \`npm start\` prints outside of production: it works once, within an hour, and from this machine only. ${cookieToo}`,
    public: true,
    body: z.object({ token: z.string().min(1).max(200) }),
    returns: LoginResult,
    secret: true,
    failures: [404],
  }).handle(async ({ body, request }, { accounts, demo, isProduction, sessionCookie, users }) => {
    const { link } = demo
    if (isProduction || link === null || !isLocal(request) || !namesThisMachine(request))
      throw notFound('path')
    link.use(body.token)
    const account = await users.findByEmail(link.email)
    if (account === null) throw notFound('development user')
    return sessionCookie.answer(await accounts.begin(account, signInOrigin(request)), sessionLifetimeMs)
  }),

  route('POST /api/v1/auth/login', {
    summary: 'Log in',
    description: `An unknown address and a wrong password get the same answer. ${cookieToo}`,
    public: true,
    body: Login,
    returns: LoginResult,
    failures: [401],
  }).handle(async ({ body, request }, { accounts, sessionCookie }) => {
    return sessionCookie.answer(await accounts.logIn(body, signInOrigin(request)), sessionLifetimeMs)
  }),

  route('POST /api/v1/auth/refresh', {
    summary: 'Refresh an access token',
    description:
      'Send `refreshToken`, or a bearer token that is still valid, or the cookie of a login. Each answer has a new refresh token, valid for 30 days; the one before it stops working. Sending a replaced one ends the whole session.',
    public: true,
    // Every load of the dashboard renews its token, and nobody can guess one: 256 random bits and a MAC.
    bucket: 'write',
    body: z.object({ refreshToken: z.string().max(refreshTokenLength).optional() }).optional(),
    returns: LoginResult,
    failures: [401, 403],
  }).handle(async ({ body, request }, services) => {
    const login = await refresh(body?.refreshToken, request, services)
    return services.sessionCookie.answer(login, sessionLifetimeMs)
  }),

  route('POST /api/v1/auth/logout', {
    summary: 'Log out the current session',
    description: 'The next request with the token is refused.',
    permission: 'account:read',
    returns: Done,
  }).handle(async ({ caller, request }, { accounts, sessionCookie }) => {
    await accounts.logOut(caller, signInOrigin(request))
    return reply({ ok: true } as const, { headers: sessionCookie.removal })
  }),

  route('POST /api/v1/auth/forgot-password', {
    summary: 'Request a password reset',
    description:
      'The answer is the same whether or not the address has an account. The mail links to a page of the dashboard.',
    public: true,
    body: ForgotPassword,
    returns: Done,
  }).handle(async ({ body }, { passwordResets }) => {
    await passwordResets.request(body.email)
    return { ok: true }
  }),

  route('POST /api/v1/auth/reset-password', {
    summary: 'Reset a password with a reset token',
    description: 'The token works once, within an hour. All sessions of the user end; API keys stay.',
    public: true,
    body: ResetPassword,
    returns: Done,
  }).handle(async ({ body, request }, { passwordResets, sessionCookie }) => {
    await passwordResets.complete(body, signInOrigin(request))
    return reply({ ok: true } as const, { headers: sessionCookie.removal })
  }),
]

/** A credential that the client chose to send takes precedence over the cookie that a browser adds. */
async function refresh(text: string | undefined, request: IncomingRequest, services: Services) {
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
  return accounts.refreshCookie(cookie)
}

/** Somebody who is invited would get an organization of their own, in which nobody else is. */
function invitedAlready(): Failure {
  const why = 'this address is invited to an organization: open the link of its invitation'
  return new Failure('conflict', `email: ${why}, or name an organization of your own`)
}
