// Providers that people can sign in with. A client id and a secret in the environment switch one on. Read
// by domain/settings/settings.ts and http/account/oauth.ts.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'

export const signInProviders = ['google', 'github', 'microsoft', 'gitlab'] as const
export type SignInProviderName = (typeof signInProviders)[number]

export const providerTitles: Readonly<Record<SignInProviderName, string>> = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  gitlab: 'GitLab',
}

/** A provider's settings, which it gives to the operator. */
export interface ProviderSettings {
  readonly name: SignInProviderName
  readonly clientId: string
  readonly clientSecret: string
  /** Null for the provider's own issuer. */
  readonly issuer: string | null
}

export const SignInProviderView = z.object({
  name: z.enum(signInProviders).meta(openValues),
  title: z.string().meta({ example: 'GitLab' }),
  url: z.string().meta({ description: 'Where a browser starts the sign-in' }),
})
export type SignInProviderView = z.infer<typeof SignInProviderView>

const id = (title: string) =>
  z
    .string()
    .min(1)
    .optional()
    .describe(`client id of sign-in with ${title}; when unset nobody can sign in with ${title}`)
const secret = (title: string) =>
  z
    .string()
    .min(1)
    .optional()
    .describe(`client secret of sign-in with ${title}; expected beside the client id`)
const issuer = (title: string) =>
  z
    .url('expected an http or https address')
    .regex(/^https?:/, 'expected an http or https address')
    .optional()
    .describe(`OpenID issuer to ask instead of ${title}'s own`)

/** The variables of providers, a part of the configuration (domain/settings/settings.ts). */
export const signInVariables = {
  OAUTH_GOOGLE_CLIENT_ID: id('Google'),
  OAUTH_GOOGLE_CLIENT_SECRET: secret('Google'),
  OAUTH_GOOGLE_ISSUER: issuer('Google'),
  OAUTH_GITHUB_CLIENT_ID: id('GitHub'),
  OAUTH_GITHUB_CLIENT_SECRET: secret('GitHub'),
  OAUTH_GITHUB_ISSUER: issuer('GitHub'),
  OAUTH_MICROSOFT_CLIENT_ID: id('Microsoft'),
  OAUTH_MICROSOFT_CLIENT_SECRET: secret('Microsoft'),
  OAUTH_MICROSOFT_ISSUER: issuer('Microsoft'),
  OAUTH_GITLAB_CLIENT_ID: id('GitLab'),
  OAUTH_GITLAB_CLIENT_SECRET: secret('GitLab'),
  OAUTH_GITLAB_ISSUER: issuer('GitLab'),
}

type Given = Readonly<Record<string, unknown>>

/** The providers that are switched on. */
export function providersOf(given: Given): ProviderSettings[] {
  return signInProviders.flatMap(name => {
    const { clientId, clientSecret, issuer } = variablesOf(given, name)
    if (clientId === undefined || clientSecret === undefined) return []
    return [{ name, clientId, clientSecret, issuer: issuer ?? null }]
  })
}

/** A problem for each provider that has a client id and no secret, or a secret and no id. */
export function halfProviders(given: Given): string[] {
  return signInProviders.flatMap(name => {
    const { clientId, clientSecret } = variablesOf(given, name)
    if ((clientId === undefined) === (clientSecret === undefined)) return []
    const [missing, there] = clientId === undefined ? ['ID', 'SECRET'] : ['SECRET', 'ID']
    const prefix = `OAUTH_${name.toUpperCase()}_CLIENT_`
    return [`${prefix}${missing}: expected beside ${prefix}${there}`]
  })
}

function variablesOf(given: Given, name: SignInProviderName) {
  const read = (word: string) => given[`OAUTH_${name.toUpperCase()}_${word}`] as string | undefined
  return { clientId: read('CLIENT_ID'), clientSecret: read('CLIENT_SECRET'), issuer: read('ISSUER') }
}
