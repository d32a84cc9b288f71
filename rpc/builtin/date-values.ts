// Points in time as arguments and results of tools. In: ISO 8601, the dates of e-mails and HTTP, or Unix
// milliseconds. Out: ISO 8601 with the offset of the time zone. Nothing here reads the clock: a date without
// a year is an error.
import { DateTime, IANAZone } from 'luxon'
import type { Json } from '../../domain/json.ts'
import { choice, text } from './schema.ts'
import { ToolFailure } from './tool.ts'
import { withNumericZone } from './zone-abbreviations.ts'

export const zoneSchema = text('Time zone', 'IANA name such as Europe/Berlin', {
  default: 'UTC',
  maxLength: 100,
  'x-words': ['time zone', 'timezone', 'zone'],
})

/** A date as an argument. */
export function dateSchema(title: string, description: string, words: readonly string[]) {
  return {
    title,
    description: `${description}: ISO 8601 text such as 2026-03-01T09:00:00Z, or Unix milliseconds`,
    type: ['string', 'integer'],
    'x-words': words,
  }
}

export const unitWords = {
  years: ['year', 'years'],
  months: ['month', 'months'],
  weeks: ['week', 'weeks'],
  days: ['day', 'days'],
  hours: ['hour', 'hours'],
  minutes: ['minute', 'minutes'],
  seconds: ['second', 'seconds'],
} as const
export type Unit = keyof typeof unitWords

export function unitSchema(description: string) {
  return choice('Unit', description, unitWords, { default: 'days', 'x-words': ['in'] })
}

/** @throws {ToolFailure} `bad-date` */
export function dateOf(value: Json, zone: string): DateTime {
  const options = { zone: zoneOf(zone), setZone: false } as const
  if (typeof value === 'number') return checked(DateTime.fromMillis(value, options), value)
  const source = String(value).trim()
  if (source.length > 100) throw badDate(source.slice(0, 100))
  // A time without a date would mean today.
  if (/^([+-]\d{6}|\d{4})/.test(source)) {
    const iso = DateTime.fromISO(source, options)
    return iso.isValid ? iso : checked(DateTime.fromSQL(source, options), source)
  }
  const mail = DateTime.fromRFC2822(withNumericZone(source), options)
  return mail.isValid ? mail : checked(DateTime.fromHTTP(source, options), source)
}

/**
 * Parses a text in one of Luxon's formats.
 * @throws {ToolFailure} `bad-date`
 */
export function dateInFormat(source: string, format: string, zone: string): DateTime {
  const options = { zone: zoneOf(zone), locale: 'en-US' } as const
  const { rawMatches, result } = DateTime.fromFormatExplain(source, format, options)
  const parts = (result ?? {}) as { year?: number; weekYear?: number }
  if (rawMatches && parts.year === undefined && parts.weekYear === undefined) {
    throw new ToolFailure('bad-date', `the format ${JSON.stringify(format)} has no year`)
  }
  return checked(DateTime.fromFormat(source, format, options), source)
}

/** ISO 8601 to the second, or to the millisecond when there are milliseconds: 2026-03-01T09:00:00+01:00. */
export function isoOf(date: DateTime): string {
  return date.toISO({ suppressMilliseconds: true }) ?? ''
}

function zoneOf(zone: string): string {
  if (zone === 'UTC' || IANAZone.isValidZone(zone)) return zone
  throw new ToolFailure('bad-time-zone', `${JSON.stringify(zone.slice(0, 60))} is not a time zone`)
}

/** @throws {ToolFailure} `bad-date`, also outside the years 1 to 9999 */
export function checked(date: DateTime, source: Json): DateTime {
  if (date.isValid && date.year >= 1 && date.year <= 9999) return date
  throw badDate(source)
}

function badDate(source: Json): ToolFailure {
  return new ToolFailure('bad-date', `${JSON.stringify(source)} is not a date`)
}
