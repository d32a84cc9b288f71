// "every weekday at 9 in Europe/Berlin", "every 15 minutes", "on the first of every month at 8": when a
// workflow starts by itself, as cron in five fields. What cron cannot say, or what leaves the time open, is
// refused.
import type { PromptSchedule } from '../../plan/plan.ts'
import type { Environment } from '../environment.ts'
import { clockAt, countAt, zoneAt } from '../text/times.ts'
import type { Token } from '../text/tokens.ts'
import { phraseAt } from '../values/conditions.ts'
import { zoneOr } from './waits.ts'

type Tokens = readonly Token[]

export interface ScheduleWords {
  /** Null when the words are about a schedule and no cron can be made of them: `defect` says why. */
  readonly schedule: PromptSchedule | null
  readonly defect: string
  readonly assumptions: readonly string[]
  readonly end: number
}

/** The schedule that begins at a place, or null. */
export function scheduleAt(tokens: Tokens, at: number, env: Environment): ScheduleWords | null {
  const days = intervalAt(tokens, at) ?? daysAt(tokens, at)
  if (days === null) return null
  if (days.cron !== undefined) return finished(tokens, { ...days, cron: days.cron }, env)
  const times = timesOfDayAt(tokens, days.end)
  if (typeof times === 'string' || days.defect !== undefined) {
    return { schedule: null, defect: days.defect ?? String(times), assumptions: [], end: days.end }
  }
  const hour = times.hours.join(',')
  const cron = `${times.minute} ${hour} ${days.date ?? '*'} * ${days.weekdays ?? '*'}`
  return finished(tokens, { cron, end: times.end, assumptions: times.assumptions }, env)
}

interface Days {
  /** All that there is to say. */
  readonly cron?: string
  readonly date?: string
  readonly weekdays?: string
  readonly defect?: string
  readonly end: number
}

function finished(
  tokens: Tokens,
  { cron, end, assumptions = [] }: { cron: string; end: number; assumptions?: readonly string[] },
  env: Environment,
): ScheduleWords {
  const said = zoneAt(tokens, end)
  // Minutes and hours are the same in most zones: nobody need say which.
  const needsZone = !/^\S+ (\*|\*\/\d+) \* \* \*$/.test(cron)
  const zone = needsZone ? zoneOr(said?.zone, env) : { zone: said?.zone ?? env.timeZone, assumptions: [] }
  const schedule = { cron, timezone: zone.zone }
  return { schedule, defect: '', assumptions: [...assumptions, ...zone.assumptions], end: said?.end ?? end }
}

/** "every 15 minutes", "every hour", "hourly" */
function intervalAt(tokens: Tokens, at: number): Days | null {
  if (tokens[at]?.lower === 'hourly') return { cron: '0 * * * *', end: at + 1 }
  if (!isEvery(tokens[at])) return null
  const count = countAt(tokens, at + 1)
  const unit = tokens[at + (count === null ? 1 : 2)]?.lower ?? ''
  const end = at + (count === null ? 2 : 3)
  const period = /^minutes?$/.test(unit) ? 60 : /^hours?$/.test(unit) ? 24 : null
  if (period === null) return null
  const step = count ?? 1
  if (step < 1 || step > period || period % step !== 0) {
    const whole = period === 60 ? 'an hour' : 'a day'
    return { defect: `${step} ${unit} do not divide ${whole} into equal parts`, end }
  }
  const field = step === 1 ? '*' : `*/${step}`
  if (period === 60) return { cron: step === 60 ? '0 * * * *' : `${field} * * * *`, end }
  return { cron: step === 24 ? '0 0 * * *' : `0 ${field} * * *`, end }
}

const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** "every weekday", "on mondays and thursdays", "daily", "on the 15th of every month" */
function daysAt(tokens: Tokens, start: number): Days | null {
  if (tokens[start]?.lower === 'daily') return { end: start + 1 }
  const month = dateAt(tokens, start)
  if (month !== null) return month
  const isOn = tokens[start]?.lower === 'on'
  if (!isOn && !isEvery(tokens[start])) return null
  const word = tokens[start + 1]?.lower ?? ''
  const end = start + 2
  if (!isOn && word === 'day') return { end }
  if (word === 'weekdays' || (!isOn && word === 'weekday')) return { weekdays: '1-5', end }
  if (word === 'weekends' || (!isOn && word === 'weekend')) return { weekdays: '0,6', end }
  if (!isOn && ['other', 'second', 'week', 'month', 'year', 'quarter'].includes(word)) {
    const defect = `"every ${word}" leaves open when: say "every monday at 9" or "on the first of every month at 8"`
    return { defect, end }
  }
  return weekdaysAt(tokens, start + 1, isOn)
}

