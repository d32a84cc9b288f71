// What is said of a call after it: "The subject is "Hi" and the text is "Hello".", "As the reason, please
// give "Goodwill".", "Subject: "Hi"". They are complements of the call before.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import { withParts } from '../packing.ts'
import type { Complement, Head, Np, Statement } from '../terms.ts'

const due: Head = { words: ['due'], isPlural: false, isKnown: true }
const assignee: Head = { words: ['assignee'], isPlural: false, isKnown: true }
const isPast = ({ lower }: { lower: string }) => /(ed|ent)$/.test(lower)
const label = (name: Head, np: Np): Complement => ({ a: 'label', name, np })
const text = (np: Np): Complement => ({ a: 'text', np })

export const detailRules: readonly Rule[] = [
  rule(
    'CLAUSE',
    'VOID* DETAIL DETAILMORE*',
    ([, first, more], at: At): Statement => ({ s: 'details', parts: [first, ...more], span: spanOf(at) }),
    ['the subject is "Hi" and the text is "Hello"', 'as the reason , please give "Goodwill"'],
  ),
  rule('DETAILMORE', 'AND VOID? DETAIL', ([, , each]) => each, [', status todo', ', due 2026-12-10']),
  rule('DETAIL', 'LABELED', ([each]) => each, ['subject : "Hi"', 'the reason is "Goodwill"'], 1),
  rule('DETAIL', 'LDET? HEAD MODAL be|read|say DVALUE', ([, name, , , np]) => label(name, np), [
    'the subject should be "Hi"',
    'its title must be {{inputs.title}}',
  ]),
  rule('DETAIL', "LDET? HEAD be|'s|read|say DVALUE", ([, name, , np]) => label(name, np), [
    'paid is 0',
    'stock is 0',
  ]),
  rule('DETAIL', 'LDET? HEAD i|we|you DETAILPUT be DVALUE', ([, name, , , , np]) => label(name, np), [
    'the reason you put down is "Damaged on arrival"',
    'order i say be 0',
  ]),
  rule(
    'DETAIL',
    'DETAILPUT VOID* DVALUE as|for|in|into LDET? HEAD',
    ([, , np, , , name]) => label(name, np),
    ['put "Goodwill" as the reason', 'use {{inputs.title}} for its title'],
  ),
  rule('DETAIL', 'as|for LDET? HEAD ,? VOID* DETAILPUT DVALUE', ([, , name, , , , np]) => label(name, np), [
    'as the reason give "Goodwill"',
    'for the title use {{inputs.title}}',
  ]),
  rule(
    'DETAIL',
    'SAID as|for LDET? HEAD',
    ([np, , , name]) => label(name, np),
    ['"Goodwill" as the reason', '"Please order new goods." as the text'],
    1,
  ),
  rule('DETAIL', 'SAID MODAL? be VERB as|for|in LDET? HEAD', ([np, , , , , , name]) => label(name, np), [
    '"Goodwill" shall be recorded as the reason',
    '{{inputs.title}} is used as the title',
  ]),
  rule('DETAIL', 'SAID MODAL? be LDET HEAD', ([np, , , , name]) => label(name, np), [
    '0 be a order',
    '0 be a ticket',
  ]),
  rule('DETAIL', 'what? it MODAL? VOID? say|read|state be? :|,? SAID', parts => text(parts.at(-1)), [
    'it should say "Hello"',
    'what it says is "Hello"',
  ]),
  rule(
    'DETAIL',
    'write|say|put this|that|the? following? in|inside it :|,? SAID',
    parts => text(parts.at(-1)),
    ['write this in it : "Hello"', 'say in it : "Hello"'],
  ),
  rule('DETAIL', 'write it|this like|as this|so|follow :|,? SAID', parts => text(parts.at(-1)), [
    'Write it like this: "Order {{inputs.order}} is {{order.status}}."',
    'write it like this 0',
  ]),
  rule('DETAIL', 'just|simply write|say :|,? SAID', parts => text(parts.at(-1)), [
    'just say 0',
    'just write "Please count the shelves today."',
  ]),
  rule(
    'DETAILPUT',
    'put|give|use|state|enter|record|note|mention|take|write|say|name|specify down?',
    () => 'put',
    ['say', 'Use'],
  ),
  rule('DVALUE', 'SAID', ([np]) => np, ['0', 'true']),
  rule('DVALUE', 'NP', ([np]) => np, ['0', '5'], 1),

  // "a meeting that starts at 9:00 and takes 90 minutes", "It takes 90 minutes."
  rule('DETAIL', 'it|this HAPPENING', ([, part]) => part, ['it takes 90 minutes', 'it starts at 14:00']),
  rule(
    'COMPL',
    ',? that|which HAPPENING',
    ([, , part]) => part,
    ['that takes 90 minutes', 'which starts at 14:00'],
    0.5,
  ),
  rule(
    'COMPL',
    ',? that|which HAPPENING and HAPPENING',
    ([, , one, , other]) => [one, other],
    ['that starts at 14:00 and takes 90 minutes', 'which lasts 30 minutes and begins at 9:00'],
    0.5,
  ),
  rule(
    'HAPPENING',
    'start|begin at|on NP',
    ([, prep, np]): Complement => ({ a: 'prep', prep: prep.lower, np }),
    ['starts at 14:00', 'begins on 2026-12-10'],
  ),
  rule('HAPPENING', 'take|last for? NP', ([, , np]): Complement => ({ a: 'prep', prep: 'for', np }), [
    'takes 90 minutes',
    'lasts 30 minutes',
  ]),

  rule('DETAIL', 'it|they? be due on|by? NP', ([, , , , np]) => label(due, np), [
    'it is due on 2026-12-10',
    'is due 2026-12-10',
  ]),
  rule(
    'DETAIL',
    'assign it|them|this to NP',
    ([, , , np]) => label(assignee, np),
    ['assign it to m_1', 'assign it to agt_2'],
    2,
  ),
  rule('COMPL', ',? due on|by? NP', ([, , , np]) => label(due, np), [', due 14', ', due 2026-12-10'], 0.5),
  rule('COMPL', ',? and? assign to NP', ([, , verb, , np]) => (isPast(verb) ? label(assignee, np) : null), [
    ', assigned to m_1',
    'and assigned to the member',
  ]),
  // "a mail to the customer, sent to the address in their record"
  rule(
    'COMPL',
    ',? send|address|direct|post|go to NP',
    ([, verb, , np]): Complement | null => (isPast(verb) ? { a: 'prep', prep: 'to', np } : null),
    [', sent to #shop', 'went to the country'],
  ),
  rule(
    'COMPL',
    ', at|on|via|under|to|in|into NP',
    ([, prep, np]): Complement => ({ a: 'prep', prep: prep.lower, np }),
    [', on the hour', ', to the phone'],
    1,
  ),

  // "for 10 December 2026, 09:30"
  rule(
    'COMPL',
    ', TIME',
    (_, at): Complement | null => {
      const token = at.tokens[at.end - 1]!
      return /^\d{1,2}:\d{2}$/.test(token.lower)
        ? {
            a: 'prep',
            prep: 'at',
            np: { t: 'value', value: { v: 'clock', text: token.lower.padStart(5, '0') }, span: spanOf(at) },
          }
        : null
    },
    [', 09:30', ', 14:00'],
  ),

  // What stands in front of the order: "in the channel #shop, please post this message".
  rule(
    'CLAUSE',
    'FRONTPART CLAUSE',
    ([part, clause]) => (clause.s === 'call' ? withParts(clause, parts => [...parts, part]) : null),
    ['in the channel {{inputs.channel}} , post the message "Hi"', 'to {{inputs.to}} please send "Hi"'],
    1,
  ),
  rule(
    'FRONTPART',
    'to|in|at|on|into|onto|under|as|with|for|via|by NP ,|:|please|kindly',
    ([prep, np]): Complement | null => (isGoneThrough(np) ? null : { a: 'prep', prep: prep.lower, np }),
    ['to 100,', 'in any case,'],
  ),

  rule(
    'FRONTPART',
    'to|in|into NP',
    ([prep, np]): Complement | null => (isGoneThrough(np) ? null : { a: 'prep', prep: prep.lower, np }),
    ['To save', 'in stage'],
    1,
  ),

  // How a text is introduced: "like this: "Hi"", "worded as follows: "Hi"", "with the words "Hi"".
  rule('COMPL', ',? INTRODUCED :|,? SAID', ([, , , np]) => text(np), [
    ', the message "Wash your hands"',
    'by posting "Cancelling {{inputs.id}}"',
  ]),
  rule('INTRODUCED', 'word|read|say|phrase? as follow', () => 'so', ['as follows', 'worded as follows']),
  rule('INTRODUCED', 'like|in this|so way?', () => 'so', ['like so', 'like this']),
  rule('INTRODUCED', 'with|in|by|using the|these following? word|wording', () => 'so', [
    'in these words',
    'in the following words',
  ]),
  rule('INTRODUCED', 'in? which|that it? VOID say|read|state', () => 'so', [
    'in which it just says',
    'which pls say',
  ]),
  rule('INTRODUCED', 'in which it say|read|state', () => 'so', ['in which it say', 'in which it read']),
  rule('INTRODUCED', 'by|with post|write|say|send', () => 'so', ['by posting', 'by post']),
  rule(
    'INTRODUCED',
    'this|that|the following? message|text|note|post|line',
    () => 'so',
    ['the post', 'the note'],
    1,
  ),
  rule('INTRODUCED', 'this|the? following', () => 'so', ['the following', 'following'], 1),
  rule(
    'COMPL',
    'like|as QUOTED',
    ([, value], at): Complement => text({ t: 'value', value, span: spanOf(at) }),
    ['as "min"', 'as "email"'],
    1,
  ),
  rule('COMPL', ':|-|– LABELED', ([, each]) => each, [': count of tasks', ': the number of tasks'], 1),
]

function isGoneThrough(np: Np): boolean {
  return np.t === 'noun' && (np.det === 'each' || np.det === 'all' || np.head.isPlural)
}
