// Reads one event of a calendar as JSON, with its moments. A time that names an IANA zone is in that zone.
// Another zone name stands for the zone that the calendar describes under it. A time without a zone is in the
// zone of the step.
import ICAL from 'ical.js'
import { DateTime, IANAZone } from 'luxon'
import type { Json } from '../../../domain/json.ts'
import type { Occurrence } from './calendar-reader.ts'

export interface Moment {
  readonly ms: number
  /** ISO 8601 in UTC, or YYYY-MM-DD. */
  readonly text: string
}

/** @param property the one that names the zone of the time: `dtstart` or `dtend` */
export function momentIn(time: ICAL.Time, event: ICAL.Event, property: string, timezone: string): Moment {
  const { year, month, day, hour, minute, second, isDate } = time
  if (isDate) {
    const start = DateTime.fromObject({ year, month, day }, { zone: timezone })
    return { ms: start.toMillis(), text: start.toISODate() ?? '' }
  }
  const ms = millisecondsOf()
  return { ms, text: Number.isNaN(ms) ? '' : new Date(ms).toISOString().replace('.000Z', 'Z') }

  function millisecondsOf(): number {
    if (time.zone === ICAL.Timezone.utcTimezone) return Date.UTC(year, month - 1, day, hour, minute, second)
    const name = zoneOf(event, property)
    if (name === null || IANAZone.isValidZone(name)) {
      const zone = name ?? timezone
      return DateTime.fromObject({ year, month, day, hour, minute, second }, { zone }).toMillis()
    }
    const isDescribed = time.zone !== ICAL.Timezone.localTimezone
    return isDescribed
      ? time.toUnixTime() * 1_000
      : DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: timezone }).toMillis()
  }
}

/** @param occurrence of a recurring event; its times replace those of the event */
export function eventOf(event: ICAL.Event, timezone: string, occurrence?: Occurrence): Json {
  const { startDate, endDate } = occurrence ?? event
  const start = momentIn(startDate, event, 'dtstart', timezone)
  const rule = event.component.getFirstPropertyValue('rrule')
  const isOne = occurrence !== undefined && (event.isRecurrenceException() || rule !== null)
  const recurrenceId = isOne
    ? momentIn(occurrence.recurrenceId, event, 'dtstart', timezone)
    : event.isRecurrenceException()
      ? momentIn(event.recurrenceId, event, 'recurrence-id', timezone)
      : null
  const organizer = event.component.getFirstProperty('organizer')
  return {
    uid: event.uid ?? '',
    title: textOf(event, 'summary'),
    start: start.text,
    end: momentIn(endDate, event, event.component.hasProperty('dtend') ? 'dtend' : 'dtstart', timezone).text,
    isAllDay: startDate.isDate,
    timezone: startDate.zone === ICAL.Timezone.utcTimezone ? 'UTC' : zoneOf(event, 'dtstart'),
    location: textOf(event, 'location'),
    description: textOf(event, 'description'),
    url: textOf(event, 'url'),
    status: textOf(event, 'status'),
    organizer: organizer === null ? null : personOf(organizer),
    attendees: event.attendees.map(personOf),
    categories: event.component.getAllProperties('categories').flatMap(one => one.getValues().map(String)),
    recurrence: rule === null ? null : String(rule),
    recurrenceId: recurrenceId?.text ?? null,
  }
}

function zoneOf({ component }: ICAL.Event, property: string): string | null {
  const found = component.getFirstProperty(property)?.getFirstParameter('tzid')
  return typeof found === 'string' && found !== '' ? found : null
}

function textOf({ component }: ICAL.Event, property: string): string | null {
  const value = component.getFirstPropertyValue(property)
  return value === null || value === undefined ? null : String(value)
}

function personOf(property: ICAL.Property): Json {
  const address = String(property.getFirstValue() ?? '')
  const email = /^mailto:/i.test(address) ? address.slice('mailto:'.length) : null
  return {
    name: property.getFirstParameter('cn') || null,
    email: email ?? (property.getFirstParameter('email') || null),
    status: property.getFirstParameter('partstat') || null,
  }
}
