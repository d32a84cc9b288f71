// The chore that turns events into notifications: it reads the feed a portion at a time, finds whom each
// event concerns, and writes (storage/notifications/notification-writer.ts).
// 1. The mark moves in the statement that writes: after a crash the chore goes on from there and tells
//    nothing twice.
// 2. An event that it cannot parse is skipped, so that it does not hold up the later ones.

import type { Failure } from '../../domain/failure.ts'
import type { EventType } from '../../domain/news/event.ts'
import { type Mentioned, mentionedIn, noticeOf, notifiedEvents } from '../../domain/news/event-notices.ts'
import { memberNotices, type OrganizationNotice } from '../../domain/news/member-notices.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries } from '../postgres/statement.ts'
import { loadSurroundings, type PortionSurroundings } from './notification-surroundings.ts'
import { writePortion } from './notification-writer.ts'
import type { Reader } from './notifications.ts'

export interface NotifierParts {
  readonly queries: Queries
  readonly clock: Clock
  readonly log: { warn(facts: object, message: string): void }
  /** Called with those whose inboxes have changed. Default: nobody wants to know */
  readonly onChange?: (readers: readonly Reader[]) => void
}

const eventsPerPortion = 500
/** Members that the events of a portion may concern, counted per event: this bounds one write. */
const membersPerPortion = 5_000
const idleMs = 1_000

export function notifier({ queries, clock, log, onChange = () => {} }: NotifierParts): Chore {
  let size = eventsPerPortion

  async function work(): Promise<number> {
    try {
      const isDone = await writeNext(size)
      size = Math.min(eventsPerPortion, size * 2)
      return isDone ? idleMs : 20
    } catch (error) {
      // The portion may have been too large for the statement's deadline.
      if ((error as Failure).code === 'unavailable') size = Math.max(1, size >> 2)
      throw error
    }
  }

  /** @returns whether no event is left */
  async function writeNext(most: number): Promise<boolean> {
    const rows = await queries.query<EventRow>(readEvents, [most, notifiedEvents])
    if (rows.length === 0) return true
    const { mark: from } = rows[0]!
    const events = rows.flatMap(parse)
    const around = await loadSurroundings(queries, events)
    const fitting = withinBound(events, around)
    const isCut = fitting.length < events.length
    const { position: to, isFull } = isCut ? fitting.at(-1)! : rows.at(-1)!
    const portion = { ...portionOf(fitting, around), from, to }
    onChange((await writePortion(queries, portion, clock.now())) ?? [])
    return !isCut && !isFull
  }

  function portionOf(events: readonly FeedEvent[], around: PortionSurroundings) {
    const decided = events.flatMap(({ organizationId, decidedId }) =>
      decidedId === null ? [] : { organizationId, approvalId: decidedId },
    )
    const isDecided = new Set(decided.map(({ approvalId }) => approvalId))
    const news = events.flatMap(({ organizationId, type, data }): OrganizationNotice[] => {
      const notice = noticeOf(type, data, around.of(organizationId))
      if (notice?.occasion.kind === 'approval.requested' && isDecided.has(notice.occasion.approvalId))
        return []
      return notice === null ? [] : [{ organizationId, ...notice }]
    })
    return { notices: memberNotices(news, around.membersIn), decided }
  }

  /** The event with its data parsed; nothing when that fails. */
  function parse(row: EventRow): FeedEvent[] {
    const { id, type, body } = row
    if (body === null) return []
    try {
      const { data } = JSON.parse(body) as { data: unknown }
      noticeOf(type, data, nothingAround)
      return [{ ...row, data, ...mentionedIn(type, data) }]
    } catch (error) {
      log.warn(
        { event: id, type, why: (error as Error).message },
        'an event notifies nobody, because it cannot be read',
      )
      return []
    }
  }

  return { name: 'notifications', work }
}

interface EventRow {
  /** Position up to which all events are handled. */
  readonly mark: number
  readonly position: number
  readonly id: string
  readonly organizationId: string
  readonly type: EventType
  /** Null when events of this type notify nobody. */
  readonly body: string | null
  /** More events may follow the portion. */
  readonly isFull: boolean
}

interface FeedEvent extends EventRow, Mentioned {
  readonly data: unknown
}

/** As many events as stay within `membersPerPortion`, at least one. */
function withinBound(events: readonly FeedEvent[], { membersIn }: PortionSurroundings): readonly FeedEvent[] {
  let members = 0
  const end = events.findIndex(({ organizationId }, n) => {
    members += membersIn(organizationId).length
    return n > 0 && members > membersPerPortion
  })
  return end === -1 ? events : events.slice(0, end)
}

const nothingAround = { run: () => undefined, messageOf: () => null, nameOf: () => null }

/** The last event of the portion always comes, so that the mark passes events that notify nobody. */
const readEvents = {
  name: 'notifications.events',
  text: `with mark as materialized (select position from notification_mark limit 1),
    portion as materialized (
      select e.* from mark, lateral (
        select * from events where position > mark.position order by position limit $1
      ) e
    ),
    last as (select max(position) as position, count(*) = $1 as "isFull" from portion)
    select mark.position as mark, p.position, p.id, p.organization_id as "organizationId", p.type,
      case when p.type = any($2::text[]) then p.body end as body, last."isFull"
    from portion p, last, mark where p.type = any($2::text[]) or p.position = last.position order by p.position`,
}
