// The occurrences of all events of a calendar in a range of time. Called by the calendar reader.
// An override (an event with a RECURRENCE-ID) is an event of its own: it stands where it says, also when its
// event has no such occurrence any more or is not in the calendar, as in an invitation to one occurrence. The
// occurrence that it names is left out.
import ICAL from 'ical.js'
import { ToolFailure } from '../../builtin/tool.ts'
import { type FutureChange, futureChanges } from './future-changes.ts'
import { millisecondsOf } from './moment.ts'
import { keyOf, keysOf, type Start, startsOf } from './recurrence-set.ts'

export interface Range {
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
}

export interface Occurrence {
  readonly startMs: number
  readonly startDate: ICAL.Time
  readonly endDate: ICAL.Time
  /** Start of the occurrence by the rule. */
  readonly recurrenceId: ICAL.Time
  readonly item: ICAL.Event
}

/** Of one event: every day for 270 years. */
const maxOccurrences = 100_000

/** Those that overlap the range, by their start; more than the limit when there are more. */
export function occurrencesIn(
  components: readonly ICAL.Component[],
  timezone: string,
  range: Range,
): Occurrence[] {
  const events = components
    .filter(component => component.hasProperty('dtstart'))
    // Its exceptions are ours to relate.
    .map(component => new ICAL.Event(component, { exceptions: [] }))
  const overrides = Map.groupBy(
    events.filter(event => event.isRecurrenceException()),
    uidOf,
  )
  const found = [...overrides.values()].flatMap(latest).map(override => overriding(override, timezone))
  for (const event of events) {
    if (event.isRecurrenceException()) continue
    found.push(...occurrencesOf(event, latest(overrides.get(uidOf(event)) ?? []), timezone, range))
  }
  return found.filter(one => overlaps(one, timezone, range)).sort((a, b) => a.startMs - b.startMs)
}

function uidOf({ uid }: ICAL.Event): string {
  return uid ?? ''
}

/** Of several overrides of the same occurrence the one that was changed last. */
function latest(overrides: readonly ICAL.Event[]): ICAL.Event[] {
  const byOccurrence = new Map<string, ICAL.Event>()
  for (const override of overrides) {
    const key = keyOf(override.recurrenceId)
    const other = byOccurrence.get(key)
    if (other === undefined || sequenceOf(override) >= sequenceOf(other)) byOccurrence.set(key, override)
  }
  return [...byOccurrence.values()]
}

function sequenceOf({ sequence }: ICAL.Event): number {
  return Number(sequence ?? 0)
}

function overriding(item: ICAL.Event, timezone: string): Occurrence {
  const { startDate, endDate, recurrenceId } = item
  return { startMs: millisecondsOf(startDate, timezone), startDate, endDate, recurrenceId, item }
}

function overlaps({ startMs, endDate }: Occurrence, timezone: string, { fromMs, toMs }: Range): boolean {
  const endMs = millisecondsOf(endDate, timezone)
  const isOver = endMs < fromMs || (endMs === fromMs && endMs > startMs)
  return !isOver && startMs < toMs
}

/** Those that no override replaces. */
function* occurrencesOf(
  event: ICAL.Event,
  overrides: readonly ICAL.Event[],
  timezone: string,
  range: Range,
): Generator<Occurrence> {
  const replaced = new Set(overrides.map(override => keyOf(override.recurrenceId)))
  const changes = futureChanges(overrides, timezone)
  // What is moved back by a change lies before its start by the rule.
  const movedMs = Math.max(0, ...changes.map(({ backMs }) => backMs))
  let { toMs } = range
  let given = 0
  let count = 0
  for (const start of numbered(event, timezone)) {
    if (start.ms - movedMs >= toMs) return
    if (++count > maxOccurrences) throw tooMany(event)
    if (keysOf(start.time, timezone).some(key => replaced.has(key))) continue
    const one = occurrenceAt(event, start, changes, timezone)
    if (!overlaps(one, timezone, range)) continue
    yield one
    // One more than asked for says that there are more; later ones would come behind it.
    if (++given > range.limit) toMs = Math.min(toMs, one.startMs)
  }
}

function* numbered(event: ICAL.Event, timezone: string): Generator<Start> {
  try {
    yield* startsOf(event, timezone)
  } catch (cause) {
    const why = (cause as Error).message
    throw new ToolFailure(
      'bad-text',
      `"${event.summary}" recurs by a rule that makes no sense: ${why}`,
      false,
      {
        cause,
      },
    )
  }
}

function tooMany({ summary }: ICAL.Event): ToolFailure {
  return new ToolFailure('too-large', `"${summary}" has more than ${maxOccurrences} occurrences up to then`)
}

function occurrenceAt(
  event: ICAL.Event,
  { time, ms, end }: Start,
  changes: readonly FutureChange[],
  timezone: string,
): Occurrence {
  const change = changes.findLast(({ fromMs }) => fromMs <= ms)
  const item = change?.item ?? event
  const startDate = change === undefined ? time : change.move(time)
  const endDate = change === undefined && end !== null ? end : endAfter(startDate, item)
  return { startMs: millisecondsOf(startDate, timezone), startDate, endDate, recurrenceId: time, item }
}

function endAfter(start: ICAL.Time, { duration }: ICAL.Event): ICAL.Time {
  const end = start.clone()
  end.addDuration(duration)
  return end
}
