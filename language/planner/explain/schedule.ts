// A schedule in words: "every weekday at 08:30, Europe/Berlin". What has no words is the cron line itself.
import type { PromptSchedule } from '../../../domain/plan/plan.ts'
import { codeWords, listWords } from './values.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export function scheduleWords(schedule: PromptSchedule): string {
  return `${patternWords(schedule)}${countedWords(schedule)}`
}

function patternWords({ cron, timezone }: PromptSchedule): string {
  const every = everyWords(cron)
  if (every !== null) return timezone === 'UTC' ? every : `${every} (time zone ${timezone})`
  return `${timesWords(cron) ?? `by the schedule ${codeWords(cron)}`}, ${timezone}`
}

/** ", in every 2nd week from 2026-12-07 on". */
function countedWords({ everyWeeks, everyDays, from }: PromptSchedule): string {
  if (from === undefined) return ''
  if (everyWeeks !== undefined && everyWeeks > 1)
    return `, in every ${ordinal(everyWeeks)} week from ${from} on`
  if (everyDays !== undefined && everyDays > 1) return `, on every ${ordinal(everyDays)} day from ${from} on`
  return `, from ${from} on`
}

function everyWords(cron: string): string | null {
  if (cron === '* * * * *') return 'every minute'
  if (cron === '0 * * * *') return 'every hour'
  const [, minutes] = /^\*\/(\d+) \* \* \* \*$/.exec(cron) ?? []
  if (minutes !== undefined && 60 % Number(minutes) === 0) return `every ${minutes} minutes`
  const [, hours] = /^0 \*\/(\d+) \* \* \*$/.exec(cron) ?? []
  return hours !== undefined && 24 % Number(hours) === 0 ? `every ${hours} hours` : null
}

function timesWords(cron: string): string | null {
  const [minute, hour, date, month, weekday, ...rest] = cron.split(' ') as [
    string,
    string,
    string,
    string,
    string,
  ]
  if (rest.length > 0 || month !== '*' || !/^\d+$/.test(minute) || !/^\d+(,\d+)*$/.test(hour)) return null
  const times = hour.split(',').map(each => `${each.padStart(2, '0')}:${minute.padStart(2, '0')}`)
  const on = daysWords(date, weekday)
  return on === null ? null : `${on} at ${listWords(times)}`
}

function daysWords(date: string, weekday: string): string | null {
  if (date !== '*') {
    if (weekday !== '*') return null
    if (date === 'L') return 'every month on the last day'
    return /^\d+$/.test(date) && Number(date) <= 28 ? `every month on the ${ordinal(Number(date))}` : null
  }
  if (weekday === '*') return 'every day'
  if (weekday === '1-5') return 'every weekday'
  if (weekday === '0,6') return 'every weekend'
  return /^[0-6](,[0-6])*$/.test(weekday)
    ? `every ${listWords(weekday.split(',').map(each => days[Number(each)]!))}`
    : null
}

function ordinal(n: number): string {
  const suffix = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${suffix}`
}
