// Several values under their names: "an object with total: the sum", "the smallest as min and the largest as
// max".
import type { Rule } from '../../chart/chart.ts'
import { type At, call, nounOf, rule, spanOf } from '../build.ts'
import type { Np, Post, Value } from '../terms.ts'

type Field = Extract<Post, { p: 'fields' }>['fields'][number]

export const objectRules: readonly Rule[] = [
  rule(
    'THING',
    'an|one|the? object|record LEAD FIELD FIELDMORE*',
    ([, , , first, more], at) => object([first, ...more], at),
    ['object: hours = sum', 'object: hours = sum, hours = sum'],
  ),
  rule(
    'THING',
    'COUNT value|field|figure|number|key :|-|–? FIELD FIELDMORE*',
    ([count, , , first, more], at) => (count === more.length + 1 ? object([first, ...more], at) : null),
    ['two values: "min" with the smallest and "max" with the largest'],
  ),
  // "{name, email}": fields of what is spoken of; "{total: the sum}".
  rule('THING', '{ BRACED BRACEDMORE* }', ([, first, more], at) => object([first, ...more], at), [
    '{ name, email }',
    '{ total: the sum }',
  ]),
  rule('BRACEDMORE', ',|; BRACED', ([, field]) => field, [', email', '; name']),
  rule(
    'BRACED',
    'HEAD',
    ([head], at) => {
      const its: Np = { t: 'pronoun', word: 'its', span: spanOf(at) }
      return head.isKnown
        ? { name: head.words.join('_'), np: { ...nounOf('', at, null), head, owner: its } }
        : null
    },
    ['name', 'email'],
  ),
  rule('BRACED', 'NAMEWORD : NP', ([name, , np]) => ({ name, np }), ['total: the sum', 'max: the highest']),
  rule('LEAD', ':', () => ':', [':']),
  rule('LEAD', 'with|that have? COUNT? field|value|figure|entry|key|property :|-|–|,?', () => ':', [
    'with 3 fields',
    'with 3 fields:',
  ]),
  rule('FIELD', 'OBJECTKEY :|=|with|for|as|be NP', ([name, , np]) => ({ name, np }), [
    '"min" with the smallest',
    '"total": the sum',
  ]),
  rule('FIELD', 'OBJECTKEY ( NP )', ([name, , np]) => ({ name, np }), [
    '"_" ( the orders )',
    '"_" ( the ticket )',
  ]),
  rule('FIELD', 'AS', ([field]) => field, ['the sum as "total"', 'the largest one as "max"']),
  rule('AS', 'NP as|under|called OBJECTKEY', ([np, , name]) => ({ name, np }), [
    'the sum as "total"',
    'the largest one as "max"',
  ]),
  rule('AS', 'NP ( OBJECTKEY )', ([np, , name]) => ({ name, np }), [
    'the orders ( "_" )',
    'the orders ( "min" )',
  ]),
  rule(
    'OBJECTKEY',
    'QUOTED',
    ([value]: [Extract<Value, { v: 'text' }>]) => (/^[A-Za-z_]\w*$/.test(value.text) ? value.text : null),
    ['"_"', '"min"'],
  ),
  // "return the smallest as min and the largest as max"
  rule(
    'CLAUSE',
    'VOID* VERB KEYED KEYEDMORE KEYEDMORE*',
    ([, verb, first, second, more], at) =>
      call(verb, [{ a: 'np', np: object([first, second, ...more], at) }], at),
    [
      'return the sum as total and the highest amount as max',
      'return the smallest as min and the largest as max',
    ],
  ),
  rule('KEYEDMORE', 'SEP KEYED', ([, field]) => field, [
    'and the largest as max',
    'and the largest one as "max"',
  ]),
  rule('KEYED', 'AS', ([field]) => field, ['the largest one as "max"', 'the largest value as "max"']),
  rule(
    'KEYED',
    'NP as NAMEWORD',
    ([np, , name]) => ({ name, np }),
    ['the largest as max', 'the smallest as min'],
    1,
  ),
]

export function object(fields: readonly Field[], at: At): Np {
  if (new Set(fields.map(({ name }) => name)).size < fields.length) return null as never
  return { ...nounOf('object', at, 'a'), post: [{ p: 'fields', fields }], span: spanOf(at) } as Np
}
