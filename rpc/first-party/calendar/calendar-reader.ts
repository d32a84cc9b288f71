// Reads a calendar. Runs confined, because a rule can have endless occurrences.
import ICAL from 'ical.js'
import type { Json } from '../../../domain/json.ts'
import { bounded } from '../../builtin/bounds.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { eventOf } from './event-reader.ts'
import { occurrencesIn, type Range } from './occurrences.ts'
import { setZones } from './zones.ts'

export interface ReaderTask {
  readonly text: string
  /** IANA name; the zone of times that name none. */
  readonly timezone: string
  /** Gives the occurrences between these moments; null: the events as in the file. */
  readonly range: Range | null
}

/** @throws {ToolFailure} `bad-text`, `too-large` */
export default function read(task: ReaderTask): Json {
  const calendars = parsed(task.text)
  try {
    return eventsOf(calendars, task)
  } catch (cause) {
    if (cause instanceof ToolFailure) throw cause
    // The library reads a value when it is asked for.
    throw noCalendar(cause as Error)
  }
}

function eventsOf(calendars: readonly ICAL.Component[], { timezone, range }: ReaderTask): Json {
  const components = calendars.flatMap(calendar => calendar.getAllSubcomponents('vevent'))
  for (const component of components) setZones(component, timezone)
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
    throw noCalendar(cause as Error)
  }
}

function noCalendar(cause: Error): ToolFailure {
  return new ToolFailure('bad-text', `the text is not a calendar: ${cause.message}`, false, { cause })
}

function inRange(components: readonly ICAL.Component[], timezone: string, range: Range): Json {
  const occurrences = occurrencesIn(components, timezone, range)
  const events = occurrences.slice(0, range.limit).map(one => eventOf(one.item, timezone, one))
  return bounded({ events, isCut: occurrences.length > range.limit })
}
