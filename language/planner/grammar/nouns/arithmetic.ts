// Arithmetic in words and signs.
import type { Rule } from '../../chart/chart.ts'
import { call, rule, spanOf, valueNp } from '../build.ts'
import type { Np } from '../terms.ts'

export const arithmeticRules: readonly Rule[] = [
  // Arithmetic.
  rule('NP', 'LISTED', ([np]) => np, ['7', 'n']),
  rule(
    'NP',
    'LISTED ARITH ARITH*',
    ([np, first, more], at) =>
      [first, ...more].reduce(
        (a: Np, { op, b }: { op: '+'; b: Np }) => ({ t: 'arithmetic', op, a, b, span: spanOf(at) }),
        np,
      ),
    ['the amount plus 19 % VAT', 'the price times 2'],
    1,
  ),
  rule('ARITH', 'plus|+ PERCENT TAX?', ([, b]) => ({ op: '%+', b }), ['plus 5 %', 'plus 5 % VAT']),
  rule('ARITH', 'minus|less|- PERCENT TAX?', ([, b]) => ({ op: '%-', b }), ['minus 5 %', 'minus 5 % VAT']),
  rule('ARITH', 'plus|+ LISTED', ([, b]) => ({ op: '+', b }), ['plus 7', 'plus n']),
  rule('ARITH', 'minus|less|-|– LISTED', ([, b]) => ({ op: '-', b }), ['minus 7', 'minus n']),
  rule('ARITH', 'times|*|x|× LISTED', ([, b]) => ({ op: '*', b }), ['times 7', 'times n']),
  rule('ARITH', 'multiply by|with LISTED', ([, , b]) => ({ op: '*', b }), ['multiply by 7', 'multiply by n']),
  rule('ARITH', 'divide by LISTED', ([, , b]) => ({ op: '/', b }), ['divide by 7', 'divide by n']),
  rule('ARITH', '/|÷ LISTED', ([, b]) => ({ op: '/', b }), ['/ 7', '÷ 7']),
  rule('TAX', 'vat|tax|discount|markup|interest|surcharge|commission|fee', () => 'tax', ['VAT', 'fee']),
  rule('PERCENT', 'NUMBER %|percent', ([value], at): Np => ({ t: 'value', value, span: spanOf(at) }), [
    '19 %',
    '20 percent',
  ]),
  rule('PERCENT', 'HOLE %|percent', ([value], at): Np => ({ t: 'value', value, span: spanOf(at) }), [
    '{{inputs.x}} %',
    '{{inputs.x}} percent',
  ]),
  rule(
    'THING',
    'PERCENT of NP',
    ([a, , b], at): Np => ({ t: 'arithmetic', op: '%of', a, b, span: spanOf(at) }),
    ['15 % of the total', '20 percent of the amount'],
  ),
  rule(
    'THING',
    'the difference between LISTED',
    ([, , , list], at) =>
      list.t === 'list' && list.items.length === 2
        ? { t: 'arithmetic', op: '-', a: list.items[0], b: list.items[1], span: spanOf(at) }
        : null,
    ['the difference between two or three', 'the difference between n & n'],
  ),
  rule(
    'THING',
    'the product of LISTED',
    ([, , , list], at) =>
      list.t === 'list' && list.items.length === 2
        ? { t: 'arithmetic', op: '*', a: list.items[0], b: list.items[1], span: spanOf(at) }
        : null,
    ['the product of two or three', 'the product of n & n'],
  ),
  rule('THING', 'DATED', ([np]) => np, ['2 days from due', 'Two hours after that']),
  rule(
    'DATED',
    'COUNTING day|week|month|year|hour|minute after|from|past SIMPLE',
    ([amount, unit, , base], at): Np => ({
      t: 'dated',
      base,
      sign: 1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['30 days after {{inputs.date}}', '2 weeks after the due date'],
  ),
  rule(
    'DATED',
    'COUNTING day|week|month|year|hour|minute before|prior SIMPLE',
    ([amount, unit, , base], at): Np => ({
      t: 'dated',
      base,
      sign: -1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['3 days before the due date', 'a week before {{inputs.date}}'],
  ),
  rule(
    'DATED',
    'SIMPLE plus|+ COUNTING day|week|month|year|hour|minute',
    ([base, , amount, unit], at): Np => ({
      t: 'dated',
      base,
      sign: 1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    [
      'task {{inputs.task_id}} + {{inputs.days}} days',
      'due date of task {{inputs.task_id}} + {{inputs.days}} days',
    ],
  ),
  rule(
    'DATED',
    'SIMPLE minus|- COUNTING day|week|month|year|hour|minute',
    ([base, , amount, unit], at): Np => ({
      t: 'dated',
      base,
      sign: -1,
      amount,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['it minus 7 day', 'it minus 7 week'],
  ),
  rule(
    'COUNTING',
    'COUNT',
    ([number], at): Np => ({
      t: 'value',
      value: { v: 'number', number, currency: null, text: String(number) },
      span: spanOf(at),
    }),
    ['7', '5'],
  ),
  rule('COUNTING', 'HOLE', valueNp, ['{{inputs.min}}', '{{inputs.max}}']),
  rule(
    'COUNTING',
    'a|an|one',
    (_, at): Np => ({
      t: 'value',
      value: { v: 'number', number: 1, currency: null, text: '1' },
      span: spanOf(at),
    }),
    ['a', 'an'],
  ),
  rule('SIMPLE', 'PLAIN', ([np]) => np, ['due', 'one']),
  rule('SIMPLE', 'VALUE', valueNp, ['{{inputs.to}}', '{{inputs.date}}']),
  rule(
    'SIMPLE',
    'PLAIN of SIMPLE',
    ([a, , np], at) => ({
      ...a,
      post: [...a.post, { p: 'prep', prep: 'of', np }],
      span: spanOf(at),
    }),
    ['due date of task {{inputs.task_id}}', 'the due date of task {{inputs.task_id}}'],
  ),
  rule('SIMPLE', 'PRON', ([np]) => np, ['it', 'he']),
  rule(
    'CLAUSE',
    'VOID* count the? day|week|hour|minute|month from|between SIMPLE to|until|and SIMPLE',
    ([, , , unit, prep, from, joint, to], at) =>
      (prep.lower === 'between') === (joint.lower === 'and')
        ? call(
            { lemmas: ['calculate'] },
            [{ a: 'np', np: { t: 'span', from, to, unit: `${unit.lemmas.at(-1)}s`, span: spanOf(at) } }],
            at,
          )
        : null,
    ['count the days from {{inputs.from}} to {{inputs.to}}', 'count the hours between {{a}} and {{b}}'],
  ),
  rule(
    'THING',
    'the? number|count|amount of? day|week|hour|minute|month|year between SIMPLE and SIMPLE',
    ([, , , unit, , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['the number of days between {{a}} and {{b}}', 'number day between it and it'],
  ),
  rule(
    'THING',
    'the? difference|time|duration between SIMPLE and SIMPLE in|as day|week|hour|minute|second|month|year',
    ([, , , from, , to, , unit], at): Np => ({
      ...{ t: 'span', from, to, unit: `${unit.lemmas.at(-1)}s`, span: spanOf(at) },
    }),
    ['the difference between {{a}} and {{b}} in hours', 'the time between it and it in days'],
  ),
  rule(
    'THING',
    'how many day|week|hour|minute|month|year be? there? between SIMPLE and SIMPLE',
    ([, , unit, , , , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    [
      'how many days between start date and due date of task {{inputs.task_id}}',
      'how many day between it and it',
    ],
  ),
  rule(
    'THING',
    'the? day|week|hour|minute|month between SIMPLE and SIMPLE',
    ([, unit, , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['days between start date and due date of task {{inputs.task_id}}', 'day between it and it'],
  ),
  rule(
    'THING',
    'the? number|count|amount? of? day|week|hour|minute|month from SIMPLE to|until SIMPLE',
    ([, , , unit, , from, , to], at): Np => ({
      t: 'span',
      from,
      to,
      unit: `${unit.lemmas.at(-1)}s`,
      span: spanOf(at),
    }),
    ['days from its start date to its due date', 'the days from {{inputs.from}} to {{inputs.to}}'],
  ),
]

export const listRules: readonly Rule[] = [
  // Several.
  rule('LISTED', 'THING', ([np]) => np, ['7', 'n']),
  rule(
    'LISTED',
    'either|both? THING COMMATHING* ,? and|or THING',
    ([, first, more, , join, last], at): Np => ({
      t: 'list',
      join: join.lower,
      items: [first, ...more, last],
      span: spanOf(at),
    }),
    ['open or pending', 'the id and the amount'],
    1,
  ),
  rule(
    'LISTED',
    'THING & THING',
    ([first, , last], at): Np => ({ t: 'list', join: 'and', items: [first, last], span: spanOf(at) }),
    ['n & n', 'n & 7'],
    1,
  ),
  rule('COMMATHING', ', THING', ([, np]) => np, [', it', ', tax']),
  rule('NOUNISH', 'PLAIN', ([np]) => np, ['id', 'SLA']),
  rule(
    'NOUNISH',
    'PLAIN of NP',
    ([a, , np], at) => ({
      ...a,
      post: [...a.post, { p: 'prep', prep: 'of', np }],
      span: spanOf(at),
    }),
    ['id of the orders', 'id of the ticket'],
  ),
]
