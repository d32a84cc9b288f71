// What stands around a command: greetings, politeness, wishes, doubts and denials before it, thanks and signs
// after it.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import { type Command, type Deed, isDeed } from '../command.ts'

/** `ask`: "could you"; `wonder`: "can I"; `not`: "do not"; `yes`: "yes, ..."; `polite`: everything else. */
export type Frame = 'polite' | 'ask' | 'wonder' | 'not' | 'question' | 'yes'

const polite = (): Frame => 'polite'
const ask = (): Frame => 'ask'
const wonder = (): Frame => 'wonder'
const not = (): Frame => 'not'

function framed(before: readonly Frame[], command: Command, after: readonly Frame[]): Command | null {
  // "Yes, no" says nothing.
  if (before.includes('yes') && !isDeed(command) && command.type !== 'yes') return null
  if (before.includes('not')) return { type: 'refrain' }
  if (!isDeed(command)) return command
  const isAsked = before.includes('ask')
  const deed = isAsked ? unasked(command) : command
  const isDoubtful = before.includes('wonder') || (after.includes('question') && !isAsked)
  return isDoubtful ? { type: 'wonder', deed } : deed
}

/** "Could you run it with 5?": the sign is of the question, not of the value. */
function unasked(deed: Deed): Deed {
  const bare = (text: string | null) => text?.replace(/\s?\?$/, '') ?? null
  if (deed.type === 'run' || deed.type === 'again') return { ...deed, values: bare(deed.values) }
  if (deed.type === 'approve' || deed.type === 'deny') return { ...deed, note: bare(deed.note) }
  return deed.type === 'create' ? { ...deed, prompt: bare(deed.prompt) } : deed
}

