// Tables of cases: what they depend on, their labels, and conditions that stand in front of an order without
// a verb.
import type { Rule } from '../../chart/chart.ts'
import { type At, noun, rule, spanOf } from '../build.ts'
import type { Header } from '../headers.ts'
import type { Body, Condition, Head, Np, Post, Pred, Statement, Value } from '../terms.ts'
import { when } from './branches.ts'

const them = (at: At): Np => ({ t: 'pronoun', word: 'them', span: spanOf(at) })

/** "rows" are those that are spoken of. */
const some = (head: Head, at: At, isNone: boolean): Condition => ({
  c: 'there',
  np: general.has(head.words.join(' ')) ? them(at) : noun({ ...head, isPlural: true }, at, { det: 'the' }),
  not: isNone,
})
const general = new Set(['row', 'item', 'entry', 'record', 'result', 'hit', 'match', 'one', 'list'])

const withPost = (np: Np, post: Post): Np | null =>
  np.t === 'noun' ? { ...np, post: [...np.post, post] } : np.t === 'aggregate' ? aggregated(np, post) : null

function aggregated(np: Extract<Np, { t: 'aggregate' }>, post: Post): Np | null {
  const of = withPost(np.of, post)
  return of === null ? null : { ...np, of }
}

export const tableRules: readonly Rule[] = [
  // What the cases below, or those that follow, depend on.
  rule('HEADER', 'depending on NP ,? PROCEED? HEADEREND?', ([, , np]): Header => ({ h: 'topic', np }), [
    'depending on its status:',
    'depending on the status of the order A-1, do the following:',
  ]),
  rule(
    'HEADER',
    'FOREACH NP ,? depending on NP ,? PROCEED? HEADEREND?',
    ([, np, , , , about]): Header => ({ h: 'each', np, atOnce: null, about }),
    [
      'for each order, depending on its status:',
      'For every appointment on the date {{inputs.date}}, depending on its status:',
    ],
  ),
  rule(
    'HEADER',
    'the? ACTIONS for|of|on NP ,? BYWHICH HEAD HEADEREND',
    ([, , , np, , , head], at): Header => ({
      h: 'topic',
      np: noun(head, at, { det: 'the', post: [{ p: 'prep', prep: 'of', np }] }),
    }),
    ['action for the order A-1 by status:', 'Action for appointment {{inputs.id}} by status:'],
  ),
  rule('ACTIONS', 'action|procedure|step|case|decision|handling|routing|reaction', () => 'actions', [
    'Steps',
    'Action',
  ]),
  rule('ACTIONS', 'what to do|happens|happen', () => 'actions', ['what to do', 'what to happens']),
  rule('BYWHICH', 'by|per the|its?', () => 'by', ['by', 'by the']),
  rule('BYWHICH', 'depending|based on the|its?', () => 'by', ['depending on', 'depending on the']),
  rule('BYWHICH', 'according to the|its?', () => 'by', ['according to', 'according to the']),
  rule('HEADER', 'BODY ,|;|–|-? and|then? PROCEED HEADEREND', ([body]): Header => ({ h: 'body', body }), [
    'look at its status and proceed like this:',
    'Products of the category {{inputs.category}}, please tag them as follows:',
  ]),
  rule('HEADER', 'BODY END?', ([body]): Header => ({ h: 'body', body }), ['Hi,', 'Sam'], 4),
  rule(
    'PROCEED',
    'please? proceed|act|continue|go|react like|accordingly|so this|that|below?',
    () => 'proceed',
    ['proceed like', 'proceed like this'],
  ),
  rule('PROCEED', 'please? proceed|act|continue|react|do as follows|below', () => 'proceed', [
    'proceed as follows',
    'proceed as below',
  ]),
  rule('PROCEED', 'please? as follow', () => 'proceed', ['as follows', 'as follow']),
  rule(
    'PROCEED',
    'please? do this|that|the one|either? of? the? following? thing|things|step|steps?',
    () => 'proceed',
    ['do this', 'do that'],
  ),
  rule('PROCEED', 'the following shall|should|will|must? be? apply|happen|do', () => 'proceed', [
    'the following shall apply',
    'the following apply',
  ]),
  rule('PROCEED', 'this is what to do', () => 'proceed', ['this is what to do']),
  // On one line: "look at its status: booked -> confirm it; ..."
  rule(
    'UNIT',
    'CLAUSE ,? and|then? PROCEED? : BODY',
    ([clause, , , , , body]): Body | null => (['if', 'each'].includes(body[0]?.s) ? [clause, ...body] : null),
    ['look at its status: open -> close it'],
    1,
  ),
  rule(
    'CONTROL',
    'depending on NP ,? PROCEED? : BODY',
    ([, , np, , , , body], at): Statement | null =>
      body[0]?.s === 'if' ? { s: 'topic', prep: null, np, body, span: spanOf(at) } : null,
    [],
    0,
  ),
  rule(
    'CONTROL',
    'NP , BODY',
    ([np, , body], at): Statement | null =>
      np.t === 'noun' &&
      np.owner === null &&
      np.post.length === 1 &&
      np.post[0]!.p === 'value' &&
      np.post[0]!.value.v !== 'word'
        ? { s: 'topic', prep: null, np, body, span: spanOf(at) }
        : null,
    ['order A-1, check the status'],
    3,
  ),

  // Labels of cases.
  rule(
    'CONTROL',
    'for|with|on a|an|the? BAREWHAT ,? BODY',
    ([, , pred, , then], at) => when({ c: 'bare', pred }, then, null, at),
    ['for open close it', 'for booked confirm the appointment'],
    1.5,
  ),
  rule(
    'CONTROL',
    'for|with|at COUNTED BODY',
    ([, cond, then], at) => when(cond, then, null, at),
    ['with at most three attempts, please', 'for 2 or more close it'],
    1,
  ),
  rule(
    'CONTROL',
    'NP not? BAREWHAT CASESIGN BODY',
    ([subject, no, pred, sign, then], at) =>
      // "Text {{phone}} "Hi", wait": to whom, and what; no condition.
      sign === ',' && pred.c === 'is'
        ? null
        : when({ c: 'of', subject, pred: no === null ? pred : { c: 'not', pred } }, then, null, at),
    ['the list empty -> stop', 'status open: close it'],
    1.5,
  ),
  rule(
    'BARECOND',
    'with|for? no|zero HEAD left|found?',
    ([, , head], at): Condition => some(head, at, true),
    ['no rows left', 'with no rows'],
    0.5,
  ),
  rule(
    'BARECOND',
    'with|for? any|some HEAD left|found?',
    ([, , head], at): Condition => some(head, at, false),
    ['any rows left', 'any other'],
    0.5,
  ),
  rule(
    'BARECOND',
    'for|with an empty list',
    (_, at): Condition => ({ c: 'there', np: them(at), not: true }),
    ['for an empty list', 'with an empty list'],
  ),

  // Kinds: "it is a no-show", "cancelled or a no-show".
  rule('ISWHAT', 'AKIND', ([pred]) => pred, ['a VIP', 'a gift']),
  rule('ISWHAT', 'KIND or AKIND', ([a, , b]): Pred => ({ c: 'or', items: [a, b] }), [
    'cancelled or a no-show',
    'in the status "cancelled" or in the status "no_show"',
  ]),
  rule('BAREWHAT', 'AKIND', ([pred]) => pred, ['a no-show', 'in the status "no_show"']),
  rule('BAREWHAT', 'KIND or AKIND', ([a, , b]): Pred => ({ c: 'or', items: [a, b] }), [
    'a VIP or a VIP',
    'a VIP or a gift',
  ]),
  rule('KIND', 'ADJ', ([words]): Pred => ({ c: 'adjective', words }), ['cancelled', 'open']),
  rule('KIND', 'QUOTED', ([value], at): Pred => valued(value, at), ['"Hi"', '"Done"']),
  rule('KIND', 'AKIND', ([pred]) => pred, ['a VIP', 'a gift']),
  rule('AKIND', 'a|an ADJ GLOSSED?', ([, words, gloss], at): Pred | null => kind(words, gloss, at), [
    'a VIP',
    'a gift',
  ]),
  rule('AKIND', 'a|an QUOTED', ([, value], at): Pred => valued(value, at), ['a "no_show"', 'a "Hi"']),
  rule('AKIND', 'in the? state|status|stage QUOTED', ([, , , value], at): Pred => valued(value, at), [
    'in status "booked"',
    'in the status "no_show"',
  ]),
  rule('AKIND', 'in the? state|status|stage ADJ', ([, , , words]): Pred => ({ c: 'adjective', words }), [
    'in state open',
    'in state urgent',
  ]),
  rule('GLOSSED', '( QUOTED )', ([, value]) => value, ['("no_show")', '( "Hi" )']),

  // Where the subject is said before it: "if for the order A-1 the total is over 5".
  rule(
    'CONDS',
    'for|of|with NP ,? NP PRED',
    ([, of, , subject, pred]): Condition | null => {
      const whole = withPost(subject, { p: 'prep', prep: 'of', np: of })
      return whole === null ? null : { c: 'of', subject: whole, pred }
    },
    [
      'for the order A-1 the total is over 5',
      'for the appointment {{inputs.id}} the amount paid is the fee or more',
    ],
    1,
  ),
  rule(
    'CONDS',
    'on|at|for|in|from NP ,? there be any|some|no? NP',
    ([prep, of, , , , word, np]): Condition | null => {
      const whole = withPost(np, { p: 'prep', prep: prep.lower, np: of })
      return whole === null ? null : { c: 'there', np: whole, not: word?.lower === 'no' }
    },
    ['on the orders there be the orders', 'on the orders there be any the orders'],
    0.5,
  ),
  rule(
    'CONDS',
    'on|at|for|in|from NP ,? there be COUNTED',
    ([prep, of, , , , cond]): Condition | null => {
      const subject = withPost(cond.subject, { p: 'prep', prep: prep.lower, np: of })
      return subject === null ? null : { ...cond, subject }
    },
    [
      'on the day 2024-01-01 there are more than 5 orders',
      'on the day {{inputs.date}} there is more than 1 appointment',
    ],
    0.5,
  ),

  // That there are any.
  rule(
    'CONDS',
    'COUNTED exist POST*',
    ([cond, , post]): Condition | null => {
      let subject: Np | null = cond.subject
      for (const each of post.flat()) subject = subject === null ? null : withPost(subject, each)
      return subject === null ? null : { ...cond, subject }
    },
    [
      'more than one order exists',
      'more than one appointment with the status "booked" exists on {{inputs.date}}',
    ],
  ),
  rule(
    'CONDS',
    'any|some? NP exist POST*',
    ([, np, , post]): Condition | null =>
      np.t === 'noun'
        ? { c: 'there', np: { ...np, post: [...np.post, ...post.flat()] }, not: np.det === 'no' }
        : null,
    ['any orders exist', 'the orders exist'],
    1,
  ),
  rule(
    'CONDS',
    'none|nothing exist|remain|be find|leave',
    (_, at): Condition => ({ c: 'there', np: them(at), not: true }),
    ['none exist find', 'none exist leave'],
  ),
  rule(
    'CONDS',
    'there be not a|one single|even? one|any?',
    (_, at): Condition => ({ c: 'there', np: them(at), not: true }),
    ["there isn't a single one", 'there be not a'],
    1,
  ),
  rule('CONDS', 'there be even|just one', (_, at): Condition => ({ c: 'there', np: them(at), not: false }), [
    "there's even one",
    'there be even one',
  ]),

  // What it is in the other case: "with any other language it is "Hello"".
  rule(
    'CLAUSE',
    'it|this|that MODAL? be the? text? VALUE',
    ([, , , , , value], at): Statement => ({
      s: 'ask for',
      np: { t: 'value', value, span: spanOf(at) },
      span: spanOf(at),
    }),
    ['it is "open"', 'that is "net"'],
    2,
  ),

  // Nothing is done.
  rule('NOTHING', 'just? skip|ignore|pass it|this|that|them|over?', () => 'nothing', ['skip', 'Ignore'], 1),
  rule('NOTHING', 'no HEAD MODAL be VERB', () => 'not', [
    'no message shall be sent',
    'No action shall be taken',
  ]),
  rule('NOTHING', 'no HEAD be VERB', () => 'not', ['no message is sent', 'no SMS is sent']),
  rule('NOTHING', 'no HEAD be necessary|needed|required', () => 'not', [
    'no message is needed',
    'no notice is required',
  ]),
  rule('NOTHING', 'nothing MODAL? be VERB', () => 'nothing', ['nothing is sent', 'nothing may be sent']),
  rule('NOTHING', 'nothing else|more|further be necessary|needed|required|do', () => 'nothing', [
    'nothing further is required',
    'nothing else be necessary',
  ]),
  rule('NOTHING', 'we|you|i do not need|want NP', () => 'not', [
    'we do not need a message',
    "I don't need anything",
  ]),
  rule('NOTHING', 'that be fine|ok|okay ,? do nothing', () => 'nothing', [
    "that's fine, do nothing",
    'that be fine do nothing',
  ]),
]

function valued(value: Value, at: At): Pred {
  return { c: 'is', right: { t: 'value', value, span: spanOf(at) } }
}

/** "a no-show ("no_show")": how it is written, too. */
function kind(words: string, gloss: Value | null, at: At): Pred | null {
  if (gloss === null) return { c: 'adjective', words }
  const plain = (text: string) => text.toLowerCase().replace(/[\W_]+/g, '')
  return gloss.v === 'text' && plain(gloss.text) === plain(words) ? valued(gloss, at) : null
}
