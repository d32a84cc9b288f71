// Gives events their positions, again and again, and says whose there are new ones: the one writer of the feed
// (storage/events.ts, law 1). A chore of the main thread.
import type { Chore } from '../runtime/chore.ts'
import type { EventSubscribers } from './event-subscribers.ts'
import { settleEvents } from './events.ts'
import type { Queries } from './statement.ts'

const portion = 1_000
/** How late an event may be when it is the only one. */
const idleMs = 200

/** @param onNews told the organizations that have webhooks and new events */
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
