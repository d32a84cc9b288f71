// All the other cases, however they are called, and what is compared.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Statement } from '../terms.ts'

export const otherRules: readonly Rule[] = [
  rule('ELSE', 'failing which|that|this', () => 'else', ['failing that', 'failing which']),
  rule('ELSE', 'or else ,', () => 'else', ['or else,']),
  rule('ELSE', 'in|for all|any|every remaining|other case|cases|HEAD', () => 'else', [
    'In any other case',
    'in all other cases',
  ]),
  rule('ELSE', 'in the case|event of any|every|all|another|a other|different? HEAD', () => 'else', [
    'in the case of any other',
    'In the case of any other status',
  ]),
  rule('ELSE', 'in the other|opposite case', () => 'else', ['in the other case', 'in the opposite case']),
  rule('ELSE', 'with|for|in|on any|every|all|the others|other|rest', () => 'else', [
    'In any other',
    'in all other',
  ]),
  rule('ELSE', 'for|with whatever|everything|anything else there|it is?', () => 'else', [
    'for whatever else there',
    'for whatever else there is',
  ]),
  rule('ELSE', 'any|every|all other|others|else', () => 'else', ['any other', 'all others']),
  rule('ELSE', 'all|every the? others|rest|else', () => 'else', ['all others', 'all rest']),
  rule('ELSE', 'if|when|where that|this|it|those|they be not so|true|met|fulfilled|satisfied', () => 'else', [
    'if that be not so',
    'if that be not true',
  ]),
  rule('ELSE', 'if|when|where that|this|it be not the? case', () => 'else', [
    'if that be not case',
    'if that be not the case',
  ]),
  rule(
    'ELSE',
    'if|when one|either|any of the|these|those|them two|both|conditions|condition|things? be not so|true|met|fulfilled|satisfied',
    () => 'else',
    ['If one of the two is not so', 'if one of the be not so'],
  ),
  rule('ELSE', 'if|when one|either|any of the|these|those|them two|both? be not the case', () => 'else', [
    "If either of the two isn't the case",
    'if one of the be not the case',
  ]),
  rule(
    'ELSE',
    'if|when either|one|any|the condition be not met|fulfilled|satisfied|true|given',
    () => 'else',
    ['If either condition is not fulfilled', 'if either condition be not met'],
  ),
  rule(
    'ELSE',
    'if|when only one of the|these|those|them two? or neither|none be true|so|met|fulfilled|given',
    () => 'else',
    ['If only one of these or neither is true', 'if only one of the or neither be true'],
  ),
  rule('ELSE', 'if|when it be neither of them|those|these|the? two?', () => 'else', [
    'if it be neither of',
    'if it be neither of two',
  ]),
  rule('ELSE', 'if|when neither be true|so|met|fulfilled|the case?', () => 'else', [
    'if neither be true',
    'if neither be true case',
  ]),
  rule('ELSE', 'if|when not all|both', () => 'else', ['if not all', 'if not both'], 1),
  rule('ELSE', 'IFTHEYDONOT', () => 'else', ["if it isn't", "if it's not"]),
  rule(
    'IFTHEYDONOT',
    'but|and? if|when|where it|this|that|they|he|she|there be|do|have not any|one|a? single? one?',
    () => 'no',
    ["if it isn't", "if it's not"],
    1,
  ),
  // "Without consent nothing is sent."
  rule(
    'CONTROL',
    'without the|such|this|that|their|his|her? HEAD ,? NOTHING',
    (_, at): Statement => ({ s: 'nothing', for: 'rest', span: spanOf(at) }),
    ['without consent nothing is sent', 'Without the approval nothing happens'],
  ),
  rule(
    'CONTROL',
    'both|all|they conditions? have to be so|true|met|fulfilled|given , ELSE NOTHING',
    (_, at): Statement => ({ s: 'nothing', for: 'rest', span: spanOf(at) }),
    ['Both have to be so, otherwise nothing', 'both have to be so, Else done'],
  ),

  // "unless it is paid, in which case we leave it": said in front, too.
  rule('UNLESSTAIL', ', in which|that|this case we|you|they NOTHING', () => 'void', [
    ', in which case we leave',
    ', in which case we leave it',
  ]),
  rule('IF', 'if|when it turn|come out that', () => 'if', ['if it turn out that', 'if it come out that']),
  rule('UNLESS', 'unless it turn out that', () => 'unless', [
    'unless it turns out that',
    'unless it turn out that',
  ]),

  // Looked at side by side, for the conditions that follow.
  rule(
    'CLAUSE',
    'compare NP with|to|and|against NP',
    ([, a, , b], at): Statement => ({ s: 'compare', a, b, span: spanOf(at) }),
    ['compare the total with the limit', 'compare the amount paid with the fee'],
  ),
  rule(
    'CLAUSE',
    'a|the? comparison of|between NP with|to|and NP MODAL be make|do|perform',
    ([, , , a, , b], at): Statement => ({ s: 'compare', a, b, span: spanOf(at) }),
    [
      'comparison of the orders with the orders has be make',
      'comparison of the orders with the orders has to be make',
    ],
  ),
]
