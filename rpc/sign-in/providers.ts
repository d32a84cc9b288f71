// Opens the sign-in providers that the operator has enabled, by name. Called by the composition.
import {
  type ProviderSettings,
  providerTitles,
  type SignInProviderName,
} from '../../domain/people/sign-in-provider.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { SignInProvider } from './sign-in-provider.ts'

/** Microsoft's multi-tenant issuer serves every organization and personal accounts. */
const issuers: Readonly<Record<Exclude<SignInProviderName, 'github'>, string>> = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
  gitlab: 'https://gitlab.com',
}

export type SignInProviders = ReadonlyMap<SignInProviderName, SignInProvider>

/** GitHub has its own protocol, unless an OpenID issuer replaces it. */
export async function openProviders(
  settings: readonly ProviderSettings[],
  outbound: Outbound,
): Promise<SignInProviders> {
  const providers = new Map<SignInProviderName, SignInProvider>()
  if (settings.length === 0) return providers
  const [{ createGithubProvider }, { createOpenidProvider }] = await Promise.all([
    import('./github-provider.ts'),
    import('./openid-provider.ts'),
  ])
  for (const { name, issuer, ...client } of settings) {
    const given = { ...client, outbound }
    const title = providerTitles[name]
    if (issuer !== null) providers.set(name, createOpenidProvider({ ...given, title, issuer }))
    else if (name === 'github') providers.set(name, createGithubProvider(given))
    else providers.set(name, createOpenidProvider({ ...given, title, issuer: issuers[name] }))
  }
  return providers
}
