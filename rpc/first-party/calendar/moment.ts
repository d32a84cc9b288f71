// Times of a calendar as moments. Called after zones.ts has given every time its zone.
import ICAL from 'ical.js'
import { DateTime } from 'luxon'
import { zoneNamed } from './zones.ts'

export interface Moment {
  readonly ms: number
  /** ISO 8601 in UTC, or YYYY-MM-DD. */
  readonly text: string
}

/** @param timezone IANA name, of whole days */
export function momentIn(time: ICAL.Time, timezone: string): Moment {
  const ms = millisecondsOf(time, timezone)
  if (time.isDate) return { ms, text: time.toString() }
  return { ms, text: Number.isNaN(ms) ? '' : new Date(ms).toISOString().replace('.000Z', 'Z') }
}

/** Unix ms; of a whole day where it begins in that zone. */
export function millisecondsOf(time: ICAL.Time, timezone: string): number {
  if (!time.isDate) return time.toUnixTime() * 1_000
  const { year, month, day } = time
  return Date.UTC(year, month - 1, day) - zoneNamed(timezone).utcOffset(time) * 1_000
}

/** The whole day on which a moment lies. */
export function dayIn(time: ICAL.Time, timezone: string): ICAL.Time {
  const { year, month, day } = DateTime.fromMillis(millisecondsOf(time, timezone), { zone: timezone })
  return ICAL.Time.fromData({ year, month, day, isDate: true })
}
