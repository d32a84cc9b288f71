// Who a client says it is at the token endpoint. All clients are public and have no secret, but many
// libraries send the client id by HTTP Basic with an empty password (RFC 6749, 2.3.1), and none in the form.
import { OauthError } from './oauth-error.ts'

/** Whether a client said who it is by Basic. @param authorization the header, empty for none */
export function isBasic(authorization: string): boolean {
  return /^basic /i.test(authorization)
}

/**
 * @param authorization the header, empty for none; another scheme than Basic says nothing
 * @returns the form with `client_id`, as far as the client says it
 * @throws {OauthError} invalid_request: not Basic as it is written, or form and header differ
 */
export function withBasicClient(
  form: ReadonlyMap<string, string>,
  authorization: string,
): ReadonlyMap<string, string> {
  if (!isBasic(authorization)) return form
  const clientId = basicClientId(authorization.slice('Basic '.length).trim())
  const said = form.get('client_id')
  if (said !== undefined && said !== clientId)
    throw new OauthError('invalid_request', 'client_id: the form and the Authorization header differ')
  return new Map([...form, ['client_id', clientId]])
}

function basicClientId(encoded: string): string {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const [name] = decoded.split(':', 1)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || !name || !decoded.includes(':')) throw notBasic()
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    throw notBasic()
  }
}

function notBasic(): OauthError {
  return new OauthError(
    'invalid_request',
    'Authorization: expected Basic with client_id and a colon in base64',
  )
}
