// Signing up, logging in and out, and the profile of whoever calls.
import { z } from 'zod'
import { Login, LoginResult, SignUp, UserProfile } from '../../domain/user.ts'
import { type Route, route } from '../route.ts'

export const authRoutes: readonly Route[] = [
  route('POST /api/v1/auth/signup', {
    summary: 'Create an account',
    description: 'Makes a user, and an organization on the free plan that the user owns, and logs in.',
    public: true,
    body: SignUp,
    returns: LoginResult,
    status: 201,
  }).handle(({ body }, { accounts }) => accounts.signUp(body)),

  route('POST /api/v1/auth/login', {
    summary: 'Log in',
    public: true,
    body: Login,
    returns: LoginResult,
  }).handle(({ body }, { accounts }) => accounts.logIn(body)),

  route('POST /api/v1/auth/logout', {
    summary: 'Log out the current session',
    description: 'The token is refused from the next request on.',
    returns: z.object({ ok: z.literal(true) }),
  }).handle(async ({ caller }, { accounts }) => {
    await accounts.logOut(caller)
    return { ok: true }
  }),

  route('GET /api/v1/auth/me', {
    summary: 'Get the current user profile',
    description: 'With an API key: the profile of the user who made it.',
    permission: 'account:read',
    returns: UserProfile,
  }).handle(({ caller }, { accounts }) => accounts.profile(caller)),
]
