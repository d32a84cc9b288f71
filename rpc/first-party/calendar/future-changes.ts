// Overrides with RANGE=THISANDFUTURE: an occurrence and all after it are as the override says, moved by as
// much as it is moved. Called by occurrences.ts.
import type ICAL from 'ical.js'
import { millisecondsOf } from './moment.ts'

export interface FutureChange {
  readonly item: ICAL.Event
  /** Occurrences whose start by the rule is this or later. */
  readonly fromMs: number
  /** How much earlier than by the rule they may start. */
  readonly backMs: number
  /** @returns the start of an occurrence that starts then by the rule */
  readonly move: (time: ICAL.Time) => ICAL.Time
}

/** More than any zone or change of the clocks adds. */
const zoneMs = 26 * 60 * 60 * 1_000

/** In order. */
export function futureChanges(overrides: readonly ICAL.Event[], timezone: string): FutureChange[] {
  return overrides
    .filter(changesFuture)
    .map(override => changeBy(override, timezone))
    .sort((a, b) => a.fromMs - b.fromMs)
}

/** The library minds the case of the letters. */
function changesFuture({ component }: ICAL.Event): boolean {
  const range = component.getFirstProperty('recurrence-id')?.getFirstParameter('range')
  return String(range).toUpperCase() === 'THISANDFUTURE'
}

function changeBy(item: ICAL.Event, timezone: string): FutureChange {
  const { startDate, recurrenceId } = item
  const moved = startDate.subtractDate(recurrenceId.convertToZone(startDate.zone))
  const move = (time: ICAL.Time) => {
    const start = time.convertToZone(startDate.zone)
    start.isDate = startDate.isDate
    start.addDuration(moved)
    return start
  }
  const backMs = zoneMs - moved.toSeconds() * 1_000
  return { item, move, fromMs: millisecondsOf(recurrenceId, timezone), backMs }
}