export const frameRules: readonly Rule[] = [
  rule('MESSAGE', 'OPENER* COMMAND CLOSER*', ([before, command, after]) => framed(before, command, after), [
    'help',
    'could you please list the workflows?',
  ]),
  rule(
    'OPENER',
    'hi|hello|hey|hiya|yo|greetings|dear there|all|everyone|team|troupe|bot? ,|!|.|-|:?',
    polite,
    ['hi,', 'hello troupe!'],
  ),
  rule('OPENER', 'good morning|afternoon|evening|day there|all|everyone|troupe? ,|!|.?', polite, [
    'good morning,',
    'good day!',
  ]),
  rule('OPENER', 'troupe|bot ,|:?', polite, ['troupe,', 'bot:']),
  rule('OPENER', 'please|kindly|pls ,?', polite, ['please', 'pls,']),
  rule(
    'OPENER',
    'ok|okay|k|so|well|now|then|right|great|good|perfect|alright|and|also|but|cool|fine|sure|thanks|actually|oh|hmm|sorry|wait|bye ,|.|!|:|-|…?',
    polite,
    ['ok,', 'great!'],
    0.5,
  ),
  rule('OPENER', 'could|can|would|will you ADVERB* ,?', ask, ['could you', 'can you please'], 0),
  rule('OPENER', 'be you able to ADVERB*', ask, ['are you able to', 'are you able to quickly']),
  rule('OPENER', 'be|would it be? possible to|for|that you|me? to?|could?', ask, [
    'is it possible to',
    'would it be possible to',
  ]),
  rule('OPENER', 'would you be so kind and|as|to to?', ask, [
    'would you be so kind and',
    'would you be so kind as to',
  ]),
  rule('OPENER', 'i be? wonder if|whether you can|could ADVERB*', ask, [
    'i was wondering if you could',
    'i wonder if you can',
  ]),
  rule('OPENER', 'it would be nice|great|good|cool|lovely|kind|helpful if you can|could ADVERB*', ask, [
    'it would be nice if you could',
    'it would be great if you could please',
  ]),
  rule('OPENER', 'could|can|may|might|should|shall|must i|we ADVERB*', wonder, ['can i', 'should we']),
  rule('OPENER', 'do i|we need|have|want to ADVERB*', wonder, ['do i have to', 'do we need to']),
  rule('OPENER', 'maybe|perhaps ,?', wonder, ['maybe', 'perhaps']),
  rule('OPENER', 'what if i|we|you', wonder, ['what if i', 'what if we']),
  rule('OPENER', 'i|we would like|love|prefer you|us? to ADVERB*', polite, [
    "i'd like to",
    'i would like you to',
  ]),
  rule('OPENER', 'i|we want|need|wish|wanna|must|like you|us? to? ADVERB*', polite, [
    'i want to',
    'i need you to',
  ]),
  rule('OPENER', 'i have to ADVERB*', polite, ['i have to', 'i have to quickly']),
  rule('OPENER', 'i be? try|want to', polite, ["i'm trying to", 'i am trying to']),
  rule('OPENER', "let us|me|'s", polite, ["let's", 'let me'], 0),
  rule('OPENER', 'lets', polite, ['lets', 'Lets']),
  rule('OPENER', 'ADVERB', polite, ['just', 'quickly']),
  rule('OPENER', 'go ahead and', polite, ['go ahead and', 'Go ahead and']),
  rule(
    'ADVERB',
    'please|kindly|maybe|perhaps|possibly|just|simply|quickly|immediately|also|now|then|pls',
    () => 'adverb',
    ['please', 'just'],
  ),

  rule('OPENER', 'yes|yeah|yep|yup ,|.|!|:|-|…?', (): Frame => 'yes', ['yes,', 'yeah'], 0.5),
  rule('OPENER', 'stop ,|!|.', polite, ['stop,', 'stop!'], 0.5),
  rule('OPENER', 'please to', polite, ['please to', 'Please to']),
  rule('OPENER', 'i|we want|need|like|wish that you ADVERB*', polite, [
    'i want that you',
    'we need that you',
  ]),
  rule('OPENER', 'you can|could|should|may ADVERB*', ask, ['you can', 'you could please'], 0.5),
  rule('OPENER', 'i be sorry|afraid ,? but?', polite, ["i'm sorry, but", 'i am afraid']),
  rule('OPENER', 'i would be happy|glad|pleased|grateful to', polite, [
    'i would be happy to',
    "i'd be glad to",
  ]),
  rule(
    'OPENER',
    'tell|show|say|explain|inform me|us please? ,|:?',
    polite,
    ['tell me', 'show me please'],
    0.3,
  ),
  rule('OPENER', 'let me|us know', polite, ['let me know', 'let us know']),
  rule('OPENER', 'explain|ask|check|see', polite, ['explain', 'ask'], 1),
  rule('OPENER', 'do you know', polite, ['do you know', 'Do you know']),
  rule('OPENER', 'i|we want|need|like|wish to know', polite, ['i want to know', 'we need to know']),
  rule('OPENER', 'i|we would like to know', polite, ["i'd like to know", 'we would like to know']),
  rule('OPENER', 'i be? wonder', polite, ['i wonder', 'i am wondering'], 0.3),
  rule('OPENER', 'i|we would rather|prefer you? not to?', not, [
    'i would prefer you not to',
    "i'd rather not",
  ]),
  rule('OPENER', 'i|we prefer|want you? not to?', not, ['i prefer not to', 'i want you not to']),
  rule('OPENER', 'do not ever? please?', not, ["don't", 'do not']),
  rule('OPENER', 'never ever?', not, ['never', 'never ever']),
  rule('OPENER', 'you|we|i|nobody should|must|may|can|will|would|shall not|never', not, [
    'you must not',
    'we should never',
  ]),
  rule('OPENER', 'i|we do not want|need|wish|like|dare you|us|anybody|anyone? to?', not, [
    "i don't want you to",
    "we don't need to",
  ]),
  rule('OPENER', 'i|we would not like you? to', not, ['i would not like to', 'i would not like you to']),
  rule('OPENER', 'there be? no need|reason to', not, ['there is no need to', "there's no reason to"]),
  rule('OPENER', 'no need to', not, ['no need to', 'No need to']),
  rule('OPENER', 'nobody|noone should|may|must', not, ['nobody should', 'nobody may'], 0),
  rule('OPENER', 'not', not, ['not', 'Not'], 1),
  rule('COMMAND', 'do not', () => ({ type: 'refrain' }), ["don't", 'do not']),
  rule('COMMAND', 'do not do|touch that|it|this|anything', () => ({ type: 'refrain' }), [
    "don't do that",
    'do not touch it',
  ]),

  rule('COMMAND', 'i|we do not agree|approve|accept|want|like REST?', () => ({ type: 'refrain' }), [
    'i do not agree',
    "i don't approve it",
  ]),
  rule('CLOSER', '.|!|…|;|,', polite, ['.', '!']),
  rule('CLOSER', '?', () => 'question', ['?', '?']),
  rule('CLOSER', ',? please|pls|kindly', polite, ['please', ', please']),
  rule('CLOSER', 'for|to me|us', polite, ['for me', 'for us'], 0.5),
  rule(
    'CLOSER',
    'now|asap|immediately|quickly|then|already|today|too|right|dear|buddy|mate',
    polite,
    ['now', 'asap'],
    1,
  ),
  rule('CLOSER', 'right|straight now|away', polite, ['right now', 'right away']),
  rule('CLOSER', 'if|when possible', polite, ['if possible', 'when possible']),
  rule('CLOSER', 'if you can|could|please|would', polite, ['if you could', 'if you can']),
  rule('CLOSER', ',? thanks|thx|cheers|ty', polite, ['thanks', ', thanks']),
  rule('CLOSER', ',? thank you very|so? much?', polite, ['thank you', 'thank you very much']),
  rule('CLOSER', 'will|would|could|can you', polite, ['will you', 'would you'], 1),
  rule('OPENER', 'i|we would rather', polite, ["i'd rather", 'we would rather'], 0.5),
]
