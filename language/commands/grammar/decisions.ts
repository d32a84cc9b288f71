// Decisions about approvals, and answers to questions: approve, deny, yes, no, "the second one", never mind.
// 1. A decision means one only when its words say nothing else: "approve, but later" is none.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { ApprovalRef, Command } from '../command.ts'

const last = { by: 'last' } as const
const approve = (approval: ApprovalRef | null, note: string | null = null): Command => ({
  type: 'approve',
  approval: approval ?? last,
  note,
})
const deny = (approval: ApprovalRef | null, note: string | null = null): Command => ({
  type: 'deny',
  approval: approval ?? last,
  note,
})

export const decisionRules: readonly Rule[] = [
  rule('COMMAND', 'APPROVE APR? BECAUSE?', ([, ref, note]) => approve(ref, note), [
    'approve',
    'approve it because it is urgent',
  ]),
  rule('COMMAND', 'i|we approve APR?', ([, , ref]) => approve(ref), ['i approve', 'we approve it']),
  rule('COMMAND', 'APPROVED', () => approve(null), ['approved', 'lgtm']),
  rule('APPROVED', 'lgtm', () => 'yes', ['lgtm', 'LGTM']),
  rule('APPROVED', 'approved', () => 'yes', ['approved', 'Approved']),
  rule('APPROVED', 'it|this|that? look good|fine to? me?', () => 'yes', ['looks good', 'looks good to me']),
  rule('COMMAND', 'DENY APR? BECAUSE?', ([, ref, note]) => deny(ref, note), [
    'deny',
    'reject it because it is too expensive',
  ]),
  rule(
    'COMMAND',
    'DENY APR? UNSAIDREASON',
    ([, ref, note]) => deny(ref, note),
    ['deny, too expensive', 'reject it: wrong amount'],
    0.5,
  ),
  rule(
    'COMMAND',
    'i|we deny|reject|decline|refuse|disagree with? APR? BECAUSE?',
    ([, , , ref, note]) => deny(ref, note),
    ['i deny', 'we reject it because it is wrong'],
  ),
  rule('COMMAND', 'denied|rejected|declined BECAUSE?', ([, note]) => deny(null, note), [
    'denied',
    'rejected because it is wrong',
  ]),
  rule('COMMAND', 'do not APPROVE APR? BECAUSE', () => ({ type: 'refrain' }), [
    'do not approve because it is wrong',
    "don't approve it because it is wrong",
  ]),
  rule('BECAUSE', ',|:|;|-|.? because|cause|since REST', ([, , note]) => note, [
    'because it is wrong',
    ', because it is wrong',
  ]),
  rule('BECAUSE', ',|:|;|-|.? REASONWORD :|= REST', ([, , , note]) => note, [
    'reason: it is wrong',
    ', note: it is fine',
  ]),
  rule('BECAUSE', 'with the|a? REASONWORD :|that? REST', ([, , , , note]) => note, [
    'with the reason it is wrong',
    'with the note "fine"',
  ]),
  rule('BECAUSE', 'and? say :|that? REST', ([, , , note]) => note, ['saying it is fine', 'and say: fine']),
  rule('REASONWORD', 'reason|note|comment|remark|message', () => 'reason', ['reason', 'note']),
  rule('UNSAIDREASON', ',|:|;|-|as REST', ([, note]) => note, [', too expensive', ': wrong amount']),

  rule('COMMAND', 'YES', () => ({ type: 'yes' }), ['yes', 'go ahead']),
  rule(
    'YES',
    'yes|yeah|yep|yup|ya|y|sure|ok|okay|fine|correct|exactly|right|absolutely|definitely|affirmative|indeed|agreed|k',
    () => 'yes',
    ['yes', 'sure'],
  ),
  rule('YES', 'yes|sure|ok|okay|yeah , YES', () => 'yes', ['yes, do it', 'ok, go ahead']),
  rule('YES', 'yes|sure|ok|okay|yeah do it|that|so|this', () => 'yes', ['yes do it', 'yes do that']),
  rule('YES', 'please? do it|that|so|this?', (parts, at) => (at.end - at.start > 1 ? 'yes' : parts && null), [
    'do it',
    'please do',
  ]),
  rule('YES', 'go ahead|on|for it?', () => 'yes', ['go ahead', 'go for it']),
  rule('YES', 'of course', () => 'yes', ['of course', 'Of course']),
  rule('YES', 'that|it be right|correct|fine|it', () => 'yes', ["that's right", 'it is correct']),
  rule('YES', 'proceed|continue|confirm it|that|this?', () => 'yes', ['proceed', 'confirm']),
  rule('COMMAND', 'NO', () => ({ type: 'no', rest: null }), ['no', 'nope']),
  rule('NO', 'no|nope|nah|n|negative|nay', () => 'no', ['no', 'nope']),
  rule('NO', 'no way|chance', () => 'no', ['no way', 'no chance']),
  rule('NO', '👎', () => 'no', ['👎', '👎']),
  rule('YES', 'i be? agree|ok|fine with? it|that?', () => 'yes', ['i agree', 'i am fine with it']),
  rule('YES', '👍|✅|✔', () => 'yes', ['👍', '✅']),
  rule('NO', 'no|nope , NO', () => 'no', ['no, no', 'nope, no way']),
  rule(
    'COMMAND',
    'no|nope|nah ,|.|;|:|-|! REST',
    ([, , rest]): Command => ({ type: 'no', rest }),
    ['no, the amount is wrong', 'nope. Too expensive'],
    1,
  ),
  rule(
    'COMMAND',
    'no because REST',
    ([, , rest]): Command => ({ type: 'no', rest }),
    ['no because it is wrong', 'No because it costs too much'],
    0.5,
  ),

  rule('COMMAND', 'PLACE', ([place]): Command => ({ type: 'place', place }), ['the second one', '#2']),
  rule('COMMAND', 'COUNT', ([place]): Command => ({ type: 'place', place }), ['2', 'three']),
  rule(
    'COMMAND',
    'i mean|meant|want|choose|pick|take PLACE',
    ([, , place]): Command => ({ type: 'place', place }),
    ['i meant the first one', 'i take #2'],
  ),
  rule('COMMAND', 'take|choose|pick|use PLACE', ([, place]): Command => ({ type: 'place', place }), [
    'take the first one',
    'pick #2',
  ]),

  rule('COMMAND', 'LEAVE', () => ({ type: 'leave' }), ['never mind', 'forget it']),
  rule('LEAVE', 'never mind it|that?', () => 'leave', ['never mind', 'never mind that']),
  rule('LEAVE', 'nevermind|nvm|quit|exit|skip|forget', () => 'leave', ['nevermind', 'nvm']),
  rule('LEAVE', 'forget about? it|that|this', () => 'leave', ['forget it', 'forget about that']),
  rule('LEAVE', 'leave|drop|skip it|that|this', () => 'leave', ['leave it', 'drop it']),
  rule('LEAVE', 'not now|yet|today|anymore', () => 'leave', ['not now', 'not yet'], 0),
  rule('LEAVE', 'not|rather really|not', () => 'leave', ['not really', 'rather not']),
  rule('LEAVE', 'stop asking', () => 'leave', ['stop asking', 'Stop asking'], 0),
  rule('LEAVE', 'no , never mind', () => 'leave', ['no, never mind', 'No, never mind']),
  rule('LEAVE', 'i change my mind', () => 'leave', ['i changed my mind', "I've changed my mind"], 0),
  rule(
    'LEAVE',
    'i have change my mind',
    () => 'leave',
    ["I've changed my mind", 'i have changed my mind'],
    0,
  ),

  rule('COMMAND', 'GREETING', () => ({ type: 'greeting' }), ['hello', 'good morning']),
  rule('GREETING', 'hi|hello|hey|hiya|yo|greetings there|all|everyone|troupe|bot?', () => 'hi', [
    'hello',
    'hi there',
  ]),
  rule('GREETING', 'good morning|afternoon|evening|day', () => 'hi', ['good morning', 'good day']),
  rule('COMMAND', 'THANKS', () => ({ type: 'thanks' }), ['thanks', 'thank you so much']),
  rule(
    'THANKS',
    'thanks|thx|cheers|ty|great|cool|nice|perfect|awesome|excellent|wonderful|good|super|wow a? lot|job?',
    () => 'thanks',
    ['thanks', 'perfect'],
  ),
  rule('THANKS', 'thank you very|so? much?', () => 'thanks', ['thank you', 'thank you so much']),
  rule('COMMAND', 'denied|rejected|declined UNSAIDREASON', ([, note]) => deny(null, note), [
    'denied - too late',
    'rejected: wrong',
  ]),
  rule('YES', 'go', () => 'yes', ['go', 'Go']),
  rule('THANKS', 'bye|goodbye|ciao', () => 'thanks', ['bye', 'goodbye']),
  rule('THANKS', 'good night', () => 'thanks', ['good night', 'Good night']),
  rule('THANKS', 'see you later|soon|tomorrow?', () => 'thanks', ['see you', 'see you later']),
]
