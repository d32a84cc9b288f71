// More ways to say that something fails, that it is tried again, and that something is waited for.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Statement } from '../terms.ts'

export const failingRules: readonly Rule[] = [
  rule(
    'CONTROL',
    'should it|that|this STILL? fail ,? then? try|retry|repeat it|this|that? again? UPTO? TIMES',
    (parts, at): Statement => ({ s: 'retry', times: parts.at(-1), isAgain: true, span: spanOf(at) }),
    ['should that fail, try again up to 4 times', 'should it fail, retry it twice'],
  ),
  rule('FAILS', 'it|that|this|he|she|they can not be find|found', () => 'fails', [
    'it can not be found',
    'it cannot be found',
  ]),
  rule('FAILS', 'it|that|this|he|she do not exist', () => 'fails', [
    'it does not exist',
    'he does not exist',
  ]),
  rule('FAILS', 'it|that|this be not existing|there', () => 'fails', [
    'it is not there',
    'it is not existing',
  ]),
  rule('FAILS', 'there be no such HEAD', () => 'fails', [
    'there is no such order',
    'there is no such ticket',
  ]),
  rule(
    'CONTROL',
    'hold|stand|hang on|by for? DURATION',
    ([, , , ms], at): Statement => ({ s: 'wait', ms, span: spanOf(at) }),
    ['hold on for 2 seconds', 'stand by for 5 minutes'],
  ),
  // "Ask for approval and wait for the answer": it waits anyway.
  rule(
    'CONTROL',
    'wait for|until the|an? answer|decision|reply|response|approval be? there?',
    (_, at): Statement => ({ s: 'decision', terms: {}, span: spanOf(at) }),
    ['wait for the answer', 'wait for the decision'],
  ),
  rule('ONCEONLY', ',? one|a single? attempt|try only? ,? no retries|retry|more', () => 'once', [
    ', one single attempt, no retries',
    'one attempt, no retries',
  ]),
]
