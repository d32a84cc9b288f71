// The kind of webhooks, which hosted.ts makes for actors/host.ts: opens the behavior and performs the turns
// of delivering in the host's thread.
// 1. Deliveries are rows, not entries of the journal.
// 2. The actor of an active webhook stays in memory, since it always has a pending effect.
// 3. A turn begins only when the previous turn of the same webhook has ended.
import { notFound } from '../../domain/failure.ts'
import { prefixes } from '../../domain/ids.ts'
import type { ActorKind } from '../../runtime/actor.ts'
import { tenantOf } from '../tenant.ts'
import { webhook } from './behavior.ts'
import { Endpoint } from './endpoint.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import type { DeliverEffect, Event, Message, State } from './protocol.ts'

export type WebhookKind = ActorKind<Message, Event, State, DeliverEffect, never>

/** @param partsOf the parts of one endpoint */
export function webhookKind(
  partsOf: (organizationId: string, webhookId: string) => EndpointParts,
): WebhookKind {
  /** By webhook: resolves when its latest turn has ended. An aborted turn must end before the next begins. */
  const running = new Map<string, Promise<unknown>>()
  return {
    prefix: prefixes.webhook,
    alarm: { type: 'alarm' },
    poisoned: reason => ({ type: 'poison', reason }),
    tenantOf,
    open(_address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type !== 'set') throw notFound('webhook')
      return webhook
    },
    perform(address, { organizationId, failures }, outside) {
      const before = running.get(address)
      const delivering = (async () => {
        await before
        return new Endpoint(partsOf(organizationId, address), outside, failures).run()
      })()
      const ended = delivering
        .then(
          () => {},
          () => {},
        )
        .then(() => {
          if (running.get(address) === ended) running.delete(address)
        })
      running.set(address, ended)
      return delivering
    },
  }
}
