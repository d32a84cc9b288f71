// The description of a time zone inside a calendar (RFC 5545, 3.6.5): each change of its offset in the
// relevant years, from the system's time zone data.
import ICAL from 'ical.js'
import { DateTime } from 'luxon'

/** After the last start, for recurring events. */
const yearsAhead = 10

/** @param years of the events */
export function timezoneComponent(name: string, years: readonly number[]): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', name)
  const first = DateTime.fromObject({ year: Math.min(...years) }, { zone: name })
  const last = Math.max(...years) + yearsAhead
  const changes = changesBetween(first, last)
  const start = { at: first, before: first.offset }
  for (const { at, before } of [start, ...changes]) component.addSubcomponent(observance(at, before))
  return component
}

/** One offset in minutes holds until `at`, another from then on. */
interface Change {
  readonly at: DateTime
  readonly before: number
}

function changesBetween(first: DateTime, lastYear: number): Change[] {
  const changes: Change[] = []
  // A day is shorter than the time between two changes.
  for (let day = first; day.year <= lastYear; day = day.plus({ days: 1 })) {
    const next = day.plus({ days: 1 })
    if (next.offset !== day.offset) changes.push({ at: momentOfChange(day, next), before: day.offset })
  }
  return changes
}

/** Bisects, to the second. */
function momentOfChange(before: DateTime, after: DateTime): DateTime {
  let [low, high] = [before.toSeconds(), after.toSeconds()]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (DateTime.fromSeconds(middle, { zone: before.zone }).offset === before.offset) low = middle
    else high = middle
  }
  return DateTime.fromSeconds(high, { zone: before.zone })
}

function observance(at: DateTime, before: number): ICAL.Component {
  const component = new ICAL.Component(at.isInDST ? 'daylight' : 'standard')
  // The start is written in the local time before the change.
  const { year, month, day, hour, minute, second } = at.setZone('UTC').plus({ minutes: before })
  component.addPropertyWithValue('dtstart', ICAL.Time.fromData({ year, month, day, hour, minute, second }))
  component.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(before * 60))
  component.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(at.offset * 60))
  return component
}
