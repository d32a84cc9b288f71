// An error of OAuth: its code is what programs read, its description is one sentence for people. The routes
// of http/routes/account/authorization-server.ts answer it as RFC 6749, 5.2 and RFC 7591, 3.2.2 have it.
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'

export class OauthError extends Error {
  readonly code: OauthErrorCode

  constructor(code: OauthErrorCode, message: string) {
    super(message)
    this.name = 'OauthError'
    this.code = code
  }
}

/**
 * Parameters of a query or a form.
 * @throws {OauthError} invalid_request: one of them comes twice
 */
export function parametersOf(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name))
      throw new OauthError('invalid_request', `${name.slice(0, 40)}: the parameter comes twice`)
    // An empty parameter is as good as none (RFC 6749, 3.1).
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}
