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
  ),
  rule(
    'STOPPING',
    'the|it whole|entire? workflow|run|process|execution|thing|procedure? shall|should|must|will|can instead? stop|abort|end|fail|terminate STOPWITH?',
    ([, , , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
  ),
  rule(
    'STOPPING',
    'the|it whole|entire? workflow|run|process|execution|thing|procedure? ends|stops|fails there|here? STOPWITH?',
    ([, , , , , message], at): Statement => ({ s: 'stop', message, span: spanOf(at) }),
  ),
  rule('STOPPING', 'stop|end there', (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) })),
  rule(
    'STOPPING',
    'that be the end of it',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
  ),
  rule(
    'STOPPING',
    'it ends there|here',
    (_, at): Statement => ({ s: 'stop', message: null, span: spanOf(at) }),
  ),
  rule(
    'STOPWITH',
    ',? with|and|by the|an? message|error|reason|text|note? message? saying|says|say? :? SAID',
    ([, , , , , , , np]) => np,
  ),

  // What the workflow gives.
  rule(
    'CLAUSE',
    'the? result|answer of? the? workflow? MODAL? be the? text? NP',
    ([, , , , , , , , , np], at) => call({ lemmas: ['return'] }, [{ a: 'np', np }], at),
    ['the result is "paid"'],
    0,
  ),
  rule(
    'CLAUSE',
    'i|we want|would like? to? get? NP as the? result|answer|output',
    ([, , , , , np], at) => call({ lemmas: ['return'] }, [{ a: 'np', np }], at),
    [],
    0,
  ),
]
