// The deliveries of one endpoint, as its actor works them off in a host thread (actors/delivery/). Rows are the queue: a
// backlog costs no memory, and what was under way when a process died is still pending.
// 1. One actor takes events and ends deliveries; others only make them pending again (storage/deliveries.ts).
// 2. A delivery is due when its time has come and none of its resource before it is pending. Its time is never before
//    that of one before it: so what waits for another does not stand in the way of those that do not.
// 3. An event has one delivery at each endpoint: the id follows from both.
import type { DeliveryAttempt } from '../domain/webhook.ts'
import { wants, webhookBounds } from '../domain/webhook.ts'
import { deliveryId } from './delivery-id.ts'
import type { Queries, Statement } from './statement.ts'

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
  /** Null: the event is no longer kept. */
  readonly body: string | null
}

export interface EndedAttempt {
  readonly id: string
  readonly status: 'pending' | 'delivered' | 'dead'
  /** Unix ms; null unless it stays pending. */
  readonly nextAt: number | null
  /** Null: it was given up without another attempt. */
  readonly attempt: DeliveryAttempt | null
}

/** Events that are looked at in one go. */
const portion = 500

export type DeliveryQueue = ReturnType<typeof deliveryQueue>

/** Everything throws {Failure} unavailable when the database is away. */
export function deliveryQueue(queries: Queries, organizationId: string, webhookId: string) {
  const own = [organizationId, webhookId]
  return {
    /** Null when it was removed, or its organization was. */
    async load(): Promise<LoadedWebhook | null> {
      const [row] = await queries.query<LoadedWebhook>(load, own)
      return row ?? null
    },

    /** Makes deliveries of events behind those it has looked at. @returns the position up to which; null: there are none */
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

    /** The oldest first. @param underWay not these */
    due: (now: number, underWay: readonly string[], limit: number) =>
      queries.query<DueDelivery>(findDue, [...own, now, underWay, limit]),

    /** When the next one after this moment may be due; null when none waits. */
    async nextAfter(now: number): Promise<number | null> {
      const [row] = await queries.query<{ nextAt: number }>(findNext, [...own, now])
      return row?.nextAt ?? null
    },

    /** What follows a delivery that is to be tried again waits as long as that. */
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
 * The latest of the pending ones before it says when it may be due: their times are in order. Since when it listens is
 * read here: whoever has set that back (storage/deliveries.ts) counts on what is taken after that.
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
  text: `select d.id, d.event_id as "eventId", d.attempts, d.created_at as "createdAt", d.expires_at as "expiresAt", e.body
    from deliveries d left join events e on e.position = d.position
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
