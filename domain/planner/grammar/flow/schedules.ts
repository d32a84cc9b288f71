// Schedules.
import { isTimeZone } from '../../../moment.ts'
import type { Rule } from '../../chart/chart.ts'
import { cities, weekdays } from '../../lexicon/words.ts'
import { rule, spanOf } from '../build.ts'
import type { Statement, When } from '../terms.ts'

export const scheduleRules: readonly Rule[] = [
  // Schedules.
  rule(
    'CONTROL',
    'SCHEDULE ,|:? BODY',
    ([schedule, , body], at): Statement => ({ s: 'schedule', schedule, body, span: spanOf(at) }),
    ['every day at 9:00, stop', 'every 15 minutes close A-1'],
  ),
  rule(
    'CONTROL',
    'BODY ,? SCHEDULE',
    ([body, , schedule], at): Statement => ({ s: 'schedule', schedule, body, span: spanOf(at) }),
    ['close A-1 every day at 9:00', 'stop every monday at 8 am'],
    2,
  ),
  rule(
    'CONTROL',
    'run|do|start|execute|repeat this|it|that|the following|workflow? workflow? SCHEDULE',
    ([, , , , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
    ['run this every 15 minutes', 'run it every day at 9:00'],
  ),
  rule(
    'CONTROL',
    'this|it|the workflow? runs|starts SCHEDULE',
    ([, , , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'SCHEDULE',
    ([schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
    [],
    1,
  ),
  rule('SCHEDULE', 'EVERY COUNT minute', ([, n]) => every('minute', n)),
  rule('SCHEDULE', 'EVERY COUNT hour', ([, n]) => every('hour', n)),
  rule('SCHEDULE', 'EVERY minute', () => every('minute', 1)),
  rule('SCHEDULE', 'EVERY hour|half', ([, unit]) => (unit.lower === 'half' ? null : every('hour', 1))),
  rule('SCHEDULE', 'EVERY half hour', () => every('minute', 30)),
  rule('SCHEDULE', 'EVERY quarter of? an? hour', () => every('minute', 15)),
  // "hourly rate": the word before a noun is no schedule.
  rule('SCHEDULE', 'hourly', (_, at) =>
    at.tokens[at.end]?.kind === 'word' && at.start === 0 ? null : every('hour', 1),
  ),
  rule(
    'SCHEDULE',
    'DAYS ,? PARTOFDAY? ATTIMES PARTOFDAY? ZONE?',
    ([days, , , times, part, zone]): When | null => cronOf(days, times, zone, part),
    ['every day at 9:00', 'every weekday at 8:30 Berlin time'],
  ),
  rule(
    'SCHEDULE',
    'ATTIMES PARTOFDAY? ZONE? ,? DAYS ZONE?',
    ([times, part, zone, , days, zone2]): When | null => cronOf(days, times, zone ?? zone2, part),
    ['at 9:00 every day', 'at 6 pm on weekdays'],
  ),
  rule(
    'SCHEDULE',
    'EVERY PARTOFDAYNAME ,? ATTIMES ZONE?',
    ([, part, , times, zone]): When | null => cronOf({}, times, zone, part),
    ['every morning at 8', 'every evening at 6'],
  ),
  rule(
    'SCHEDULE',
    'EVERY WEEKDAY PARTOFDAYNAME ,? ATTIMES ZONE?',
    ([, day, part, , times, zone]): When | null => cronOf({ weekdays: String(day) }, times, zone, part),
  ),
  rule('PARTOFDAY', 'in the morning|afternoon|evening', ([, , part]) => part.lower),
  rule('PARTOFDAY', 'at night', () => 'night'),
  rule('PARTOFDAYNAME', 'morning|afternoon|evening|night', ([part]) => part.lower),
  rule('EVERY', 'every|each', () => 'every'),
  rule('EVERY', 'once every|each|a|an|per', () => 'every'),
  rule('DAYS', 'EVERY day', () => ({})),
  rule('DAYS', 'daily', () => ({})),
  rule('DAYS', 'EVERY single day', () => ({})),
  rule('DAYS', 'EVERY weekday|workday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'EVERY working|business|work day', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on weekday|workday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on EVERY? weekday|workday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'monday to|through|until|- friday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'from monday to|through|until friday', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'EVERY weekend', () => ({ weekdays: '0,6' })),
  rule('DAYS', 'on weekend', () => ({ weekdays: '0,6' })),
  rule('DAYS', 'on? EVERY WEEKDAY WEEKDAYMORE*', ([, , first, more]) => ({
    weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(','),
  })),
  rule('DAYS', 'on WEEKDAYS WEEKDAYMORE*', ([, first, more]) => ({
    weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(','),
  })),
  rule('DAYS', 'weekly on WEEKDAY', ([, , day]) => ({ weekdays: String(day) })),
  rule('DAYS', 'EVERY week on WEEKDAY', ([, , , day]) => ({ weekdays: String(day) })),
  rule('DAYS', 'on the DATE_OF_MONTH OFMONTH', ([, , date]) => ({ date })),
  rule('DAYS', 'EVERY month ,? on the DATE_OF_MONTH', ([, , , , , date]) => ({ date })),
  rule('DAYS', 'monthly ,? on the DATE_OF_MONTH', ([, , , , date]) => ({ date })),
  rule('DATE_OF_MONTH', 'ORDINAL day?', ([n]) => (n <= 28 ? String(n) : null)),
  rule('DATE_OF_MONTH', 'last day', () => 'L'),
  rule('OFMONTH', 'of|in? every|each|the month', () => 'month'),
  rule('OFMONTH', 'day? of every|each|the month', () => 'month'),
  rule('WEEKDAY', 'sunday|monday|tuesday|wednesday|thursday|friday|saturday', ([word]) =>
    weekdays.indexOf(word.lemmas.find((lemma: string) => weekdays.includes(lemma))),
  ),
  rule('WEEKDAYS', 'sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays', ([word]) =>
    weekdays.indexOf(word.lower.slice(0, -1)),
  ),
  rule('WEEKDAYMORE', 'NEXTDAY EVERY? WEEKDAY', ([, , day]) => day),
  rule('NEXTDAY', ',? and', () => 'and'),
  rule('NEXTDAY', ',', () => 'and'),
  rule('ATTIMES', 'at? CLOCK CLOCKMORE*', ([, first, more]) => [first, ...more]),
  rule('CLOCKMORE', 'NEXTDAY at? CLOCK', ([, , clock]) => clock),
  rule('CLOCK', 'TIME', ([text]) => clockOf(text), ['9:00', '5 pm']),
  rule('CLOCK', 'COUNT', ([hour]) => (hour < 24 ? `${String(hour).padStart(2, '0')}:00` : null)),
  rule('CLOCK', "COUNT o'clock|oclock|h", ([hour]) =>
    hour < 24 ? `${String(hour).padStart(2, '0')}:00` : null,
  ),
  rule('CLOCK', 'COUNT in the morning', ([hour]) => clockOf(`${hour} am`)),
  rule('CLOCK', 'COUNT in the afternoon|evening', ([hour]) => clockOf(`${hour} pm`)),
  rule('CLOCK', 'noon', () => '12:00'),
  rule('CLOCK', 'midnight', () => '00:00'),
  rule('ZONE', '( ZONENAME )', ([, zone]) => zone),
  rule('ZONE', ',? in? the? ZONENAME', ([, , , zone]) => zone),
  rule('ZONENAME', 'ANYWORD time|timezone?', ([word], at) => zoneOf(at.tokens[at.start]!.text, word)),
  rule('ZONENAME', 'ANYWORD ANYWORD time|timezone?', ([a, b], at) =>
    zoneOf(`${at.tokens[at.start]!.text} ${at.tokens[at.start + 1]!.text}`, `${a} ${b}`),
  ),
]

function every(unit: 'minute' | 'hour', step: number): When | null {
  if (unit === 'minute')
    return step >= 1 && step <= 60 && 60 % step === 0
      ? { cron: step === 60 ? '0 * * * *' : step === 1 ? '* * * * *' : `*/${step} * * * *`, zone: null }
      : null
  return step >= 1 && step <= 24 && 24 % step === 0
    ? { cron: step === 1 ? '0 * * * *' : step === 24 ? '0 0 * * *' : `0 */${step} * * *`, zone: null }
    : null
}

export function cronOf(
  days: { weekdays?: string; date?: string },
  times: readonly string[],
  zone: string | null,
  part: string | null,
): When | null {
  const clocks = times.map(time => time.split(':').map(Number) as [number, number])
  if (new Set(clocks.map(([, minute]) => minute)).size > 1) return null
  const hours = clocks.map(([hour]) =>
    (part === 'afternoon' || part === 'evening' || part === 'night') && hour < 12 ? hour + 12 : hour,
  )
  if (part === 'morning' && hours.some(hour => hour > 12)) return null
  return {
    cron: `${clocks[0]![1]} ${hours.sort((a, b) => a - b).join(',')} ${days.date ?? '*'} * ${days.weekdays ?? '*'}`,
    zone,
  }
}

function clockOf(text: string): string | null {
  const [, h, m = '00', half] = /^(\d{1,2})(?::(\d{2}))?(?::00)?\s*([ap])?\.?m?\.?$/i.exec(text) ?? []
  if (h === undefined) return null
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hour < 24 && Number(m) < 60 ? `${String(hour).padStart(2, '0')}:${m}` : null
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

export function everyMinutes(n: number): When | null {
  return n >= 1 && n < 60 && 60 % n === 0 ? { cron: `*/${n} * * * *`, zone: null } : null
}
