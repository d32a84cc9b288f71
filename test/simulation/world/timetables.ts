// The schedules of a simulation: some workflows run every few minutes for a part of the evening on which all
// worlds begin, so that their times end before the world does. Who sets them does so until it is
// acknowledged, and sometimes again.
import { prefixes } from '../../../domain/ids.ts'
import type { Schedule, ScheduleSetting } from '../../../domain/work/schedule.ts'
import { organizationId } from '../../support/execution.ts'
import type { Random } from '../random.ts'
import { inputs, itemsOf, starter } from './workflows.ts'

export interface Timetable {
  readonly address: string
  readonly setting: ScheduleSetting & { readonly schedule: Schedule }
  /** All times that it has, Unix ms, ascending, the first of the next year behind them. */
  readonly times: readonly number[]
}

/** Worlds begin at 22:13:20 of this day. */
const evening = (minute: number, year = 2023) => Date.UTC(year, 10, 14, 22, minute)

export function timetables(random: Random): readonly Timetable[] {
  if (!random.chance(0.3)) return []
  return Array.from({ length: random.between(1, 2) }, (_, n) => timetable(random, n))
}

function timetable(random: Random, workflow: number): Timetable {
  const first = random.between(14, 20)
  const last = first + random.between(0, 12)
  const step = random.between(1, 3)
  const times: number[] = []
  for (let minute = first; minute <= last; minute += step) times.push(evening(minute))
  const schedule: Schedule = {
    cron: `${first}-${last}/${step} 22 14 11 *`,
    timezone: 'UTC',
    overlap: random.pick(['skip', 'queue', 'allow']),
    missed: random.pick(['last', 'all', 'none']),
    inputs: { ...inputs, ...itemsOf(0) },
    enabled: true,
  }
  return {
    address: `${prefixes.schedule}_01jd000000000000000000000${workflow}`,
    setting: { organizationId, workflowId: `wf_${workflow}`, revision: 1, schedule, setBy: starter },
    times: [...times, evening(first, 2024)],
  }
}
