// Sign-in with GitHub: OAuth 2.0 without OpenID. The access token is used once, to ask the API for the
// account's number and its primary e-mail address, with GitHub's word on whether it is verified.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
} from 'openid-client'
import { z } from 'zod'
import type { Outbound } from '../outbound/outbound.ts'
import { guardedFetch, providerError } from './guarded-fetch.ts'
import type { Person, SignInProvider } from './sign-in-provider.ts'

export interface GithubProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly outbound: Outbound
  /** Address of GitHub; tests use another. */
  readonly site?: string
  readonly api?: string
}

const User = z.object({ id: z.int().positive(), name: z.string().nullish(), login: z.string() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function createGithubProvider(options: GithubProviderOptions): SignInProvider {
  const { site = 'https://github.com', api = 'https://api.github.com', outbound } = options
  const server = {
    issuer: `${site}/login/oauth`,
    authorization_endpoint: `${site}/login/oauth/authorize`,
    token_endpoint: `${site}/login/oauth/access_token`,
  }
  const configuration = new Configuration(server, options.clientId, options.clientSecret)
  configuration[customFetch] = guardedFetch(outbound)
  if (site.startsWith('http:')) allowInsecureRequests(configuration)

  async function ask(path: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
    const limits = { maxBytes: 256 * 1024, timeouts: { totalMs: 10_000 } }
    const { status, body } = await outbound.request({ method: 'GET', url: api + path, headers, ...limits })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    return JSON.parse(body.toString())
  }

  async function personOf(token: string): Promise<Person> {
    const { id, name, login } = User.parse(await ask('/user', token))
    const primary = Emails.parse(await ask('/user/emails', token)).find(email => email.primary)
    const email = primary?.email ?? null
    const isEmailVerified = primary?.verified === true
    return { subject: `${server.issuer} ${id}`, email, isEmailVerified, name: name || login }
  }

  return {
    async authorizationUrl({ state, codeVerifier }, redirectUri) {
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
      })
    },

    async finish({ state, codeVerifier }, callback) {
      try {
        const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
        const { access_token } = await authorizationCodeGrant(configuration, callback, checks)
        return await personOf(access_token)
      } catch (error) {
        throw providerError('GitHub', error)
      }
    },
  }
}
