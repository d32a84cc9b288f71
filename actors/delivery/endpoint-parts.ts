// What delivering to an endpoint needs of the world around it.
import type { WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { DeliveryQueue, DueDelivery, LoadedWebhook } from '../../storage/delivery-queue.ts'

export interface EndpointParts {
  readonly queue: DeliveryQueue
  /** Sends one; what comes back is scrubbed. Never throws. */
  readonly send: (webhook: LoadedWebhook, due: DueDelivery, signal: AbortSignal) => Promise<WebhookAnswer>
  /** Calls back when there may be something new; the returned function ends it. */
  readonly listen: (wake: () => void) => () => void
  /** A delivery was given up. */
  readonly failing: (since: number, error: string) => Promise<void>
  readonly well: () => Promise<void>
  /** @returns the revision of the row */
  readonly switchOff: (since: number, error: string) => Promise<number | null>
  readonly clock: Clock
  /** The first pause before a delivery is tried again. */
  readonly retryMs: number
}
