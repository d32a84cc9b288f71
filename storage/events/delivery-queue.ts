// The deliveries of one webhook, as its actor works them off in a host thread (actors/webhook/). The rows
// are the queue: a backlog costs no memory, and a delivery that was under way when a process died is still
// pending.
// 1. Only the actor takes events and ends deliveries; others (storage/events/deliveries.ts) make a delivery
//    pending again, or keep a test ping that has ended.
// 2. A delivery is due when its time has come and no earlier delivery of its resource is pending. Its time
//    is never before that of an earlier one of its resource, so the deliveries that wait do not hide others
//    that are due.
// 3. An event has one delivery per webhook: the id follows from both.
import type { DeliveryAttempt } from '../../domain/news/webhook.ts'
import { wants, webhookBounds } from '../../domain/news/webhook.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { deliveryId } from './delivery-id.ts'

export interface LoadedWebhook {
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly revision: number
  readonly failingSince: number | null
  readonly position: number
  readonly sealedSecret: string
  readonly sealedOldSecret: string | null
  readonly oldSecretUntil: number | null
}

export interface DueDelivery {
  readonly id: string
  readonly eventId: string
  readonly attempts: number
  readonly createdAt: number
  readonly expiresAt: number
  /** Null: retention has removed the event. */
  readonly body: string | null
  /** The first execution of the chain to which the event's belongs; null: it is about none. */
  readonly root: string | null
}

export interface EndedAttempt {
  readonly id: string
  readonly status: 'pending' | 'delivered' | 'dead'
  /** Unix ms of the next attempt; null unless it stays pending. */
  readonly nextAt: number | null
  /** Null: given up without another attempt. */
  readonly attempt: DeliveryAttempt | null
}

/** Events that one call reads. */
const portion = 500

export type DeliveryQueue = ReturnType<typeof deliveryQueue>

/** Every method throws {Failure} unavailable when the database is away. */
export function deliveryQueue(queries: Queries, organizationId: string, webhookId: string) {
  const own = [organizationId, webhookId]
  return {
    /** Null when the webhook or its organization was removed. */
    async load(): Promise<LoadedWebhook | null> {
      const [row] = await queries.query<LoadedWebhook>(load, own)
      return row ?? null
    },

    /**
     * Makes deliveries of the events after the webhook's position.
     * @returns the new position; null: there are no events
     */
    async takeEvents({ position, events }: LoadedWebhook, now: number): Promise<number | null> {
      const found = await queries.query<FoundEvent>(findEvents, [organizationId, position, portion])
      const last = found.at(-1)
      if (last === undefined) return null
      const wanted = found.filter(event => wants(events, event.type))
      await queries.query(insertDeliveries, [
        ...[...own, last.position, now, now + webhookBounds.lifeMs],
        wanted.map(event => deliveryId(webhookId, event)),
        wanted.map(({ id }) => id),
        wanted.map(({ type }) => type),
        wanted.map(({ resource }) => resource),
        wanted.map(event => event.position),
        wanted.map(({ createdAt }) => createdAt),
      ])
      return last.position
    },

    /** The oldest first. @param underWay ids to leave out */
    due: (now: number, underWay: readonly string[], limit: number) =>
      queries.query<DueDelivery>(findDue, [...own, now, underWay, limit]),

    /** When the next delivery after this moment may be due; null when none waits. */
    async nextAfter(now: number): Promise<number | null> {
      const [row] = await queries.query<{ nextAt: number }>(findNext, [...own, now])
      return row?.nextAt ?? null
    },

    /** Ends attempts. Later deliveries of the same resource wait as long as one that will be tried again. */
    async finish(ended: readonly EndedAttempt[]): Promise<void> {
      await queries.query(finish, [...own, JSON.stringify(ended), webhookBounds.keptAttempts])
    },
  }
}

interface FoundEvent {
  readonly id: string
  readonly type: string
  readonly resource: string
  readonly createdAt: number
  readonly position: number
}

const load: Statement = {
  name: 'webhooks.load',
  text: `select url, events, active, revision, failing_since as "failingSince", position,
      sealed_secret as "sealedSecret", sealed_old_secret as "sealedOldSecret",
      old_secret_until as "oldSecretUntil"
    from webhooks where organization_id = $1 and id = $2 and removed_at is null
      and exists (select from organizations o where o.id = $1 and o.deleted_at is null)`,
}

const findEvents: Statement = {
  name: 'events.of-organization',
  text: `select position, id, type, resource, created_at as "createdAt" from events
    where organization_id = $1 and position > $2 order by position limit $3`,
}

/**
 * A new delivery is due no earlier than the latest pending one of its resource. The statement itself reads
 * `listens_since`: after storage/events/deliveries.ts has set it back, the next run takes the older events
 * too.
 */
const insertDeliveries: Statement = {
  name: 'deliveries.insert',
  text: `
with moved as (
  update webhooks set position = $3 where organization_id = $1 and id = $2 and position < $3::bigint
)
insert into deliveries (id, organization_id, webhook_id, event_id, event, resource, position, status, attempts,
  next_at, expires_at, created_at, log)
select n.id, $1, $2, event_id, event, resource, n.position, 'pending', 0,
  greatest($4::bigint, (select max(next_at) from deliveries p
    where p.webhook_id = $2 and p.resource = n.resource and p.status = 'pending')),
  $5::bigint, $4::bigint, '[]'
from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::bigint[])
  as n(id, event_id, event, resource, position, at)
where at >= (select listens_since from webhooks where organization_id = $1 and id = $2)
on conflict (id) do nothing`,
}

const findDue: Statement = {
  name: 'deliveries.due',
  text: `select d.id, d.event_id as "eventId", d.attempts, d.created_at as "createdAt", d.expires_at as "expiresAt", e.body,
      coalesce(x.root, x.id) as root
    from deliveries d left join events e on e.position = d.position
      left join executions x on x.id = d.resource and x.organization_id = d.organization_id
    where d.organization_id = $1 and d.webhook_id = $2 and d.status = 'pending' and d.next_at <= $3::bigint
      and d.id <> all($4::text[]) and not exists (select from deliveries p where p.webhook_id = $2
        and p.resource = d.resource and p.status = 'pending' and p.position < d.position)
    order by d.next_at, d.position limit $5`,
}

const findNext: Statement = {
  name: 'deliveries.next',
  text: `select next_at as "nextAt" from deliveries
    where organization_id = $1 and webhook_id = $2 and status = 'pending' and next_at > $3::bigint
    order by next_at limit 1`,
}

const finish: Statement = {
  name: 'deliveries.finish',
  text: `
with ended as (
  update deliveries d set status = r.status, next_at = r."nextAt",
    attempts = d.attempts + case when r.attempt is null then 0 else 1 end,
    response_status = case when r.attempt is null then d.response_status else (r.attempt->>'status')::int end,
    log = case when r.attempt is null then d.log
      when jsonb_array_length(d.log) >= $4::int then (d.log - 0) || jsonb_build_array(r.attempt)
      else d.log || jsonb_build_array(r.attempt) end
  from jsonb_to_recordset($3::jsonb) as r(id text, status text, "nextAt" int8, attempt jsonb)
  where d.organization_id = $1 and d.webhook_id = $2 and d.id = r.id and d.status = 'pending'
  returning d.id, d.status, d.resource, d.position, d.next_at
)
update deliveries s set next_at = e.next_at from ended e
where e.status = 'pending' and s.webhook_id = $2 and s.resource = e.resource and s.status = 'pending'
  and s.position > e.position and s.next_at < e.next_at and s.id <> all(array(select id from ended))`,
}
