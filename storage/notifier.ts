// The reader of the events that people are told of: a chore that goes through the feed, finds whom each event concerns
// and writes their notifications, a portion at a time (storage/notification-writer.ts).
// 1. The mark moves with what is written: after a crash it goes on where it was, and tells nothing twice.
// 2. An event that cannot be understood is passed over, so that it does not hold up those behind it.
import type { EventType } from '../domain/event.ts'
import type { Failure } from '../domain/failure.ts'
import { type OrganizationNews, tellingsOf } from '../domain/tellings.ts'
import { type Mentioned, mentionedIn, newsOf, toldEvents } from '../domain/told-events.ts'
import type { Chore } from '../runtime/chore.ts'
import type { Clock } from '../runtime/clock.ts'
import { loadSurroundings, type PortionSurroundings } from './notification-surroundings.ts'
import { writePortion } from './notification-writer.ts'
import type { Queries } from './statement.ts'

export interface NotifierParts {
  readonly queries: Queries
  readonly clock: Clock
  readonly log: { warn(facts: object, message: string): void }
}

const eventsPerPortion = 500
/** Members that the events of a portion may concern, counted for each event: what is written at once has a bound. */
const membersPerPortion = 5_000
const idleMs = 1_000

export function notifier({ queries, clock, log }: NotifierParts): Chore {
  let size = eventsPerPortion

  async function work(): Promise<number> {
    try {
      const isDone = await tellPortion(size)
      size = Math.min(eventsPerPortion, size * 2)
      return isDone ? idleMs : 20
    } catch (error) {
      // Perhaps too much for one statement: its deadline has passed.
      if ((error as Failure).code === 'unavailable') size = Math.max(1, size >> 2)
      throw error
    }
  }

  /** @returns whether that was all */
  async function tellPortion(most: number): Promise<boolean> {
    const rows = await queries.query<EventRow>(readEvents, [most, toldEvents])
    if (rows.length === 0) return true
    const { mark: from } = rows[0]!
    const events = rows.flatMap(understood)
    const around = await loadSurroundings(queries, events)
    const fitting = withinBound(events, around)
    const isCut = fitting.length < events.length
    const { position: to, isFull } = isCut ? fitting.at(-1)! : rows.at(-1)!
    await writePortion(queries, { ...portionOf(fitting, around), from, to }, clock.now())
    return !isCut && !isFull
  }

  function portionOf(events: readonly FeedEvent[], around: PortionSurroundings) {
    const decided = events.flatMap(({ organizationId, decidedId }) =>
      decidedId === null ? [] : { organizationId, approvalId: decidedId },
    )
    const isDecided = new Set(decided.map(({ approvalId }) => approvalId))
    const news = events.flatMap(({ organizationId, type, data }): OrganizationNews[] => {
      const told = newsOf(type, data, around.of(organizationId))
      if (told?.occasion.kind === 'approval.requested' && isDecided.has(told.occasion.approvalId)) return []
      return told === null ? [] : [{ organizationId, ...told }]
    })
    return { tellings: tellingsOf(news, around.membersIn), decided }
  }

  /** With what it says taken apart; nothing when that cannot be. */
  function understood(row: EventRow): FeedEvent[] {
    const { id, type, body } = row
    if (body === null) return []
    try {
      const { data } = JSON.parse(body) as { data: unknown }
      newsOf(type, data, nothingAround)
      return [{ ...row, data, ...mentionedIn(type, data) }]
    } catch (error) {
      log.warn({ event: id, type, why: (error as Error).message }, 'an event is not told to anybody')
      return []
    }
  }

  return { name: 'notifications', work }
}

interface EventRow {
  /** Up to where everything is told. */
  readonly mark: number
  readonly position: number
  readonly id: string
  readonly organizationId: string
  readonly type: EventType
  /** Null: nobody is told of it. */
  readonly body: string | null
  /** There may be more behind the portion. */
  readonly isFull: boolean
}

interface FeedEvent extends EventRow, Mentioned {
  readonly data: unknown
}

/** As many as may concern so many members, and one at least. */
function withinBound(events: readonly FeedEvent[], { membersIn }: PortionSurroundings): readonly FeedEvent[] {
  let members = 0
  const end = events.findIndex(({ organizationId }, n) => {
    members += membersIn(organizationId).length
    return n > 0 && members > membersPerPortion
  })
  return end === -1 ? events : events.slice(0, end)
}

const nothingAround = { run: () => undefined, messageOf: () => null, nameOf: () => null }

/** The last of the portion comes in any case, so that the mark can pass what nobody is told of. */
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
