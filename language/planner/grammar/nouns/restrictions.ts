// What restricts things after they were named: exceptions as orders, conditions without a verb, "some of
// them".
import type { Rule } from '../../chart/chart.ts'
import { call, noun, rule } from '../build.ts'
import { gapped, said } from '../gaps.ts'
import type { Body, Head, NounTerm, Op, Post, Pred } from '../terms.ts'

const where = (pred: Pred): Post => ({ p: 'where', pred })
const whose = (head: Head, at: Parameters<typeof noun>[1], pred: Pred): Pred => ({
  c: 'whose',
  field: noun(head, at),
  pred,
})

const ones: Head = { words: ['one'], isPlural: true, isKnown: true }

export const restrictionRules: readonly Rule[] = [
  // "..., but leave out the cancelled ones": an exception, said as an order.
  rule(
    'POST',
    ',? but|and|only only|please? LEAVEOUT NP ELSEOUT?',
    ([, , , , np]): Post | null => (isKind(np) ? { p: 'except', np, leavesRest: true } : null),
    [
      'but leave out the ones from {{inputs.country}}',
      ', only leave out the ones from country {{inputs.country}}',
    ],
    0.2,
  ),
  rule(
    'POST',
    ', LEAVEOUT NP ELSEOUT?',
    ([, , np]): Post | null => (isKind(np) ? { p: 'except', np, leavesRest: true } : null),
    [', not the cancelled ones', ', skip discontinued ones'],
  ),
  rule(
    'POST',
    'without the|those ones? POST',
    ([, , , post]): Post | null => (post.p === 'where' ? { p: 'exceptWhere', pred: post.pred } : null),
    ['without the > 1', 'without the due'],
  ),
  rule('LEAVEOUT', 'leave|leaving out|aside', () => 'except', ['leave out', 'leave aside']),
  rule(
    'LEAVEOUT',
    'skip|ignore|omit|exclude|drop|forget|disregard|skipping|ignoring|omitting',
    () => 'except',
    ['skip', 'drop'],
  ),
  rule('LEAVEOUT', 'do not count|include|consider|take|list', () => 'except', [
    "don't count",
    'do not count',
  ]),
  rule('LEAVEOUT', 'filter|throw|take|filtering|taking|throwing out', () => 'except', [
    'Throw out',
    'filter out',
  ]),
  rule('LEAVEOUT', 'not', () => 'except', ['not']),
  rule('ELSEOUT', ',? which|that should|shall|must be leave out', () => 'out', [
    'which should be leave out',
    'which shall be leave out',
  ]),
  rule('ELSEOUT', 'out of it|this|that', () => 'out', ['out of it', 'out of this']),
  rule('POST', ',? with the exception of NP', ([, , , , , np]): Post => ({ p: 'except', np }), [
    'with the exception of the orders',
    'with the exception of the ticket',
  ]),
  rule(
    'POST',
    ',? EXCEPT NP ,? which|that should|shall|must be leave out',
    ([, , np]): Post => ({
      p: 'except',
      np,
    }),
    [
      ', apart from those that went to {{inputs.country}}, which should be left out',
      'minus the orders which should be leave out',
    ],
  ),

  // "..., with the exception of those from France", said after the verb.
  rule(
    'COMPL',
    ',? EXCEPT NP',
    ([, , np]) =>
      isKind(np)
        ? {
            a: 'np',
            np: {
              ...noun(ones, { tokens: [{ start: 0, end: 0 }], start: 0, end: 1 } as never),
              post: [{ p: 'except', np }],
            },
          }
        : null,
    ['minus the second one', ', except the ones with status'],
    1,
  ),

  // Conditions without a verb: "orders, country = FR and total > 5", "products, category home only".
  rule(
    'POST',
    ',|:|- FIELDCOND FIELDMORECOND*',
    ([, first, more]: [unknown, Pred, Pred[]]): Post =>
      where(more.length === 0 ? first : { c: 'and', items: [first, ...more] }),
    [': paid == fee', ', total = sum'],
    0.5,
  ),
  rule('FIELDMORECOND', ',|and|& FIELDCOND', ([, pred]) => pred, [
    ', status not cancelled',
    'and total > {{inputs.max}}',
  ]),
  rule('FIELDMORECOND', ', and FIELDCOND', ([, , pred]) => pred, [', and paid == fee', ', and total = sum']),
  rule(
    'FIELDCOND',
    'HEAD SIGN NPV',
    ([head, op, right]: [Head, Op, never], at): Pred => whose(head, at, { c: 'compare', op, right }),
    ['paid == fee', 'total = sum'],
  ),
  rule(
    'FIELDCOND',
    'HEAD SIGN ADJ',
    ([head, op, words]: [Head, Op, string], at): Pred | null => {
      const pred: Pred = { c: 'adjective', words }
      return op === '==' || op === '!=' ? whose(head, at, op === '!=' ? { c: 'not', pred } : pred) : null
    },
    ['status = delivered', 'order = open'],
  ),
  rule('FIELDCOND', 'HEAD COMPARE', ([head, pred]: [Head, Pred], at): Pred => whose(head, at, pred), [
    'paid lower than the fee',
    'total at least {{inputs.min}}',
  ]),
  rule(
    'FIELDCOND',
    'HEAD VALUE only',
    ([head, value]: [Head, never], at): Pred =>
      whose(head, at, { c: 'is', right: { t: 'value', value, span: noun(head, at).span } }),
    ['category {{inputs.category}} only', 'order 2 only'],
  ),
  rule(
    'FIELDCOND',
    'HEAD not? ADJ',
    ([head, no, words]: [Head, unknown, string], at): Pred => {
      const pred: Pred = { c: 'adjective', words }
      return whose(head, at, no === null ? pred : { c: 'not', pred })
    },
    ['status not cancelled', 'order open'],
    1,
  ),

  // "Some products have no supplier": from here on they are spoken of.
  rule(
    'UNIT',
    'some NOUNISH PRED',
    ([, np, pred]: [unknown, NounTerm, Pred], at): Body | null =>
      np.det !== null || !np.head.isPlural
        ? null
        : [
            call(
              { lemmas: ['get'] },
              [{ a: 'np', np: { ...np, det: 'all', post: [...np.post, where(pred)] } }],
              at,
            ),
          ],
    ['some products have no supplier', 'some orders were paid by card'],
    1,
  ),
  rule(
    'UNIT',
    'some of? them|these|those? PRED',
    ([, of, them, pred], at): Body | null => {
      if ((of === null) !== (them === null)) return null
      const np = noun(ones, at, { det: 'these', post: [where(pred)] })
      return [call({ lemmas: ['get'] }, [{ a: 'np', np }], at)]
    },
    ['some of them are gifts', 'some have no supplier'],
    1,
  ),

  // "provided that its total exceeds 5", "as long as they are open": a condition on each of them.
  rule(
    'POST',
    ',? provided|providing that? COND',
    ([, , , cond]): Post | null => said('where', ofEach(gapped(cond))),
    [
      ', provided that the consent to SMS has been given',
      ', provided that the total of the order is greater than {{inputs.max}}',
    ],
  ),
  rule('POST', ',? as long as COND', ([, , , , cond]): Post | null => said('where', ofEach(gapped(cond))), [
    'as long as it is open',
    'as long as the total is over 5',
  ]),
]

/** Of a kind that is told: "the cancelled ones", "those from France". */
function isKind(np: { t: string; pre?: readonly unknown[]; post?: readonly unknown[] }): boolean {
  return np.t === 'noun' && (np.pre!.length > 0 || np.post!.length > 0)
}

/** "they are open" says it of the things themselves. */
function ofEach(pred: Pred | null): Pred | null {
  if (pred?.c === 'whose' && pred.field.t === 'pronoun') return pred.pred
  return pred
}
