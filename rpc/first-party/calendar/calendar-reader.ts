// Reads a calendar. Runs confined, because a rule can have endless occurrences.
import ICAL from 'ical.js'
import type { Json } from '../../../domain/json.ts'
import { bounded } from '../../builtin/bounds.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { eventOf, momentIn } from './event-reader.ts'

export interface ReaderTask {
  readonly text: string
  /** IANA name; the zone of times that name none. */
  readonly timezone: string
  /** Gives the occurrences between these moments; null: the events as in the file. */
  readonly range: Range | null
}

interface Range {
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
}

/** Of one event: every day for 270 years. */
const maxOccurrences = 100_000

/** @throws {ToolFailure} `bad-text`, `too-large` */
export default function read({ text, timezone, range }: ReaderTask): Json {
  const calendars = parsed(text)
  const components = calendars.flatMap(calendar => calendar.getAllSubcomponents('vevent'))
  if (range !== null) return inRange(components, timezone, range)
  const property = (name: string) => {
    const value = calendars[0]?.getFirstPropertyValue(name)
    return typeof value === 'string' ? value : null
  }
  const events = components.map(component => eventOf(new ICAL.Event(component), timezone))
  return bounded({ name: property('x-wr-calname') ?? property('name'), method: property('method'), events })
}

function parsed(text: string): ICAL.Component[] {
  try {
    // One calendar, or several in one text.
    const trees = ICAL.parse(text.trim())
    const several: unknown[][] = typeof trees[0] === 'string' ? [trees] : trees
    const calendars = several.map(tree => new ICAL.Component(tree))
    const isOne = calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar')
    if (!isOne) throw new TypeError('no VCALENDAR')
    return calendars
  } catch (cause) {
    throw new ToolFailure('bad-text', `the text is not a calendar: ${(cause as Error).message}`, false, {
      cause,
    })
  }
}

function inRange(components: readonly ICAL.Component[], timezone: string, range: Range): Json {
  const isException = (component: ICAL.Component) => component.hasProperty('recurrence-id')
  const exceptions = Map.groupBy(components.filter(isException), uidOf)
  const occurrences = components
    .filter(component => !isException(component))
    .flatMap(component => {
      const event = new ICAL.Event(component, { exceptions: exceptions.get(uidOf(component)) ?? [] })
      return [...occurrencesOf(event, timezone, range)]
    })
  occurrences.sort((a, b) => a.startMs - b.startMs)
  const events = occurrences.slice(0, range.limit).map(({ event }) => event)
  return bounded({ events, isCut: occurrences.length > range.limit })
}

function uidOf(component: ICAL.Component): string {
  return String(component.getFirstPropertyValue('uid') ?? '')
}

/** The occurrences that overlap the range. */
function* occurrencesOf(
  event: ICAL.Event,
  timezone: string,
  { fromMs, toMs, limit }: Range,
): Generator<{ startMs: number; event: Json }> {
  let given = 0
  for (const details of detailsOf(event)) {
    const start = momentIn(details.startDate, details.item, 'dtstart', timezone)
    const end = momentIn(details.endDate, details.item, 'dtend', timezone)
    const isOver = end.ms < fromMs || (end.ms === fromMs && end.ms > start.ms)
    // An exception may lie elsewhere, but the rule goes forward.
    if (momentIn(details.recurrenceId, event, 'dtstart', timezone).ms >= toMs) return
    if (isOver || start.ms >= toMs) continue
    yield { startMs: start.ms, event: eventOf(details.item, timezone, details) }
    if (++given > limit) return
  }
}

export type Occurrence = Pick<
  ReturnType<ICAL.Event['getOccurrenceDetails']>,
  'startDate' | 'endDate' | 'item' | 'recurrenceId'
>

function* detailsOf(event: ICAL.Event): Generator<Occurrence> {
  if (!event.isRecurring()) {
    yield { startDate: event.startDate, endDate: event.endDate, item: event, recurrenceId: event.startDate }
    return
  }
  const iterator = event.iterator()
  for (let count = 0; count < maxOccurrences; count++) {
    const next = iterator.next()
    if (next === undefined || next === null) return
    yield event.getOccurrenceDetails(next)
  }
  throw new ToolFailure(
    'too-large',
    `"${event.summary}" has more than ${maxOccurrences} occurrences up to then`,
  )
}
