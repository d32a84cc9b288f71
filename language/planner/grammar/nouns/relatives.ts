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
const toWhom = (verb: readonly string[], word: string, at: Parameters<typeof noun>[1]): Post => ({
  ...{ p: 'role', verb, isPassive: true },
  np: { t: 'pronoun', word, span: spanOf(at) },
})
const without = (np: Np): Pred => ({ c: 'not', pred: { c: 'has', np } })

export const relativeRules: readonly Rule[] = [
  // "of which we have at least 5 in stock", "of which no fewer than 5 are in stock".
  rule('POST', ',? of|for|from which|whom we|i|they|you PRED', ([, , , , pred]): Post => where(pred), [
    'of which we have {{inputs.min}} or more in stock',
    'of which we have at least {{inputs.min}} in stock',
  ]),
  rule(
    'POST',
    ',? of|for|on|in|at|by|to which|whom COND',
    ([, , , cond]): Post | null => said('where', gapped(cond)),
    ['in which they are listed', 'for which no coupon is recorded'],
  ),
  rule(
    'POST',
    ',? that|which|who? we|i|you PRED',
    ([, that, , pred]): Post | null => (that === null ? null : where(pred)),
    ['that we > 1', 'that we = 0'],
    0.5,
  ),
  rule(
    'POST',
    'where|of which? COMPARE be ADVS? in HEAD',
    ([, , pred, , , , head], at): Post => where(whose(field(head, at), pred)),
    ['where at least {{inputs.min}} are still in stock', 'where > 1 be in order'],
  ),
  // "have 5 in stock", "with 0 in stock": a figure and where it stands.
  rule('PREDS', 'have COMPARE of? in HEAD', ([, pred, , , head], at): Pred => whose(field(head, at), pred), [
    'have {{inputs.min}} or more in stock',
    'have at least {{inputs.min}} in stock',
  ]),
  rule(
    'PREDS',
    'have FIGURE of? in HEAD',
    ([, np, , , head], at): Pred => whose(field(head, at), compare('==', np)),
    ['have 0 in order', 'have 0 in ticket'],
  ),
  rule(
    'ISWHAT',
    'at FIGURE in? HEAD',
    ([, np, , head], at): Pred => whose(field(head, at), compare('==', np)),
    ['at 0 stock', 'at 0 order'],
  ),
  rule('ISWHAT', 'at HEAD FIGURE', ([, head, np], at): Pred => whose(field(head, at), compare('==', np)), [
    'at stock 0',
    'at order 0',
  ]),
  rule(
    'POST',
    'with FIGURE in HEAD',
    ([, np, , head], at): Post => where(whose(field(head, at), compare('==', np))),
    ['with 0 in stock', 'with 0 in order'],
  ),
  // "with an amount over 100", "that have a total of more than 5".
  rule(
    'POST',
    'with|having a|an? HEAD of? COMPARE',
    ([, , head, , pred], at): Post => where(whose(field(head, at), pred)),
    ['with an order over 100', 'with a ticket > 1'],
  ),
  rule(
    'PREDS',
    'have a|an? HEAD of? COMPARE',
    ([, , head, , pred], at): Pred => whose(field(head, at), pred),
    ['have an order over 100', 'has a ticket > 1'],
  ),
  rule('POST', 'COMPARE in HEAD', ([pred, , head], at): Post => where(whose(field(head, at), pred)), [
    '> 1 in order',
    '> 1 in ticket',
  ]),
  rule('FIGURE', 'MONEY', ([value], at): Np => ({ t: 'value', value, span: noun(none, at).span }), [
    '0',
    '2',
  ]),
  rule('FIGURE', 'HOLE', ([value], at): Np => ({ t: 'value', value, span: noun(none, at).span }), [
    '{{inputs.x}}',
    '{{inputs.id}}',
  ]),
  rule(
    'FIGURE',
    'no|zero',
    (_, at): Np => ({
      t: 'value',
      value: { v: 'number', number: 0, currency: null, text: '0' },
      span: noun(none, at).span,
    }),
    ['no', 'zero'],
  ),

  // "have "lamp" (somewhere) in their name", "in whose name "lamp" is contained".
  rule(
    'PREDS',
    'have SAID somewhere|anywhere? in|within its|their|the|his|her NOUNISH',
    parts => whose(parts.at(-1), compare('contains', parts[1])),
    ['have {{inputs.word}} somewhere in their name', 'have 0 in its id'],
  ),
  rule(
    'POST',
    'with|having|containing SAID somewhere|anywhere? in|within its|their|the NOUNISH',
    (parts): Post => where(whose(parts.at(-1), compare('contains', parts[1]))),
    ['with {{inputs.word}} somewhere in the name', 'with {{inputs.word}} somewhere in its name'],
  ),
  rule('POST', 'with SAID in it|them', ([, np]): Post => where(compare('contains', np)), [
    'with {{inputs.domain}} in it',
    'with 0 in it',
  ]),
  rule(
    'POST',
    'in whose NOUNISH NPV be contain|include|find|mention',
    ([, , of, np]): Post => where(whose(of, compare('contains', np))),
    ['in whose name {{inputs.word}} is contained', 'in whose id 5 be contain'],
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
  rule('PREDS', 'do not ADVS? have NPV ONRECORD?', ([, , , , np]): Pred => without(np), [
    'do not have 5',
    'do not have 5 set',
  ]),
  rule('PREDS', 'do not have any|a|an NPV ONRECORD?', ([, , , , np]): Pred => without(np), [
    'do not have any 5',
    'do not have any 5 set',
  ]),
  rule('PREDS', 'have got? no NPV ONRECORD', ([, , , np]): Pred => without(np), [
    'have no phone number on file',
    'has no supplier filled in',
  ]),
  rule('PREDS', 'do? ADVS? have got? NPV ONRECORD', ([, , , , np]): Pred => ({ c: 'has', np }), [
    'have a supplier on record',
    'has a phone number on file',
  ]),
  rule('PREDS', 'have got COMPARE in HEAD', ([, , pred, , head], at): Pred => whose(field(head, at), pred), [
    'have got > 1 in order',
    'have got > 1 in ticket',
  ]),
  rule('PREDS', 'have got NPV', ([, , np]): Pred => ({ c: 'has', np }), [
    'have got 5',
    'have got {{inputs.x}}',
  ]),
  rule('POST', 'without any|an|a? NPV ONRECORD', ([, , np]): Post => where(without(np)), [
    'without 5 set',
    'without 5 used',
  ]),
  rule('POST', 'with no NPV ONRECORD', ([, , np]): Post => where(without(np)), [
    'with no 5 set',
    'with no 5 used',
  ]),
  rule('ONRECORD', 'on|in? file|record|store', () => 'there', ['record', 'on file'], 0),
  rule('ONRECORD', 'filled in', () => 'there', ['filled in']),
  rule(
    'ONRECORD',
    'entered|recorded|stored|registered|noted|given|set|used|there|held',
    () => 'there',
    ['set', 'used'],
    1,
  ),
  rule('ONRECORD', 'on it|them|there', () => 'there', ['on it', 'on them'], 1),
  rule('ISWHAT', 'ONRECORD', (): Pred => ({ c: 'exists' }), ['used', 'held']),
  rule('ISWHAT', 'EMPTYWORD or EMPTYWORD', (): Pred => ({ c: 'empty' }), [
    'missing or empty',
    'null or null',
  ]),
  rule('ISWHAT', 'null', (): Pred => ({ c: 'empty' }), ['null']),
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
    ['(location is "outlet")', '(payment method "card")'],
  ),
  rule(
    'POST',
    '( HEAD =|:|is? ADJ )',
    ([, head, , words], at): Post => where(whose(field(head, at), { c: 'adjective', words })),
    ['(payment method = card)', '( order open )'],
  ),

  // "the customer's record" is the customer; where something is written down says nothing of which it is.
  rule('OWNED', 'OWNER record', ([owner]) => (owner.t === 'noun' ? owner : null), [
    "the customer's record",
    "the patient's record",
  ]),
  rule('POST', ',? according to NP', ([, , , np]) => (isRecordOf(np) ? [] : null), [
    'according to the orders',
    'according to the ticket',
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
    ['who placed order', 'who made the order'],
  ),
  rule(
    'POST',
    ',? who|that|which PART DET? HEAD VALUE',
    ([, , verb, d, head, value], at): Post => ({
      p: 'role',
      verb,
      np: noun(head, at, { det: d, post: [{ p: 'value', value }] }),
    }),
    ['who placed order {{inputs.order}}', 'who made the order {{inputs.order}}'],
  ),
  rule(
    'POST',
    ',? who|that|which PART it|them',
    ([, , verb, word], at): Post => ({
      p: 'role',
      verb,
      np: { t: 'pronoun', word: word.lower, span: spanOf(at) },
    }),
    ['who booked it', 'who paid it'],
  ),
  // "the agent that it is assigned to": said of who it was done to.
  rule(
    'POST',
    ',? that|which|who|whom? it|they|he|she be ADVS? PART to',
    ([, , word, , , verb], at): Post => toWhom(verb, word.lower, at),
    ['that it is assigned to', 'who it is assigned to'],
  ),
  rule(
    'POST',
    ',? to whom|which it|they|he|she be ADVS? PART',
    ([, , , word, , , verb], at): Post => toWhom(verb, word.lower, at),
    ['to whom it is assigned', 'to which it is assigned'],
  ),
  rule(
    'POST',
    ',? that|which|who|whom? NP belong to',
    ([, , np]): Post | null => (np.t === 'value' ? null : { p: 'role', verb: ['belong'], np }),
    ['it belongs to', 'that belong to'],
  ),
  rule(
    'POST',
    'behind|of NP',
    ([word, np]): Post | null => (word.lower === 'behind' ? { p: 'role', verb: ['belong'], np } : null),
    ['behind each order', 'behind order {{inputs.order}}'],
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
  rule(
    'PARTICIPIAL',
    'living|residing|based|located|resident|situated in|at NPV',
    ([, prep, np]) => prepOf(prep.lower, np),
    ['living in {{inputs.city}}', 'living in 5'],
  ),
  rule('POST', 'living|residing|resident in|at NPV', ([, prep, np]): Post => where(prepOf(prep.lower, np)), [
    'living in 5',
    'living in {{inputs.x}}',
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
  rule('POST', 'without any|an|a? NPV ( MISSINGWORDS )', ([, , np]): Post => where(without(np)), [
    'without 5 ( null )',
    'without 5 ( missing )',
  ]),
  rule('POST', 'with no NPV ( MISSINGWORDS )', ([, , np]): Post => where(without(np)), [
    'with no 5 ( null )',
    'with no 5 ( missing )',
  ]),
  rule('MISSINGWORDS', 'EMPTYWORD or EMPTYWORD text|string?', () => 'missing', [
    'null or empty',
    'missing or blank',
  ]),
  rule('MISSINGWORDS', 'EMPTYWORD', () => 'missing', ['null', 'missing']),
  rule('THEREWORDS', 'not EMPTYWORD and|or|, not? EMPTYWORD', () => 'there', [
    'not null, not empty',
    'not null and null',
  ]),
  rule('THEREWORDS', 'not EMPTYWORD', () => 'there', ['not null', 'not empty']),
  rule('EMPTYWORD', 'null|missing|empty|blank', () => 'empty', ['null', 'empty']),

  // Bounds of a range belong to it.
  rule('POST', ',? BOUNDSIN', (_, { tokens, start }) =>
    tokens.slice(0, start).some(({ lower }) => /^(between|from|to|least)$/.test(lower)) ? [] : null,
  ),
  rule('BOUNDSIN', 'with|where? both of? these|those|the? BOUNDWORD? be|count? BOUNDCOUNT', () => 'bounds', [
    'both ends count',
    'both limits count',
  ]),
  rule('BOUNDSIN', 'with|where? the|these|those BOUNDWORD be|count? BOUNDCOUNT', () => 'bounds', [
    'the number in',
    'the nr in',
  ]),
  rule('BOUNDSIN', 'including|incl|incl. both of? these|those|the? BOUNDWORD?', () => 'bounds', [
    'incl both',
    'incl both of',
  ]),
  rule('BOUNDSIN', 'BOUNDWORD included|inclusive', () => 'bounds', ['prices included', 'limits included']),
  rule('BOUNDWORD', 'limit|bound|end|value|amount|price|number|figure|date|day|border|edge', () => 'bound', [
    'nr',
    'day',
  ]),
  rule('BOUNDCOUNT', 'included|inclusive|in|too', () => 'in', ['in', 'too']),
  rule('BOUNDCOUNT', 'still? count|belong too|in|as? inside|in|included? the? range?', () => 'in', [
    'count',
    'count as',
  ]),
  rule('BOUNDCOUNT', 'count|counted|counting as? inside|in|included|too the? range?', () => 'in', [
    'count too',
    'count as inside',
  ]),
  rule('BOUNDCOUNT', 'as inside|in|included the? range?', () => 'in', ['as inside', 'as inside the']),

  // Either of two, said once more.
  rule('POST', ',? EITHERFINE', () => [], ["doesn't matter which", "doesn't matter which of"], 0.5),
  rule('EITHERFINE', 'either|both|any be fine|ok|okay|good', () => 'either', [
    'either be fine',
    'either be ok',
  ]),
  rule('EITHERFINE', 'no matter which one? of? the|them? two?', () => 'either', [
    'no matter which',
    'no matter which two',
  ]),
  rule('EITHERFINE', 'it? do not matter which one? of? the|them? two?', () => 'either', [
    "doesn't matter which",
    "doesn't matter which of",
  ]),
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
