// Access tokens by OAuth 2.0 client credentials (RFC 6749, 4.4), for credentials of kind oauth2. In the memory of this
// thread until shortly before they expire, fetched once for all who wait, through the guarded client.
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  ResponseBodyError,
} from 'openid-client'
import type { Secret } from '../../domain/credential.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import { ToolFailure } from '../tools/tool.ts'
import { type Leaving, type Waiter, withinDeadline } from '../within-deadline.ts'

export type OAuth2Secret = Extract<Secret, { kind: 'oauth2' }>

/** A token that a server gives no lifetime for is asked for again after this. */
const usualLifetimeS = 600
/** So long before it expires a token is not used any more: it has to arrive, and clocks differ. */
const marginS = 30
const answerMs = 10_000
const answerBytes = 64 * 1024
const tokensKept = 10_000

/** The credential that a token is for. */
interface Client {
  /** For messages. */
  readonly name: string
  readonly secret: OAuth2Secret
}

interface Fetched {
  readonly token: Promise<string>
  /** ms of the clock; while it is being fetched, none. */
  expiresAt: number
}

export class OAuth2Tokens {
  readonly #outbound: Outbound
  readonly #now: () => number
  readonly #tokens = new Map<string, Fetched>()

  /** @param now ms of any clock that only goes forward */
  constructor(outbound: Outbound, now: () => number = () => performance.now()) {
    this.#outbound = outbound
    this.#now = now
  }

  /**
   * @param key of the credential in its version
   * @param waiter who leaves early leaves the fetch to the others
   * @throws {ToolFailure} `credential-failed`: what the token endpoint did
   */
  get(key: string, client: Client, waiter: Waiter = {}): Promise<string> {
    const known = this.#tokens.get(key)
    const isUsable = known !== undefined && known.expiresAt > this.#now()
    const { token, expiresAt } = isUsable ? known : this.#begin(key, client)
    if (expiresAt !== Number.POSITIVE_INFINITY) return token
    return withinDeadline(token, waiter, why => Promise.reject<never>(leaving(client, why)))
  }

  /** The token was refused: the next use fetches another, unless that is under way already. */
  forget(key: string): void {
    const known = this.#tokens.get(key)
    if (known !== undefined && known.expiresAt !== Number.POSITIVE_INFINITY) this.#tokens.delete(key)
  }

  #begin(key: string, client: Client): Fetched {
    const fetched: Fetched = { token: this.#fetch(key, client), expiresAt: Number.POSITIVE_INFINITY }
    this.#tokens.delete(key)
    this.#tokens.set(key, fetched)
    if (this.#tokens.size > tokensKept) this.#tokens.delete(this.#tokens.keys().next().value!)
    return fetched
  }

  async #fetch(key: string, { name, secret }: Client): Promise<string> {
    const answered: Answered = { status: null }
    try {
      const { access_token, expires_in } = await this.#grant(secret, answered)
      const lifetimeS = expires_in ?? usualLifetimeS
      const fetched = this.#tokens.get(key)
      // One of a very short life is used for half of it.
      if (fetched) fetched.expiresAt = this.#now() + Math.max(lifetimeS - marginS, lifetimeS / 2) * 1_000
      return access_token
    } catch (error) {
      this.#tokens.delete(key)
      throw failureOf(name, new URL(secret.tokenUrl).host, answered, error)
    }
  }

  /** The client authenticates by header, as every server must allow, else in the body, as many want it. */
  async #grant(secret: OAuth2Secret, answered: Answered) {
    try {
      return await this.#grantBy(ClientSecretBasic(secret.clientSecret), secret, answered)
    } catch (error) {
      const isUnknown = error instanceof ResponseBodyError && error.error === 'invalid_client'
      if (answered.status !== 401 && !isUnknown) throw error
      return this.#grantBy(ClientSecretPost(secret.clientSecret), secret, answered)
    }
  }

  #grantBy(authentication: ClientAuth, { tokenUrl, clientId, scope }: OAuth2Secret, answered: Answered) {
    const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
    const configuration = new Configuration(server, clientId, undefined, authentication)
    // Whether http may be called is the network policy's to say.
    allowInsecureRequests(configuration)
    configuration[customFetch] = async (url, { headers, body }) => {
      const response = await this.#post(url, headers, String(body))
      answered.status = response.status
      return response
    }
    return clientCredentialsGrant(configuration, scope === undefined ? {} : { scope })
  }

  async #post(url: string, headers: Record<string, string>, body: string): Promise<Response> {
    const limits = { maxBytes: answerBytes, timeouts: { totalMs: answerMs } }
    const answer = await this.#outbound.request({ method: 'POST', url, headers, body, ...limits })
    // A Response takes no body with a status that has none.
    const content = answer.body.length === 0 ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
}

/** What the token endpoint answered last; null while it has not. */
interface Answered {
  status: number | null
}

function failureOf(name: string, host: string, { status }: Answered, error: unknown): ToolFailure {
  const failed = (message: string, mayPass: boolean) => noToken(name, message, mayPass, error)
  const unreached = [error, (error as Error).cause].find(each => each instanceof OutboundError)
  if (unreached !== undefined) return failed(unreached.message, unreached.retryable)
  if (status === null || status < 400) return failed(`${host} answered no usable token`, false)
  const said = error instanceof ResponseBodyError ? `: ${error.error}` : ''
  return failed(`${host} answered ${status}${said}`, status === 429 || status >= 500)
}

function leaving({ name, secret }: Client, why: Leaving): ToolFailure {
  const { host } = new URL(secret.tokenUrl)
  if (why === 'aborted') return noToken(name, `${host} was asked, and the call was given up`, false)
  return noToken(name, `${host} did not answer before the deadline of the call`, true)
}

function noToken(name: string, why: string, mayPass: boolean, cause?: unknown): ToolFailure {
  const message = `no token for the credential ${name}: ${why}`
  return new ToolFailure('credential-failed', message, mayPass, { cause })
}
