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
  // "take no bus", "carries a label": having it.
  rule('VERBAL', 'take|use|carry|bear|show|own no NPV', ([, , np]): Pred => no({ c: 'has', np }, 'no'), [
    'take no bus',
    'carries no label',
  ]),
  // "ride on bus B1", "sits at desk 4": where it is, by what.
  rule(
    'VERBAL',
    'ride|travel|drive|fly|sit|stand on|by|in|at|with NPV',
    ([, prep, np]): Pred => ({ c: 'prep', prep: prep.lower, np }),
    ['ride on bus B1', 'sits at desk D-4'],
  ),
  rule('VERBAL', 'attend|visit|join NPV', ([, np]): Pred => ({ c: 'prep', prep: 'in', np }), [
    'attend class C-1',
    'visit {{inputs.x}}',
  ]),
  // "on bus B1 or on bus B3": what the verb is said of with the one, it is with the other.
  rule(
    'PREDMORE',
    ',? or on|in|at|from|to|for|with|by NPV',
    ([, join, prep, np]) => ({ join: join.lower, pred: { c: 'prep', prep: prep.lower, np } }),
    ['or on bus B3', ', or from France'],
    0.5,
  ),
  // What somebody did.
  rule(
    'PREDS',
    'have not? ADVS? PARTICIPIAL SOFAR?',
    ([, is, , pred]) => no(pred, is),
    ['has paid less than the fee', 'have agreed to it'],
    1,
  ),
  rule('VERBAL', 'PARTICIPIAL SOFAR?', ([pred]) => pred, ['paid less than the fee', 'paid'], 2),
  rule(
    'VERBAL',
    'DEED COMPARE',
    ([lemmas, pred]): Pred => ({ c: 'whose', field: deed(lemmas), pred }),
    ['pay at least the fee', 'paid less than the fee'],
    1,
  ),
  rule(
    'VERBAL',
    'DEED to NP',
    ([verb, , np]): Pred => ({ c: 'part', verb, prep: 'to', np }),
    ['post to #team', 'consented to sms'],
    1,
  ),
  rule(
    'VERBAL',
    'DEED to get|receive|have NP',
    ([verb, , , np]): Pred => ({ c: 'part', verb, prep: 'to', np }),
    ['agree to get SMS', 'agreed to get SMS'],
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
    ['paid to get the orders', 'paid to get the ticket'],
  ),
  rule(
    'PREDS',
    'have not? give|grant the|their|his|her|its? consent|permission|approval|agreement to|for NP',
    ([, is, , , word, , np]) => no({ c: 'part', verb: word.lemmas, prep: 'to', np }, is),
    ['has given consent for SMS', 'have give consent to the orders'],
  ),
  rule('SOFAR', 'yet|already', () => 'void', ['yet', 'already']),
  rule('SOFAR', 'so far', () => 'void', ['so far']),
  rule('SOFAR', 'until|till|up to? now', () => 'void', ['until now', 'until to now']),

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
    ['less has been paid than the fee', 'more is paid than 5'],
  ),
  rule('BEEN', 'be|have be?', () => 'been', ['is', "'s"]),
  rule(
    'SOMUCH',
    'nothing',
    () =>
      (at: At): Pred => ({ c: 'compare', op: '==', right: zero(at) }),
    ['nothing'],
  ),
  rule(
    'SOMUCH',
    'something|anything|money',
    () =>
      (at: At): Pred => ({ c: 'compare', op: '>', right: zero(at) }),
    ['anything', 'something'],
  ),
  rule(
    'SOMUCH',
    'an amount COMPARE',
    ([, , pred]) =>
      () =>
        pred,
    ['an amount > 1', 'an amount >= 5'],
  ),
  rule(
    'SOMUCH',
    'COMPARE',
    ([pred]) =>
      () =>
        pred,
    ['= 0', 'below 2'],
  ),
  rule(
    'SOMUCH',
    'NPV',
    ([right]) =>
      right.t === 'value' && right.value.v === 'number' ? () => ({ c: 'compare', op: '==', right }) : null,
    ['0', '7'],
  ),
  rule('FORIT', 'for|on it|this|that|them', () => [], ['for it', 'for this']),
  rule('FORIT', 'for|on NP', ([prep, np]) => [{ p: 'prep', prep: prep.lower, np }], [
    'for the orders',
    'for the ticket',
  ]),
  rule(
    'GLOSS',
    '( COMPARE )',
    ([, pred]) =>
      (said: { subject: Np }) => ({
        c: 'of',
        subject: said.subject,
        pred,
      }),
    ['(more than 0)', '( > 1 )'],
  ),
  rule(
    'GLOSS',
    '( PART COMPARE )',
    ([, , pred]) =>
      (said: { subject: Np }) => ({
        c: 'of',
        subject: said.subject,
        pred,
      }),
    ['(paid more than 0)', '( paid > 1 )'],
  ),
  rule(
    'GLOSS',
    '( CONDS )',
    ([, cond]) =>
      () =>
        cond,
    ['(paid is 0)', '(more than 0)'],
  ),
  rule('CORE', 'what|whatever BEEN ADVS? PART SOFAR?', ([, , , lemmas], at) => done(lemmas, at), [
    'what was paid',
    'what has been paid',
  ]),
  rule('CORE', 'how much BEEN ADVS? PART SOFAR?', ([, , , , lemmas], at) => done(lemmas, at), [
    'how much is paid',
    'how much is paid yet',
  ]),
  rule('CORE', 'what|whatever they|he|she have? PART SOFAR?', ([, , , lemmas], at) => done(lemmas, at), [
    'what they paid',
    'what they paid yet',
  ]),

  // When it ends.
  rule('VERBAL', 'end|expire|lapse|stop COMPARE', ([, pred]): Pred => ({ c: 'ends', pred }), [
    'ends before 2024-01-01',
    'expire after {{inputs.date}}',
  ]),
  rule('VERBAL', 'run out COMPARE', ([, , pred]): Pred => ({ c: 'ends', pred }), [
    'runs out before the appointment',
    'runs out before the appointment date',
  ]),
  rule(
    'VERBAL',
    'have? end|expire|lapse DAYBEFORE NPV',
    ([, , , np]): Pred => ({ c: 'ends', pred: { c: 'compare', op: '<', right: np } }),
    ['end before 5', 'end before {{inputs.x}}'],
  ),
  rule(
    'ISWHAT',
    'only? valid|good|effective only? until|till|to DAYBEFORE NPV',
    ([, , , , , np]): Pred => ({
      c: 'ends',
      pred: { c: 'compare', op: '<', right: np },
    }),
    ['valid only until a day before 2024-01-01', 'only valid until a date before 2026-12-01'],
  ),
  rule(
    'VERBAL',
    'last only? until|till DAYBEFORE NPV',
    ([, , , , np]): Pred => ({
      c: 'ends',
      pred: { c: 'compare', op: '<', right: np },
    }),
    ['last until before 5', 'last until before {{inputs.x}}'],
  ),
  rule('DAYBEFORE', 'a|some date|day before|prior|earlier to|than?', () => '<', [
    'a day before',
    'a day earlier',
  ]),
  rule('DAYBEFORE', 'before', () => '<', ['before']),

  // Equal and not.
  rule('VERBAL', 'equal|match NPV exactly', ([, np]): Pred => ({ c: 'compare', op: '==', right: np }), [
    'matches fee exactly',
    'equal 5 exactly',
  ]),
  rule('VERBAL', 'exactly equal|match NPV', ([, , np]): Pred => ({ c: 'compare', op: '==', right: np }), [
    'exactly equal 5',
    'exactly equal {{inputs.x}}',
  ]),
  rule('VERBAL', 'differ|deviate from NPV', ([, , np]): Pred => ({ c: 'compare', op: '!=', right: np }), [
    'differs from the fee',
    'differ from 5',
  ]),
  rule(
    'COMPARE',
    'equal to or MORE than NPV',
    ([, , , op, , np]): Pred => ({ c: 'compare', op: op === '>' ? '>=' : '<=', right: np }),
    ['equal to or greater than the fee thereof', 'equal to or more than 5'],
  ),
  rule(
    'COMPARE',
    'at least as high|large|big|great|much|many|old|long as NPV',
    ([, , , , , np]): Pred => ({ c: 'compare', op: '>=', right: np }),
    ['at least as high as 5', 'at least as high as {{inputs.x}}'],
  ),
  rule(
    'COMPARE',
    'at most as high|large|big|great|much|many|old|long as NPV',
    ([, , , , , np]): Pred => ({ c: 'compare', op: '<=', right: np }),
    ['at most as high as 5', 'at most as high as {{inputs.x}}'],
  ),
  rule(
    'COMPARE',
    'as high|large|big|great|much|many as NPV',
    ([, , , np]): Pred => ({ c: 'compare', op: '==', right: np }),
    ['as high as 5', 'as high as {{inputs.x}}'],
    1,
  ),

  // Compared again with the same: "if it is less".
  rule('CONDS', 'it|that|this|they|there be not? AGAIN', ([, , is, op]): Condition => again(op, is), [
    'it is less',
    'there are fewer',
  ]),
  rule('CONDS', 'it|that|this|they be equal|the to|same? it|that|them?', (): Condition => again('==', null), [
    'it be equal',
    'it be equal it',
  ]),
  rule(
    'CONDS',
    'the first|former one|number|figure|value? be not? AGAIN',
    ([, , , , is, op]): Condition => again(op, is),
    ['the first one is greater', 'the former is less'],
  ),
  rule(
    'CONDS',
    'the second|latter|other one|number|figure|value? be not? AGAIN',
    ([, , , , is, op]): Condition => again(op === '>' ? '<' : '>', is),
    ['the second one is greater', 'the latter is not less'],
  ),
  rule(
    'CONDS',
    'they|both|the|these two? do? not? differ',
    parts =>
      again(parts.some((part: { lower?: string } | null) => part?.lower === 'not') ? '==' : '!=', null),
    ['they do not differ', 'the two differ'],
  ),
  rule('BARECOND', 'with? not? AGAIN', ([, is, op]): Condition => again(op, is), ['less', 'more']),
  rule('AGAIN', 'MORE than? that?', ([op]) => op, ['more', 'less']),
  rule('AGAIN', 'above|over', () => '>', ['over', 'above']),
  rule('AGAIN', 'below|under', () => '<', ['below', 'under']),
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
