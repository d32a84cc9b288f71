// Questions that what follows answers, in every form, and the words that answer them: "if so", "if not".
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Condition, Pred, Statement } from '../terms.ts'

const check = (cond: Condition, at: At, isBrief = false): Statement => ({
  s: 'check',
  cond,
  ...(isBrief && { isBrief }),
  span: spanOf(at),
})

const thatCase = (body: Body, other: Body | null, at: At): Statement => ({
  s: 'thatcase',
  body,
  else: other,
  span: spanOf(at),
})

type More = { readonly join: 'and' | 'or'; readonly cond: Condition }

/** "Is it paid, or has it been shipped": of one kind of join. */
function joined(first: Condition, more: readonly More[]): Condition | null {
  if (more.length === 0) return first
  const join = more[0]!.join
  return more.some(each => each.join !== join)
    ? null
    : { c: join, items: [first, ...more.map(({ cond }) => cond)] }
}

export const answerRules: readonly Rule[] = [
  // "There may be none, in that case do nothing."
  rule(
    'UNIT',
    'there may|might|could be none|nothing ,|;|:? in that case ,? BODY',
    (parts, at): Body => [
      {
        s: 'if',
        cond: { c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true },
        then: parts.at(-1) as Body,
        else: null,
        span: spanOf(at),
      },
    ],
    ['there may be none, in that case do nothing', 'there might be none; in that case stop'],
  ),
  // Questions: the verb before its subject.
  rule(
    'QUESTION',
    'ASKED ASKEDMORE* ?',
    ([first, more], at): Statement | null => {
      const cond = joined(first, more)
      return cond === null ? null : check(cond, at)
    },
    ['has it been paid , or is it open ?', 'does it end before 2024-01-01 ?'],
  ),
  rule(
    'ASKED',
    'have NP not? ADVS? be ISWHAT',
    ([, subject, no, , , pred]): Condition => of(subject, pred, no),
    ['Has it been cancelled', 'Has the appointment {{inputs.id}} been "cancelled"'],
  ),
  rule('ASKED', 'do NP not? VERBAL', ([, subject, no, pred]): Condition => of(subject, pred, no), [
    'Did they agree to get SMS',
    'Did they pay at least the fee',
  ]),
  rule('ASKED', 'do NP have NP', ([, subject, , np]): Condition => of(subject, { c: 'has', np }), [
    'Does Dr. Lind have appointments that are booked',
    'do the orders have the orders',
  ]),
  rule('ASKED', 'be NP PREDBE', ([, subject, pred]): Condition => of(subject, pred), [
    'Is it a VIP',
    'Is it booked',
  ]),
  rule('ASKED', 'be there any|some? NP', ([, , , np]): Condition => ({ c: 'there', np, not: false }), [
    'are there any appointments with the status "no_show"',
    'be there the orders',
  ]),
  rule('ASKED', 'be there no NP', ([, , , np]): Condition => ({ c: 'there', np, not: true }), [
    'be there no the orders',
    'be there no the ticket',
  ]),
  rule('ASKED', 'be there COUNTED', ([, , cond]) => cond, ['be there 2 or more', 'be there at least 5']),
  rule('ASKEDMORE', ',? and|or ASKED', ([, join, cond]) => ({ join: join.lower, cond }), [
    'and Is it a VIP',
    'and Is it booked',
  ]),
  // "Are there two or more, close it": a condition in the form of a question.
  rule(
    'CONTROL',
    'be there COUNTED , BODY',
    ([, , cond, , then], at): Statement => ({
      s: 'if',
      cond,
      then,
      else: null,
      span: spanOf(at),
    }),
    ['be there 2 or more, close it', 'be there 2 or more, post "Hi" to #ops'],
  ),
  // Without a verb: "Open? Then ...", "Paid less than the fee?"
  rule(
    'QUESTION',
    'VERBLESS ?',
    ([cond], at): Statement => check(cond, at, true),
    ['not open ?', 'none ?'],
    1,
  ),
  rule('VERBLESS', 'BARECOND', ([cond]) => cond, ['open', 'none']),
  rule(
    'VERBLESS',
    'NP not? BAREWHAT',
    ([subject, no, pred]): Condition => of(subject, pred, no),
    ['Paid less than the fee', 'appointment {{inputs.id}} booked'],
    1,
  ),

  // What is looked at, for what follows.
  rule('CLAUSE', 'WISHTOKNOW? LOOKIF COND', ([, , cond], at): Statement => check(cond, at), [
    'check whether it is open',
    'find out if the total is over 5',
  ]),
  rule('CLAUSE', 'it MODAL be VERB whether|if COND', ([, , , verb, , cond], at): Statement | null =>
    looking.has(verb.lemmas[0]) ? check(cond, at) : null,
  ),
  rule(
    'CLAUSE',
    'i|we want|need to know|see|find : ASKED ASKEDMORE*',
    (parts, at): Statement | null => {
      const cond = joined(parts.at(-2), parts.at(-1))
      return cond === null ? null : check(cond, at)
    },
    ['I want to know: are there any appointments with the status "no_show"', 'i want to know: Is it a VIP'],
  ),
  rule('WISHTOKNOW', 'i|we want|need|like|would like? to', () => 'wish', ['I want to', 'We need to']),
  rule('LOOKIF', 'check|see|look|verify|determine|examine|test|know|establish whether|if', () => 'look', [
    'know if',
    'look if',
  ]),
  rule('LOOKIF', 'find out whether|if', () => 'look', ['find out whether', 'find out if']),
  rule('LOOKIF', 'have|take a look at? whether|if', () => 'look', [
    'have a look whether',
    'take a look at whether',
  ]),
  rule('LOOKIF', 'look at|up whether|if', () => 'look', ['look at whether', 'look at if']),

  // What answers them.
  rule(
    'CONTROL',
    'THATCASE ,|:|->|then? BODY ELSEPART?',
    ([, , body, other], at) => thatCase(body, other, at),
    ['if so, close it', 'in that case stop'],
  ),
  rule('THATCASE', 'if|when so|yes', () => 'yes', ['If so', 'If yes']),
  rule('THATCASE', 'in that|this|such|which a? case', () => 'yes', ['In that case', 'in which case']),
  rule('THATCASE', 'in the affirmative', () => 'yes', ['in the affirmative']),
  rule('THATCASE', 'in both cases', () => 'yes', ['In both cases']),
  rule('THATCASE', 'in either case', () => 'yes', ['In either case']),
  rule('THATCASE', 'if that|this|it be so|true|right|yes', () => 'yes', ['if that be so', 'if that be true']),
  rule('THATCASE', 'if|should that|this|it be the case', () => 'yes', [
    'if that be the case',
    'if this be the case',
  ]),
  rule('THATCASE', 'if it be either|one of those|these|them|the? two?', () => 'yes', [
    'if it be either of',
    'if it be either of two',
  ]),
  rule(
    'CONTROL',
    'IFTHEYDO ,|then ,? BODY ELSEPART?',
    ([, , , body, other], at) => thatCase(body, other, at),
    ['if it is, close it', 'if they have, stop'],
  ),
  rule('IFTHEYDO', 'if|when it|this|that|they|he|she|there be|do|have', () => 'yes', ["If it's", 'If it is']),
  rule('CONTROL', 'yes ,|:|->|- BODY ELSEPART?', ([, , body, other], at) => thatCase(body, other, at), [
    'yes: close it',
    'yes -> stop',
  ]),
  rule(
    'CONTROL',
    'no ,|:|->|- BODY',
    ([, , body], at): Statement => ({ s: 'else', body, span: spanOf(at) }),
    ['no: close it', 'no -> stop'],
  ),
]

const looking = new Set(['check', 'examine', 'verify', 'determine', 'test', 'establish'])

function of(subject: unknown, pred: Pred, no: unknown = null): Condition {
  return { c: 'of', subject, pred: no === null ? pred : { c: 'not', pred } } as Condition
}
