// The time that the page of usage shows: whole days in UTC.

export const ranges = ['month', 'last-month', '7d', '30d', '90d', '12m', 'custom'] as const
export type RangeName = (typeof ranges)[number]
export const dimensions = ['workflow', 'tool', 'key'] as const

export interface UsageSearch {
  readonly range?: RangeName
  /** First and last day, of a custom range: `2026-11-23`. */
  readonly from?: string
  readonly to?: string
  readonly by?: (typeof dimensions)[number]
}

export interface DayRange {
  /** Begin of the first day and end of the last, Unix ms. */
  readonly from: number
  readonly to: number
}

const dayMs = 86_400_000
const longestDays = 366
const rolling = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const

/** Null: from and to make no range that the service takes. */
export function rangeOf({ range = 'month', from, to }: UsageSearch, now: number): DayRange | null {
  const today = now - (now % dayMs)
  const end = today + dayMs - 1
  const then = new Date(now)
  const month = (distance: number) => Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + distance, 1)
  switch (range) {
    case 'month':
      return { from: month(0), to: end }
    case 'last-month':
      return { from: month(-1), to: month(0) - 1 }
    case 'custom': {
      const first = from === undefined ? month(0) : Date.parse(from)
      const last = to === undefined ? end : Date.parse(to) + dayMs - 1
      return first > last || last - first > longestDays * dayMs ? null : { from: first, to: last }
    }
    default:
      return { from: today - (rolling[range] - 1) * dayMs, to: end }
  }
}

/** `2026-11-23`, as rows of usage and fields of days say it. */
export function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export interface Bar {
  /** First day of it. */
  readonly day: string
  readonly days: number
  readonly executions: number
  readonly cu: number
}

export type DayUsage = Pick<Bar, 'executions' | 'cu'> & { readonly day?: string | undefined }

/** More bars than these are too thin on a phone: then each is a week. */
const mostBars = 100

/** A bar for every day of the range, also for those without use; oldest first. */
export function barsOf(rows: readonly DayUsage[], { from, to }: DayRange): Bar[] {
  const byDay = new Map(rows.map(row => [row.day, row]))
  const count = Math.floor((to - from) / dayMs) + 1
  const size = count > mostBars ? 7 : 1
  return Array.from({ length: Math.ceil(count / size) }, (_, bar) => {
    const first = bar * size
    const days = Array.from({ length: Math.min(size, count - first) }, (_, day) =>
      dayText(from + (first + day) * dayMs),
    )
    const found = days.flatMap(day => byDay.get(day) ?? [])
    const sum = (of: 'executions' | 'cu') => found.reduce((total, row) => total + row[of], 0)
    return { day: days[0]!, days: days.length, executions: sum('executions'), cu: sum('cu') }
  })
}
