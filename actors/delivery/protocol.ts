// What is said to the actor of a webhook, what happens in it, what it remembers, what it owes. All of it is JSON. What it
// delivers is rows (storage/delivery-queue.ts), so that a backlog costs no memory; the actor is who owns them.
import type { WebhookSetting } from '../../domain/webhook.ts'
import type { Effect } from '../../runtime/actor.ts'

export type Message =
  /** The row has changed. */
  | { readonly type: 'set'; readonly setting: WebhookSetting }
  /** The row is gone. */
  | { readonly type: 'remove' }
  /** The endpoint wants nothing any more, or somebody has switched it off: so says the row at this revision. */
  | { readonly type: 'switched-off'; readonly revision: number }
  | { readonly type: 'alarm' }
  /** Its code ended its host too often. */
  | { readonly type: 'park'; readonly reason: string }

export type Event =
  | { readonly type: 'set'; readonly setting: WebhookSetting }
  | { readonly type: 'removed' }
  | { readonly type: 'switched-off'; readonly revision: number }
  /** Nothing is delivered until it is set again. */
  | { readonly type: 'parked'; readonly reason: string }

/** Deliver what there is, and what there will be, for as long as it is owed. There is one. */
export interface DeliverEffect extends Effect {
  readonly type: 'deliver'
  readonly organizationId: string
}

export interface State {
  setting: WebhookSetting | null
  isRemoved: boolean
  parked: string | null
}
