// Where the actor of a webhook meets the world: it delivers, for as long as that is owed. Runs in a host thread. Nothing of
// it is in the journal, since what was delivered is rows; so the actor of a webhook that is switched on stays in memory.
import { notFound } from '../../domain/failure.ts'
import { prefixes } from '../../domain/ids.ts'
import type { ActorKind } from '../../runtime/actor.ts'
import { delivery } from './behavior.ts'
import { Endpoint } from './endpoint.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import type { DeliverEffect, Event, Message, State } from './protocol.ts'

export type DeliveryKind = ActorKind<Message, Event, State, DeliverEffect, never>

/** @param partsOf what one endpoint needs, by organization and webhook */
export function deliveryKind(
  partsOf: (organizationId: string, webhookId: string) => EndpointParts,
): DeliveryKind {
  /** The latest delivering of each webhook. One that was called off has to end before the next begins. */
  const running = new Map<string, Promise<unknown>>()
  return {
    prefix: prefixes.webhook,
    alarm: { type: 'alarm' },
    parked: reason => ({ type: 'park', reason }),
    open(_address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type !== 'set') throw notFound('webhook')
      return delivery
    },
    perform(address, { organizationId }, outside) {
      const before = running.get(address)
      const delivering = (async () => {
        await before
        return new Endpoint(partsOf(organizationId, address), outside).run()
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
