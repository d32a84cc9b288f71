// The outcome of an attempt to deliver: the delivery is done, dead, or due again after a pause. Pure;
// endpoint.ts calls it.
import { deliveryPauseMs } from '../../domain/news/delivery-pauses.ts'
import { jitterOf } from '../../domain/plan/retry.ts'
import type { WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { DueDelivery, EndedAttempt } from '../../storage/events/delivery-queue.ts'

/** @param now Unix ms @param retryMs pause before the first retry */
export function outcomeOf(
  { id, attempts, expiresAt }: DueDelivery,
  { isTaken, status, retryAfterMs }: WebhookAnswer,
  now: number,
  retryMs: number,
): Pick<EndedAttempt, 'status' | 'nextAt'> {
  if (isTaken) return { status: 'delivered', nextAt: null }
  if (now >= expiresAt || status === 410) return { status: 'dead', nextAt: null }
  const random = jitterOf(`${id} ${attempts}`)
  const pauseMs = deliveryPauseMs(attempts + 1, { firstMs: retryMs, random, retryAfterMs })
  // The attempt at `expiresAt` gives it up.
  return { status: 'pending', nextAt: Math.min(now + pauseMs, expiresAt) }
}
