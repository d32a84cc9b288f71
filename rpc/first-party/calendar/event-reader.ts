// Reads one event of a calendar as JSON, with its moments. Called by the calendar reader.
import ICAL from 'ical.js'
import type { Json } from '../../../domain/json.ts'
import { momentIn } from './moment.ts'
import type { Occurrence } from './occurrences.ts'
import { tzidOf } from './zones.ts'

/** @param occurrence of a recurring event; its times replace those of the event */
export function eventOf(event: ICAL.Event, timezone: string, occurrence?: Occurrence): Json {
  const { startDate } = occurrence ?? event
  const endDate = startDate === null ? null : (occurrence ?? event).endDate
  const rule = event.component.getFirstPropertyValue('rrule')
  const isOne = event.isRecurrenceException() || (occurrence !== undefined && event.isRecurring())
  const recurrenceId = isOne ? (occurrence ?? event).recurrenceId : null
  const organizer = event.component.getFirstProperty('organizer')
  return {
    uid: event.uid ?? '',
    title: textOf(event, 'summary'),
    start: textOfTime(startDate, timezone),
    end: textOfTime(endDate, timezone),
    isAllDay: startDate?.isDate === true,
    timezone: startDate?.zone === ICAL.Timezone.utcTimezone ? 'UTC' : zoneOf(event),
    location: textOf(event, 'location'),
    description: textOf(event, 'description'),
    url: textOf(event, 'url'),
    status: textOf(event, 'status'),
    organizer: organizer === null ? null : personOf(organizer),
    attendees: event.attendees.map(personOf),
    categories: event.component.getAllProperties('categories').flatMap(one => one.getValues().map(String)),
    recurrence: rule === null ? null : String(rule),
    recurrenceId: recurrenceId === null ? null : textOfTime(recurrenceId, timezone),
  }
}

/** Empty for an event without a start, as some cancellations are. */
function textOfTime(time: ICAL.Time | null, timezone: string): string {
  return time === null ? '' : momentIn(time, timezone).text
}

function zoneOf({ component }: ICAL.Event): string | null {
  const start = component.getFirstProperty('dtstart')
  return start === null ? null : tzidOf(start)
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
