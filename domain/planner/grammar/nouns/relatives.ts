// Clauses that say of a thing what it has, where it is, and whose it is, with a subject of their own.
import type { Rule } from '../../chart/chart.ts'
import { noun, rule, spanOf } from '../build.ts'
import { gapped, said } from '../gaps.ts'
import type { Head, NounTerm, Np, Op, Post, Pred } from '../terms.ts'

const field = (head: Head, at: Parameters<typeof noun>[1]): NounTerm => noun(head, at)
const whose = (of: Np, pred: Pred): Pred => ({ c: 'whose', field: of, pred })
const where = (pred: Pred): Post => ({ p: 'where', pred })
const compare = (op: Op, right: Np): Pred => ({ c: 'compare', op, right })
const prepOf = (prep: string, np: Np): Pred => ({ c: 'prep', prep, np })
const without = (np: Np): Pred => ({ c: 'not', pred: { c: 'has', np } })

export const relativeRules: readonly Rule[] = [
  // "of which we have at least 5 in stock", "of which no fewer than 5 are in stock".
  rule('POST', ',? of|for|from which|whom we|i|they|you PRED', ([, , , , pred]): Post => where(pred), [
    'products of which we have at least 5 in stock',
    'customers for whom we have no phone',
  ]),
  rule(
    'POST',
    ',? of|for|on|in|at|by|to which|whom COND',
    ([, , , cond]): Post | null => said('where', gapped(cond)),
    ['orders for which no coupon is recorded', 'products of which the stock is 0'],
  ),
  rule(
    'POST',
    ',? that|which|who? we|i|you PRED',
    ([, that, , pred]): Post | null => (that === null ? null : where(pred)),
    ['products which we have 5 of in stock', 'customers that we have no phone for'],
    0.5,
  ),
  rule(
    'POST',
    'where|of which? COMPARE be ADVS? in HEAD',
    ([, , pred, , , , head], at): Post => where(whose(field(head, at), pred)),
    ['products where at least 5 are still in stock', 'products of which fewer than 5 are in stock'],
  ),
  // "have 5 in stock", "with 0 in stock": a figure and where it stands.
  rule('PREDS', 'have COMPARE of? in HEAD', ([, pred, , , head], at): Pred => whose(field(head, at), pred)),
  rule(
    'PREDS',
    'have FIGURE of? in HEAD',
    ([, np, , , head], at): Pred => whose(field(head, at), compare('==', np)),
  ),
  rule(
    'ISWHAT',
    'at FIGURE in? HEAD',
    ([, np, , head], at): Pred => whose(field(head, at), compare('==', np)),
  ),
  rule('ISWHAT', 'at HEAD FIGURE', ([, head, np], at): Pred => whose(field(head, at), compare('==', np))),
  rule(
    'POST',
    'with FIGURE in HEAD',
    ([, np, , head], at): Post => where(whose(field(head, at), compare('==', np))),
    ['products with 0 in stock', 'products with {{inputs.count}} in stock'],
  ),
  rule('POST', 'COMPARE in HEAD', ([pred, , head], at): Post => where(whose(field(head, at), pred)), [
    'products under 5 in stock',
    'products at most 3 in stock',
  ]),
  rule('FIGURE', 'MONEY', ([value], at): Np => ({ t: 'value', value, span: noun(none, at).span })),
  rule('FIGURE', 'HOLE', ([value], at): Np => ({ t: 'value', value, span: noun(none, at).span })),
  rule(
    'FIGURE',
    'no|zero',
    (_, at): Np => ({
      t: 'value',
      value: { v: 'number', number: 0, currency: null, text: '0' },
      span: noun(none, at).span,
    }),
  ),

  // "have "lamp" (somewhere) in their name", "in whose name "lamp" is contained".
  rule('PREDS', 'have SAID somewhere|anywhere? in|within its|their|the|his|her NOUNISH', parts =>
    whose(parts.at(-1), compare('contains', parts[1])),
  ),
  rule(
    'POST',
    'with|having|containing SAID somewhere|anywhere? in|within its|their|the NOUNISH',
    (parts): Post => where(whose(parts.at(-1), compare('contains', parts[1]))),
    ['products with "lamp" somewhere in their name', 'orders with {{inputs.domain}} in the email'],
  ),
  rule('POST', 'with SAID in it|them', ([, np]): Post => where(compare('contains', np)), [
    'an email with {{inputs.domain}} in it',
    'a name with "x" in it',
  ]),
  rule(
    'POST',
    'in whose NOUNISH NPV be contain|include|find|mention',
    ([, , of, np]): Post => where(whose(of, compare('contains', np))),
    ['products in whose name "lamp" is contained', 'orders in whose note "gift" is mentioned'],
  ),

  // Emphasis, and what is written down says no more than that it is there: "do have a supplier on record".
  rule('PREDS', 'do ADVS? have NPV', ([, , , np]): Pred => ({ c: 'has', np }), [
    'do have a supplier',
    'does have a coupon',
  ]),
  rule('PREDS', 'ADVS have NPV', ([, , np]): Pred => ({ c: 'has', np }), [
    'actually have a supplier',
    'already has an assignee',
  ]),
  rule('PREDS', 'do not ADVS? have NPV ONRECORD?', ([, , , , np]): Pred => without(np)),
  rule('PREDS', 'do not have any|a|an NPV ONRECORD?', ([, , , , np]): Pred => without(np)),
  rule('PREDS', 'have got? no NPV ONRECORD', ([, , , np]): Pred => without(np), [
    'have no phone number on file',
    'has no supplier filled in',
  ]),
  rule('PREDS', 'do? ADVS? have got? NPV ONRECORD', ([, , , , np]): Pred => ({ c: 'has', np }), [
    'have a supplier on record',
    'has a phone number on file',
  ]),
  rule('PREDS', 'have got COMPARE in HEAD', ([, , pred, , head], at): Pred => whose(field(head, at), pred)),
  rule('PREDS', 'have got NPV', ([, , np]): Pred => ({ c: 'has', np })),
  rule('POST', 'without any|an|a? NPV ONRECORD', ([, , np]): Post => where(without(np))),
  rule('POST', 'with no NPV ONRECORD', ([, , np]): Post => where(without(np)), [
    'products with no supplier on record',
    'customers with no phone on file',
  ]),
  rule('ONRECORD', 'on|in? file|record|store', () => 'there', [], 0),
  rule('ONRECORD', 'filled in', () => 'there'),
  rule(
    'ONRECORD',
    'entered|recorded|stored|registered|noted|given|set|used|there|held',
    () => 'there',
    [],
    1,
  ),
  rule('ONRECORD', 'on it|them|there', () => 'there', [], 1),
  rule('ISWHAT', 'ONRECORD', (): Pred => ({ c: 'exists' }), ['is on record', 'is filled in']),
  rule('ISWHAT', 'EMPTYWORD or EMPTYWORD', (): Pred => ({ c: 'empty' }), [
    'is missing or empty',
    'is empty or null',
  ]),
  rule('ISWHAT', 'null', (): Pred => ({ c: 'empty' })),
  // "paid by card", "marked as urgent": a word that some field may have as its value.
  rule(
    'PARTICIPIAL',
    'PART to|by|with|in|as|on|via|through a|an? ADJ',
    ([verb, prep, , text], at): Pred => ({
      c: 'part',
      verb,
      prep: prep.lower,
      np: { t: 'value', value: { v: 'word', text }, span: spanOf(at) },
    }),
    ['paid by card', 'marked as urgent'],
  ),
  // "labelled as such (priority high)": the same once more, which must be so as well.
  rule(
    'POST',
    '( HEAD =|:|is? VALUE )',
    ([, head, , value], at): Post =>
      where(whose(field(head, at), { c: 'is', right: { t: 'value', value, span: spanOf(at) } })),
  ),
  rule(
    'POST',
    '( HEAD =|:|is? ADJ )',
    ([, head, , words], at): Post => where(whose(field(head, at), { c: 'adjective', words })),
  ),

  // "the customer's record" is the customer; where something is written down says nothing of which it is.
  rule('OWNED', 'OWNER record', ([owner]) => (owner.t === 'noun' ? owner : null), ["the customer's record"]),
  rule('POST', ',? according to NP', ([, , , np]) => (isRecordOf(np) ? [] : null), [
    'customers in Berlin according to the customer record',
  ]),

  // "the customer who placed the order", "the customer the order belongs to": whose it is, in which role.
  rule(
    'POST',
    ',? who|that|which PART DET? HEAD',
    ([, , verb, d, head], at): Post => ({
      p: 'role',
      verb,
      np: noun(head, at, { det: d }),
    }),
    ['the customer who placed the order', 'the member who wrote the comment'],
  ),
  rule(
    'POST',
    ',? who|that|which PART DET? HEAD VALUE',
    ([, , verb, d, head, value], at): Post => ({
      p: 'role',
      verb,
      np: noun(head, at, { det: d, post: [{ p: 'value', value }] }),
    }),
  ),
  rule(
    'POST',
    ',? who|that|which PART it|them',
    ([, , verb, word], at): Post => ({
      p: 'role',
      verb,
      np: { t: 'pronoun', word: word.lower, span: spanOf(at) },
    }),
  ),
  rule('POST', ',? that|which|who|whom? NP belong to', ([, , np]): Post | null =>
    np.t === 'value' ? null : { p: 'role', verb: ['belong'], np },
  ),
  rule('POST', 'behind|of NP', ([word, np]): Post | null =>
    word.lower === 'behind' ? { p: 'role', verb: ['belong'], np } : null,
  ),

  // Where somebody or something is: "who live in Paris", "based in Berlin".
  rule('VERBAL', 'live|reside|sit|stay|work|dwell in|at NPV', ([, prep, np]) => prepOf(prep.lower, np), [
    'live in Berlin',
    'works in {{inputs.city}}',
  ]),
  rule('VERBAL', 'go|ship|travel to NPV', ([, , np]) => prepOf('to', np), [
    'went to France',
    'goes to the country {{inputs.country}}',
  ]),
  rule('PARTICIPIAL', 'living|residing|based|located|resident|situated in|at NPV', ([, prep, np]) =>
    prepOf(prep.lower, np),
  ),
  rule('POST', 'living|residing|resident in|at NPV', ([, prep, np]): Post => where(prepOf(prep.lower, np)), [
    'customers living in Berlin',
    'customers residing in {{inputs.city}}',
  ]),

  // What says once more the same in brackets: it restricts nothing that was not said.
  rule('PRED', 'PREDS ,? ( MISSINGWORDS )', ([pred]: [Pred]) => (isMissing(pred) ? pred : null), [
    'have no coupon (missing or empty)',
    'have no phone (null or empty)',
  ]),
  rule('PRED', 'PREDS ,? ( THEREWORDS )', ([pred]: [Pred]) => (isThere(pred) ? pred : null), [
    'is set (not empty)',
    'have a supplier (not null, not empty)',
  ]),
  rule('POST', 'without any|an|a? NPV ( MISSINGWORDS )', ([, , np]): Post => where(without(np))),
  rule('POST', 'with no NPV ( MISSINGWORDS )', ([, , np]): Post => where(without(np))),
  rule('MISSINGWORDS', 'EMPTYWORD or EMPTYWORD text|string?', () => 'missing'),
  rule('MISSINGWORDS', 'EMPTYWORD', () => 'missing'),
  rule('THEREWORDS', 'not EMPTYWORD and|or|, not? EMPTYWORD', () => 'there'),
  rule('THEREWORDS', 'not EMPTYWORD', () => 'there'),
  rule('EMPTYWORD', 'null|missing|empty|blank', () => 'empty'),

  // Bounds of a range belong to it.
  rule('POST', ',? BOUNDSIN', (_, { tokens, start }) =>
    tokens.slice(0, start).some(({ lower }) => /^(between|from|to|least)$/.test(lower)) ? [] : null,
  ),
  rule('BOUNDSIN', 'with|where? both of? these|those|the? BOUNDWORD? be|count? BOUNDCOUNT', () => 'bounds'),
  rule('BOUNDSIN', 'with|where? the|these|those BOUNDWORD be|count? BOUNDCOUNT', () => 'bounds'),
  rule('BOUNDSIN', 'including|incl|incl. both of? these|those|the? BOUNDWORD?', () => 'bounds'),
  rule('BOUNDSIN', 'BOUNDWORD included|inclusive', () => 'bounds'),
  rule('BOUNDWORD', 'limit|bound|end|value|amount|price|number|figure|date|day|border|edge', () => 'bound'),
  rule('BOUNDCOUNT', 'included|inclusive|in|too', () => 'in'),
  rule('BOUNDCOUNT', 'still? count|belong too|in|as? inside|in|included? the? range?', () => 'in'),
  rule('BOUNDCOUNT', 'count|counted|counting as? inside|in|included|too the? range?', () => 'in'),
  rule('BOUNDCOUNT', 'as inside|in|included the? range?', () => 'in'),

  // Either of two, said once more.
  rule('POST', ',? EITHERFINE', () => [], [], 0.5),
  rule('EITHERFINE', 'either|both|any be fine|ok|okay|good', () => 'either'),
  rule('EITHERFINE', 'no matter which one? of? the|them? two?', () => 'either'),
  rule('EITHERFINE', 'it? do not matter which one? of? the|them? two?', () => 'either'),
]

const none: Head = { words: [''], isPlural: false, isKnown: true }

/** What is written of a thing: its record. */
function isRecordOf(np: Np): boolean {
  return np.t === 'noun' && np.head.isKnown && np.post.length === 0 && np.pre.length === 0
}

const isMissing = (pred: Pred): boolean =>
  pred.c === 'empty' || (pred.c === 'not' && (isThere(pred.pred) || pred.pred.c === 'whose'))

function isThere(pred: Pred): boolean {
  return pred.c === 'exists' || pred.c === 'has'
}
