// Failing, ending, and what the workflow gives.
import type { Rule } from '../../chart/chart.ts'
import { call, rule, spanOf } from '../build.ts'
import type { Statement } from '../terms.ts'

export const resultRules: readonly Rule[] = [
  // Failing and ending.
  rule(
    'STOPPING',
    'let|make it|everything|the|this? whole|entire? workflow|run|process|thing? fail|stop|end STOPWITH?',
    ([, , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
    ['let it fail with message "Not sent"', 'let it fail with "Nothing on that day"'],
  ),
  rule(
    'STOPPING',
    'the|it whole|entire? workflow|run|process|execution|thing|procedure? shall|should|must|will|can instead? stop|abort|end|fail|terminate STOPWITH?',
    ([, , , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
    ['the whole thing should fail', 'the whole thing should fail and say "Not bookable"'],
  ),
  rule(
    'STOPPING',
    'the|it whole|entire? workflow|run|process|execution|thing|procedure? ends|stops|fails there|here? STOPWITH?',
    ([, , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
    ['the workflow ends there', 'the ends'],
  ),
  rule('STOPPING', 'stop|end there', (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }), [
    'stop there',
    'end there',
  ]),
  rule(
    'STOPPING',
    'that be the end of it',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
    ["that's the end of it", 'that be the end of it'],
  ),
  rule(
    'STOPPING',
    'it ends there|here',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
    ['it ends there', 'it ends here'],
  ),
  rule(
    'STOPWITH',
    ',? with|and|by the|an? message|error|reason|text|note? message? saying|says|say? :? SAID',
    ([, , , , , , , np]) => np,
    ['with "Not sent"', 'with "Not bookable"'],
  ),

  // What the workflow gives.
  rule(
    'CLAUSE',
    'the? result|answer of? the? workflow? MODAL? be the? text? NP',
    ([, , , , , , , , , np], at) => call({ lemmas: ['return'] }, [{ a: 'np', np }], at),
    ['the result is "paid"', 'the result is 0'],
    0,
  ),
  rule(
    'CLAUSE',
    'i|we want|would like? to? get? NP as the? result|answer|output',
    ([, , , , , np], at) => call({ lemmas: ['return'] }, [{ a: 'np', np }], at),
    ['I want "paid" as the answer', 'I want to get "Guten Tag" as the result'],
    0,
  ),
]
