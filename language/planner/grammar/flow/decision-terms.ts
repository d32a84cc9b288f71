// What is agreed about a decision besides who decides: until when, what silence means, who may not decide.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { DecisionTerms, Statement } from '../terms.ts'

type Silence = DecisionTerms['onTimeout']

const decision = (terms: DecisionTerms, at: Parameters<typeof spanOf>[0]): Statement => ({
  s: 'decision',
  terms,
  span: spanOf(at),
})

export const decisionTermRules: readonly Rule[] = [
  rule('TERM', ',? (? within|in DURATION )?', ([, , , timeoutMs]): DecisionTerms => ({ timeoutMs }), [
    'within 2 hours',
    ', within 3 days',
  ]),
  rule('TERM', ',? UPTO DURATION', ([, , timeoutMs]): DecisionTerms => ({ timeoutMs }), [
    'for up to 2 hours',
    ', at most 3 days',
  ]),
  rule(
    'TERM',
    ',? and? otherwise|else ,? SILENCE it|this? automatically?',
    ([, , , , onTimeout]): DecisionTerms => ({ onTimeout }),
    [', otherwise deny automatically', 'otherwise reject it'],
  ),
  rule(
    'TERM',
    ',? and? SILENCE it|this? automatically? otherwise',
    ([, , onTimeout]): DecisionTerms => ({ onTimeout }),
    [', deny it automatically otherwise', 'and approve automatically otherwise'],
  ),
  rule(
    'TERM',
    ',? and? SILENCE it|this? automatically? after DURATION',
    ([, , onTimeout, , , , timeoutMs]): DecisionTerms => ({ onTimeout, timeoutMs }),
    [', deny it automatically after 2 hours', 'and approve automatically after 3 days'],
  ),
  rule('SILENCE', 'deny|refuse|reject|decline', (): Silence => 'deny', ['deny', 'reject']),
  rule('SILENCE', 'approve|allow', (): Silence => 'approve', ['approve', 'allow']),
  rule('SILENCE', 'fail', (): Silence => 'fail', ['fail']),
  rule(
    'TERM',
    ',? but? not by? the one|person who start it|this|that|the? run|workflow?',
    (): DecisionTerms => ({ notStarter: true }),
    ['not the one who started it', ', but not by the person who started the workflow'],
  ),
  rule(
    'TERM',
    ',? but? not by? whoever start it|this|that|the? run|workflow?',
    (): DecisionTerms => ({ notStarter: true }),
    [', not whoever started it', 'not by whoever started the run'],
  ),

  // In sentences of their own, after the question.
  rule('CONTROL', 'at least COUNT of? them? must approve', ([, , quorum], at) => decision({ quorum }, at), [
    'at least 2 must approve',
    'at least two of them must approve',
  ]),
  rule(
    'CONTROL',
    'whoever start the|this|it run|workflow? may|must|can not approve it?',
    (_, at) => decision({ notStarter: true }, at),
    ['whoever started the run may not approve', 'whoever started it must not approve it'],
  ),
  rule(
    'CONTROL',
    'whoever start the|this|it run|workflow? may|can approve it? ,? too|also?',
    (_, at) => decision({ notStarter: false }, at),
    ['whoever started the run may approve, too', 'whoever started it can approve it'],
  ),
  rule(
    'CONTROL',
    'the decision|approval may|can|must take|come UPTO? within? DURATION',
    ([, , , , , , timeoutMs], at) => decision({ timeoutMs }, at),
    ['the decision may take 2 hours', 'the approval must come within 3 days'],
  ),
  rule(
    'CONTROL',
    'without a|an decision|answer|approval in time ,? it count as DECIDED',
    ([, , , , , , , , , onTimeout], at) => decision({ onTimeout }, at),
    ['without a decision in time it counts as denied', 'without an answer in time, it counts as approved'],
  ),
  rule(
    'CONTROL',
    'without a|an decision|answer|approval in time ,? the|this step|approval|workflow fail',
    (_, at) => decision({ onTimeout: 'fail' }, at),
    ['without a decision in time the step fails', 'without an answer in time, the workflow fails'],
  ),
  rule('DECIDED', 'approve|accept', (): Silence => 'approve', ['approved', 'accepted']),
  rule('DECIDED', 'deny|reject|refuse', (): Silence => 'deny', ['denied', 'rejected']),
]
