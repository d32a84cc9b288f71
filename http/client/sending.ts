// Sends a request until it is answered. A request that is safe to repeat (a GET, or one with an
// Idempotency-Key) is sent again when the service is busy (429, 503) or was not reached. It waits as long as
// the service asks, else twice as long each time. Every wait ends.
import { ApiError, refusalOf } from './api-error.ts'
import type { ApiRequest } from './target.ts'

export interface Retries {
  /** Attempts in all. */
  readonly attempts: number
  /** The first wait when the service names none; doubles each time, with full jitter. */
  readonly firstMs: number
  /** The call fails when it would have to wait longer, even when the service asks for that. */
  readonly longestMs: number
}

export const defaultRetries: Retries = { attempts: 4, firstMs: 250, longestMs: 60_000 }

export interface SendingParts {
  readonly fetch: typeof fetch
  readonly retries: Retries
  /** Deadline for the head of an answer, and again for the rest of it. */
  readonly timeoutMs: number
}

export type Credential = () => Promise<string | null>

/**
 * @returns a successful answer
 * @throws {ApiError}
 */
export async function sendPatiently(
  parts: SendingParts,
  credential: Credential,
  request: ApiRequest,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await sendOnce(parts, credential, request)
    if (!(outcome instanceof ApiError)) return outcome
    const waitMs = request.isRepeatable ? waitBefore(attempt, outcome, parts.retries) : null
    if (waitMs === null) throw outcome
    await pause(waitMs, request.signal)
  }
}

/** @throws the reason with which the caller aborted it */
export async function sendOnce(
  { fetch, timeoutMs }: Omit<SendingParts, 'retries'>,
  credential: Credential,
  { method, url, headers, body, signal }: ApiRequest,
): Promise<Response | ApiError> {
  const token = await credential()
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
      ...(body !== null && { body }),
      signal: signal === null ? deadline : AbortSignal.any([deadline, signal]),
    })
    return response.ok ? response : await refusalOf(response)
  } catch (cause) {
    signal?.throwIfAborted()
    return unreached(url, deadline.aborted, cause)
  }
}

export function unreached({ origin }: URL, isLate: boolean, cause: unknown): ApiError {
  const code = isLate ? 'timeout' : 'unreachable'
  const message = isLate ? `${origin} did not answer in time` : `${origin} cannot be reached`
  return new ApiError({ status: 0, code, message }, cause)
}

/** @returns null when the request must not be sent again */
export function waitBefore(
  attempt: number,
  { status, code, retryAfterMs }: ApiError,
  { attempts, firstMs, longestMs }: Retries,
): number | null {
  const mayPass = status === 429 || status === 503 || code === 'unreachable'
  if (!mayPass || attempt >= attempts) return null
  const waitMs = retryAfterMs ?? Math.random() * firstMs * 2 ** (attempt - 1)
  return waitMs > longestMs ? null : waitMs
}

/** @throws the reason of the signal */
export async function pause(ms: number, signal: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true })
  })
  signal?.throwIfAborted()
}
