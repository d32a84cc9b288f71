// What the server refused, or that it could not be reached. Everything that a client of chat throws, but for
// an abort of the caller's own.

export interface ChatErrorFacts {
  /** 0 when there was no answer. */
  readonly status: number
  /** `X-Error-Code` of the answer; `unreachable` without one. */
  readonly code: string
  /** As the server asks to wait before another try; null when it does not. */
  readonly retryAfterMs: number | null
  readonly requestId: string | null
  /** The body of the refusal, such as `limit`, `current` and `upgrade` of a 402. */
  readonly body: { readonly [name: string]: unknown }
}

export class ChatError extends Error {
  override readonly name = 'ChatError'
  readonly status: number
  readonly code: string
  readonly retryAfterMs: number | null
  readonly requestId: string | null
  readonly body: { readonly [name: string]: unknown }

  constructor(
    message: string,
    { status, code, retryAfterMs, requestId, body }: ChatErrorFacts,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
    this.body = body
  }
}

/** Of an answer that is no success. Reads its body. */
export async function refusalOf(response: Response): Promise<ChatError> {
  const body = (await response.json().catch(() => ({}))) as { error?: unknown }
  const message = typeof body.error === 'string' ? body.error : `the service answered ${response.status}`
  return new ChatError(message, {
    status: response.status,
    code: response.headers.get('x-error-code') ?? `http-${response.status}`,
    retryAfterMs: retryAfterOf(response),
    requestId: response.headers.get('x-request-id'),
    body,
  })
}

export function unreachable(baseUrl: string, cause: unknown): ChatError {
  const facts = { status: 0, code: 'unreachable', retryAfterMs: null, requestId: null, body: {} }
  return new ChatError(`cannot reach ${baseUrl}: ${(cause as Error)?.message ?? cause}`, facts, cause)
}

/** Seconds or a date, as HTTP has it. */
export function retryAfterOf({ headers }: Response): number | null {
  const said = headers.get('retry-after')
  if (!said) return null
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return ms >= 0 ? ms : 0
}
