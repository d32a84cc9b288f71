// The credential of requests: a key as it is, or tokens that are asked for when they are needed.
// 1. It stays in memory. Nothing here writes it anywhere.
// 2. A key cannot be told from its text: what the server says of it (`X-Chat-Scope`) decides the warning.
import type { ChatToken, ServiceChatConfig } from './config.ts'

/** A token is renewed this long before it expires, so that it does not expire on its way. */
const earlyMs = 10_000

export class Credential {
  readonly #apiKey: string | undefined
  readonly #getToken: ServiceChatConfig['getToken']
  #token: Promise<string> | null = null
  #expiresAt = Number.POSITIVE_INFINITY
  #isJudged = false

  constructor({ apiKey, getToken }: ServiceChatConfig) {
    this.#apiKey = apiKey
    this.#getToken = getToken
  }

  bearer(): Promise<string> {
    if (!this.#getToken) return Promise.resolve(this.#apiKey!)
    if (this.#expiresAt - earlyMs < Date.now()) this.renew()
    this.#token ??= this.#ask(this.#getToken)
    return this.#token
  }

  /** Forgets the token. @returns false when there is no other to be had */
  renew(): boolean {
    this.#token = null
    this.#expiresAt = Number.POSITIVE_INFINITY
    return this.#getToken !== undefined
  }

  /**
   * Warns once, in a page, about a key that can do more than chat.
   * @param scope what the server says of the key: `full`, `chat`, or null when it says nothing
   */
  judge(scope: string | null): void {
    const isKey = !this.#getToken && this.#apiKey!.startsWith('sk_')
    if (this.#isJudged || !isKey || scope === 'chat' || !('document' in globalThis)) return
    this.#isJudged = true
    const found = scope === 'full' ? 'This API key can do more than chat' : 'This page holds an API key'
    console.warn(`[ServiceChat] ${found}, and every visitor can read it. Use a chat-only one, or getToken().`)
  }

  async #ask(getToken: () => Promise<string | ChatToken> | string | ChatToken): Promise<string> {
    try {
      const given = await getToken()
      if (typeof given === 'string') return given
      this.#expiresAt = given.expiresAt ?? Number.POSITIVE_INFINITY
      return given.token
    } catch (cause) {
      this.renew()
      throw new Error(`no token: ${cause}`, { cause })
    }
  }
}
