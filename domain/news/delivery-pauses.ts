// Pauses of webhook deliveries: before a delivery is tried again, and between deliveries to an endpoint
// that keeps failing. Called by the webhook's actor (actors/webhook/).
import { webhookBounds } from './webhook.ts'

const longestPauseMs = 3_600_000

/**
 * Pause before the next attempt: doubles each time, half of it jitter, never less than what the endpoint
 * asked for.
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

/** From this many failures in a row on, the pause is the longest. */
const mostFailures = webhookBounds.atOnce + 8

/** The number of failures in a row to remember: 0 while it does not yet change the pause. */
export function sparingFailures(failures: number): number {
  return failures < webhookBounds.atOnce ? 0 : Math.min(failures, mostFailures)
}

/**
 * Pause between two deliveries to an endpoint that seems to be bad: as many attempts in a row have failed
 * as go out at once. From then on one delivery at a time is tried, with this pause between them, so that a
 * long backlog does not hammer the endpoint.
 * @param failures in a row
 * @returns milliseconds, at most a minute; 0 for fewer failures
 */
export function sparingPauseMs(failures: number, firstMs: number): number {
  const beyond = failures - webhookBounds.atOnce
  if (beyond < 0) return 0
  return Math.min(12 * firstMs, 60_000, Math.round((firstMs / 20) * 2 ** Math.min(beyond, 30)))
}
