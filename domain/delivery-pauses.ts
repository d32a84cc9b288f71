// When a delivery is tried again, and how much a bad endpoint is spared.
import { webhookBounds } from './webhook.ts'

const longestPauseMs = 3_600_000

/**
 * Pause before the next attempt: doubles each time, half of it jitter, never less than what the endpoint asked for.
 * @param attempts made so far, 1 or more
 * @param firstMs the first pause
 * @param random in [0, 1)
 * @param retryAfterMs what the endpoint asked for, 0 when nothing
 * @returns milliseconds, at most an hour, or what the endpoint asked for up to the life of a delivery
 */
export function deliveryPauseMs(
  attempts: number,
  { firstMs, random, retryAfterMs }: { firstMs: number; random: number; retryAfterMs: number },
): number {
  const ceiling = Math.min(longestPauseMs, firstMs * 2 ** Math.min(attempts - 1, 30))
  const pause = Math.round(ceiling * (0.5 + random * 0.5))
  return Math.max(pause, Math.min(retryAfterMs, webhookBounds.lifeMs))
}

/**
 * Once as many attempts in a row have failed as go out at once, the endpoint itself seems to be bad: one delivery at a
 * time is tried, and between two of them this pause, so that a long backlog does not hammer it.
 * @param failures in a row
 * @returns milliseconds, at most a minute; 0 while it is not spared
 */
export function sparingPauseMs(failures: number, firstMs: number): number {
  const beyond = failures - webhookBounds.atOnce
  if (beyond < 0) return 0
  return Math.min(12 * firstMs, 60_000, Math.round((firstMs / 20) * 2 ** Math.min(beyond, 30)))
}
