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
    'UNIT',
    'DURATION later ,? BODY',
    ([ms, , , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),
  rule(
    'UNIT',
    'after DURATION ,? BODY',
    ([, ms, , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),
  rule('DURATION', 'DURATIONS', ([ms]) => (ms <= 366 * 86_400_000 ? ms : null)),
  rule('DURATION', 'DURATIONS and? DURATIONS', ([a, , b]) => a + b, [
    '1 hour and 30 minutes',
    '2 minutes 30 seconds',
  ]),
  rule('DURATIONS', 'COUNT second|sec|minute|min|hour|day|week', ([count, unit]) => count * unitMs(unit), [
    '2 hours',
    '30 seconds',
  ]),
  rule('DURATIONS', 'a|an|one second|minute|hour|day|week', ([, unit]) => unitMs(unit), ['an hour', 'a day']),
  rule('DURATIONS', 'half an hour', () => 1_800_000),
  rule('DURATIONS', 'ID', ([value]) => shortDuration(value.text)),

  // Waiting.
  rule(
    'CONTROL',
    'wait|hold|sleep|pause on? until|till it? be? the? next|time? time? CLOCKZONE the? next? time? it? is?',
    ([, , , , , , , , { clock, zone }], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
    ['wait until the next 18:00'],
    0,
  ),
  rule(
    'CONTROL',
    'wait|hold|sleep|pause on? until|till the? next time it? be? CLOCKZONE',
    ([, , , , , , , , { clock, zone }], at): Statement => ({ s: 'waituntil', clock, zone, span: spanOf(at) }),
  ),
  rule('CLOCKZONE', 'CLOCK ZONE?', ([clock, zone]) => ({ clock, zone })),
  rule('CLOCKZONE', 'CLOCK the next time ZONE?', ([clock, , , , zone]) => ({ clock, zone })),
  rule('CONTROL', 'give it DURATION', ([, , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) })),
  rule(
    'CONTROL',
    "a? DURATION 's? pause|wait|break",
    ([, ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
  ),
  rule(
    'CONTROL',
    'a? pause|wait|break of DURATION',
    ([, , , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
  ),
  rule(
    'UNIT',
    'DURATION after|later that|this? ,? BODY',
    ([ms, , , , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),
  rule(
    'UNIT',
    'upon the? lapse|expiry of DURATION ,? BODY',
    ([, , , , ms, , body], at): Body => [{ s: 'wait', ms, span: spanOf(at) }, ...body],
  ),
]

function unitMs(token: { lower: string; lemmas: readonly string[] }): number {
  const unit = token.lemmas.at(-1)!.slice(0, 3)
  return { sec: 1_000, min: 60_000, hou: 3_600_000, day: 86_400_000, wee: 604_800_000 }[unit] ?? 1_000
}

function shortDuration(text: string): number | null {
  const [, digits, unit] = /^(\d+)(s|min|m|h|d)$/i.exec(text) ?? []
  return digits === undefined
    ? null
    : Number(digits) * { s: 1_000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit!.toLowerCase()]!
}