/** Days of the week; after "on" only as plurals: "on monday" is once. */
function weekdaysAt(tokens: Tokens, start: number, isPlural: boolean): Days | null {
  const days: number[] = []
  let end = start
  for (let at = start; ; at = end) {
    if (days.length > 0) while (['and', ','].includes(tokens[at]?.lower ?? '')) at += 1
    if (days.length > 0 && isEvery(tokens[at])) at += 1
    const word = tokens[at]?.lower ?? ''
    const index = weekdayNames.findIndex(name => word === `${name}s` || (!isPlural && word === name))
    if (index === -1) break
    days.push(index)
    end = at + 1
  }
  if (days.length === 0) return null
  return { weekdays: [...new Set(days)].sort((a, b) => a - b).join(','), end }
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** "on the first of every month", "on the last day of each month", "every month on the 15th" */
function dateAt(tokens: Tokens, start: number): Days | null {
  const lead = ['every month on', 'each month on', 'monthly on', 'on']
    .map(words => phraseAt(tokens, start, words))
    .find(at => at !== null)
  if (lead === undefined) return null
  const at = tokens[lead]?.lower === 'the' ? lead + 1 : lead
  const word = tokens[at]?.lower ?? ''
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? []
  const day = digits === undefined ? ordinals.indexOf(word) + 1 : Number(digits)
  const isLast = word === 'last' && tokens[at + 1]?.lower === 'day'
  if (!isLast && (day < 1 || day > 31)) return null
  const named = tokens[at + 1]?.lower === 'day' ? at + 2 : at + 1
  const isLed = tokens[start]!.lower !== 'on'
  const end = isLed
    ? named
    : (['of every month', 'of each month', 'of the month', 'every month', 'each month']
        .map(words => phraseAt(tokens, named, words))
        .find(after => after !== null) ?? null)
  if (end === null) return null
  if (day > 28)
    return { defect: `not every month has a day ${day}: say "the last day", or one up to 28`, end }
  return { date: isLast ? 'L' : String(day), end }
}

interface TimesOfDay {
  readonly minute: number
  readonly hours: readonly number[]
  readonly end: number
  readonly assumptions: readonly string[]
}

/** "at 9", "at 9:30 and 17:30"; or what is wrong. */
function timesOfDayAt(tokens: Tokens, start: number): TimesOfDay | string {
  const open = 'at what time? Say "every day at 9:00", for example'
  const part = ['morning', 'afternoon', 'evening', 'night'].includes(tokens[start]?.lower ?? '')
  if (part) return open
  const at = tokens[start]?.text === ',' ? start + 1 : start
  if (tokens[at]?.lower !== 'at') return open
  const clocks = []
  let end = at + 1
  for (let next = end; ; ) {
    const clock = clockAt(tokens, next)
    if (clock === null) break
    clocks.push(clock)
    end = next = clock.end
    while (['and', ',', 'at'].includes(tokens[next]?.lower ?? '')) next += 1
    if (next === end) break
  }
  if (clocks.length === 0) return open
  const parts = clocks.map(({ clock }) => clock.split(':').map(Number) as [number, number, number?])
  const minutes = new Set(parts.map(([, minute]) => minute))
  if (parts.some(([, , second]) => second)) return 'a schedule goes by minutes: leave the seconds out'
  if (minutes.size > 1) return 'one schedule has its times at the same minute: make two workflows of it'
  const hours = [...new Set(parts.map(([hour]) => hour))].sort((a, b) => a - b)
  const assumptions = clocks.flatMap(({ assumption }) => (assumption === undefined ? [] : [assumption]))
  return { minute: parts[0]![1], hours, end, assumptions }
}

function isEvery(token: Token | undefined): boolean {
  return token?.lower === 'every' || token?.lower === 'each'
}
