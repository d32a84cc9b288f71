// Who does it, where it was put, what is counted without a noun.
import type { Rule } from '../../chart/chart.ts'
import { call, rule, spanOf } from '../build.ts'
import { when } from '../flow/branches.ts'
import { countOfThem } from '../flow/cases.ts'
import type { Complement, Condition } from '../terms.ts'

export const deedRules: readonly Rule[] = [
  // There: where it was put before.
  rule(
    'COMPL',
    'in? there',
    (_, at): Complement => ({ a: 'prep', prep: 'to', np: { t: 'pronoun', word: 'there', span: spanOf(at) } }),
    ['there', 'in there'],
  ),
  rule(
    'COMPL',
    ', QUOTED',
    ([, value], at): Complement => ({ a: 'text', np: { t: 'value', value, span: spanOf(at) } }),
    [', "See you soon"', ', "Open the doors"'],
    1,
  ),
  // "have the insurer verify the cover": who does it is known by the tool.
  rule(
    'CLAUSE',
    'have|let NP VERB COMPL*',
    ([, np, verb, parts], at) =>
      np.t === 'noun' ? call(verb, [...parts, { a: 'prep', prep: 'by', np }], at) : null,
    ['have the insurer verify the cover of pat_1', 'let the insurer check the cover'],
    2,
  ),
  rule(
    'CLAUSE',
    'have|get|ask NP to VERB COMPL*',
    ([, np, , verb, parts], at) =>
      np.t === 'noun' ? call(verb, [...parts, { a: 'prep', prep: 'by', np }], at) : null,
    ['get the insurer to verify the cover of pat_1', 'ask the insurer to check the cover'],
    2,
  ),

  // Counted without a noun.
  rule(
    'COUNTED',
    'MORE than NUMERIC of? them|these|those?',
    ([op, , n], at): Condition => countOfThem(op, n, at),
    ['more than 1', 'more than one'],
  ),
  rule(
    'COUNTED',
    'at least NUMERIC of? them|these|those?',
    ([, , n], at): Condition => countOfThem('>=', n, at),
    ['at least 5', 'at least one'],
  ),
  rule(
    'COUNTED',
    'at most NUMERIC of? them|these|those?',
    ([, , n], at): Condition => countOfThem('<=', n, at),
    ['at most three', 'at most 7'],
  ),
  rule('COUNTED', 'NUMERIC or more of? them|these|those?', ([n], at): Condition => countOfThem('>=', n, at), [
    '2 or more',
    'two or more',
  ]),
  rule(
    'COUNTED',
    'NUMERIC or fewer|less of? them|these|those?',
    ([n], at): Condition => countOfThem('<=', n, at),
    ['100 or less', '7 or fewer'],
  ),
  rule('COUNTED', 'NUMERIC or more NP', ([n, , , np], at): Condition => countOfThem('>=', n, at, np), [
    '7 or more the orders',
    '7 or more the ticket',
  ]),
  rule('CONDS', 'it be COUNTED', ([, , cond]) => cond, ['it is at least 5', "it's 100 or less"], 1),
  rule('CONTROL', 'for|with|at COUNTED ,|:|- BODY', ([, cond, , then], at) => when(cond, then, null, at), [
    'for 2 or more, close it',
    'for 2 or more, post "Hi" to #ops',
  ]),
  rule(
    'CONTROL',
    'should there be COUNTED , BODY',
    ([, , , cond, , then], at) => when(cond, then, null, at),
    ['should there be 2 or more, close it', 'should there be 2 or more, post "Hi" to #ops'],
  ),
  rule(
    'CONTROL',
    'should there be no NP , BODY',
    ([, , , , np, , then], at) => when({ c: 'there', np, not: true }, then, null, at),
    ['should there be no the orders, close it', 'should there be no the orders, post "Hi" to #ops'],
  ),
  rule('RESTNOTHING', 'with|for one|zero or none|one ,? NOTHING', () => 'rest', [
    'With one or none, nothing',
    'With one or none, nothing needs',
  ]),
  rule('CONDMORE', ',? and also|additionally ,? CONDS', ([, , , , pred]) => ({ join: 'and', pred }), [
    'and also no',
    'and also Yes',
  ]),
  rule('PREDMORE', ',? and also|additionally ,? PREDS', ([, , , , pred]) => ({ join: 'and', pred }), [
    'and also > 1',
    'and also = 0',
  ]),
  rule('CONDMORE', ',? and , in addition , CONDS', ([, , , , , , pred]) => ({ join: 'and', pred }), [
    'and, in addition, no',
    'and, in addition, Yes',
  ]),
]
