// Moments as plans and people write them: Unix ms, ISO 8601, a time of day in a time zone. Nothing here
// reads a clock.
import { Cron } from 'croner'
import type { Json } from './json.ts'

/** Unix ms, or null. A text without a time zone is refused: it would mean something else on every machine. */
export function momentOf(value: Json): number | null {
  if (typeof value === 'number') return Math.abs(value) <= lastMoment ? Math.floor(value) : null
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(value)) return null
  const moment = Date.parse(value)
  return Number.isNaN(moment) ? null : moment
}

/** The last moment that a Date knows, Unix ms. */
const lastMoment = 8.64e15

/** @param zone IANA name such as Europe/Berlin, or UTC */
export function isTimeZone(zone: string): boolean {
  return zoneName(zone) !== null
}

/** The name of the zone as the database of zones writes it; null when there is no such zone. */
export function zoneName(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/**
 * When a clock in the zone next shows the time, including this second. A time that the change to summer
 * time skips is the first moment after the gap; one that comes twice is the first.
 * @param now   Unix ms
 * @param clock HH:MM or HH:MM:SS
 * @returns Unix ms
 * @throws {RangeError} no such time or zone
 */
export function nextClock(now: number, clock: string, zone: string): number {
  const [, hour, minute, second = '0'] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(clock) ?? []
  if (hour === undefined)
    throw new RangeError(`expected a time such as 17:00, received ${clock.slice(0, 40)}`)
  if (!isTimeZone(zone)) throw new RangeError(`there is no time zone ${zone.slice(0, 60)}`)
  if (!Number.isFinite(now) || Math.abs(now) > latest) throw new RangeError('expected a moment in Unix ms')
  const cron = new Cron(`${second} ${minute} ${hour} * * *`, { timezone: zone })
  return cron.nextRun(new Date(now - 1_000))!.getTime()
}

/** The end of the year 9998. */
const latest = Date.UTC(9998, 11, 31)

/**
 * The moment of a date and time in a zone, as ISO 8601 in UTC; null when there is none such.
 * @param local `2026-03-01` or `2026-03-01T09:00`, with seconds or not
 */
export function isoIn(local: string, zone: string): string | null {
  const full = `${local}${local.includes('T') ? '' : 'T00:00'}`
  try {
    const moment = new Cron(full.length === 16 ? `${full}:00` : full, { timezone: zone }).nextRun(new Date(0))
    return moment?.toISOString().replace('.000', '') ?? null
  } catch {
    return null
  }
}
