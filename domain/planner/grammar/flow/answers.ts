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
  ),
  rule('ASKED', 'do NP not? VERBAL', ([, subject, no, pred]): Condition => of(subject, pred, no)),
  rule('ASKED', 'do NP have NP', ([, subject, , np]): Condition => of(subject, { c: 'has', np })),
  rule('ASKED', 'be NP PREDBE', ([, subject, pred]): Condition => of(subject, pred)),
  rule('ASKED', 'be there any|some? NP', ([, , , np]): Condition => ({ c: 'there', np, not: false })),
  rule('ASKED', 'be there no NP', ([, , , np]): Condition => ({ c: 'there', np, not: true })),
  rule('ASKED', 'be there COUNTED', ([, , cond]) => cond),
  rule('ASKEDMORE', ',? and|or ASKED', ([, join, cond]) => ({ join: join.lower, cond })),
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
  ),
  // Without a verb: "Open? Then ...", "Paid less than the fee?"
  rule(
    'QUESTION',
    'VERBLESS ?',
    ([cond], at): Statement => check(cond, at, true),
    ['not open ?', 'none ?'],
    1,
  ),
  rule('VERBLESS', 'BARECOND', ([cond]) => cond),
  rule('VERBLESS', 'NP not? BAREWHAT', ([subject, no, pred]): Condition => of(subject, pred, no), [], 1),

  // What is looked at, for what follows.
  rule('CLAUSE', 'WISHTOKNOW? LOOKIF COND', ([, , cond], at): Statement => check(cond, at), [
    'check whether it is open',
    'find out if the total is over 5',
  ]),
  rule('CLAUSE', 'it MODAL be VERB whether|if COND', ([, , , verb, , cond], at): Statement | null =>
    looking.has(verb.lemmas[0]) ? check(cond, at) : null,
  ),
  rule('CLAUSE', 'i|we want|need to know|see|find : ASKED ASKEDMORE*', (parts, at): Statement | null => {
    const cond = joined(parts.at(-2), parts.at(-1))
    return cond === null ? null : check(cond, at)
  }),
  rule('WISHTOKNOW', 'i|we want|need|like|would like? to', () => 'wish'),
  rule('LOOKIF', 'check|see|look|verify|determine|examine|test|know|establish whether|if', () => 'look'),
  rule('LOOKIF', 'find out whether|if', () => 'look'),
  rule('LOOKIF', 'have|take a look at? whether|if', () => 'look'),
  rule('LOOKIF', 'look at|up whether|if', () => 'look'),

  // What answers them.
  rule(
    'CONTROL',
    'THATCASE ,|:|->|then? BODY ELSEPART?',
    ([, , body, other], at) => thatCase(body, other, at),
    ['if so, close it', 'in that case stop'],
  ),
  rule('THATCASE', 'if|when so|yes', () => 'yes'),
  rule('THATCASE', 'in that|this|such|which a? case', () => 'yes'),
  rule('THATCASE', 'in the affirmative', () => 'yes'),
  rule('THATCASE', 'in both cases', () => 'yes'),
  rule('THATCASE', 'in either case', () => 'yes'),
  rule('THATCASE', 'if that|this|it be so|true|right|yes', () => 'yes'),
  rule('THATCASE', 'if|should that|this|it be the case', () => 'yes'),
  rule('THATCASE', 'if it be either|one of those|these|them|the? two?', () => 'yes'),
  rule(
    'CONTROL',
    'IFTHEYDO ,|then ,? BODY ELSEPART?',
    ([, , , body, other], at) => thatCase(body, other, at),
    ['if it is, close it', 'if they have, stop'],
  ),
  rule('IFTHEYDO', 'if|when it|this|that|they|he|she|there be|do|have', () => 'yes'),
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
