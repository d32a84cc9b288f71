// The feed of events. Stores and hosts publish an event in the transaction of what it tells; readers
// (webhooks, notifications) each keep the position up to which they have read.
// 1. Only `settle` gives positions, a portion at a time, one settling at a time under a lock of its
//    transaction: a node that leads no longer may still be at it. So no event ever appears below a position
//    that a reader has passed.
// 2. Events of one resource get positions in the order in which they were published.
// 3. An event id enters the feed once, however often it is published.
import {
  type EventRow,
  type EventType,
  eventRow,
  type NewEvent,
  type PositionedEvent,
} from '../../domain/news/event.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export type EventStore = ReturnType<typeof eventStore>

export function eventStore(database: Queries) {
  return {
    /** @param queries the transaction of what the event tells, where there is one */
    async publish(event: NewEvent, queries: Queries = database): Promise<void> {
      await queries.query(publishEvent, valuesOf(eventRow(event)))
    },

    /** Events after a position, in order. @param types default: all */
    read: (after: number, limit: number, types: readonly EventType[] | null = null) =>
      database.query<PositionedEvent>(readEvents, [after, limit, types]),
  }
}

/** The parameters of `publishEvent`. */
export function valuesOf({ id, organizationId, type, resource, createdAt, body }: EventRow): unknown[] {
  return [id, organizationId, type, resource, createdAt, body]
}

export const publishEvent: Statement = {
  name: 'events.publish',
  text: `insert into event_outbox (id, organization_id, type, resource, created_at, body)
    values ($1, $2, $3, $4, $5, $6)`,
}

/** Any constant, the same in all processes: "troupe events" in the advisory lock space. */
const settlingLock = 7_406_203

/**
 * Moves published events into the feed, the oldest first; none while another node does so.
 * @returns how many it took, and the organizations that they belong to
 */
export async function settleEvents(
  queries: Queries,
  limit: number,
): Promise<{ readonly taken: number; readonly organizationIds: readonly string[] }> {
  const [row] = await queries.query<{ taken: number; organizationIds: string[] }>(settle, [limit])
  return row!
}

const settle: Statement = {
  name: 'events.settle',
  text: `
with alone as materialized (select pg_try_advisory_xact_lock(${settlingLock}) as is_so),
taken as (
  delete from event_outbox where seq = any(array(
    select seq from event_outbox, alone where is_so order by seq limit $1)) returning *
),
settled as (
  insert into events (position, id, organization_id, type, resource, created_at, body)
  select nextval('event_positions'), id, organization_id, type, resource, created_at, body
  from (select * from taken order by seq) t
  on conflict (id) do nothing
)
select count(*)::int as taken, coalesce(array_agg(distinct organization_id), '{}') as "organizationIds" from taken`,
}

const readEvents: Statement = {
  name: 'events.read',
  text: `select position, id, organization_id as "organizationId", type, resource, created_at as "createdAt", body
    from events where position > $1 and ($3::text[] is null or type = any($3)) order by position limit $2`,
}
