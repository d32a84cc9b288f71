// What a schedule is made of: days, hours, parts of the day, zones and how often, which stand in any order.
import { isTimeZone } from '../../../../domain/moment.ts'
import type { Rule } from '../../chart/chart.ts'
import { cities, months } from '../../lexicon/words.ts'
import { type At, rule } from '../build.ts'

/** A part of a schedule: what its words say. */
export interface WhenPart {
  /** Numbers of days, Sunday is 0; all seven: every day. */
  readonly days?: readonly number[]
  /** Day of the month, or L for its last. */
  readonly date?: string
  readonly months?: string
  /** Said of the date or the days: how often they come. */
  readonly unit?: 'week' | 'month' | 'year'
  readonly times?: readonly string[]
  readonly part?: string
  readonly zone?: string
  /** So many times a day. */
  readonly count?: number
  readonly each?: { readonly unit: 'minute' | 'hour'; readonly step: number }
  readonly onTheHour?: true
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const dayForm = /^(sun|mon|tue(?:s)?|wed(?:nes)?|thu(?:r|rs)?|fri|sat(?:ur)?)(day)?(s)?\.?$/

interface Day {
  readonly day: number
  /** "mondays" come again; "mon" is short for either. */
  readonly isMany: boolean
  readonly isShort: boolean
}

function dayOf(word: string): Day | null {
  const [, name, full, many] = dayForm.exec(word) ?? []
  if (name === undefined) return null
  return { day: dayNames.indexOf(name.slice(0, 3)), isMany: many !== undefined, isShort: full === undefined }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7)
}

const allDays = [0, 1, 2, 3, 4, 5, 6]
const workdays = [1, 2, 3, 4, 5]

/** "on Monday" is one day, "every Monday" and "Mondays" come again. */
function daysSaid(every: unknown, first: Day, more: readonly Day[]): WhenPart | null {
  const all = [first, ...more]
  const isAgain =
    every !== null || all.some(({ isMany }) => isMany) || (all.length > 1 && all.every(each => each.isShort))
  const days = [...new Set(all.map(({ day }) => day))].sort((a, b) => a - b)
  return isAgain && days.length === all.length ? { days } : null
}

const isMany = (token: { lower: string }) => token.lower.endsWith('s')

