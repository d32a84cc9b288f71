// What is given where there is nothing: "0 if there are none", "in the absence of entries the result is 0".
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Statement } from '../terms.ts'

export const defaultRules: readonly Rule[] = [
  rule(
    'CONTROL',
    'if|when|where|with|in NONE ,|:? then? GIVEN? VALUE',
    ([, head, , , , value], at): Statement => ({
      s: 'default',
      value,
      head,
      span: spanOf(at),
    }),
    ['if there are none, 0', 'when there is no such entry, the result is 0'],
  ),
  rule(
    'CONTROL',
    'GIVEN? VALUE if|when|where|with|for|in NONE',
    ([, value, , head], at): Statement => ({
      s: 'default',
      value,
      head,
      span: spanOf(at),
    }),
    ['0 if there are none', 'just say 0 if there is nothing'],
  ),
  rule(
    'CONTROL',
    'or VALUE if|when|where|for|with NONE',
    ([, value, , head], at): Statement => ({
      s: 'default',
      value,
      head,
      span: spanOf(at),
    }),
  ),
  rule(
    'CONTROL',
    'no such? HEAD mean|give VALUE',
    ([, , head, , value], at): Statement => ({
      s: 'default',
      value,
      head,
      span: spanOf(at),
    }),
    ['no rows means 0'],
  ),
  rule('NONE', 'there be none|nothing of? them|those?', () => 'none'),
  rule('NONE', 'none|nothing be? find|there|left?', () => 'none'),
  rule('NONE', 'there be no such? HEAD at? all?', ([, , , , head]) => head),
  rule('NONE', 'no such? HEAD be? there|find|exist?', ([, , head]) => head),
  rule('NONE', 'the absence of such? HEAD', ([, , , , head]) => head),
  rule('NONE', 'the list be empty', () => 'none'),
  rule('GIVEN', 'just|simply? return|give|say|answer|output|use|take|make it?', () => 'given'),
  rule('GIVEN', 'just|simply? give back', () => 'given'),
  rule(
    'GIVEN',
    'the result|answer|number|sum|total|figure|value|output MODAL? just|simply? be',
    () => 'given',
  ),
  rule('GIVEN', 'it MODAL? just|simply? be|return|give|say', () => 'given'),
]
