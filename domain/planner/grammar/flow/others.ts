// All the other cases, however they are called, and what is compared.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Statement } from '../terms.ts'

export const otherRules: readonly Rule[] = [
  rule('ELSE', 'failing which|that|this', () => 'else'),
  rule('ELSE', 'or else ,', () => 'else'),
  rule('ELSE', 'in|for all|any|every remaining|other case|cases|HEAD', () => 'else'),
  rule('ELSE', 'in the case|event of any|every|all|another|a other|different? HEAD', () => 'else'),
  rule('ELSE', 'in the other|opposite case', () => 'else'),
  rule('ELSE', 'with|for|in|on any|every|all|the others|other|rest', () => 'else'),
  rule('ELSE', 'for|with whatever|everything|anything else there|it is?', () => 'else'),
  rule('ELSE', 'any|every|all other|others|else', () => 'else'),
  rule('ELSE', 'all|every the? others|rest|else', () => 'else'),
  rule('ELSE', 'if|when|where that|this|it|those|they be not so|true|met|fulfilled|satisfied', () => 'else'),
  rule('ELSE', 'if|when|where that|this|it be not the? case', () => 'else'),
  rule(
    'ELSE',
    'if|when one|either|any of the|these|those|them two|both|conditions|condition|things? be not so|true|met|fulfilled|satisfied',
    () => 'else',
  ),
  rule('ELSE', 'if|when one|either|any of the|these|those|them two|both? be not the case', () => 'else'),
  rule(
    'ELSE',
    'if|when either|one|any|the condition be not met|fulfilled|satisfied|true|given',
    () => 'else',
  ),
  rule(
    'ELSE',
    'if|when only one of the|these|those|them two? or neither|none be true|so|met|fulfilled|given',
    () => 'else',
  ),
  rule('ELSE', 'if|when it be neither of them|those|these|the? two?', () => 'else'),
  rule('ELSE', 'if|when neither be true|so|met|fulfilled|the case?', () => 'else'),
  rule('ELSE', 'if|when not all|both', () => 'else', [], 1),
  rule('ELSE', 'IFTHEYDONOT', () => 'else'),
  rule(
    'IFTHEYDONOT',
    'but|and? if|when|where it|this|that|they|he|she|there be|do|have not any|one|a? single? one?',
    () => 'no',
    [],
    1,
  ),
  // "Without consent nothing is sent."
  rule(
    'CONTROL',
    'without the|such|this|that|their|his|her? HEAD ,? NOTHING',
    (_, at): Statement => ({ s: 'nothing', for: 'rest', span: spanOf(at) }),
    ['without consent nothing is sent'],
  ),
  rule(
    'CONTROL',
    'both|all|they conditions? have to be so|true|met|fulfilled|given , ELSE NOTHING',
    (_, at): Statement => ({ s: 'nothing', for: 'rest', span: spanOf(at) }),
  ),

  // "unless it is paid, in which case we leave it": said in front, too.
  rule('UNLESSTAIL', ', in which|that|this case we|you|they NOTHING', () => 'void'),
  rule('IF', 'if|when it turn|come out that', () => 'if'),
  rule('UNLESS', 'unless it turn out that', () => 'unless'),

  // Looked at side by side, for the conditions that follow.
  rule(
    'CLAUSE',
    'compare NP with|to|and|against NP',
    ([, a, , b], at): Statement => ({ s: 'compare', a, b, span: spanOf(at) }),
    ['compare the total with the limit'],
  ),
  rule(
    'CLAUSE',
    'a|the? comparison of|between NP with|to|and NP MODAL be make|do|perform',
    ([, , , a, , b], at): Statement => ({ s: 'compare', a, b, span: spanOf(at) }),
  ),
]
