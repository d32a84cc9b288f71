// The chore that gives events their positions and signals organizations that have new ones. It runs in the
// main thread and is the only writer of the feed (storage/events/events.ts, invariant 1).
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries } from '../postgres/statement.ts'
import type { EventSubscribers } from './event-subscribers.ts'
import { settleEvents } from './events.ts'

const portion = 1_000
/** Longest delay of an event when nothing else happens. */
const idleMs = 200

/** @param onNews called with the organizations that have webhooks and new events */
export function eventFeed(
  queries: Queries,
  subscribers: EventSubscribers,
  onNews: (organizationIds: readonly string[]) => void,
): Chore {
  return {
    name: 'events',
    async work() {
      const { taken, organizationIds } = await settleEvents(queries, portion)
      if (taken > 0) {
        const subscribed = await subscribers.current()
        const hearing = organizationIds.filter(id => subscribed.has(id))
        if (hearing.length > 0) onNews(hearing)
      }
      return taken < portion ? idleMs : 0
    },
  }
}
