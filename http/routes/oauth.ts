// Signing in with a provider, as a browser does it: away, and back with a cookie. No answer here holds a token.
import { z } from 'zod'
import { SignInProviderView } from '../../domain/sign-in-provider.ts'
import { route } from '../route.ts'

const tag = 'auth'

export const oauthRoutes = [
  route('GET /api/v1/auth/oauth/providers', {
    summary: 'List the providers that one can sign in with',
    tag,
    public: true,
    returns: z.array(SignInProviderView),
  }).handle((_, { oauth }) => oauth.providers()),

  route('GET /api/v1/auth/oauth/:provider', {
    summary: 'Sign in with a provider, in a browser',
    description:
      'Answers 302 to the provider, and a cookie that binds what follows to this browser for ten minutes.',
    tag,
    public: true,
    returns: z.string(),
    produces: 'text/plain',
    status: 302,
  }).handle(({ params }, { oauth }) => oauth.begin(params.provider)),

  route('GET /api/v1/auth/oauth/:provider/callback', {
    summary: 'Come back from a provider',
    description:
      'Answers 302 to the dashboard with the refresh cookie, by which `POST /auth/refresh` gives the token; or to `/login#error=` and why not: `refused`, `failed`, `unreachable`, `email-missing`, `email-taken` (the provider has not verified an address that has an account). 400 unless it is the sign-in that this browser began.',
    tag,
    public: true,
    returns: z.string(),
    produces: 'text/plain',
    status: 302,
  }).handle(({ params, request }, { oauth }) => oauth.finish(params.provider, request)),
]
