// What a schedule is made of: days, hours, parts of the day, zones and how often, which stand in any order.
import { isTimeZone } from '../../../moment.ts'
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
  rule('DAYPART', 'daily', (): WhenPart => ({ days: allDays })),
  rule('DAYPART', 'EVERY single day', (): WhenPart => ({ days: allDays })),
  rule('DAYPART', 'EVERY day of the week', (): WhenPart => ({ days: allDays })),
  rule('DAYPART', 'seven days a week', (): WhenPart => ({ days: allDays })),
  rule('DAYPART', 'on? EVERY? weekday|workday only?', ([, every, day]): WhenPart | null =>
    every !== null || isMany(day) ? { days: workdays } : null,
  ),
  rule('DAYPART', 'on? EVERY? working|business|work|week day only?', ([, every, , day]): WhenPart | null =>
    every !== null || isMany(day) ? { days: workdays } : null,
  ),
  rule('DAYPART', 'on|at? EVERY? weekend', ([, every, day]): WhenPart | null =>
    every !== null || isMany(day) ? { days: [0, 6] } : null,
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
  rule('DAYPART', 'weekly on? DAYNAME', ([, , { day }]): WhenPart => ({ days: [day] }), ['weekly on Monday']),
  rule('DAYPART', 'EVERY week on DAYNAME', ([, , , { day }]): WhenPart => ({ days: [day] })),
  rule('DAYTO', 'to|through|thru|until|till|-|–', () => 'to'),
  rule('DAYNAME', 'ANYWORD', ([word]) => dayOf(word)),
  rule('DAYMORE', 'ANDALSO on? EVERY? DAYNAME', ([, , , day]) => day),
  rule('ANDALSO', ',? and|+|&', () => 'and'),
  rule('ANDALSO', ',? as well as', () => 'and'),
  rule('ANDALSO', ',', () => 'and'),
  rule('EVERY', 'every|each', () => 'every'),
  rule('EVERY', 'once every|each|a|an|per', () => 'every'),

  // Days of the month.
  rule('DAYPART', 'on? the? DATE_OF_MONTH OFMONTH', ([, , date, often]): WhenPart => ({ date, ...often }), [
    'on the 1st of every month',
    'on the first day of each month',
  ]),
  rule('DAYPART', 'on the? DATE_OF_MONTH', ([, , date]): WhenPart => ({ date })),
  rule('DAYPART', 'EVERY month', (): WhenPart => ({ unit: 'month' })),
  rule('DAYPART', 'monthly', (): WhenPart => ({ unit: 'month' })),
  rule('DAYPART', 'EVERY year', (): WhenPart => ({ unit: 'year' })),
  rule('DAYPART', 'yearly|annually', (): WhenPart => ({ unit: 'year' })),
  rule('DAYPART', 'on? the? MONTHDAY of? EVERY year', ([, , day]): WhenPart => ({ ...day, unit: 'year' })),
  rule('DAYPART', 'on the? MONTHDAY', ([, , day]): WhenPart => day, ['on the 24th of December']),
  rule('MONTHDAY', 'ORDINAL of? MONTHNAME', ([n, , month]) => ({ date: String(n), months: month })),
  rule('MONTHDAY', 'COUNT MONTHNAME', ([n, month]) => (n <= 31 ? { date: String(n), months: month } : null)),
  rule('MONTHDAY', 'MONTHNAME ORDINAL', ([month, n]) => ({ date: String(n), months: month })),
  rule('MONTHNAME', 'ANYWORD', ([word]) => {
    const index = months.indexOf(word)
    return index === -1 ? null : String(index + 1)
  }),
  rule('DATE_OF_MONTH', 'ORDINAL day?', ([n]) => (n <= 28 ? String(n) : null)),
  rule('DATE_OF_MONTH', 'day COUNT', ([, n]) => (n >= 1 && n <= 28 ? String(n) : null)),
  rule('DATE_OF_MONTH', 'last day', () => 'L'),
  rule('OFMONTH', 'of|in every|each|the|a month', () => ({ unit: 'month' })),
  rule('OFMONTH', 'of|in every|each|the|a quarter', () => ({ unit: 'year', months: '1,4,7,10' })),
  rule('OFMONTH', 'every|each month', () => ({ unit: 'month' })),
  rule('OFMONTH', 'day of every|each|the month', () => ({ unit: 'month' })),

  // Hours.
  rule(
    'TIMEPART',
    'always|namely? at CLOCK CLOCKMORE*',
    ([, , first, more]): WhenPart => ({
      times: [first, ...more],
    }),
  ),
  rule('TIMEPART', 'CLOCKTIME CLOCKMORE*', ([first, more]): WhenPart => ({ times: [first, ...more] })),
  rule('TIMEPART', 'PARTOFDAY', ([part]): WhenPart => ({ part })),
  rule('TIMEPART', 'EVERY PARTOFDAYNAME', ([, part]): WhenPart => ({ days: allDays, part })),
  rule('TIMEPART', 'TIMESADAY', ([count]): WhenPart => ({ count, days: allDays })),
  rule('TIMESADAY', 'once|twice|thrice a|per|each|every day', ([word]) => ofOnce(word.lower)),
  rule('TIMESADAY', 'once|twice|thrice daily', ([word]) => ofOnce(word.lower)),
  rule('TIMESADAY', 'COUNT time a|per|each|every day', ([n]) => n),
  rule('TIMESADAY', 'COUNT time daily', ([n]) => n),
  rule('PARTOFDAY', 'in the morning|afternoon|evening', ([, , part]) => part.lower),
  rule('PARTOFDAY', 'at night', () => 'night'),
  rule('PARTOFDAYNAME', 'morning|afternoon|evening|night', ([part]) => part.lower),
  rule('CLOCKMORE', 'ANDALSO then? again? at? CLOCK', ([, , , , clock]) => clock),
  rule('CLOCK', 'CLOCKTIME', ([clock]) => clock, ['9:00', '5 pm']),
  rule('CLOCK', 'COUNT', ([hour]) => hourOf(hour)),
  rule('CLOCKTIME', 'TIME', ([text]) => clockOf(text)),
  rule('CLOCKTIME', "COUNT o'clock|oclock|h|hrs|uhr", ([hour]) => hourOf(hour)),
  rule('CLOCKTIME', "COUNT o ' clock", ([hour]) => hourOf(hour)),
  rule('CLOCKTIME', 'COUNT o ’ clock', ([hour]) => hourOf(hour)),
  rule('CLOCKTIME', 'HOURSAID in the morning', ([clock]) => clockOf(`${clock} am`)),
  rule('CLOCKTIME', 'HOURSAID in the afternoon|evening', ([clock]) => clockOf(`${clock} pm`), [
    'three in the afternoon',
    'half past six in the evening',
  ]),
  rule('CLOCKTIME', 'HOURSAID HALFDAY', ([clock, half]) => clockOf(`${clock} ${half}`)),
  rule('HOURSAID', 'COUNT', ([hour]) => (hour <= 12 ? `${hour}:00` : null)),
  rule('HOURSAID', 'half past COUNT', ([, , hour]) => (hour <= 12 ? `${hour}:30` : null)),
  rule('HOURSAID', 'a? quarter past COUNT', ([, , , hour]) => (hour <= 12 ? `${hour}:15` : null)),
  rule('HOURSAID', 'a? quarter to COUNT', ([, , , hour]) =>
    hour > 1 && hour <= 12 ? `${hour - 1}:45` : null,
  ),
  rule('CLOCKTIME', 'half|quarter past COUNT', ([part, , hour]) =>
    hour < 24 ? `${two(hour)}:${part.lower === 'half' ? 30 : 15}` : null,
  ),
  rule('CLOCKTIME', 'noon', () => '12:00'),
  rule('CLOCKTIME', 'midnight', () => '00:00'),
  rule('HALFDAY', 'am|pm', ([half]) => half.lower),
  rule('HALFDAY', 'a.m|p.m .?', ([half]) => half.lower.replace('.', '')),

  // Zones.
  rule('ZONE', ',? ( ZONEFULL )', ([, , zone]) => zone),
  rule('ZONE', ',? in? the? ZONEFULL', ([, , , zone]) => zone, ['Berlin time', 'in the time zone UTC']),
  rule('ZONEFULL', 'ZONENAME ( ZONENAME )', ([a, , b]) => (a === b ? a : null)),
  rule('ZONEFULL', 'ZONENAME , ZONENAME', ([a, , b]) => (a === b ? a : null)),
  rule('ZONEFULL', 'ZONENAME', ([zone]) => zone),
  rule('ZONENAME', 'according|local? to? the? time zone ZONEWORD', ([, , , , , zone]) => zone),
  rule('ZONENAME', 'according to? the? time in ZONEWORD', ([, , , , , zone]) => zone),
  rule('ZONENAME', 'local? time in ZONEWORD', ([, , , zone]) => zone),
  rule('ZONENAME', 'timezone|tz :? ZONEWORD', ([, , zone]) => zone),
  rule('ZONENAME', 'ZONEWORD time|timezone|times?', ([zone]) => zone),
  rule('ZONENAME', 'ZONEWORD local time', ([zone]) => zone),
  rule('ZONEWORD', 'ANYWORD', ([word], at) => zoneOf(textAt(at, 0), word)),
  rule('ZONEWORD', 'ANYWORD ANYWORD', ([a, b], at) =>
    zoneOf(`${textAt(at, 0)} ${textAt(at, 1)}`, `${a} ${b}`),
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
