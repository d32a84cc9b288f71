// Days, times and their zones, and how long something is good for.
import type { Rule } from '../../chart/chart.ts'
import { nounOf, rule, spanOf } from '../build.ts'
import { cronOf, everyMinutes } from '../flow/schedules.ts'
import type { Np, Pred, Statement } from '../terms.ts'

export const timeRules: readonly Rule[] = [
  // How long something is good for.
  rule('VERBAL', 'end|expire|lapse COMPARE', ([, pred]) => pred, [], 0),
  rule('VERBAL', 'run out COMPARE', ([, , pred]) => pred, [], 0),
  rule('ISWHAT', 'valid|good only? until|till COMPARE', ([, , , pred]) => pred),
  rule('ISWHAT', 'valid|good only? until|till a|some day|date COMPARE', ([, , , , , pred]) => pred),
  rule('ISWHAT', 'only valid|good until|till COMPARE', ([, , , pred]) => pred),
  rule('ISWHAT', 'only valid|good until|till a|some day|date COMPARE', ([, , , , , pred]) => pred),
  rule('ISWHAT', 'a|an ADJ', ([, words]): Pred => ({ c: 'adjective', words })),
  rule('ISWHAT', 'the same as NPV', ([, , , right]): Pred => ({ c: 'is', right })),
  rule(
    'CORE',
    'DET? HEAD number|nr|address',
    ([d, head, word], at) => ({
      ...nounOf('', at, d),
      head: { ...head, words: [...head.words, word.lower === 'nr' ? 'number' : word.lower] },
    }),
    ['the phone number', 'the e-mail address'],
  ),
  // "the appointment date": the date of the appointment.
  rule(
    'OWNED',
    'DET? HEAD HEAD',
    ([d, owner, head], at): Np => ({
      ...nounOf('', at, 'the'),
      head,
      owner: { ...nounOf('', at, d ?? 'the'), head: owner },
    }),
    [],
    3,
  ),
  rule('CORE', 'DET? amount|sum PART', ([d, , part], at) => nounOf(part[0], at, d), [], 1),
  rule('CORE', 'DET? PART amount|sum', ([d, part], at) => nounOf(part[0], at, d), [], 1),

  // Days, times and their zones.
  rule('ZONE', ',? ( ZONEFULL )', ([, , zone]) => zone),
  rule('ZONE', ',? in? ZONEFULL', ([, , zone]) => zone),
  rule('ZONEFULL', 'ZONENAME ( ZONENAME )', ([a, , b]) => (a === b ? a : null)),
  rule('ZONEFULL', 'ZONENAME , ZONENAME', ([a, , b]) => (a === b ? a : null)),
  rule('ZONEFULL', 'according? to? the? time zone ZONENAME', ([, , , , , zone]) => zone),
  rule('ZONEFULL', 'timezone|tz :? ZONENAME', ([, , zone]) => zone),
  rule('ZONEFULL', 'ZONENAME', ([zone]) => zone),
  rule('SCHEDULE', 'TIMESADAY ,? namely? ATTIMES PARTOFDAY? ZONE?', ([n, , , times, part, zone]) =>
    times.length === n ? cronOf({}, times, zone, part) : null,
  ),
  rule('TIMESADAY', 'twice|thrice a|per|each|every day', ([word]) => (word.lower === 'twice' ? 2 : 3)),
  rule('TIMESADAY', 'twice|thrice daily', ([word]) => (word.lower === 'twice' ? 2 : 3)),
  rule('TIMESADAY', 'COUNT time a|per|each|every day', ([n]) => n),
  rule('CLOCK', 'half past COUNT in the morning', ([, , h]) =>
    h < 12 ? `${String(h).padStart(2, '0')}:30` : null,
  ),
  rule('CLOCK', 'COUNT PMWORD', ([h, pm]) =>
    h < 13 ? `${String((h % 12) + pm).padStart(2, '0')}:00` : null,
  ),
  rule('PMWORD', 'pm', () => 12),
  rule('PMWORD', 'p . m .', () => 12),
  rule('PMWORD', 'p . m', () => 12),
  rule('PMWORD', 'p.m .', () => 12),
  rule('PMWORD', 'am', () => 0),
  rule(
    'DAYS',
    'on? WEEKDAYS WEEKDAYMORE*',
    ([, first, more]) => ({ weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(',') }),
    [],
    0,
  ),
  rule('DAYS', 'on? SHORTDAY SHORTMORE*', ([, first, more]) => ({
    weekdays: [first, ...more].sort((a: number, b: number) => a - b).join(','),
  })),
  rule('DAYS', 'mon to|-|– fri', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'mon-fri', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on? EVERY? weekday only? ,? ( WORKWEEK )', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'on? EVERY? weekday only? ,? WORKWEEK', () => ({ weekdays: '1-5' })),
  rule('DAYS', 'WORKWEEK', () => ({ weekdays: '1-5' })),
  rule('WORKWEEK', 'from? monday to|through|until|-|– friday', () => 'week'),
  rule('WORKWEEK', 'mon to|through|until|-|– fri', () => 'week'),
  rule('WORKWEEK', 'mon-fri|monday-friday', () => 'week'),
  rule('SHORTDAY', 'sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat', ([word]) =>
    ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].indexOf(word.lower.slice(0, 3)),
  ),
  rule('SHORTMORE', 'and|+|&|, SHORTDAY', ([, day]) => day),
  rule('DAYS', 'on the? day COUNT of each|every|the month', ([, , , n]) =>
    n <= 28 ? { date: String(n) } : null,
  ),
  rule('DAYS', 'on ORDINAL day? of each|every|the month', ([, n]) => (n <= 28 ? { date: String(n) } : null)),
  rule('DAYS', 'monthly|every|each month? ,? on the? day COUNT', ([, , , , , , n]) =>
    n <= 28 ? { date: String(n) } : null,
  ),
  rule('SCHEDULE', 'EVERY COUNT min|mins', ([, n]) => everyMinutes(n)),
  rule('SCHEDULE', 'EVERY COUNT hour ,? always|exactly? on the hour', ([, n]) =>
    24 % n === 0 ? { cron: n === 1 ? '0 * * * *' : `0 */${n} * * *`, zone: null } : null,
  ),
  rule('SCHEDULE', 'at intervals of COUNT minute', ([, , , n]) => everyMinutes(n)),
  rule(
    'CONTROL',
    'CLAUSE ,? SCHEDULE COMPL COMPL*',
    ([clause, , schedule, first, more], at): Statement | null =>
      clause.s === 'call'
        ? {
            s: 'schedule',
            schedule,
            body: [
              {
                ...clause,
                parts: [
                  ...clause.parts,
                  ...[first, ...more].flat().filter((part: unknown) => part !== 'void'),
                ],
              },
            ],
            span: spanOf(at),
          }
        : null,
    [],
    1,
  ),
  rule(
    'CONTROL',
    'this|it|the workflow? MODAL run|start SCHEDULE',
    ([, , , , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'schedule|time|times|when : SCHEDULE',
    ([, , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'run ,? SCHEDULE',
    ([, , schedule], at): Statement => ({ s: 'schedule', schedule, body: null, span: spanOf(at) }),
  ),
]
