// When a schedule starts: "every weekday at 09:00"; without such words "by the cron "0 9 1 1 *"".
import { Cursor } from './cursor.ts'
import { readJsonText, writeJsonText } from './json-texts.ts'

const days: readonly (readonly [string, string])[] = [
  ['day', '*'],
  ['weekday', '1-5'],
  ['weekend', '0,6'],
  ['Monday', '1'],
  ['Tuesday', '2'],
  ['Wednesday', '3'],
  ['Thursday', '4'],
  ['Friday', '5'],
  ['Saturday', '6'],
  ['Sunday', '0'],
]

const every = 'every '
const byCron = 'by the cron '
/** What they begin with. */
export const timesWords = [every, byCron] as const

export function writeTimes(cron: string): string {
  const words = wordsFor(cron)
  // Only words that are read as this very line: `00 9 * * *` has none.
  return words !== null && isReadAs(words, cron) ? words : `${byCron}${writeJsonText(cron)}`
}

function isReadAs(words: string, cron: string): boolean {
  try {
    return readTimes(new Cursor(words, 1, 1)) === cron
  } catch {
    return false
  }
}

export function readTimes(cursor: Cursor): string {
  if (cursor.take(byCron)) return readJsonText(cursor)
  cursor.expect(every)
  if (cursor.take('minute')) return '* * * * *'
  if (cursor.take('hour')) return '0 * * * *'
  const start = cursor.at
  const count = cursor.match(/\d{1,6}/y)
  cursor.mark('literal', start)
  if (count !== null) {
    if (cursor.take(' minutes')) return `*/${evenly(count, 60, cursor, start)} * * * *`
    if (cursor.take(' hours')) return `0 */${evenly(count, 24, cursor, start)} * * *`
    cursor.fail('" minutes" or " hours"')
  }
  const day = days.find(([words]) => cursor.take(words))
  if (day === undefined) cursor.fail(`one of ${days.map(([words]) => words).join(', ')}`)
  cursor.expect(' at ')
  const from = cursor.at
  const clock = cursor.match(/(?:[01]\d|2[0-3]):[0-5]\d/y) ?? cursor.fail('a time of the day, as 09:00')
  cursor.mark('literal', from)
  const [hour, minute] = clock.split(':')
  return `${Number(minute)} ${Number(hour)} * * ${day![1]}`
}

/**
 * A cron counts anew each hour and each day: what does not fill them says another time than its words.
 * `*\/45` is at minutes 0 and 45.
 */
function evenly(count: string, whole: number, cursor: Cursor, start: number): string {
  const counts = Array.from({ length: whole - 1 }, (_, index) => index + 1).filter(each => whole % each === 0)
  if (!counts.includes(Number(count))) cursor.fail(`one of ${counts.join(', ')}, or a cron`, start)
  return count
}

function wordsFor(cron: string): string | null {
  if (cron === '* * * * *') return 'every minute'
  if (cron === '0 * * * *') return 'every hour'
  const [, minutes, hours] = /^(?:\*\/(\d{1,2}) \*|0 \*\/(\d{1,2})) \* \* \*$/.exec(cron) ?? []
  if (minutes !== undefined) return `every ${minutes} minutes`
  if (hours !== undefined) return `every ${hours} hours`
  const [, minute, hour, on] = /^([0-5]?\d) ([01]?\d|2[0-3]) \* \* (\S+)$/.exec(cron) ?? []
  const day = days.find(([, pattern]) => pattern === on)
  if (day === undefined) return null
  return `every ${day[0]} at ${hour!.padStart(2, '0')}:${minute!.padStart(2, '0')}`
}
