// The error of a call that fails: the service refused it, or could not be reached.

export interface ApiErrorFacts {
  /** Status of the answer; 0 when there was none. */
  readonly status: number
  /** The error code of the service (`not-found`), or `unreachable`, `timeout`, `invalid-answer`. */
  readonly code: string
  readonly message: string
  /** Id of the request; empty when there was no answer. */
  readonly requestId?: string
  readonly retryAfterMs?: number | null
}

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  /** How long the service asks to wait; null when it does not. */
  readonly retryAfterMs: number | null

  constructor(
    { status, code, message, requestId = '', retryAfterMs = null }: ApiErrorFacts,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

/** Reads the body of an answer, and makes an error of it. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  return new ApiError({
    status,
    code: headers.get('x-error-code') ?? `status-${status}`,
    message: messageIn(text) ?? `the service answered ${status}`,
    requestId: headers.get('x-request-id') ?? '',
    retryAfterMs: waitAsked(headers.get('retry-after')),
  })
}

function messageIn(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}

function waitAsked(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null
}
