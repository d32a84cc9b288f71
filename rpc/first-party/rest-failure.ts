// Turns a failed answer of a service into a ToolFailure: the same codes for every service, the service's own
// words in the message, and how long it wants to be left alone.

import type { Json } from '../../domain/json.ts'
import type { StepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'
import { retryAfter } from '../outbound/retry-after.ts'

/**
 * @param service the name that people know: `GitHub`
 * @param asked   the request without secrets: `GET /user`
 * @param reason  the service's words; only the beginning is kept
 * @param content what it answered, as data
 * @returns codes: `not-authorized`, `forbidden`, `not-found`, `conflict`, `rate-limited`, `unavailable`,
 *   `rejected`
 */
export function restFailure(
  service: string,
  asked: string,
  { status, headers }: Pick<OutboundResponse, 'status' | 'headers'>,
  reason: string,
  content: Json = reason === '' ? null : reason,
): ToolFailure {
  const wait = restWait(headers, Date.now())
  const code = status === 403 && isLimited(wait) ? 'rate-limited' : codeOf(status)
  const mayPass = code === 'rate-limited' || code === 'unavailable'
  return new ToolFailure(code, `${service} answered ${status} to ${asked}${inOneLine(reason)}`, mayPass, {
    ...(mayPass ? wait : {}),
    answer: { status, content },
  })
}

/**
 * How long a service wants to be left alone: Retry-After, else the reset of a used-up rate limit. GitHub
 * writes it as `x-ratelimit-*` and GitLab as `ratelimit-*`, both in Unix seconds; others write the seconds
 * until then.
 */
export function restWait(
  headers: Readonly<Record<string, string>>,
  now: number,
): { readonly retryAfterMs?: number } {
  const asked = retryAfter(headers['retry-after'], now)
  if (isLimited(asked)) return asked
  const budget = headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining']
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? Number.NaN)
  if (Number(budget ?? 1) > 0 || !(reset >= 0)) return {}
  // No limit lasts for 30 years, so a larger value is a moment.
  return { retryAfterMs: reset > 1e9 ? Math.max(0, reset * 1_000 - now) : reset * 1_000 }
}

/** The beginning of the service's words after a colon; empty without words. */
export function inOneLine(reason: string): string {
  const line = reason
    .slice(0, 300)
    .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .toWellFormed()
  return line === '' ? '' : `: ${line}`
}

function isLimited(wait: { readonly retryAfterMs?: number }): boolean {
  return wait.retryAfterMs !== undefined
}

function codeOf(status: number): StepErrorCode {
  switch (status) {
    case 401:
      return 'not-authorized'
    case 403:
      return 'forbidden'
    case 404:
    case 410:
      return 'not-found'
    case 409:
    case 412:
      return 'conflict'
    case 429:
      return 'rate-limited'
    case 408:
    case 425:
      return 'unavailable'
    default:
      return status >= 500 ? 'unavailable' : 'rejected'
  }
}
