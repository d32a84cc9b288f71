// The messages, events, effect and state of a webhook's actor. All of them are JSON. Deliveries are rows
// (storage/events/delivery-queue.ts), so a backlog costs no memory; the actor is their only worker.
import type { WebhookSetting } from '../../domain/news/webhook.ts'
import type { Effect } from '../../runtime/actor.ts'

export type Message =
  /** The row has changed. */
  | { readonly type: 'set'; readonly setting: WebhookSetting }
  /** The row is gone. */
  | { readonly type: 'remove' }
  /** The row at this revision is inactive: the endpoint is gone, or somebody has switched it off. */
  | { readonly type: 'switched-off'; readonly revision: number }
  /** A turn is over. `failures`: failed attempts in a row at its end (sparingFailures). */
  | { readonly type: 'turned'; readonly failures: number }
  | { readonly type: 'alarm' }
  /** Its code ended its host too often. */
  | { readonly type: 'poison'; readonly reason: string }

export type Event =
  | { readonly type: 'set'; readonly setting: WebhookSetting }
  | { readonly type: 'removed' }
  | { readonly type: 'switched-off'; readonly revision: number }
  /** The endpoint is spared more or less than before. */
  | { readonly type: 'turned'; readonly failures: number }
  /** Poisoned: it delivers nothing until its setting changes. */
  | { readonly type: 'parked'; readonly reason: string }

/** Deliver for a turn of bounded time. Always pending while the webhook is active. */
export interface DeliverEffect extends Effect {
  readonly type: 'deliver'
  readonly organizationId: string
  /** Failed attempts in a row at the end of the previous turn. */
  readonly failures: number
}

export interface State {
  setting: WebhookSetting | null
  isRemoved: boolean
  /** Failed attempts in a row of a spared endpoint; 0 for one that is not spared. */
  failures: number
  parked: string | null
}
