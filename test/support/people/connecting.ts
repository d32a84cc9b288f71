// An application that connects, as the official SDKs have it: what their auth provider keeps, in memory.
// And the person that it sends to /authorize, who decides by the calls that the page there makes.
import { createHash, randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Client } from './client.ts'

export const redirectUri = 'http://127.0.0.1:33418/callback'

interface MemoryOptions {
  /** Address of its metadata document. */
  readonly url?: string
  readonly scope?: string
  readonly redirectUri?: string
}

/** What an application keeps between its calls. */
export class ApplicationMemory implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata
  readonly clientMetadataUrl?: string
  client: OAuthClientInformationMixed | undefined
  held: OAuthTokens | undefined
  /** Where it has sent its person. */
  sentTo: URL | null = null
  #verifier = ''

  constructor(name: string, { url, scope, redirectUri: redirect = redirectUri }: MemoryOptions = {}) {
    this.redirectUrl = redirect
    this.clientMetadata = { client_name: name, redirect_uris: [redirect], ...(scope && { scope }) }
    if (url !== undefined) this.clientMetadataUrl = url
  }

  state = () => 'the state of the test'
  clientInformation = () => this.client
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client
  }
  tokens = () => this.held
  saveTokens(tokens: OAuthTokens) {
    this.held = tokens
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url
  }
  invalidateCredentials(what: string) {
    if (what === 'all' || what === 'tokens') this.held = undefined
    if (what === 'all' || what === 'client') this.client = undefined
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
}

/** A person answers what an application asks. @returns where their browser goes on to */
export async function decide(person: Client, asked: URL, more: object = {}): Promise<URL> {
  const body = { request: asked.search.slice(1), allow: true, ...more }
  const answer = await person.post('/api/v1/auth/authorizations', body)
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return new URL(answer.body.redirectTo)
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly expires_in: number
}

/** The flow by hand, for what no well-behaved client does. */
export class ByHand {
  readonly url: string
  readonly verifier = randomBytes(32).toString('base64url')
  readonly clientId: string

  private constructor(url: string, clientId: string) {
    this.url = url
    this.clientId = clientId
  }

  static async register(url: string, metadata: object = {}): Promise<ByHand> {
    const answer = await register(url, { client_name: 'By hand', redirect_uris: [redirectUri], ...metadata })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return new ByHand(url, answer.body.client_id)
  }

  /** The address that it opens for its person. @param changed parameters; null leaves one out */
  asks(changed: Readonly<Record<string, string | null>> = {}): URL {
    const url = new URL('/authorize', this.url)
    const challenge = createHash('sha256').update(this.verifier).digest('base64url')
    const usual = {
      ...{ response_type: 'code', client_id: this.clientId, redirect_uri: redirectUri, state: 'a state' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', scope: 'read write execute' },
      resource: `${this.url}/rpc`,
    }
    for (const [name, value] of Object.entries({ ...usual, ...changed }))
      if (value !== null) url.searchParams.set(name, value)
    return url
  }

  exchange(code: string, changed: Readonly<Record<string, string>> = {}) {
    const { clientId: client_id, verifier: code_verifier } = this
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    return this.form('/oauth/token', { ...grant, client_id, code_verifier, ...changed })
  }

  refresh(refresh_token: string, changed: Readonly<Record<string, string>> = {}) {
    const grant = { grant_type: 'refresh_token', refresh_token, client_id: this.clientId }
    return this.form('/oauth/token', { ...grant, ...changed })
  }

  /** Connects for a person. */
  async connect(person: Client, changed: Readonly<Record<string, string | null>> = {}): Promise<Tokens> {
    const back = await decide(person, this.asks(changed))
    const { status, body } = await this.exchange(back.searchParams.get('code')!)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }

  async form(path: string, fields: Readonly<Record<string, string>> | string, headers: object = {}) {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
    const body = (await response.json()) as any
    return { status: response.status, headers: response.headers, body }
  }
}

export async function register(url: string, metadata: unknown) {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  const body = (await response.json()) as any
  return { status: response.status, body }
}
