// Two bounds of one figure, in any order: "no more than 5000 but at least 1000".
import type { Rule } from '../chart/chart.ts'
import { type At, rule, valueNp } from './build.ts'
import type { Op, Pred, Value } from './terms.ts'

const bound = (op: Op, value: Value, at: At): Pred => ({ c: 'compare', op, right: valueNp([value], at) })

export const boundRules: readonly Rule[] = [
  rule(
    'COMPARE',
    'BOUND ,? but|and|yet BOUND',
    ([a, , , b]): Pred => ({ c: 'and', items: [a, b] }),
    ['no more than 5000 but at least 1000', 'less than 60 and at least 15'],
    0.5,
  ),
  rule('BOUND', 'at least VALUE', ([, , value], at) => bound('>=', value, at), [
    'at least 5',
    'at least {{inputs.n}}',
  ]),
  rule('BOUND', 'at most VALUE', ([, , value], at) => bound('<=', value, at), [
    'at most 5',
    'at most {{inputs.n}}',
  ]),
  rule('BOUND', 'no MORE than VALUE', ([, op, , value], at) => bound(op === '>' ? '<=' : '>=', value, at), [
    'no more than 5',
    'no less than {{inputs.n}}',
  ]),
  rule('BOUND', 'MORE than VALUE', ([op, , value], at) => bound(op, value, at), [
    'more than 5',
    'less than {{inputs.n}}',
  ]),
  rule('BOUND', 'above|over VALUE', ([, value], at) => bound('>', value, at), [
    'above 5',
    'over {{inputs.n}}',
  ]),
  rule('BOUND', 'below|under VALUE', ([, value], at) => bound('<', value, at), [
    'below 5',
    'under {{inputs.n}}',
  ]),
]
