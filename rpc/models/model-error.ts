// Turns what goes wrong at a model into an error of the port, in words that a person can act on. Called by
// ai-model.ts. What a provider says is shortened, and never holds the key.
import type { ModelError, ModelErrorCode } from '../../domain/models/language-model.ts'
import { OutboundError } from '../outbound/outbound.ts'
import { retryAfter } from '../outbound/retry-after.ts'

/** The shape of the AI SDK's APICallError, as far as it is used. */
interface CallError {
  readonly name?: string
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
  readonly cause?: unknown
}

export interface ErrorSource {
  readonly host: string
  /** Unix ms. */
  readonly now: number
  /** Takes secrets out of a text. */
  readonly scrub: (text: string) => string
}

export function modelError(error: unknown, { host, now, scrub }: ErrorSource): ModelError {
  const unreached = outboundErrorIn(error)
  if (unreached !== null) return outboundFailure(unreached)
  const { statusCode, responseHeaders = {}, responseBody = '' } = error as CallError
  if (statusCode === undefined || statusCode < 400)
    return { code: 'bad-answer', message: `${host} gave no usable answer`, retryable: true }
  const said = scrub(saidIn(responseBody))
  const message = `${host} answered ${statusCode}${said === '' ? '' : `: ${said}`}`
  const { code, retryable } = meaningOf(statusCode)
  return { code, message, retryable, ...(retryable && retryAfter(responseHeaders['retry-after'], now)) }
}

function outboundFailure({ code, message, retryable }: OutboundError): ModelError {
  if (code === 'timeout') return { code: 'timeout', message, retryable }
  if (code === 'bad-answer' || code === 'too-large') return { code: 'bad-answer', message, retryable }
  return { code: 'unavailable', message, retryable }
}

function meaningOf(status: number): { readonly code: ModelErrorCode; readonly retryable: boolean } {
  if (status === 401 || status === 403) return { code: 'unauthenticated', retryable: false }
  if (status === 429) return { code: 'rate-limited', retryable: true }
  if (status === 408 || status >= 500) return { code: 'unavailable', retryable: true }
  return { code: 'bad-request', retryable: false }
}

/** The provider's own sentence, on one line, of at most 300 characters. */
function saidIn(body: string): string {
  const found = messageIn(body)
  return found
    .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .slice(0, 300)
}

function messageIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown }
    if (typeof error === 'string') return error
    const { message } = error as { message?: unknown }
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

/** It may arrive wrapped, as a cause. */
function outboundErrorIn(error: unknown): OutboundError | null {
  let inner = error
  for (let depth = 0; depth < 5 && inner instanceof Error; depth++) {
    if (inner instanceof OutboundError) return inner
    inner = inner.cause
  }
  return null
}
