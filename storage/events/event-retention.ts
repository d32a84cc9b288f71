// The chore that removes old events and deliveries, and the deliveries of removed webhooks, a portion at a
// time (storage/chores.ts). A pending delivery stays until it is delivered or given up.
import { earliestIdAt } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

const dayMs = 24 * 60 * 60 * 1_000
const portion = 1_000
const betweenPassesMs = 10 * 60 * 1_000

/** @param days 0 keeps events and deliveries for ever */
export function eventRetention(queries: Queries, clock: Clock, days: number): Chore {
  return {
    name: 'events and deliveries',
    async work() {
      const [row] = await queries.query<{ left: number }>(removeRemoved, [portion])
      let removed = row!.left
      if (days > 0) {
        const before = clock.now() - days * dayMs
        const old = await queries.query(removeEvents, [before, portion])
        const told = await queries.query(removeDeliveries, [earliestIdAt('delivery', before), portion])
        removed = Math.max(removed, old.length, told.length)
      }
      return removed < portion ? betweenPassesMs : 250
    },
  }
}

/** The oldest by position, so that the statement reads nothing else when nothing is old. */
const removeEvents: Statement = {
  name: 'event-retention.events',
  text: `delete from events where position = any(array(
      select position from (select position, created_at from events order by position limit $2) first
      where created_at < $1)) returning 1`,
}

const removeDeliveries: Statement = {
  name: 'event-retention.deliveries',
  text: `delete from deliveries where id = any(array(
      select id from deliveries where id < $1 and status <> 'pending' order by id limit $2)) returning 1`,
}

/** A removed webhook's row goes once it has no delivery left. */
const removeRemoved: Statement = {
  name: 'event-retention.removed-webhooks',
  text: `with removed as materialized (select id from webhooks where removed_at is not null order by id limit 1),
    gone as (
      delete from deliveries where id = any(array(
        select d.id from deliveries d join removed r on d.webhook_id = r.id limit $1)) returning 1
    ),
    emptied as (
      delete from webhooks w using removed r where w.id = r.id
        and not exists (select from deliveries d where d.webhook_id = r.id)
    )
    select count(*)::int as left from gone`,
}
