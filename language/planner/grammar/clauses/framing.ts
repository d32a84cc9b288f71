// What is said around an order without being one: "can you build this for me?", "have a lovely day".
import type { Rule } from '../../chart/chart.ts'
import { rule } from '../build.ts'

const frame = () => 'frame'

export const framingRules: readonly Rule[] = [
  // "Run it" alone may be an order; a question, or one for me, is about all that follows.
  rule('FRAME', 'MAYYOU please? SETUP THEJOB up|out? FORUS? please?', frame, [
    'can you build this for me',
    'could you do the following',
  ]),
  rule('FRAME', 'MAYYOU please? set up THEJOB FORUS? please?', frame, [
    'could you please set up the following for us',
    'can you set up this workflow',
  ]),
  rule('FRAME', 'please? SETUP THEJOB up? FORUS', frame, ['please set this up for me', 'build this for us']),
  rule('FRAME', 'please? do|run|execute|automate|perform FOLLOWING', frame, [
    'please do the following',
    'run the following steps',
  ]),
  rule('FRAME', 'please? carry out FOLLOWING', frame, ['carry out the following']),
  rule('FRAME', 'i|we need|want|have|would like? THEJOB do|build|automate|automated FORUS?', frame, [
    'I need this done',
    'we want this automated',
  ]),
  rule('MAYYOU', 'can|could|would|will you|somebody|someone', frame, ['can you', 'would somebody']),
  rule('SETUP', 'build|set|make|do|create|automate', frame, ['build', 'automate']),
  rule('THEJOB', 'this|it|that|something like? that?', frame, ['this', 'it']),
  rule('THEJOB', 'FOLLOWING', frame, ['the following', 'the following steps']),
  rule('FOLLOWING', 'the following|below steps|things|workflow|process|automation?', frame, [
    'the following',
    'the following steps',
  ]),
  rule('THEJOB', 'this|the workflow|automation|process|flow', frame, ['this workflow', 'the automation']),
  rule('FORUS', 'for me|us', frame, ['for me', 'for us']),

  // What others do is no order: "Vendors mail us HTML."
  rule(
    'FRAME',
    'HEAD mail|send|email|give|write|tell us|me HEAD',
    ([who]) => (who.isPlural ? 'frame' : null),
    ['Vendors mail us HTML', 'Customers send us orders'],
    1,
  ),

  // Wishes at the end of a letter.
  rule('FRAME', 'THANKING ,? and GOODDAY ,?', frame, ['Many thanks and have a lovely day']),
  rule('FRAME', 'THANKING ,? and best|kind|warm regards|wishes|greetings ,?', frame, [
    'thank you and best regards',
  ]),
  rule('FRAME', 'and? GOODDAY ,?', frame, ['have a nice day', 'and have a good one']),
  rule('THANKING', 'many? thanks|thank|thx you? in? advance?', frame, ['many thanks', 'thank you']),
  rule('GOODDAY', 'have a|an very? GOODLY day|week|weekend|evening|morning|afternoon|time|one', frame, [
    'have a nice day',
    'have a good one',
  ]),
  rule('GOODLY', 'nice|good|great|lovely|wonderful|pleasant|fine', frame, ['nice', 'lovely']),
]
