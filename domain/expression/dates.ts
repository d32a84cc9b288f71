// Functions of dates for expressions. A moment is Unix ms, like `now`; a time zone is an IANA name, UTC when
// none is given. They read no clock, and say days and weekdays as ISO 8601 does: Monday is 1.
import { DateTime, type DateTimeUnit, IANAZone } from 'luxon'
import { spend } from '../budgets/budget.ts'
import { momentOf, zoneName } from '../moment.ts'
import { ExpressionError } from './budget.ts'
import { describe } from './values.ts'

/** In units of the budget, as measured. */
const costs = {
  /** A date of a zone: 15 us. */
  date: 700,
  /** 60 us. */
  arithmetic: 2_000,
  /** A zone that is met for the first time: 300 us. */
  zone: 10_000,
  /** A name of a month, weekday, era or zone: 150 us. */
  name: 6_000,
} as const

const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
const parts = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'hour', 'minute', 'second'] as const
/** Tokens of a pattern that become words of a language. */
const names = /Z{4,}|[LMcE]{3,}|[GaDtTfF]+/g
/** Longest pattern of formatDate, in characters. */
const patternLength = 100

/** A text without a zone is a date or time of that zone. */
export function toMoment(value: unknown, zone = 'UTC'): number {
  spend(costs.date)
  const moment = momentOf(value as string)
  if (moment !== null) return moment
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && value.length <= 40) {
    spend(costs.arithmetic)
    const date = DateTime.fromISO(value.replace(' ', 'T'), { zone: zoneOf(zone) })
    if (date.isValid) return date.toMillis()
  }
  throw new ExpressionError(`date expects ISO 8601 or Unix ms, received ${describe(value)}`)
}

/** @param pattern of Luxon: https://moment.github.io/luxon/#/formatting?id=table-of-tokens */
export function formatDate(moment: number, pattern: string, zone = 'UTC'): string {
  if (pattern.length > patternLength)
    throw new ExpressionError(`formatDate takes a pattern of at most ${patternLength} characters`)
  spend((pattern.match(names)?.length ?? 0) * costs.name)
  return dateAt(moment, zone).toFormat(pattern, { locale: 'en-US' })
}

export function addTime(moment: number, amount: number, unit: string, zone = 'UTC'): number {
  spend(costs.arithmetic)
  const date = dateAt(moment, zone).plus({ [oneOf(units, unit, 'addTime')]: amount })
  return checked(date).toMillis()
}

export function startOf(moment: number, unit: string, zone = 'UTC'): number {
  spend(costs.arithmetic)
  return dateAt(moment, zone)
    .startOf(oneOf(units, unit, 'startOf') as DateTimeUnit)
    .toMillis()
}

export function datePart(moment: number, part: string, zone = 'UTC'): number {
  const name = oneOf(parts, part, 'datePart')
  return dateAt(moment, zone).get(name === 'week' ? 'weekNumber' : name)
}

export function weekOfYear(moment: number, zone = 'UTC'): number {
  return datePart(moment, 'week', zone)
}

function dateAt(moment: number, zone: string): DateTime {
  spend(costs.date)
  return checked(DateTime.fromMillis(moment, { zone: zoneOf(zone) }))
}

function checked(date: DateTime): DateTime {
  if (date.isValid) return date
  throw new ExpressionError('expected a moment in Unix ms, of the years -271821 to 275760')
}

/** By name as it was given: Luxon would remember every name, also of zones that do not exist. */
const zones = new Map<string, IANAZone>()
const zonesKept = 1_000

function zoneOf(name: string): IANAZone {
  const known = zones.get(name)
  if (known !== undefined) return known
  spend(costs.zone)
  const zone = zoneName(name)
  if (zone === null) throw new ExpressionError(`there is no time zone ${describe(name)}`)
  if (zones.size >= zonesKept) zones.clear()
  const created = IANAZone.create(zone)
  zones.set(name, created)
  return created
}

/** In the singular or the plural. */
function oneOf<T extends string>(known: readonly T[], given: string, name: string): T {
  const found = known.find(each => each === given || `${each}s` === given)
  if (found !== undefined) return found
  throw new ExpressionError(`${name} knows ${known.join(', ')}, received ${describe(given)}`)
}
