// Waiting.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Body, Statement } from '../terms.ts'

export const waitRules: readonly Rule[] = [
  // Waiting.
  rule(
    'CONTROL',
    'wait|pause|sleep|hold for? DURATION',
    ([, , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
    ['wait 2 hours', 'wait for 30 minutes'],
  ),
  rule(
    'CONTROL',
    'wait until it? be? CLOCK ZONE?',
    ([, , , , clock, zone], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
    ['wait until 17:00', 'wait until 5 pm'],
  ),
  rule(
    'CONTROL',
    'wait|pause|sleep|hold for? HOLE second|sec|minute|min|hour|day|week',
    ([, , amount, unit], at): Statement => ({
      ...{ s: 'waitfor', amount, unitMs: unitMs(unit) },
      span: spanOf(at),
    }),
    ['wait {{inputs.n}} minutes', 'pause for {{inputs.n}} hours'],
  ),
  rule(
    'CONTROL',
    'wait|pause|sleep|hold until|till MOMENT ZONE?',
    ([, , moment, zone], at): Statement => ({ s: 'waitmoment', moment, zone, span: spanOf(at) }),
    ['wait until {{inputs.at}}', 'wait until 2026-03-01T09:00 in Europe/Berlin'],
  ),
  rule('MOMENT', 'HOLE', ([value]) => value, ['{{inputs.at}}', '{{inputs.due}}']),
  rule('MOMENT', 'DATE', ([value]) => value, ['2026-03-01', '2026-03-01T09:00']),
  rule('MOMENT', 'QUOTED', ([value]) => value, ['"2026-03-01"', '"2026-03-01T09:00:00Z"'], 1),
  rule(
    'CONTROL',
    'wait|hold for the? event EVENTNAME EVENTLIMIT?',
    ([, , , , event, ms], at): Statement => ({ s: 'waitevent', event, ms, span: spanOf(at) }),
    ['wait for the event paid', 'wait for the event "order.paid" for up to 3 days'],
  ),
  rule(
    'CONTROL',
    'wait|hold EVENTLIMIT for the? event EVENTNAME',
    ([, ms, , , , event], at): Statement => ({ s: 'waitevent', event, ms, span: spanOf(at) }),
    ['wait up to 3 days for the event paid', 'wait at most 2 hours for the event "order.paid"'],
  ),
  rule('EVENTNAME', 'QUOTED', ([{ text }]) => eventName(text), ['"order.paid"', '"paid"']),
  rule('EVENTNAME', 'CODE', ([{ text }]) => eventName(text), ['`order.paid`', '`paid`']),
  rule('EVENTNAME', 'ANYWORD', (_, at) => eventName(at.tokens[at.start]!.text), ['paid', 'order.paid']),
  rule('EVENTLIMIT', ',? UPTO DURATION', ([, , ms]) => ms, ['up to 3 days', 'for up to 2 hours']),
  rule('EVENTLIMIT', ',? within DURATION', ([, , ms]) => ms, ['within 2 hours', ', within a day']),
  rule(
    'UNIT',
    'DURATION later ,? BODY',
    ([ms, , , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
    ['3s later close it', '3s later post "Hi" to #ops'],
  ),
  rule(
    'UNIT',
    'after DURATION ,? BODY',
    ([, ms, , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
    ['after 3s close it', 'after 3s post "Hi" to #ops'],
  ),
  rule('DURATION', 'DURATIONS', ([ms]) => (ms <= 366 * 86_400_000 ? ms : null), ['3s', '7 days']),
  rule('DURATION', 'DURATIONS and? DURATIONS', ([a, , b]) => a + b, [
    '1 hour and 30 minutes',
    '2 minutes 30 seconds',
  ]),
  rule('DURATIONS', 'COUNT second|sec|minute|min|hour|day|week', ([count, unit]) => count * unitMs(unit), [
    '2 hours',
    '30 seconds',
  ]),
  rule('DURATIONS', 'a|an|one second|minute|hour|day|week', ([, unit]) => unitMs(unit), ['an hour', 'a day']),
  rule('DURATIONS', 'half an hour', () => 1_800_000, ['half an hour']),
  rule('DURATIONS', 'ID', ([value]) => shortDuration(value.text), ['3s']),

  // Waiting.
  rule(
    'CONTROL',
    'wait|hold|sleep|pause on? until|till it? be? the? next|time? time? CLOCKZONE the? next? time? it? is?',
    ([, , , , , , , , { clock, zone }], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
    ['wait until the next 18:00', 'sleep until next 06:30'],
    0,
  ),
  rule(
    'CONTROL',
    'wait|hold|sleep|pause on? until|till the? next time it? be? CLOCKZONE',
    ([, , , , , , , , { clock, zone }], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
    ["wait until the next time it's 06:30", 'wait until the next time it is 06:30'],
  ),
  rule('CLOCKZONE', 'CLOCK ZONE?', ([clock, zone]) => ({ clock, zone }), ['8', '8 UTC']),
  rule('CLOCKZONE', 'CLOCK the next time ZONE?', ([clock, , , , zone]) => ({ clock, zone }), [
    '8 the next time',
    '8 the next time UTC',
  ]),
  rule('CONTROL', 'give it DURATION', ([, , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }), [
    'give it 3 seconds',
    'give it 3s',
  ]),
  rule(
    'CONTROL',
    "a? DURATION 's? pause|wait|break",
    ([, ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
    ["2 hours' pause", '3s pause'],
  ),
  rule(
    'CONTROL',
    'a? pause|wait|break of DURATION',
    ([, , , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
    ['pause of 3s', 'pause of 7 days'],
  ),
  rule(
    'UNIT',
    'DURATION after|later that|this? ,? BODY',
    ([ms, , , , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
    ['3s after close it', '3s after post "Hi" to #ops'],
  ),
  rule(
    'UNIT',
    'upon the? lapse|expiry of DURATION ,? BODY',
    ([, , , , ms, , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
    ['upon lapse of 3s close it', 'upon lapse of 3s post "Hi" to #ops'],
  ),
]

function unitMs(token: { lower: string; lemmas: readonly string[] }): number {
  const unit = token.lemmas.at(-1)!.slice(0, 3)
  return { sec: 1_000, min: 60_000, hou: 3_600_000, day: 86_400_000, wee: 604_800_000 }[unit] ?? 1_000
}

function eventName(text: string): string | null {
  return /^[\w.-]{1,100}$/.test(text) ? text : null
}

function shortDuration(text: string): number | null {
  const [, digits, unit] = /^(\d+)(s|min|m|h|d)$/i.exec(text) ?? []
  return digits === undefined
    ? null
    : Number(digits) * { s: 1_000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit!.toLowerCase()]!
}
