// What a client of chat is made with, and what of it holds when nothing is said. ServiceChatClient takes it;
// the widget and React add their own options to it.
import type { OnBusy } from './wire.ts'

/** A short-lived token of `POST /api/v1/chat/tokens`. */
export interface ChatToken {
  readonly token: string
  /** Unix ms. */
  readonly expiresAt?: number | null
}

export interface ServiceChatConfig {
  /** The organization (`org_...`). Every request names it; the server refuses a credential of another. */
  readonly tenantId: string
  /** A key. In a page: one with the scope `chat` only, bound to the page's origin. */
  readonly apiKey?: string | undefined
  /** Gives a short-lived token of your server. Asked again before one expires and after a 401. */
  readonly getToken?: (() => Promise<string | ChatToken> | string | ChatToken) | undefined
  /** Where the service is. Default: the origin that served the script, else `http://localhost:8080`. */
  readonly baseUrl?: string | undefined
  /** The one workflow that new sessions are about. */
  readonly workflowId?: string | undefined
  /** A session to go on with. Without it, the first message begins one. */
  readonly sessionId?: string | undefined
  /** What becomes of a message that is sent while an answer is under way. Default `queue`. */
  readonly onBusy?: OnBusy | undefined
  /** Further tries of a request after a lost connection, 429 or 503. Default 4. */
  readonly retries?: number | undefined
  /** Pause before the first further try, doubled for each next one up to 30 s. Default 500. */
  readonly retryDelayMs?: number | undefined
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/** The script that a service gives to a page sets where that service is. */
export const defaults = { baseUrl: 'http://localhost:8080' }

/** @throws {TypeError} nothing to authenticate with, or no tenant: every request would be refused */
export function checkConfig(config: ServiceChatConfig): void {
  if (!config?.tenantId) throw new TypeError('ServiceChat: tenantId is missing')
  if (!config.apiKey && !config.getToken) throw new TypeError('ServiceChat: give apiKey or getToken')
}
