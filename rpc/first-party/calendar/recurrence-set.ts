// The starts of an event (RFC 5545, 3.8.5): its first one, those of its rules and those listed one by one,
// without those taken out; in order, each once. Called by the calendar reader, after zones.ts.
// The library has an expansion of its own: it forgets the first start of an event that lists its dates, knows
// no periods, and passes over an EXDATE when others lie between two occurrences.
import ICAL from 'ical.js'
import { dayIn, millisecondsOf } from './moment.ts'

export interface Start {
  readonly time: ICAL.Time
  readonly ms: number
  /** Of a start that is listed with its own end. */
  readonly end: ICAL.Time | null
}

/** @throws whatever the library says about a rule that makes no sense */
export function* startsOf(event: ICAL.Event, timezone: string): Generator<Start> {
  const excluded = new Set(listed(event, 'exdate').map(({ time }) => keyOf(time)))
  const sources = [listedStarts(event, timezone), ...rulesOf(event, timezone)]
  const heads = sources.map(source => source.next().value ?? null)
  let last = Number.NaN
  for (;;) {
    const next = earliest(heads)
    if (next < 0) return
    const start = heads[next]!
    heads[next] = sources[next]!.next().value ?? null
    if (start.ms === last || keysOf(start.time, timezone).some(key => excluded.has(key))) continue
    last = start.ms
    yield start
  }
}

/** Names a time in an EXDATE or a RECURRENCE-ID: one of `keysOf` of the occurrence that it means. */
export function keyOf(time: ICAL.Time): string {
  return time.isDate ? dayOf(time) : String(time.toUnixTime())
}

/** An occurrence is named by its moment or by its day, whatever form its start has. */
export function keysOf(time: ICAL.Time, timezone: string): readonly string[] {
  return [dayOf(time), String(millisecondsOf(time, timezone) / 1_000)]
}

function dayOf({ year, month, day }: ICAL.Time): string {
  return `${year}-${month}-${day}`
}

function earliest(heads: readonly (Start | null)[]): number {
  let found = -1
  heads.forEach((head, index) => {
    if (head !== null && (found < 0 || head.ms < heads[found]!.ms)) found = index
  })
  return found
}

/** The dates that are listed, and the first start where no rule gives it. */
function* listedStarts(event: ICAL.Event, timezone: string): Generator<Start> {
  const dates = listed(event, 'rdate')
  if (!event.component.hasProperty('rrule')) dates.push({ time: event.startDate, end: null })
  const starts = dates.map(({ time, end }) => ({ time, end, ms: millisecondsOf(time, timezone) }))
  yield* starts.sort((a, b) => a.ms - b.ms)
}

type Listed = Pick<Start, 'time' | 'end'>

function listed({ component }: ICAL.Event, name: string): Listed[] {
  const values: unknown[] = component.getAllProperties(name).flatMap(property => property.getValues())
  return values.flatMap((value): Listed[] => {
    if (value instanceof ICAL.Time) return [{ time: value, end: null }]
    return value instanceof ICAL.Period ? [{ time: value.start, end: value.getEnd() }] : []
  })
}

function rulesOf(event: ICAL.Event, timezone: string): Generator<Start>[] {
  const rules = event.component.getAllProperties('rrule').flatMap(property => property.getValues())
  return rules
    .filter(rule => rule instanceof ICAL.Recur)
    .map(rule => ruledStarts(untilInZone(rule, event.startDate, timezone), event.startDate, timezone))
}

function* ruledStarts(rule: ICAL.Recur, start: ICAL.Time, timezone: string): Generator<Start> {
  const iterator = rule.iterator(start)
  // The iterator goes on with the time that it gives.
  for (let next = iterator.next(); next; next = iterator.next()) {
    const time = next.clone()
    yield { time, end: null, ms: millisecondsOf(time, timezone) }
  }
}

/** The last day of a rule is part of it, and its last moment is in the zone of the event. */
function untilInZone(rule: ICAL.Recur, start: ICAL.Time, timezone: string): ICAL.Recur {
  if (rule.until === null) return rule
  const { year, month, day } = rule.until
  const adjusted = rule.clone()
  if (rule.until.isDate && !start.isDate) {
    const endOfDay = { year, month, day, hour: 23, minute: 59, second: 59, isDate: false }
    adjusted.until = new ICAL.Time(endOfDay, start.zone)
  } else if (!rule.until.isDate && start.isDate) {
    adjusted.until = dayIn(rule.until, timezone)
  } else if (!start.isDate && rule.until.zone === ICAL.Timezone.localTimezone) {
    adjusted.until = rule.until.clone()
    adjusted.until.zone = start.zone
  }
  return adjusted
}
