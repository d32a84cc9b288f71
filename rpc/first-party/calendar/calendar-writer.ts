// Writes events as a calendar. Runs confined. The library escapes, folds and quotes; nothing is concatenated
// as text.
import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { DateTime } from 'luxon'
import { invalidArguments, ToolFailure } from '../../builtin/tool.ts'
import { timezoneComponent } from './timezone-component.ts'

export interface NewEvent {
  readonly title: string
  readonly start: string
  readonly end?: string
  readonly minutes?: number
  readonly location?: string
  readonly description?: string
  readonly url?: string
  readonly uid?: string
  readonly sequence?: number
  readonly recurrence?: string
  readonly organizer?: Person
  readonly attendees?: readonly Person[]
  readonly reminderMinutes?: number
  readonly isTentative?: boolean
}

interface Person {
  readonly email: string
  readonly name?: string
}

export interface WriterTask {
  readonly events: readonly NewEvent[]
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  readonly timezone: string
  readonly idempotencyKey: string
  /** Unix ms. */
  readonly now: number
}

/** @throws {ToolFailure} `invalid-arguments` */
export default function write(task: WriterTask): { text: string; uids: string[] } {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Troupe//Calendar//EN')
  calendar.addPropertyWithValue('method', task.method)
  const starts = task.events.map((event, index) =>
    momentOf(event.start, `events.${index}.start`, task.timezone),
  )
  if (task.timezone !== 'UTC') {
    calendar.addSubcomponent(
      timezoneComponent(
        task.timezone,
        starts.map(({ year }) => year),
      ),
    )
  }
  const uids = task.events.map((event, index) => {
    const component = new ICAL.Component('vevent')
    const uid = event.uid ?? uidOf(task.idempotencyKey, index)
    describe(component, event, task)
    component.addPropertyWithValue('uid', uid)
    setTimes(component, { event, index, start: starts[index]! }, task.timezone)
    calendar.addSubcomponent(component)
    return uid
  })
  return { text: `${calendar.toString()}\r\n`, uids }
}

function uidOf(idempotencyKey: string, index: number): string {
  return `${createHash('sha256').update(`${idempotencyKey}/${index}`).digest('hex').slice(0, 32)}@troupe`
}

function describe(component: ICAL.Component, event: NewEvent, { method, now }: WriterTask): void {
  const status = method === 'CANCEL' ? 'CANCELLED' : event.isTentative === true ? 'TENTATIVE' : 'CONFIRMED'
  const properties = {
    summary: event.title,
    location: event.location,
    description: event.description,
    url: event.url,
    status,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined) component.addPropertyWithValue(name, value.toWellFormed())
  }
  component.addPropertyWithValue('sequence', event.sequence ?? 0)
  component.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(now), true))
  if (event.organizer !== undefined) addPerson(component, 'organizer', event.organizer)
  for (const attendee of event.attendees ?? []) {
    const property = addPerson(component, 'attendee', attendee)
    property.setParameter('rsvp', 'TRUE')
    property.setParameter('partstat', 'NEEDS-ACTION')
  }
  if (event.reminderMinutes !== undefined)
    component.addSubcomponent(alarm(event.title, event.reminderMinutes))
}

function addPerson(component: ICAL.Component, role: string, { email, name }: Person): ICAL.Property {
  const property = component.addPropertyWithValue(role, `mailto:${email}`)
  // Parameters cannot hold quotes or control characters.
  if (name !== undefined) property.setParameter('cn', name.replace(/["\u0000-\u001f\u007f]/g, ' '))
  return property
}

function alarm(title: string, minutes: number): ICAL.Component {
  const component = new ICAL.Component('valarm')
  component.addPropertyWithValue('action', 'DISPLAY')
  component.addPropertyWithValue('description', title)
  component.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-60 * minutes))
  return component
}

interface Timed {
  readonly event: NewEvent
  readonly index: number
  readonly start: DateTime
}

function setTimes(component: ICAL.Component, { event, index, start }: Timed, timezone: string): void {
  const field = `events.${index}`
  const isAllDay = isDay(event.start)
  if (event.end !== undefined && event.minutes !== undefined) {
    throw invalidArguments(`${field}: expected end or minutes, received both`)
  }
  if (event.end !== undefined && isDay(event.end) !== isAllDay) {
    throw invalidArguments(`${field}.end: expected ${isAllDay ? 'a day' : 'a moment'}, as start is`)
  }
  const end =
    event.end === undefined
      ? start.plus(isAllDay ? { days: 1 } : { minutes: event.minutes ?? 60 })
      : momentOf(event.end, `${field}.end`, timezone)
  if (end < start || (isAllDay && +end === +start))
    throw invalidArguments(`${field}.end: expected a moment after start`)
  addTime(component, 'dtstart', start, isAllDay)
  addTime(component, 'dtend', end, isAllDay)
  if (event.recurrence !== undefined) component.addPropertyWithValue('rrule', ruleOf(event.recurrence, field))
}

function addTime(component: ICAL.Component, name: string, moment: DateTime, isAllDay: boolean): void {
  const { year, month, day, hour, minute, second } = moment
  if (isAllDay) {
    component.addPropertyWithValue(name, ICAL.Time.fromData({ year, month, day, isDate: true }))
    return
  }
  const isUtc = moment.zoneName === 'UTC'
  const zone = isUtc ? ICAL.Timezone.utcTimezone : ICAL.Timezone.localTimezone
  const time = ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false }, zone)
  const property = component.addPropertyWithValue(name, time)
  if (!isUtc) property.setParameter('tzid', moment.zoneName ?? '')
}

function ruleOf(text: string, field: string): ICAL.Recur {
  try {
    const rule = ICAL.Recur.fromString(text.replace(/^RRULE:/i, ''))
    if (rule.freq === undefined || rule.freq === null) throw new TypeError('it has no FREQ')
    return rule
  } catch (cause) {
    if (cause instanceof ToolFailure) throw cause
    throw invalidArguments(
      `${field}.recurrence: expected a rule such as FREQ=WEEKLY: ${(cause as Error).message}`,
    )
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** In the zone of the calendar, also when the time has an offset of its own. */
function momentOf(text: string, field: string, timezone: string): DateTime {
  const moment = DateTime.fromISO(text, { zone: timezone })
  if (moment.isValid) return moment
  throw invalidArguments(`${field}: expected a moment in ISO 8601, received ${JSON.stringify(text)}`)
}