export const clockRules: readonly Rule[] = [
  // Days.
  rule('DAYPART', 'EVERY day', (): WhenPart => ({ days: allDays }), ['every day', 'each day']),
  rule('DAYPART', 'daily', (): WhenPart => ({ days: allDays }), ['daily']),
  rule('DAYPART', 'EVERY single day', (): WhenPart => ({ days: allDays }), [
    'each single day',
    'every single day',
  ]),
  rule('DAYPART', 'EVERY day of the week', (): WhenPart => ({ days: allDays }), [
    'each day of the week',
    'every day of the week',
  ]),
  rule('DAYPART', 'seven days a week', (): WhenPart => ({ days: allDays }), ['seven days a week']),
  rule(
    'DAYPART',
    'on? EVERY? weekday|workday only?',
    ([, every, day]): WhenPart | null => (every !== null || isMany(day) ? { days: workdays } : null),
    ['each weekday', 'each weekday only'],
  ),
  rule(
    'DAYPART',
    'on? EVERY? working|business|work|week day only?',
    ([, every, , day]): WhenPart | null => (every !== null || isMany(day) ? { days: workdays } : null),
    ['each working day', 'each working day only'],
  ),
  rule(
    'DAYPART',
    'on|at? EVERY? weekend',
    ([, every, day]): WhenPart | null => (every !== null || isMany(day) ? { days: [0, 6] } : null),
    ['each weekend', 'every weekend'],
  ),
  rule('DAYPART', 'on? EVERY? DAYNAME DAYMORE*', ([, every, first, more]) => daysSaid(every, first, more), [
    'on Mondays and Thursdays',
    'every Monday, Wednesday and Friday',
  ]),
  rule(
    'DAYPART',
    'on? EVERY? DAYNAME PARTOFDAYNAME',
    ([, every, day, part]): WhenPart | null => {
      const said = daysSaid(every, day, [])
      return said === null ? null : { ...said, part }
    },
    ['every Monday morning', 'each friday evening'],
  ),
  rule(
    'DAYPART',
    'on|from? DAYNAME DAYTO DAYNAME',
    ([, from, , to]): WhenPart => ({ days: range(from.day, to.day) }),
    ['Monday to Friday', 'from Tuesday until Saturday'],
  ),
  rule('DAYPART', 'ANYWORD', ([word]): WhenPart | null => {
    const [from, to, more] = String(word).split('-').map(dayOf)
    return from && to && more === undefined ? { days: range(from.day, to.day) } : null
  }),
  rule('DAYPART', 'weekly on? DAYNAME', ([, , { day }]): WhenPart => ({ days: [day] }), [
    'weekly on Monday',
    'weekly Monday',
  ]),
  rule('DAYPART', 'EVERY week on DAYNAME', ([, , , { day }]): WhenPart => ({ days: [day] }), [
    'each week on Monday',
    'each week on Friday',
  ]),
  rule('DAYTO', 'to|through|thru|until|till|-|–', () => 'to', ['to', 'through']),
  rule('DAYNAME', 'ANYWORD', ([word]) => dayOf(word)),
  rule('DAYMORE', 'ANDALSO on? EVERY? DAYNAME', ([, , , day]) => day, ['+ Monday', '+ Friday']),
  rule('ANDALSO', ',? and|+|&', () => 'and', ['and', '+']),
  rule('ANDALSO', ',? as well as', () => 'and', ['as well as', ', as well as']),
  rule('ANDALSO', ',', () => 'and', [',']),
  rule('EVERY', 'every|each', () => 'every', ['each', 'every']),
  rule('EVERY', 'once every|each|a|an|per', () => 'every', ['once every', 'once each']),

  // Days of the month.
  rule('DAYPART', 'on? the? DATE_OF_MONTH OFMONTH', ([, , date, often]): WhenPart => ({ date, ...often }), [
    'on the 1st of every month',
    'on the first day of each month',
  ]),
  rule('DAYPART', 'on the? DATE_OF_MONTH', ([, , date]): WhenPart => ({ date }), ['on 1st', 'on First']),
  rule('DAYPART', 'EVERY month', (): WhenPart => ({ unit: 'month' }), ['each month', 'every month']),
  rule('DAYPART', 'monthly', (): WhenPart => ({ unit: 'month' }), ['monthly']),
  rule('DAYPART', 'EVERY year', (): WhenPart => ({ unit: 'year' }), ['each year', 'every year']),
  rule('DAYPART', 'yearly|annually', (): WhenPart => ({ unit: 'year' }), ['yearly', 'annually']),
  rule('DAYPART', 'on? the? MONTHDAY of? EVERY year', ([, , day]): WhenPart => ({ ...day, unit: 'year' }), [
    '3 may each year',
    '3 may every year',
  ]),
  rule('DAYPART', 'on the? MONTHDAY', ([, , day]): WhenPart => day, ['on the 24th of December', 'on 3 may']),
  rule('MONTHDAY', 'ORDINAL of? MONTHNAME', ([n, , month]) => ({ date: String(n), months: month }), [
    'second may',
    'second December',
  ]),
  rule('MONTHDAY', 'COUNT MONTHNAME', ([n, month]) => (n <= 31 ? { date: String(n), months: month } : null), [
    '3 may',
    '3 December',
  ]),
  rule('MONTHDAY', 'MONTHNAME ORDINAL', ([month, n]) => ({ date: String(n), months: month }), [
    'may second',
    'may 3rd',
  ]),
  rule(
    'MONTHNAME',
    'ANYWORD',
    ([word]) => {
      const index = months.indexOf(word)
      return index === -1 ? null : String(index + 1)
    },
    ['may', 'December'],
  ),
  rule('DATE_OF_MONTH', 'ORDINAL day?', ([n]) => (n <= 28 ? String(n) : null), ['1st', 'First']),
  rule('DATE_OF_MONTH', 'day COUNT', ([, n]) => (n >= 1 && n <= 28 ? String(n) : null), ['day 1', 'day two']),
  rule('DATE_OF_MONTH', 'last day', () => 'L', ['last day']),
  rule('OFMONTH', 'of|in every|each|the|a month', () => ({ unit: 'month' }), [
    'of every month',
    'of each month',
  ]),
  rule('OFMONTH', 'of|in every|each|the|a quarter', () => ({ unit: 'year', months: '1,4,7,10' }), [
    'of every quarter',
    'of each quarter',
  ]),
  rule('OFMONTH', 'every|each month', () => ({ unit: 'month' }), ['every month', 'each month']),
  rule('OFMONTH', 'day of every|each|the month', () => ({ unit: 'month' }), [
    'day of every month',
    'day of each month',
  ]),

  // Hours.
  rule(
    'TIMEPART',
    'always|namely? at CLOCK CLOCKMORE*',
    ([, , first, more]): WhenPart => ({
      times: [first, ...more],
    }),
    ['at 8', 'at 8 and at 3'],
  ),
  rule('TIMEPART', 'CLOCKTIME CLOCKMORE*', ([first, more]): WhenPart => ({ times: [first, ...more] }), [
    '9 am',
    '9 am and at 3',
  ]),
  rule('TIMEPART', 'PARTOFDAY', ([part]): WhenPart => ({ part }), ['in the morning', 'in the afternoon']),
  rule('TIMEPART', 'EVERY PARTOFDAYNAME', ([, part]): WhenPart => ({ days: allDays, part }), [
    'each morning',
    'every morning',
  ]),
  rule('TIMEPART', 'TIMESADAY', ([count]): WhenPart => ({ count, days: allDays }), [
    'Twice a day',
    'Twice daily',
  ]),
  rule('TIMESADAY', 'once|twice|thrice a|per|each|every day', ([word]) => ofOnce(word.lower), [
    'Twice a day',
    'once a day',
  ]),
  rule('TIMESADAY', 'once|twice|thrice daily', ([word]) => ofOnce(word.lower), ['Twice daily', 'once daily']),
  rule('TIMESADAY', 'COUNT time a|per|each|every day', ([n]) => n, ['Two times each day', '3 time a day']),
  rule('TIMESADAY', 'COUNT time daily', ([n]) => n, ['3 time daily', '2 time daily']),
  rule('PARTOFDAY', 'in the morning|afternoon|evening', ([, , part]) => part.lower, [
    'in the morning',
    'in the afternoon',
  ]),
  rule('PARTOFDAY', 'at night', () => 'night', ['at night']),
  rule('PARTOFDAYNAME', 'morning|afternoon|evening|night', ([part]) => part.lower, ['morning', 'afternoon']),
  rule('CLOCKMORE', 'ANDALSO then? again? at? CLOCK', ([, , , , clock]) => clock, ['and at 3', 'and 15:00']),
  rule('CLOCK', 'CLOCKTIME', ([clock]) => clock, ['9:00', '5 pm']),
  rule('CLOCK', 'COUNT', ([hour]) => hourOf(hour), ['8', '9']),
  rule('CLOCKTIME', 'TIME', ([text]) => clockOf(text), ['9 am', '8:30']),
  rule('CLOCKTIME', "COUNT o'clock|oclock|h|hrs|uhr", ([hour]) => hourOf(hour), ['3 oclock', '3 h']),
  rule('CLOCKTIME', "COUNT o ' clock", ([hour]) => hourOf(hour), ["3 o ' clock", "2 o ' clock"]),
  rule('CLOCKTIME', 'COUNT o ’ clock', ([hour]) => hourOf(hour)),
  rule('CLOCKTIME', 'HOURSAID in the morning', ([clock]) => clockOf(`${clock} am`), [
    '8 in the morning',
    '9 in the morning',
  ]),
  rule('CLOCKTIME', 'HOURSAID in the afternoon|evening', ([clock]) => clockOf(`${clock} pm`), [
    'three in the afternoon',
    'half past six in the evening',
  ]),
  rule('CLOCKTIME', 'HOURSAID HALFDAY', ([clock, half]) => clockOf(`${clock} ${half}`), [
    'five p.m',
    'five p.m.',
  ]),
  rule('HOURSAID', 'COUNT', ([hour]) => (hour <= 12 ? `${hour}:00` : null), ['2', '1']),
  rule('HOURSAID', 'half past COUNT', ([, , hour]) => (hour <= 12 ? `${hour}:30` : null), [
    'half past 3',
    'half past 2',
  ]),
  rule('HOURSAID', 'a? quarter past COUNT', ([, , , hour]) => (hour <= 12 ? `${hour}:15` : null), [
    'quarter past 3',
    'quarter past 2',
  ]),
  rule(
    'HOURSAID',
    'a? quarter to COUNT',
    ([, , , hour]) => (hour > 1 && hour <= 12 ? `${hour - 1}:45` : null),
    ['quarter to 3', 'quarter to 2'],
  ),
  rule(
    'CLOCKTIME',
    'half|quarter past COUNT',
    ([part, , hour]) => (hour < 24 ? `${two(hour)}:${part.lower === 'half' ? 30 : 15}` : null),
    ['half past 3', 'half past 2'],
  ),
  rule('CLOCKTIME', 'noon', () => '12:00', ['noon']),
  rule('CLOCKTIME', 'midnight', () => '00:00', ['midnight']),
  rule('HALFDAY', 'am|pm', ([half]) => half.lower, ['am', 'pm']),
  rule('HALFDAY', 'a.m|p.m .?', ([half]) => half.lower.replace('.', ''), ['p.m', 'p.m.']),

  // Zones.
  rule('ZONE', ',? ( ZONEFULL )', ([, , zone]) => zone, ['(Europe/Paris)', '(Europe/Berlin)']),
  rule('ZONE', ',? in? the? ZONEFULL', ([, , , zone]) => zone, ['Berlin time', 'in the time zone UTC']),
  rule('ZONEFULL', 'ZONENAME ( ZONENAME )', ([a, , b]) => (a === b ? a : null), [
    'Berlin (Europe/Berlin)',
    'Paris time (Europe/Paris)',
  ]),
  rule('ZONEFULL', 'ZONENAME , ZONENAME', ([a, , b]) => (a === b ? a : null), [
    'Berlin time, Europe/Berlin',
    'UTC, UTC',
  ]),
  rule('ZONEFULL', 'ZONENAME', ([zone]) => zone, ['UTC', 'Paris']),
  rule('ZONENAME', 'according|local? to? the? time zone ZONEWORD', ([, , , , , zone]) => zone, [
    'time zone Europe/Paris',
    'time zone Europe/Berlin',
  ]),
  rule('ZONENAME', 'according to? the? time in ZONEWORD', ([, , , , , zone]) => zone, [
    'according time in UTC',
    'according time in Paris',
  ]),
  rule('ZONENAME', 'local? time in ZONEWORD', ([, , , zone]) => zone, ['time in UTC', 'time in Paris']),
  rule('ZONENAME', 'timezone|tz :? ZONEWORD', ([, , zone]) => zone, [
    'timezone Europe/Paris',
    'timezone UTC',
  ]),
  rule('ZONENAME', 'ZONEWORD time|timezone|times?', ([zone]) => zone, ['UTC', 'Paris']),
  rule('ZONENAME', 'ZONEWORD local time', ([zone]) => zone, ['UTC local time', 'Paris local time']),
  rule('ZONEWORD', 'ANYWORD', ([word], at) => zoneOf(textAt(at, 0), word), ['UTC', 'Paris']),
  rule(
    'ZONEWORD',
    'ANYWORD ANYWORD',
    ([a, b], at) => zoneOf(`${textAt(at, 0)} ${textAt(at, 1)}`, `${a} ${b}`),
    ['New York'],
  ),
]

const textAt = ({ tokens, start }: At, index: number) => tokens[start + index]!.text
const two = (value: number) => String(value).padStart(2, '0')
const hourOf = (hour: number) => (hour < 24 ? `${two(hour)}:00` : null)
const ofOnce = (word: string) => ({ once: 1, twice: 2, thrice: 3 })[word] ?? null

function clockOf(text: string): string | null {
  const [, h, m = '00', half] = /^(\d{1,2})(?::(\d{2}))?(?::00)?\s*([ap])?\.?m?\.?$/i.exec(text) ?? []
  if (h === undefined || (half !== undefined && Number(h) > 12)) return null
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hour < 24 && Number(m) < 60 ? `${two(hour)}:${m}` : null
}

function zoneOf(text: string, lower: string): string | null {
  const city = cities[lower]
  if (city !== undefined) return city
  const name = text.replace(
    /(^|[/_])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
  return name.includes('/') && isTimeZone(name) ? name : null
}
