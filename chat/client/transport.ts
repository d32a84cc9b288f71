// Requests of the client: where they go, who they are from, and when they are tried again.
// 1. Every request names its tenant. A POST carries a key of idempotency, so that trying again does nothing
//    twice.
// 2. A lost connection, 429, 502, 503 and 504 are tried again; a 401 once, with a new token. What else the
//    server refuses is a ChatError at once.
// 3. Whoever waits can see it: `report` is told what the connection is like and until when a pause lasts.
import { type ChatError, refusalOf, unreachable } from './chat-error.ts'
import { defaults, type ServiceChatConfig } from './config.ts'
import { Credential } from './credential.ts'
import type { Page } from './page.ts'

export interface ConnectionState {
  /** `limited`: the server asks to wait. `offline`: the machine says that it has no network. */
  readonly state: 'online' | 'reconnecting' | 'offline' | 'limited'
  /** Unix ms of the next try; null when online. */
  readonly retryAt: number | null
}

export interface ChatRequest {
  readonly body?: unknown
  readonly query?: { readonly [name: string]: string | number | undefined }
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal | undefined
  /** Tried again for as long as it takes. */
  readonly isEndless?: boolean
}

const longestPauseMs = 30_000
/** Who is asked to wait longer is told so instead. */
const longestLimitMs = 120_000

const page = globalThis as unknown as Page
/** True only where the machine knows it. */
const isOffline = () => page.navigator?.onLine === false

export class Transport {
  readonly #config: ServiceChatConfig
  readonly #credential: Credential
  readonly #report: (state: ConnectionState) => void
  readonly #baseUrl: string

  constructor(config: ServiceChatConfig, report: (state: ConnectionState) => void) {
    this.#config = config
    this.#credential = new Credential(config)
    this.#report = report
    this.#baseUrl = (config.baseUrl || defaults.baseUrl).replace(/\/+$/, '')
  }

  /** The token is no longer good. */
  renew(): void {
    this.#credential.renew()
  }

  /**
   * While the machine has no network no try is the last one.
   * @param path below `/api/v1/chat`
   * @throws {ChatError} refused, or not reached after all tries
   */
  async request(method: string, path: string, request: ChatRequest = {}): Promise<Response> {
    const { retries = 4 } = this.#config
    const headers: Record<string, string> = { ...request.headers }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (method === 'POST') headers['idempotency-key'] ??= crypto.randomUUID()
    let isRenewed = false
    for (let tries = 1; ; tries = isOffline() ? Math.min(tries + 1, retries) : tries + 1) {
      const [response, cause] = await this.#try(method, path, { ...request, headers })
      if (response?.ok) {
        this.#report({ state: 'online', retryAt: null })
        return response
      }
      if (response?.status === 401 && !isRenewed && this.#credential.renew()) {
        isRenewed = true
        continue
      }
      const error = response ? await refusalOf(response) : unreachable(this.#baseUrl, cause)
      const isLast = tries > retries && !request.isEndless
      const waitMs = isLast || !canPass(error) ? null : this.#waitMs(tries, error)
      if (waitMs === null) throw error
      await this.pause(waitMs, { isLimited: error.status === 429, signal: request.signal })
    }
  }

  /** Ends early when the machine is back on its network. @throws the signal's reason */
  async pause(
    ms: number,
    { isLimited = false, signal }: { isLimited?: boolean; signal?: AbortSignal | undefined },
  ) {
    const state = isLimited ? 'limited' : isOffline() ? 'offline' : 'reconnecting'
    this.#report({ state, retryAt: Date.now() + ms })
    await new Promise<void>(resolve => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        page.removeEventListener?.('online', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
      if (!isLimited) page.addEventListener?.('online', end)
    })
    signal?.throwIfAborted()
  }

  /** Full jitter above half, so that many clients do not come back together. */
  backoffMs(tries: number): number {
    const { retryDelayMs = 500 } = this.#config
    return Math.min(longestPauseMs, retryDelayMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
  }

  #waitMs(tries: number, { retryAfterMs }: ChatError): number | null {
    if (retryAfterMs === null) return this.backoffMs(tries)
    return retryAfterMs > longestLimitMs ? null : retryAfterMs
  }

  /** @returns an answer, or why there is none */
  async #try(method: string, path: string, request: ChatRequest): Promise<[Response | null, unknown?]> {
    const url = new URL(`${this.#baseUrl}/api/v1/chat${path}`)
    const query = { tenant: this.#config.tenantId, ...request.query }
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, `${value}`)
    try {
      const authorization = `Bearer ${await this.#credential.bearer()}`
      const response = await (this.#config.fetch ?? fetch)(url, {
        method,
        headers: { ...request.headers, authorization },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: request.signal ?? null,
        credentials: 'omit',
      })
      this.#credential.judge(response.headers.get('x-chat-scope'))
      return [response]
    } catch (cause) {
      request.signal?.throwIfAborted()
      return [null, cause]
    }
  }
}

function canPass({ status }: ChatError): boolean {
  return status === 0 || status === 429 || (status >= 502 && status <= 504)
}
