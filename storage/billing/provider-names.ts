// What a subscription is called at the payment provider: its customer, the checkout that is open, the numbers
// of questions, and the events that were applied. Part of the store in subscriptions.ts.
import { newId } from '../../domain/ids.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import type { StoredSubscription } from './subscriptions.ts'

/** How long applied events are remembered: Stripe sends an event again for three days at most. */
const rememberedMs = 30 * 24 * 3_600_000

export interface NotedEvent {
  readonly id: string
  readonly type: string
}

export function providerNames(
  database: Queries,
  of: (organizationId: string) => Promise<StoredSubscription>,
) {
  return {
    /** Keeps the customer of an organization. @returns the one that is kept: of two at once, the first */
    async keepCustomer(organizationId: string, customerId: string, at: number): Promise<string> {
      await database.query(keepCustomer, [organizationId, newId('subscription'), customerId, at])
      return (await of(organizationId)).customerId!
    },

    /** @param checkAt when to ask how it ended @returns the checkout before, to be closed */
    async keepCheckout(organizationId: string, id: string, checkAt: number): Promise<string | null> {
      const [row] = await database.query<{ before: string | null }>(keepCheckout, [
        organizationId,
        id,
        checkAt,
      ])
      return row?.before ?? null
    },

    async ofCustomer(customerId: string): Promise<string | null> {
      const [row] = await database.query<{ organizationId: string }>(findCustomer, [customerId])
      return row?.organizationId ?? null
    },

    /** The number of a new question to the provider, and whom it is about. */
    async ask(organizationId: string): Promise<{ customerId: string | null; question: number }> {
      const [row] = await database.query<{ customerId: string | null; question: number }>(ask, [
        organizationId,
      ])
      return row ?? { customerId: null, question: 0 }
    },

    async isNoted(eventId: string): Promise<boolean> {
      return (await database.query(findEvent, [eventId])).length > 0
    },

    /** False when it was noted before. @param queries the transaction of what it changes */
    async noteEvent({ id, type }: NotedEvent, at: number, queries: Queries): Promise<boolean> {
      await queries.query(forgetEvents, [at - rememberedMs])
      return (await queries.query(noteEvent, [id, type, at])).length > 0
    },
  }
}

const keepCustomer: Statement = {
  name: 'subscriptions.keep-customer',
  text: `insert into subscriptions as s (organization_id, id, customer_id, created_at) values ($1, $2, $3, $4)
    on conflict (organization_id) do update set customer_id = coalesce(s.customer_id, excluded.customer_id)`,
}

const keepCheckout: Statement = {
  name: 'subscriptions.keep-checkout',
  text: `update subscriptions s set checkout_id = $2, due_at = least(s.due_at, $3)
    from (select checkout_id as before from subscriptions where organization_id = $1 for update) old
    where organization_id = $1 returning old.before`,
}

const findCustomer: Statement = {
  name: 'subscriptions.of-customer',
  text: 'select organization_id as "organizationId" from subscriptions where customer_id = $1',
}

const ask: Statement = {
  name: 'subscriptions.ask',
  text: `update subscriptions set asked = asked + 1 where organization_id = $1
    returning customer_id as "customerId", asked as question`,
}

const findEvent: Statement = {
  name: 'provider-events.find',
  text: 'select id from provider_events where id = $1',
}

const noteEvent: Statement = {
  name: 'provider-events.note',
  text: `insert into provider_events (id, type, applied_at) values ($1, $2, $3) on conflict do nothing returning id`,
}

const forgetEvents: Statement = {
  name: 'provider-events.forget',
  text: 'delete from provider_events where applied_at < $1',
}
