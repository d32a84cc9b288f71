// The live streams of people who look at lists. The route GET /api/v1/events opens one for each; main/ makes
// this once. A stream ends with its session, its key or its membership, in the turn that ends them: whoever
// writes such a fact announces it (storage/cached-facts.ts), and the streams that it may concern ask again.
import { Failure } from '../../domain/failure.ts'
import type { LiveEnding } from '../../domain/news/live-events.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { EventSource } from '../../runtime/event-source.ts'
import type { CachedFacts, Changed } from '../../storage/cached-facts.ts'
import type { Changes } from '../../storage/events/changes.ts'
import type { NotificationStore } from '../../storage/notifications/notifications.ts'
import { LiveFeed, type LiveFeedParts } from './live-feed.ts'

export interface LiveStreamParts {
  readonly changes: Pick<Changes, 'watch'>
  readonly facts: Pick<CachedFacts, 'listen'>
  readonly notifications: Pick<NotificationStore, 'unread'>
  readonly clock: Clock
}

const expired = JSON.stringify({ reason: 'expired' satisfies LiveEnding })

/** Streams of one person, or of one key: more tabs than anybody looks at. */
export const streamsAtMost = 20

export class LiveStreams {
  readonly #parts: LiveStreamParts
  readonly #feeds = new Set<LiveFeed>()
  /** Open streams by person or key. */
  readonly #places = new Map<string, number>()

  constructor(parts: LiveStreamParts) {
    this.#parts = parts
    parts.facts.listen(what => this.#recheck(what))
  }

  /**
   * The stream takes a place until it is over.
   * @param authenticate says again who the caller is
   * @throws {Failure} rate-limited: no place is free
   */
  open(caller: Caller, authenticate: LiveFeedParts['authenticate']): EventSource {
    const { changes, notifications, clock } = this.#parts
    const leave = this.#takePlace(caller.key?.id ?? caller.userId)
    let close = () => {}
    return {
      open: (_, wake) => {
        const feed = new LiveFeed(caller, { authenticate, unread: notifications.unread, clock, wake })
        const unwatch = changes.watch(caller.organizationId, change => feed.take(change))
        this.#feeds.add(feed)
        close = () => {
          unwatch()
          this.#feeds.delete(feed)
          feed.close()
        }
        return feed
      },
      // Whatever ends a credential by an act is announced; time is not.
      lastEvent: reason => (reason === 'unauthenticated' ? { event: 'end', data: expired } : null),
      over: () => {
        close()
        leave()
      },
    }
  }

  #takePlace(holder: string): () => void {
    const count = this.#places.get(holder) ?? 0
    if (count >= streamsAtMost) {
      const message = `${streamsAtMost} live streams are open for you, the most that may be: close one first`
      throw new Failure('rate-limited', message, { limit: streamsAtMost, retryAfterMs: 1_000 })
    }
    this.#places.set(holder, count + 1)
    return () => {
      const rest = this.#places.get(holder)! - 1
      if (rest === 0) this.#places.delete(holder)
      else this.#places.set(holder, rest)
    }
  }

  #recheck(what: Changed): void {
    const reason = endingOf(what)
    if (reason === null) return
    for (const feed of this.#feeds) if (mayEnd(what, feed.caller)) void feed.recheck(reason)
  }
}

/** Why a stream ends when this has ended its credential; null: it ends none. */
function endingOf({ type }: Changed): LiveEnding | null {
  if (type === 'member' || type === 'organization') return 'removed'
  return type === 'session' || type === 'user' || type === 'api-key' ? 'signed-out' : null
}

function mayEnd(what: Changed, { organizationId, userId, sessionId, key }: Caller): boolean {
  switch (what.type) {
    case 'session':
      return what.id === sessionId
    case 'user':
      return what.userId === userId
    case 'api-key':
      return key !== null
    case 'member':
      return what.organizationId === organizationId && what.userId === userId
    case 'organization':
      return what.organizationId === organizationId
    default:
      return false
  }
}
