// The feed of events. Whoever does something publishes in the transaction in which it is done; readers (webhooks,
// notifications) keep the position up to which they have read, each its own.
// 1. `settle` alone gives positions, a portion at a time, and runs in one thread of one process (the owner of the
//    database). So no event ever becomes visible below a position that was read.
// 2. Events of one resource have positions in the order in which they were published.
// 3. An id is told once, however often it is published.
import {
  type EventRow,
  type EventType,
  eventRow,
  type NewEvent,
  type PositionedEvent,
} from '../domain/event.ts'
import type { Queries, Statement } from './statement.ts'

export type EventStore = ReturnType<typeof eventStore>

export function eventStore(database: Queries) {
  return {
    /** @param queries the transaction of what has happened, where there is one */
    async publish(event: NewEvent, queries: Queries = database): Promise<void> {
      await queries.query(publishEvent, valuesOf(eventRow(event)))
    },

    /** Those behind a position, in their order. @param types default: all */
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

/**
 * Gives positions to what was published, the oldest first.
 * @returns how many were taken, and the organizations that they are of
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
with taken as (
  delete from event_outbox where seq = any(array(select seq from event_outbox order by seq limit $1)) returning *
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
