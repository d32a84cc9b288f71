// Whether a step is tried again, and the pause before it. Called by actors/execution/steps/failing.ts; tool
// servers and webhooks take its jitter.

import { fnv1a } from '../hash.ts'
import type { ToolError } from '../tools/tool.ts'
import type { RetryPolicy } from './plan.ts'

const defaultBackoffMs = 1_000
const defaultMaxBackoffMs = 60_000
/** Longest Retry-After that is followed: a day. */
const longestRetryAfterMs = 86_400_000

/**
 * Answers of the other side about what it found, which may be another one later. No code of ours is here:
 * what we refuse (arguments, secrets, switched off tools, addresses) stays refused, and a cancelled call is
 * over.
 */
const answersOfTools: ReadonlySet<string> = new Set([
  'tool-failed',
  'server-error',
  'http-status',
  'bad-answer',
  'not-found',
  'conflict',
  'rejected',
])

/** Is another attempt worth it after this error, if any are left? */
export function isRetried({ on = 'transient' }: RetryPolicy, { code, retryable }: ToolError): boolean {
  return retryable || (on === 'any' && answersOfTools.has(code))
}

/**
 * Pause before the next attempt of a step: full jitter or a fixed one, but never less than the server asked
 * for.
 * @param attempt  the one that failed, 1 for the first
 * @param random   in [0, 1)
 * @param retryAfterMs what the server asked for, 0 for nothing
 * @returns milliseconds
 * @see "Exponential Backoff and Jitter", AWS Architecture Blog
 */
export function retryPauseMs(policy: RetryPolicy, attempt: number, random: number, retryAfterMs = 0): number {
  const { backoffMs = defaultBackoffMs, maxBackoffMs = defaultMaxBackoffMs, pauseMs } = policy
  const asked = Math.min(retryAfterMs, longestRetryAfterMs)
  if (pauseMs !== undefined) return Math.max(pauseMs, asked)
  const ceiling = Math.min(maxBackoffMs, backoffMs * 2 ** Math.min(attempt - 1, 30))
  return Math.max(Math.floor(random * ceiling), asked)
}

/**
 * A number in [0, 1) that follows from a text: jitter for a decision, which may not draw random numbers.
 * FNV-1a, finished half.
 */
export function jitterOf(text: string): number {
  let hash = fnv1a(text)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
