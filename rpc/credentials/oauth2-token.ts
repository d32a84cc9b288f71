// Access tokens by OAuth 2.0 client credentials (RFC 6749, 4.4), for credentials of kind oauth2. Used by
// credential-access.ts. A token stays in this thread's memory until shortly before it expires. Callers share
// one fetch, which goes through the outbound client.
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
import type { Secret } from '../../domain/tools/credential.ts'
import { ToolFailure } from '../builtin/tool.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import { type WaitEnd, type Waiter, withinDeadline } from '../within-deadline.ts'

export type OAuth2Secret = Extract<Secret, { kind: 'oauth2' }>

/** Lifetime of a token for which the server names none. */
const usualLifetimeS = 600
/** A token is not used in its last seconds: it has to arrive, and clocks differ. */
const marginS = 30
const answerMs = 10_000
const answerBytes = 64 * 1024
const tokensKept = 10_000

/** The credential that a token belongs to. */
interface Client {
  /** For messages. */
  readonly name: string
  readonly secret: OAuth2Secret
}

interface Fetched {
  readonly token: Promise<string>
  /** On the clock of `now`; Infinity while the token is being fetched. */
  expiresAt: number
}

export class OAuth2Tokens {
  readonly #outbound: Outbound
  readonly #now: () => number
  readonly #tokens = new Map<string, Fetched>()

  /** @param now ms of any monotonic clock */
  constructor(outbound: Outbound, now: () => number = () => performance.now()) {
    this.#outbound = outbound
    this.#now = now
  }

  /**
   * @param key of the credential in its version
   * @param waiter a caller that leaves does not end the fetch
   * @throws {ToolFailure} `credential-failed`: what the token endpoint did
   */
  get(key: string, client: Client, waiter: Waiter = {}): Promise<string> {
    const known = this.#tokens.get(key)
    const isUsable = known !== undefined && known.expiresAt > this.#now()
    const { token, expiresAt } = isUsable ? known : this.#begin(key, client)
    if (expiresAt !== Number.POSITIVE_INFINITY) return token
    return withinDeadline(token, waiter, why => Promise.reject<never>(leaveFailure(client, why)))
  }

  /** The server refused the token: the next use fetches another, unless a fetch is under way. */
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
      // A token with a very short life is used for half of it.
      if (fetched) fetched.expiresAt = this.#now() + Math.max(lifetimeS - marginS, lifetimeS / 2) * 1_000
      return access_token
    } catch (error) {
      this.#tokens.delete(key)
      throw failureOf(name, new URL(secret.tokenUrl).host, answered, error)
    }
  }

  /** Authenticates by header, which every server must allow; else in the body, which many want. */
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
    // The network policy decides whether http is allowed.
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
    // A Response with such a status takes no body.
    const content = answer.body.length === 0 ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
}

/** The latest answer of the token endpoint; null before it. */
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

function leaveFailure({ name, secret }: Client, why: WaitEnd): ToolFailure {
  const { host } = new URL(secret.tokenUrl)
  if (why === 'aborted') return noToken(name, `${host} was asked, and the call was given up`, false)
  return noToken(name, `${host} did not answer before the deadline of the call`, true)
}

function noToken(name: string, why: string, mayPass: boolean, cause?: unknown): ToolFailure {
  const message = `no token for the credential ${name}: ${why}`
  return new ToolFailure('credential-failed', message, mayPass, { cause })
}
