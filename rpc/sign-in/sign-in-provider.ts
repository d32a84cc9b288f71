// A provider that vouches for people: where a browser is sent, and what its way back says about who came. The
// authorization code flow with PKCE; whoever calls keeps state, nonce and verifier and binds them to the browser.

/** Secrets of one sign-in, each of 32 random bytes. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Who came, as the provider says. */
export interface Person {
  /** The provider's own name for the person, which it never gives to another; with the issuer in front. */
  readonly subject: string
  readonly email: string | null
  /** The provider has seen that the mailbox is theirs. */
  readonly isEmailVerified: boolean
  readonly name: string | null
}

export interface SignInProvider {
  /** @throws {ProviderError} it cannot be reached */
  authorizationUrl(flow: Flow, redirectUri: string): Promise<URL>
  /** @param callback the URL that the browser came back to. @throws {ProviderError} */
  finish(flow: Flow, callback: URL): Promise<Person>
}

/** What a provider did; its message holds neither codes nor tokens. */
export class ProviderError extends Error {
  readonly reason: 'refused' | 'failed' | 'unreachable'

  /** @param reason `refused`: the person, or the provider, said no */
  constructor(reason: ProviderError['reason'], message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ProviderError'
    this.reason = reason
  }
}
