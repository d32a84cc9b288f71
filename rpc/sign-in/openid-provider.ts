// Sign-in with an OpenID provider. Its configuration is the issuer's discovery document, read at the first
// sign-in and again after a day. openid-client fetches and caches the keys for its tokens.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  type IDToken,
} from 'openid-client'
import type { Outbound } from '../outbound/outbound.ts'
import { guardedFetch, providerError } from './guarded-fetch.ts'
import type { Person, SignInProvider } from './sign-in-provider.ts'

export interface OpenidProviderOptions {
  /** For messages. */
  readonly title: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly outbound: Outbound
  readonly now?: () => number
}

const keptMs = 24 * 3_600_000

export function createOpenidProvider(options: OpenidProviderOptions): SignInProvider {
  const { title, issuer, clientId, clientSecret, outbound, now = Date.now } = options
  let known: { readonly configuration: Promise<Configuration>; readonly at: number } | null = null

  /** Concurrent callers share one discovery; a failed one is forgotten. */
  function configured(): Promise<Configuration> {
    if (known !== null && now() - known.at < keptMs) return known.configuration
    const found = { configuration: discover(), at: now() }
    known = found
    found.configuration.catch(() => {
      if (known === found) known = null
    })
    return found.configuration
  }

  function discover(): Promise<Configuration> {
    const isPlain = issuer.startsWith('http:')
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [customFetch]: guardedFetch(outbound),
      // The operator named the issuer, and so decides whether http is allowed.
      execute: isPlain ? [allowInsecureRequests] : [],
    })
  }

  return {
    async authorizationUrl({ state, nonce, codeVerifier }, redirectUri) {
      try {
        return buildAuthorizationUrl(await configured(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...{ state, nonce },
        })
      } catch (error) {
        throw providerError(title, error)
      }
    },

    async finish({ state, nonce, codeVerifier }, callback) {
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
        const configuration = await configured()
        const tokens = await authorizationCodeGrant(configuration, callback, checks)
        // Not null: a nonce was expected among the claims.
        const claims = tokens.claims()!
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
        if (claims['email'] !== undefined || !hasMore) return personOf(claims, claims)
        return personOf(claims, await fetchUserInfo(configuration, tokens.access_token, claims.sub))
      } catch (error) {
        throw providerError(title, error)
      }
    },
  }
}

/**
 * Microsoft says `xms_edov` where others say `email_verified`. Without it the address is whatever the
 * tenant's administrator has typed.
 */
function personOf({ iss, sub }: IDToken, said: Readonly<Record<string, unknown>>): Person {
  const { email, email_verified, name, xms_edov } = said
  return {
    subject: `${iss} ${sub}`,
    email: typeof email === 'string' ? email : null,
    isEmailVerified: email_verified === true || xms_edov === true || xms_edov === '1' || xms_edov === 1,
    name: typeof name === 'string' ? name : null,
  }
}
