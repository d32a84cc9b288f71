// Applications that connect, as they describe themselves: at registration (RFC 7591) or in a document at the
// URL that is their client id. Pure judgement of what they say. All of them are public clients with PKCE.

export interface Application {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

export interface Refusal {
  /** An error code of RFC 7591. */
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  /** One sentence. */
  readonly message: string
}

const redirectsMost = 10
const redirectLength = 500
const nameLength = 100
const documentUrlLength = 500

/** Control, format (bidi marks among them), private, unassigned characters, and separators of lines. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/
/**
 * A scheme of an application's own: a domain name, reversed (RFC 8252, 7.1). Windows has some of that form.
 */
const ownScheme = /^(?!microsoft\.)[a-z]{2,63}(?:\.[a-z0-9-]+)+:\//
/** Agents that have taken a shorter scheme. Any other may belong to whatever is installed on a device. */
const agentScheme = /^(?:cursor|vscode|vscode-insiders|windsurf|zed|claude):\/\/[a-z0-9]/

/** Why a description is refused; null when it may be taken. */
export function judgeApplication(metadata: Readonly<Record<string, unknown>>): Refusal | null {
  return (
    judgeRedirects(metadata['redirect_uris']) ?? judgeName(metadata['client_name']) ?? judgeRest(metadata)
  )
}

/** @param metadata taken by judgeApplication */
export function applicationOf(id: string, metadata: Readonly<Record<string, unknown>>): Application {
  const redirectUris = metadata['redirect_uris'] as readonly string[]
  const name = metadata['client_name'] as string | undefined
  return { id, name: name?.trim() || hostOf(redirectUris[0]!), redirectUris }
}

function judgeRedirects(uris: unknown): Refusal | null {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectsMost) {
    return refusal('invalid_redirect_uri', `redirect_uris: expected 1 to ${redirectsMost} addresses`)
  }
  for (const [index, uri] of uris.entries()) {
    const why = redirectDefect(uri)
    if (why !== null) return refusal('invalid_redirect_uri', `redirect_uris.${index}: ${why}`)
  }
  return null
}

function redirectDefect(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri.length > redirectLength) {
    return `expected a text of at most ${redirectLength} characters`
  }
  // What a URL parser would mend or drop must not reach one.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri) || !URL.canParse(uri)) return 'this is no URL'
  if (uri.includes('#')) return 'an address with a fragment (#) is refused'
  if (uri.includes('*')) return 'an address with a wildcard (*) is refused: name each address'
  const { protocol, hostname, username, password } = new URL(uri)
  if (username !== '' || password !== '') return 'an address with a user name or password is refused'
  const scheme = protocol.slice(0, -1)
  if (scheme === 'https') return null
  if (scheme === 'http') {
    return loopback.test(hostname) ? null : 'http is for this computer only (127.0.0.1, localhost): use https'
  }
  if (ownScheme.test(uri) || agentScheme.test(uri)) return null
  return `the scheme ${scheme.slice(0, 40)} is refused: use https, http on this computer, or one of your own such as com.example.app:/`
}

function judgeName(name: unknown): Refusal | null {
  if (name === undefined) return null
  const error = 'invalid_client_metadata'
  if (typeof name !== 'string' || name.trim() === '' || name.length > nameLength) {
    return refusal(error, `client_name: expected a text of 1 to ${nameLength} characters`)
  }
  return unseen.test(name)
    ? refusal(error, 'client_name: characters that cannot be seen or turn the direction of text are refused')
    : null
}

function judgeRest(metadata: Readonly<Record<string, unknown>>): Refusal | null {
  const { grant_types: grants, response_types: responses } = metadata
  const error = 'invalid_client_metadata'
  if (grants !== undefined && !(Array.isArray(grants) && grants.includes('authorization_code'))) {
    return refusal(error, 'grant_types: authorization_code must be among them, nothing else can begin here')
  }
  if (responses !== undefined && !(Array.isArray(responses) && responses.includes('code'))) {
    return refusal(error, 'response_types: code must be among them, nothing else is answered here')
  }
  return null
}

/** Why a document of metadata is refused, besides what judgeApplication says of it; null for no reason. */
export function judgeDocument(url: string, document: Readonly<Record<string, unknown>>): string | null {
  if (document['client_id'] !== url) return 'its client_id is not the address of the document'
  const method = document['token_endpoint_auth_method']
  if ('client_secret' in document || (method !== undefined && method !== 'none')) {
    return 'it asks for a secret or a key: only token_endpoint_auth_method "none" is known here'
  }
  return null
}

/** Whether a client id is the URL of a document (https, with a path, nothing that a parser would change). */
export function isDocumentUrl(id: string): boolean {
  if (!id.startsWith('https://') || id.length > documentUrlLength || !/^[\x21-\x7e]+$/.test(id)) return false
  if (!URL.canParse(id) || id.includes('#')) return false
  const { href, username, password, hostname, pathname } = new URL(id)
  const isNamed = !/^\[|^[\d.]+$/.test(hostname)
  return href === id && pathname !== '/' && isNamed && username === '' && password === ''
}

/**
 * Is this address one of those that the application has named? The port of an address on this computer is
 * chosen anew at each start (RFC 8252, 7.3).
 */
export function allowsRedirect(application: Application, uri: string): boolean {
  if (redirectDefect(uri) !== null) return false
  return application.redirectUris.some(each => each === uri || portless(each) === portless(uri))
}

/** Where an application lives, as far as it can be known: what a person is shown. */
export function hostOf(uri: string): string {
  const { protocol, hostname, host } = new URL(uri)
  if (loopback.test(hostname)) return 'this computer'
  return protocol === 'https:' ? host : `an app on this device (${protocol}//)`
}

/** An http address of this computer without its port; any other address is only like itself. */
function portless(uri: string): string {
  const url = new URL(uri)
  if (url.protocol !== 'http:' || !loopback.test(url.hostname)) return uri
  url.port = ''
  return url.href
}

function refusal(error: Refusal['error'], message: string): Refusal {
  return { error, message }
}
