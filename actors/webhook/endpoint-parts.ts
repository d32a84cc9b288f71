// The parts of an Endpoint (endpoint.ts): its queue, its way out, its clock. hosted.ts makes them for a host.
import type { WebhookAnswer } from '../../rpc/webhook-request.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { DeliveryQueue, DueDelivery, LoadedWebhook } from '../../storage/events/delivery-queue.ts'

export interface EndpointParts {
  readonly queue: DeliveryQueue
  /** Sends one delivery. The answer has no secrets in it. Never throws. */
  readonly send: (webhook: LoadedWebhook, due: DueDelivery, signal: AbortSignal) => Promise<WebhookAnswer>
  /** Calls back when there may be new work. @returns a function that ends it */
  readonly listen: (wake: () => void) => () => void
  /** Marks the webhook as failing: a delivery was given up. */
  readonly failing: (since: number, error: string) => Promise<void>
  /** Marks the webhook as healthy again. */
  readonly well: () => Promise<void>
  /** @returns the revision of the row; null when it was not active any more */
  readonly switchOff: (since: number, error: string) => Promise<number | null>
  readonly clock: Clock
  /** Pause before the first retry of a delivery. */
  readonly retryMs: number
}
