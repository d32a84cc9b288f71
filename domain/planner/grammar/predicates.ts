// What somebody did and what became of something, as a condition: "they paid less than the fee", "nothing has
// been paid yet", "the insurance ends before X", and comparisons with what was compared before.
import type { Rule } from '../chart/chart.ts'
import { type At, noun, rule, spanOf } from './build.ts'
import type { Condition, Np, Op, Pred } from './terms.ts'

const no = (pred: Pred, is: unknown): Pred => (is === null ? pred : { c: 'not', pred })

const zero = (at: At): Np => ({
  t: 'value',
  value: { v: 'number', number: 0, currency: null, text: '0' },
  span: spanOf(at),
})

/** The field that a participle names, of what is spoken of. */
const done = (lemmas: readonly string[], at: At, post: readonly unknown[] = []): Np =>
  noun({ words: [lemmas[0]!], isPlural: false, isKnown: true }, at, {
    det: 'the',
    post: post.flat() as never,
  })

export const predicateRules: readonly Rule[] = [
  // What somebody did.
  rule(
    'PREDS',
    'have not? ADVS? PARTICIPIAL SOFAR?',
    ([, is, , pred]) => no(pred, is),
    ['has paid less than the fee', 'have agreed to it'],
    1,
  ),
  rule('VERBAL', 'PARTICIPIAL SOFAR?', ([pred]) => pred, ['paid less than the fee'], 2),
  rule(
    'VERBAL',
    'DEED COMPARE',
    ([lemmas, pred]): Pred => ({ c: 'whose', field: deed(lemmas), pred }),
    [],
    1,
  ),
  rule('VERBAL', 'DEED to NP', ([verb, , np]): Pred => ({ c: 'part', verb, prep: 'to', np }), [], 1),
  rule(
    'VERBAL',
    'DEED to get|receive|have NP',
    ([verb, , , np]): Pred => ({ c: 'part', verb, prep: 'to', np }),
    [],
    1,
  ),
  rule(
    'PARTICIPIAL',
    'PART to get|receive|have|be NP',
    ([verb, , , np]): Pred => ({
      c: 'part',
      verb,
      prep: 'to',
      np,
    }),
  ),
  rule(
    'PREDS',
    'have not? give|grant the|their|his|her|its? consent|permission|approval|agreement to|for NP',
    ([, is, , , word, , np]) => no({ c: 'part', verb: word.lemmas, prep: 'to', np }, is),
  ),
  rule('SOFAR', 'yet|already|before', () => 'void'),
  rule('SOFAR', 'so far', () => 'void'),
  rule('SOFAR', 'until|till|up to? now', () => 'void'),

  // How much of it was done, by nobody in particular.
  rule(
    'CONDS',
    'SOMUCH BEEN ADVS? PART SOFAR? FORIT* GLOSS?',
    ([quantity, , , lemmas, , post, gloss], at): Condition => {
      const said: Condition = { c: 'of', subject: done(lemmas, at, post), pred: quantity(at) }
      return gloss === null ? said : { c: 'and', items: [said, gloss(said)] }
    },
    ['nothing has been paid yet', 'something was paid for it'],
  ),
  rule(
    'CONDS',
    'MORE BEEN ADVS? PART SOFAR? than NPV',
    ([op, , , lemmas, , , right], at): Condition => ({
      c: 'of',
      subject: done(lemmas, at),
      pred: { c: 'compare', op, right },
    }),
    ['less has been paid than the fee'],
  ),
  rule('BEEN', 'be|have be?', () => 'been'),
  rule(
    'SOMUCH',
    'nothing',
    () =>
      (at: At): Pred => ({ c: 'compare', op: '==', right: zero(at) }),
  ),
  rule(
    'SOMUCH',
    'something|anything|money',
    () =>
      (at: At): Pred => ({ c: 'compare', op: '>', right: zero(at) }),
  ),
  rule(
    'SOMUCH',
    'an amount COMPARE',
    ([, , pred]) =>
      () =>
        pred,
  ),
  rule(
    'SOMUCH',
    'COMPARE',
    ([pred]) =>
      () =>
        pred,
  ),
  rule('SOMUCH', 'NPV', ([right]) =>
    right.t === 'value' && right.value.v === 'number' ? () => ({ c: 'compare', op: '==', right }) : null,
  ),
  rule('FORIT', 'for|on it|this|that|them', () => []),
  rule('FORIT', 'for|on NP', ([prep, np]) => [{ p: 'prep', prep: prep.lower, np }]),
  rule('GLOSS', '( COMPARE )', ([, pred]) => (said: { subject: Np }) => ({
    c: 'of',
    subject: said.subject,
    pred,
  })),
  rule('GLOSS', '( PART COMPARE )', ([, , pred]) => (said: { subject: Np }) => ({
    c: 'of',
    subject: said.subject,
    pred,
  })),
  rule(
    'GLOSS',
    '( CONDS )',
    ([, cond]) =>
      () =>
        cond,
  ),
  rule('CORE', 'what|whatever BEEN ADVS? PART SOFAR?', ([, , , lemmas], at) => done(lemmas, at), [
    'what was paid',
    'what has been paid',
  ]),
  rule('CORE', 'how much BEEN ADVS? PART SOFAR?', ([, , , , lemmas], at) => done(lemmas, at)),
  rule('CORE', 'what|whatever they|he|she have? PART SOFAR?', ([, , , lemmas], at) => done(lemmas, at)),

  // When it ends.
  rule('VERBAL', 'end|expire|lapse|stop COMPARE', ([, pred]): Pred => ({ c: 'ends', pred }), [
    'ends before 2024-01-01',
    'expire after {{inputs.date}}',
  ]),
  rule('VERBAL', 'run out COMPARE', ([, , pred]): Pred => ({ c: 'ends', pred })),
  rule(
    'VERBAL',
    'have? end|expire|lapse DAYBEFORE NPV',
    ([, , , np]): Pred => ({ c: 'ends', pred: { c: 'compare', op: '<', right: np } }),
  ),
  rule(
    'ISWHAT',
    'only? valid|good|effective only? until|till|to DAYBEFORE NPV',
    ([, , , , , np]): Pred => ({
      c: 'ends',
      pred: { c: 'compare', op: '<', right: np },
    }),
    ['valid only until a day before 2024-01-01'],
  ),
  rule(
    'VERBAL',
    'last only? until|till DAYBEFORE NPV',
    ([, , , , np]): Pred => ({
      c: 'ends',
      pred: { c: 'compare', op: '<', right: np },
    }),
  ),
  rule('DAYBEFORE', 'a|some date|day before|prior|earlier to|than?', () => '<'),
  rule('DAYBEFORE', 'before', () => '<'),

  // Equal and not.
  rule('VERBAL', 'equal|match NPV exactly', ([, np]): Pred => ({ c: 'compare', op: '==', right: np })),
  rule('VERBAL', 'exactly equal|match NPV', ([, , np]): Pred => ({ c: 'compare', op: '==', right: np })),
  rule('VERBAL', 'differ|deviate from NPV', ([, , np]): Pred => ({ c: 'compare', op: '!=', right: np }), [
    'differs from the fee',
  ]),
  rule(
    'COMPARE',
    'equal to or MORE than NPV',
    ([, , , op, , np]): Pred => ({ c: 'compare', op: op === '>' ? '>=' : '<=', right: np }),
  ),
  rule(
    'COMPARE',
    'at least as high|large|big|great|much|many|old|long as NPV',
    ([, , , , , np]): Pred => ({ c: 'compare', op: '>=', right: np }),
    ['at least as high as 5'],
  ),
  rule(
    'COMPARE',
    'at most as high|large|big|great|much|many|old|long as NPV',
    ([, , , , , np]): Pred => ({ c: 'compare', op: '<=', right: np }),
  ),
  rule(
    'COMPARE',
    'as high|large|big|great|much|many as NPV',
    ([, , , np]): Pred => ({ c: 'compare', op: '==', right: np }),
    [],
    1,
  ),

  // Compared again with the same: "if it is less".
  rule('CONDS', 'it|that|this|they|there be not? AGAIN', ([, , is, op]): Condition => again(op, is), [
    'it is less',
    'there are fewer',
  ]),
  rule('CONDS', 'it|that|this|they be equal|the to|same? it|that|them?', (): Condition => again('==', null)),
  rule('BARECOND', 'with? not? AGAIN', ([, is, op]): Condition => again(op, is)),
  rule('AGAIN', 'MORE than? that?', ([op]) => op),
  rule('AGAIN', 'above|over', () => '>'),
  rule('AGAIN', 'below|under', () => '<'),
]

function again(op: Op, is: unknown): Condition {
  const cond: Condition = { c: 'again', op }
  return is === null ? cond : { c: 'not', condition: cond }
}

function deed(lemmas: readonly string[]): Np {
  return {
    t: 'noun',
    det: null,
    owner: null,
    pre: [],
    head: { words: [lemmas[0]!], isPlural: false, isKnown: true },
    post: [],
    span: [0, 0],
  }
}
