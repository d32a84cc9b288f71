// The port of a provider that vouches for people: where to send the browser, and who came back with it. It is
// the authorization code flow with PKCE. The caller (http/account/) keeps state, nonce and verifier, and
// binds them to the browser.

/** Secrets of one sign-in, each 32 random bytes. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The person, as the provider says. */
export interface Person {
  /** The provider's permanent name for the person, prefixed with the issuer. */
  readonly subject: string
  readonly email: string | null
  /** The provider has verified that the mailbox is theirs. */
  readonly isEmailVerified: boolean
  readonly name: string | null
}

export interface SignInProvider {
  /** @throws {ProviderError} the provider cannot be reached */
  authorizationUrl(flow: Flow, redirectUri: string): Promise<URL>
  /**
   * @param callback the URL that the browser came back to
   * @throws {ProviderError}
   */
  finish(flow: Flow, callback: URL): Promise<Person>
}

/** What a provider did wrong; its message holds neither codes nor tokens. */
export class ProviderError extends Error {
  readonly reason: 'refused' | 'failed' | 'unreachable'

  /** @param reason `refused`: the person or the provider said no */
  constructor(reason: ProviderError['reason'], message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ProviderError'
    this.reason = reason
  }
}
