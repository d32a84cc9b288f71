// Values: quoted texts, placeholders, numbers with their units, days, and how they stand by a noun.
import type { Rule } from '../../chart/chart.ts'
import { numberWords } from '../../lexicon/words.ts'
import { rule, spanOf } from '../build.ts'
import type { Post, Value } from '../terms.ts'

export const valueRules: readonly Rule[] = [
  // Values.
  rule('VALUE', 'QUOTED', ([value]) => value, ['"Hello"', '“Hello”']),
  rule('VALUE', 'HOLE', ([value]) => value, ['{{inputs.name}}', '{{name}}']),
  rule(
    'VALUE',
    'HOLE ( HEAD of HEAD )',
    ([value]) => value,
    ['{{inputs.minutes}} (minutes of downtime)', '{{inputs.x}} ( order of order )'],
    1,
  ),
  rule('VALUE', 'HOLE ( DATENOTE )', ([value]) => value, [
    '{{inputs.to}} (both are dates as YYYY-MM-DD)',
    '{{inputs.date}} (YYYY-MM-DD)',
  ]),
  // How dates are written that come from outside: as all are here, so that it changes nothing.
  rule(
    'DATENOTE',
    "both|that|this|it|these? be|'s? a|both? date|day? be? write|give|format? as|like|in? the|this? form|format? DATEFORM",
    parts => (parts.at(-1) === 'yyyy-MM-dd' ? 'note' : null),
    ['YYYY-MM-DD', 'as YYYY-MM-DD'],
  ),
  rule(
    'CONTROL',
    'DATENOTE',
    (_, at) => ({ s: 'frame', span: spanOf(at) }),
    ['both are dates like YYYY-MM-DD', 'as YYYY-MM-DD'],
    1,
  ),
  rule('VALUE', 'EMAIL', ([value]) => value, ['ines@acme.dev', 'me@evil.example']),
  rule('VALUE', 'URL', ([value]) => value, ['https://example.com/a']),
  rule('VALUE', 'CHANNEL', ([value]) => value, ['#qa', '#ap']),
  rule('VALUE', 'TIME', ([time]): Value | null => clockOf(time), ['14:00', '9:30 am'], 0.5),
  rule('VALUE', 'DATE', ([value]) => value, ['2025-01-01', '2026-12-01']),
  rule('VALUE', 'CODE', ([value]) => value, ['`a`']),
  rule('VALUE', 'JSON', ([value]) => value, ['{"a": "{{inputs.x}}"}', '["a", 2]']),
  rule('VALUE', 'ID', ([value]) => value, ['m_1', 'pst_4']),
  rule('VALUE', 'MONEY', ([value]) => value, ['2', '7']),
  rule('VALUE', 'DAY', ([value]) => value, ['1 december 2026', '31 December 2024']),
  rule('VALUE', 'true|yes', (): Value => ({ v: 'bool', value: true }), ['Yes', 'true']),
  rule('VALUE', 'false', (): Value => ({ v: 'bool', value: false }), ['false']),
  rule('VALUE', 'null', (): Value => ({ v: 'null' }), ['null']),
  rule('MONEY', 'NUMBER', ([value]) => value, ['12.5', '€5,000']),
  rule(
    'MONEY',
    'NUMBER euro|eur|dollar|usd|pound|gbp|chf|yen|jpy|cent',
    ([value, unit]): Value => ({ ...value, currency: currencyOf(unit.lower) }),
    ['500 euros', '4,800 USD'],
  ),
  rule(
    'MONEY',
    'eur|usd|gbp|chf|jpy NUMBER',
    ([unit, value]): Value => ({ ...value, currency: currencyOf(unit.lower) }),
    ['EUR 500', 'USD 20'],
  ),
  rule(
    'MONEY',
    'HOLE euro|eur|dollar|usd|pound|gbp|chf|yen|jpy|cent',
    ([value, unit]): Value => ({ ...value, currency: currencyOf(unit.lower) }),
    ['{{inputs.limit}} euros', '{{inputs.amount}} USD'],
  ),
  rule(
    'MONEY',
    'NUMBERWORD',
    ([number]): Value => ({ v: 'number', number, currency: null, text: numberWords[number]! }),
    ['two', 'zero'],
  ),
  rule(
    'NUMBERWORD',
    'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero',
    ([word]) => numberWords.indexOf(word.lower),
    ['two', 'five'],
  ),
  rule('DAY', 'COUNT MONTH COUNT', ([day, month, year]) => dayOf(day, month, year), [
    '31 December 2024',
    '1 may 2025',
  ]),
  rule('DAY', 'ORDINAL of? MONTH ,? COUNT', ([day, , month, , year]) => dayOf(day, month, year), [
    '1st of May 2025',
    '3rd June, 2024',
  ]),
  rule('DAY', 'MONTH COUNT ,? COUNT', ([month, day, , year]) => dayOf(day, month, year), [
    'December 31, 2024',
    'May 1 2025',
  ]),
  rule('DAY', 'MONTH ORDINAL ,? COUNT', ([month, day, , year]) => dayOf(day, month, year)),
  rule(
    'MONTH',
    'january|february|march|april|may|june|july|august|september|october|november|december',
    ([word]) => monthNames.indexOf(word.lower) + 1,
    ['may', 'December'],
  ),
  rule(
    'MONTH',
    'jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec',
    ([word]) => monthNames.findIndex(name => name.startsWith(word.lower.slice(0, 3))) + 1,
    ['jan', 'feb'],
  ),

  // A value that stands by the noun it belongs to: "customer cus_6", "status open", "the tag "vip"".
  rule('BESIDE', 'VALUE', ([value]): Post => ({ p: 'value', value }), ['2', '4']),
  rule('BESIDE', 'ADJ', ([words]): Post => ({ p: 'value', value: { v: 'word', text: words } }), [
    'todo',
    'open',
  ]),
  rule('BESIDE', 'of|=|: VALUE', ([, value]): Post => ({ p: 'value', value }), ['of 10', ': 6200'], 1),
  rule(
    'BESIDE',
    ', QUOTED ,',
    ([, value]): Post => ({ p: 'value', value }),
    [', "Please come in",', ', "{{task.id}} {{task.title}}",'],
    1,
  ),
  rule('BESIDE', 'BARE', ([value]): Post => ({ p: 'value', value }), ["'s", 'teh'], 2),
]

const monthNames =
  'january february march april may june july august september october november december'.split(' ')

function dayOf(day: number, month: number, year: number): Value | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== day || year < 1000 ? null : { v: 'date', text }
}

/** "9:30 pm" is 21:30. */
function clockOf(said: string): Value | null {
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s?([ap])?\.?m?\.?$/.exec(said) ?? []
  const hour = (Number(hours) % (half === undefined ? 24 : 12)) + (half === 'p' ? 12 : 0)
  return hours === undefined || Number(hours) > 23 || Number(minutes) > 59
    ? null
    : { v: 'clock', text: `${String(hour).padStart(2, '0')}:${minutes}` }
}

function currencyOf(word: string): string {
  const singular = word.replace(/s$/, '')
  return { euro: 'EUR', dollar: 'USD', pound: 'GBP', yen: 'JPY' }[singular] ?? singular.toUpperCase()
}
