// What becomes of a delivery after an attempt: it is over, or it is tried again.
import { deliveryPauseMs } from '../../domain/delivery-pauses.ts'
import { jitterOf } from '../../domain/retry.ts'
import type { WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { DueDelivery, EndedAttempt } from '../../storage/delivery-queue.ts'

/** @param now Unix ms @param retryMs the first pause */
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
  // At its end it is given up.
  return { status: 'pending', nextAt: Math.min(now + pauseMs, expiresAt) }
}
