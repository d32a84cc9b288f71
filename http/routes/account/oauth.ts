// Sign-in with a provider in a browser: redirects to the provider, and back with a cookie. No answer contains
// a token.
import { z } from 'zod'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import { SignInProviderView } from '../../../domain/people/sign-in-provider.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

const tag = 'auth'

export const oauthRoutes = [
  route('GET /api/v1/auth/oauth/providers', {
    bucket: 'read',
    summary: 'List the sign-in providers',
    tag,
    public: true,
    query: z.object(listQuery),
    returns: z.array(SignInProviderView),
  }).handle(({ query }, { oauth }) => page(pageOfList(oauth.providers(), query, fixedOrder('providers')))),

  route('GET /api/v1/auth/oauth/:provider', {
    summary: 'Sign in with a provider, in a browser',
    description:
      'Redirects (302) to the provider, and sets a cookie that ties the sign-in to this browser for ten minutes.',
    tag,
    public: true,
    returns: z.string(),
    produces: 'text/plain',
    status: 302,
  }).handle(({ params }, { oauth }) => oauth.begin(params.provider)),

  route('GET /api/v1/auth/oauth/:provider/callback', {
    summary: 'Finish a sign-in with a provider',
    description:
      'Redirects (302) to the dashboard with the refresh cookie, for which `POST /api/v1/auth/refresh` returns a token. When it fails, redirects to `/sign-in#error=` and the reason: `refused`, `failed`, `unreachable`, `email-missing`, `email-taken` (the provider has not verified an address that has an account), `email-unverified` (nor any other, where sign-ups are proved by mail), `not-invited` (somebody new without an open invitation to a verified address, where sign-up is by invitation), `sign-up-closed` (somebody new, where sign-up is off). 400 when this browser did not begin the sign-in.',
    tag,
    public: true,
    returns: z.string(),
    produces: 'text/plain',
    status: 302,
  }).handle(({ params, request }, { oauth }) => oauth.finish(params.provider, request)),
]
