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
    ['or 2 if none', 'or 2 if no attempt'],
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
    ['no rows means 0', 'no order mean 2'],
  ),
  rule('NONE', 'there be none|nothing of? them|those?', () => 'none', ["there's none", 'there is none']),
  rule('NONE', 'none|nothing be? find|there|left?', () => 'none', ['none', 'none find']),
  rule('NONE', 'there be no such? HEAD at? all?', ([, , , , head]) => head, [
    'there is no such',
    'there are no rows',
  ]),
  rule('NONE', 'no such? HEAD be? there|find|exist?', ([, , head]) => head, ['no attempt', 'no entries']),
  rule('NONE', 'the absence of such? HEAD', ([, , , , head]) => head, [
    'the absence of such entries',
    'the absence of order',
  ]),
  rule('NONE', 'the list be empty', () => 'none', ['the list be empty']),
  rule('GIVEN', 'just|simply? return|give|say|answer|output|use|take|make it?', () => 'given', [
    'say',
    'Use',
  ]),
  rule('GIVEN', 'just|simply? give back', () => 'given', ['Give back', 'just give back']),
  rule(
    'GIVEN',
    'the result|answer|number|sum|total|figure|value|output MODAL? just|simply? be',
    () => 'given',
    ['the result is', 'The number is'],
  ),
  rule('GIVEN', 'it MODAL? just|simply? be|return|give|say', () => 'given', ["it's", 'It is']),
]
