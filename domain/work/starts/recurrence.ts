// Every second week, every third day: which days of a cron pattern count. They are counted from a date, in
// the zone of the schedule, so that clocks which change move none. Called by schedule.ts.
import { Cron } from 'croner'
import { z } from 'zod'

const recurrenceBounds = { weeks: 52, days: 366 } as const

const date = z
  .string()
  .regex(/^(?:19[789]\d|2[01]\d\d)-\d\d-\d\d$/, { error: 'expected a date, as 2026-12-07', abort: true })
  .refine(text => isDay(text), { error: 'expected a day that there is', abort: true })

/** Fields of a schedule. */
export const recurrenceFields = {
  /** Weeks of seven days, the first of which begins at `from`. */
  everyWeeks: z.int().min(1).max(recurrenceBounds.weeks).optional(),
  everyDays: z.int().min(1).max(recurrenceBounds.days).optional(),
  /** No time comes before this day. */
  from: date.optional(),
}

export interface Recurrence {
  readonly everyWeeks?: number | undefined
  readonly everyDays?: number | undefined
  readonly from?: string | undefined
}

/** @returns the field that is wrong, and why; null when none is */
export function recurrenceDefect({
  everyWeeks,
  everyDays,
  from,
}: Recurrence): readonly [string, string] | null {
  if (everyWeeks !== undefined && everyDays !== undefined)
    return ['everyDays', 'expected everyWeeks or everyDays, received both']
  if ((everyWeeks ?? everyDays) === undefined || from !== undefined) return null
  return [
    'from',
    `expected the date from which the ${everyWeeks === undefined ? 'days' : 'weeks'} are counted`,
  ]
}

/** Times of a pattern that are looked at for one that counts, before it is taken to have no more. */
const mostLooks = 1_000

/** The times of a pattern that count, in a zone. */
export class CountedTimes {
  readonly #pattern: Cron
  readonly #timezone: string
  readonly #first: number
  readonly #every: number
  /** Days that count in a row. */
  readonly #length: number
  readonly #dates: Intl.DateTimeFormat

  /** @param pattern in the same zone @param recurrence has a `from` */
  constructor(pattern: Cron, timezone: string, { everyWeeks, everyDays, from }: Recurrence) {
    this.#pattern = pattern
    this.#timezone = timezone
    this.#first = dayIn(from!)
    this.#length = everyWeeks === undefined ? 1 : 7
    this.#every = everyWeeks === undefined ? (everyDays ?? 1) : 7 * everyWeeks
    this.#dates = new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' },
    })
  }

  /** Unix ms, ascending, after the moment. */
  next(count: number, after: number): number[] {
    const times: number[] = []
    let cursor = after
    for (let looks = 0; times.length < count && looks < mostLooks; looks++) {
      const time = this.#pattern.nextRuns(1, new Date(cursor))[0]?.getTime()
      if (time === undefined) break
      const day = this.#dayOf(time)
      const due = this.#dueFrom(day)
      cursor = due === day ? time : this.#startOf(due) - 1
      if (due !== day) continue
      times.push(time)
      looks = 0
    }
    return times
  }

  /** Unix ms, descending, before the moment. */
  previous(count: number, before: number): number[] {
    const times: number[] = []
    let cursor = before
    for (let looks = 0; times.length < count && looks < mostLooks; looks++) {
      const time = this.#pattern.previousRuns(1, new Date(cursor))[0]?.getTime()
      if (time === undefined) break
      const day = this.#dayOf(time)
      const due = this.#dueUntil(day)
      if (due === null) break
      cursor = due === day ? time : this.#startOf(due + 1)
      if (due !== day) continue
      times.push(time)
      looks = 0
    }
    return times
  }

  /** The first day that counts, this one or later. */
  #dueFrom(day: number): number {
    if (day <= this.#first) return this.#first
    const past = (day - this.#first) % this.#every
    return past < this.#length ? day : day - past + this.#every
  }

  /** The last day that counts, this one or earlier; null before the first. */
  #dueUntil(day: number): number | null {
    if (day < this.#first) return null
    const past = (day - this.#first) % this.#every
    return past < this.#length ? day : day - past + this.#length - 1
  }

  #dayOf(time: number): number {
    return dayIn(this.#dates.format(time))
  }

  /** Its first moment, Unix ms. */
  #startOf(day: number): number {
    const midnight = new Cron(`${isoOf(day)}T00:00:00`, { timezone: this.#timezone })
    return midnight.nextRun(new Date(0))!.getTime()
  }
}

const dayMs = 86_400_000

/** Days since 1970-01-01. */
function dayIn(iso: string): number {
  return Date.parse(iso) / dayMs
}

function isDay(text: string): boolean {
  const day = dayIn(text)
  return !Number.isNaN(day) && isoOf(day) === text
}

function isoOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
