// The next times of the schedules among the entries. They change by themselves, so they stand beside what the
// digest covers. Called by http/workflows/confirming.ts.

import { type ConfirmationEntry, confirmationBounds } from '../../domain/work/confirming/entry.ts'
import { Schedule, show } from '../../domain/work/schedule.ts'
import type { PlanStart } from '../../domain/work/starts/said-starts.ts'

/** @param start of the plan; its entries are in the same order */
export function withTimes(
  entries: readonly ConfirmationEntry[],
  start: readonly PlanStart[] | undefined,
  now: number,
): ConfirmationEntry[] {
  let at = 0
  return entries.map(entry => {
    if (entry.kind !== 'schedule') return entry
    const each = start?.[at++]
    if (each?.kind !== 'schedule') return entry
    return { ...entry, times: [...show(Schedule.parse(each), neverRun, now, confirmationBounds.times).next] }
  })
}

const neverRun = { lastRunAt: null, lastError: null }
