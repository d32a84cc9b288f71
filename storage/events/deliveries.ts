// Deliveries as the API lists and replays them. storage/events/delivery-queue.ts works them off; the
// webhook's actor finds what is made pending here when it is signalled that there is something new.
import { Failure, notFound } from '../../domain/failure.ts'
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDetail,
  type Ping,
  pingEvent,
  wants,
  webhookBounds,
} from '../../domain/news/webhook.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { deliveryId } from './delivery-id.ts'

export type DeliveryStore = ReturnType<typeof deliveryStore>

const portion = 500

export function deliveryStore(database: Queries) {
  return {
    /** Newest events first. */
    async list(
      organizationId: string,
      webhookId: string,
      { status = null, ...page }: PageRequest & { readonly status?: string | null | undefined },
    ): Promise<Page<Delivery>> {
      const before = idBefore('delivery', page)
      const values = [organizationId, webhookId, status, before, page.limit + 1]
      return pageOf(await database.query<Delivery>(list, values), page, row => row)
    },

    /** @throws {Failure} not-found */
    async get(organizationId: string, webhookId: string, id: string): Promise<DeliveryDetail> {
      const [row] = await database.query<DetailRow>(find, [organizationId, webhookId, id])
      if (row === undefined) throw notFound('delivery')
      const { log, ...detail } = row
      const { eventId, createdAt: at } = detail
      const request = isPing(row)
        ? pingEvent({ organizationId, webhookId, eventId, at }).body
        : detail.request
      return { ...detail, request, latestAttempts: [...log].reverse() }
    },

    /** Keeps a test ping, which has ended already. @returns null: the webhook was removed meanwhile */
    async keepPing(ping: Ping, attempt: DeliveryAttempt, isTaken: boolean): Promise<string | null> {
      const { organizationId, webhookId, eventId, at } = ping
      const id = deliveryId(webhookId, { id: eventId, createdAt: at })
      const status = isTaken ? 'delivered' : 'dead'
      const [row] = await database.query<{ id: string }>(insertPing, [
        ...[organizationId, webhookId, id, eventId, status, attempt.status, at, JSON.stringify([attempt])],
      ])
      return row?.id ?? null
    },

    /**
     * Makes the delivery pending again, due now, whatever its status.
     * @throws {Failure} not-found; conflict: there is nothing to send any more
     */
    async replay(organizationId: string, webhookId: string, id: string): Promise<Delivery> {
      const now = Date.now()
      const values = [organizationId, webhookId, id, now, now + webhookBounds.lifeMs]
      const [row] = await database.query<Delivery>(replay, values)
      if (row !== undefined) return row
      const [gone] = await database.query<DetailRow>(find, [organizationId, webhookId, id])
      if (gone === undefined) throw notFound('delivery')
      if (isPing(gone))
        throw new Failure('conflict', 'a test ping is not delivered again: test the webhook once more')
      throw new Failure('conflict', 'the event of this delivery is no longer kept')
    },

    /**
     * Makes deliveries of all events since `since` that the webhook subscribes to and that were not
     * delivered.
     * @returns how many deliveries it made; `isComplete` is false when it stopped at the limit of one call
     */
    async recover(
      { organizationId, id, events }: { organizationId: string; id: string; events: readonly string[] },
      since: number,
    ): Promise<{ recovered: number; isComplete: boolean }> {
      // The actor itself takes published events that have no position yet, so let it listen from `since`
      // on.
      await database.query(listenSince, [organizationId, id, since])
      let recovered = 0
      for (let after = 0; recovered < webhookBounds.recovered; ) {
        const found = await database.query<FoundEvent>(findSince, [organizationId, after, since, portion])
        const wanted = found.filter(({ type }) => wants(events, type))
        const now = Date.now()
        const [row] = await database.query<{ count: number }>(insertAgain, [
          ...[organizationId, id, now, now + webhookBounds.lifeMs],
          wanted.map(event => deliveryId(id, event)),
          wanted.map(event => event.id),
          wanted.map(({ type }) => type),
          wanted.map(({ resource }) => resource),
          wanted.map(({ position }) => position),
        ])
        recovered += row!.count
        if (found.length < portion) return { recovered, isComplete: true }
        after = found.at(-1)!.position
      }
      return { recovered, isComplete: false }
    },

    /**
     * When the oldest event happened that waits for delivery, Unix ms; null when none waits. Deliveries to
     * webhooks that are switched off do not count.
     */
    async oldestPending(): Promise<number | null> {
      const [row] = await database.query<{ at: number | null }>(oldest, [])
      return row?.at ?? null
    },
  }
}

interface DetailRow extends Omit<DeliveryDetail, 'latestAttempts'> {
  readonly log: readonly DeliveryAttempt[]
}

function isPing({ event }: Pick<DetailRow, 'event'>): boolean {
  return event === 'ping'
}

interface FoundEvent {
  readonly id: string
  readonly type: string
  readonly resource: string
  readonly createdAt: number
  readonly position: number
}

const columns = `d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.event, d.status, d.attempts,
  d.response_status as "responseStatus", d.next_at as "nextAttemptAt", d.created_at as "createdAt"`

const list: Statement = {
  name: 'deliveries.list',
  text: `select ${columns} from deliveries d where organization_id = $1 and webhook_id = $2
      and ($3::text is null or status = $3) and ($4::text is null or id < $4)
    order by id desc limit $5`,
}

const find: Statement = {
  name: 'deliveries.get',
  text: `select ${columns}, d.expires_at as "expiresAt", e.body as request, d.log
    from deliveries d left join events e on e.position = d.position
    where d.organization_id = $1 and d.webhook_id = $2 and d.id = $3`,
}

/**
 * Positions of events begin at 1, so at position 0 no delivery waits behind a ping, and a replay finds no
 * event.
 */
const insertPing: Statement = {
  name: 'deliveries.keep-ping',
  text: `insert into deliveries (id, organization_id, webhook_id, event_id, event, resource, position, status, attempts,
      response_status, next_at, expires_at, created_at, log)
    select $3, $1, $2, $4, 'ping', $2, 0, $5, 1, $6::int4, null, $7::bigint, $7::bigint, $8::jsonb
    from webhooks where organization_id = $1 and id = $2 and removed_at is null for share
    returning id`,
}

const replay: Statement = {
  name: 'deliveries.replay',
  text: `update deliveries d set status = 'pending', next_at = $4::bigint, expires_at = greatest(expires_at, $5::bigint)
    where organization_id = $1 and webhook_id = $2 and id = $3
      and exists (select from events e where e.position = d.position)
    returning ${columns}`,
}

const findSince: Statement = {
  name: 'events.since',
  text: `select position, id, type, resource, created_at as "createdAt" from events
    where organization_id = $1 and position > $2::bigint and created_at >= $3::bigint order by position limit $4`,
}

const listenSince: Statement = {
  name: 'webhooks.listen-since',
  text: `update webhooks set listens_since = least(listens_since, $3::bigint)
    where organization_id = $1 and id = $2`,
}

const insertAgain: Statement = {
  name: 'deliveries.recover',
  text: `
with again as (
  insert into deliveries as d (id, organization_id, webhook_id, event_id, event, resource, position, status, attempts,
    next_at, expires_at, created_at, log)
  select n.id, $1, $2, event_id, event, resource, position, 'pending', 0, $3::bigint, $4::bigint, $3::bigint, '[]'
  from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
    as n(id, event_id, event, resource, position)
  on conflict (id) do update set status = 'pending', next_at = excluded.next_at, expires_at = excluded.expires_at
    where d.status = 'dead'
  returning 1
)
select count(*)::int as count from again`,
}

const oldest: Statement = {
  name: 'deliveries.oldest',
  text: `select least(
    (select created_at from event_outbox order by seq limit 1),
    (select e.created_at from events e
      where e.position = (select d.position from deliveries d where d.status = 'pending'
        and exists (select from webhooks w where w.id = d.webhook_id and w.active)
        order by d.position limit 1))) as at`,
}
