// What is said of a thing: predicates, which serve as relative clause, participle, comparison and condition
// alike, and conditions, which have a subject.
import type { Rule } from '../chart/chart.ts'
import { comparatives } from '../lexicon/words.ts'
import { rule, spanOf } from './build.ts'
import type { Condition, NounTerm, Np, Op, Pred } from './terms.ts'

/** Nothing is equal to or more than two things at once: what follows the "and" is another condition. */
const compare = (op: Op, right: Np): Pred | null =>
  op !== 'contains' && right.t === 'list' && right.join === 'and' ? null : { c: 'compare', op, right }
const not = (pred: Pred, is: unknown): Pred => (is === null ? pred : { c: 'not', pred })

export const conditionRules: readonly Rule[] = [
  // Comparisons.
  rule('COMPARE', 'MORE than NPV', ([op, , np]) => compare(op, np), [
    'more than 5',
    'less than {{inputs.max}}',
  ]),
  rule('COMPARE', 'worth MORE than NPV', ([, op, , np]) => compare(op, np), [
    'worth more than 5',
    'worth less than 100',
  ]),
  rule('COMPARE', 'above|over|beyond|exceed NPV', ([, np]) => compare('>', np), [
    'over 500',
    'above {{inputs.limit}}',
  ]),
  rule('COMPARE', 'worth over NPV', ([, , np]) => compare('>', np), [
    'worth over 5',
    'worth over {{inputs.x}}',
  ]),
  rule('COMPARE', 'below|under NPV', ([, np]) => compare('<', np), ['under 500', 'below 3']),
  rule('COMPARE', 'at least NPV', ([, , np]) => compare('>=', np), ['at least 5', 'at least {{inputs.min}}']),
  rule('COMPARE', 'worth at least NPV', ([, , , np]) => compare('>=', np), [
    'worth at least 5',
    'worth at least {{inputs.x}}',
  ]),
  rule('COMPARE', 'at most NPV', ([, , np]) => compare('<=', np), ['at most 5', 'at most {{inputs.max}}']),
  rule('COMPARE', 'no MORE than NPV', ([, op, , np]) => compare(op === '>' ? '<=' : '>=', np), [
    'no more than 5',
    'no less than 3',
  ]),
  rule('COMPARE', 'not MORE than NPV', ([, op, , np]) => compare(op === '>' ? '<=' : '>=', np), [
    'not more than 5',
    'not more than {{inputs.x}}',
  ]),
  rule('COMPARE', 'up to NPV', ([, , np]) => compare('<=', np), ['up to 5', 'up to {{inputs.max}}']),
  rule('COMPARE', 'equal to NPV', ([, , np]) => compare('==', np), ['equal to 5', 'equal to the limit']),
  rule('COMPARE', 'exactly NPV', ([, np]) => compare('==', np), ['exactly 5', 'exactly 0']),
  rule('COMPARE', 'MORE than or equal to NPV', ([op, , , , , np]) => compare(op === '>' ? '>=' : '<=', np), [
    'more than or equal to 5',
    'more than or equal to {{inputs.x}}',
  ]),
  rule('COMPARE', 'NPV or more|higher|above|over|greater', ([np]) => compare('>=', np), [
    '5 or more',
    '100 or higher',
  ]),
  rule('COMPARE', 'NPV or less|lower|below|under|fewer', ([np]) => compare('<=', np), [
    '5 or less',
    '10 or fewer',
  ]),
  rule(
    'COMPARE',
    'somewhere|anywhere? between NPV and NPV',
    ([, , low, , high]): Pred => ({ c: 'between', low, high }),
    ['between 5 and 10', 'between {{a}} and {{b}}'],
  ),
  rule(
    'COMPARE',
    'from NPV up? to|until|through NPV',
    ([, low, , , high]): Pred => ({ c: 'between', low, high }),
    ['from 5 to 10', 'from 2024-01-01 to 2024-12-31'],
    2,
  ),
  rule('COMPARE', 'SIGN NPV', ([op, np]) => compare(op, np), ['>= 5', '= "paid"'], 2),
  rule('COMPARE', 'on or before NPV', ([, , , np]) => compare('<=', np), [
    'on or before {{inputs.today}}',
    'on or before 5',
  ]),
  rule('COMPARE', 'on or after NPV', ([, , , np]) => compare('>=', np), [
    'on or after {{inputs.from}}',
    'on or after 5',
  ]),
  rule('COMPARE', 'before|earlier|prior than|to? NPV', ([, , np]) => compare('<', np), [
    'before 2024-06-01',
    'earlier than {{inputs.date}}',
  ]),
  rule(
    'COMPARE',
    'after|later|since than? NPV',
    ([word, , np]) => compare(word.lower === 'since' ? '>=' : '>', np),
    ['after 2024-06-01', 'later than {{inputs.date}}'],
  ),
  rule(
    'COMPARE',
    'COMPARATIVE than NPV',
    ([{ op, fields }, , np]): Pred => ({ c: 'part', verb: fields, prep: op, np }),
    ['cheaper than 5', 'older than 2024-01-01'],
  ),
  rule('COMPARATIVE', 'ANYWORD', ([word]) => comparatives.get(word) ?? null),
  rule('MORE', 'more|greater|higher|larger|bigger', () => '>', ['more', 'higher']),
  rule('MORE', 'less|fewer|lower|smaller', () => '<', ['less', 'lower']),
  ...(
    [
      ['>=', '>='],
      ['<=', '<='],
      ['>', '>'],
      ['<', '<'],
      ['=', '=='],
      ['==', '=='],
      ['!=', '!='],
    ] as const
  ).map(([sign, op]) => rule('SIGN', sign, () => op)),
  rule('SIGN', '> =', () => '>=', ['> =']),
  rule('SIGN', '< =', () => '<=', ['< =']),
  rule('NPV', 'LISTED', ([np]) => np, ['7', 'n']),
  rule(
    'NPV',
    'LISTED ARITH',
    ([np, { op, b }], at) => ({ t: 'arithmetic', op, a: np, b, span: spanOf(at) }),
    ['{{inputs.prefix}} – a list of the ids', '7 plus 7'],
    1,
  ),

  // Predicates.
  rule('PRED', 'PREDS', ([pred]) => pred, ['> 1', '= 0']),
  rule(
    'PRED',
    'either|both? PREDS PREDMORE PREDMORE*',
    ([, first, second, more]) => coordinated(first, [second, ...more]),
    ['is open and has no assignee', 'is paid or is over 500'],
  ),
  rule('PRED', 'PREDS SOFAR', ([pred]) => pred, ['are not paid yet', 'has not been paid so far']),
  rule('SOFAR', 'yet|already', () => 'so far', ['yet', 'already']),
  rule('SOFAR', 'so far', () => 'so far', ['so far']),
  rule('PREDMORE', ',? and|or but? PREDS', ([, join, , pred]) => ({ join: join.lower, pred }), [
    'and > 1',
    'and = 0',
  ]),
  rule('PREDMORE', ',? and|or that|which|who PREDS', ([, join, , pred]) => ({ join: join.lower, pred }), [
    'and that > 1',
    'and that = 0',
  ]),
  rule(
    'PREDMORE',
    ',? and|or whose NOUNISH PREDS',
    ([, join, , field, pred]) => ({ join: join.lower, pred: { c: 'whose', field, pred } }),
    ['and whose id > 1', 'and whose id = 0'],
  ),
  rule('PREDMORE', ',? but PREDS', ([, , pred]) => ({ join: 'and', pred }), ['but > 1', 'but = 0']),
  rule('PREDS', 'be not? ADVS? either? ISWHAT', ([, no, , , pred]) => not(pred, no), [
    'is open',
    'are not more than 5',
  ]),
  rule('PREDS', 'be ADVS not ISWHAT', ([, , , pred]) => not(pred, 'not'), ['be yet not 1', 'be yet not 0']),
  rule('PREDS', 'be never ISWHAT', ([, , pred]) => not(pred, 'not'), ['be never 1', 'be never 0']),
  rule('PREDS', 'be no longer|more? ISWHAT', ([, , , pred]) => not(pred, 'not'), ['be no 1', 'be no 0'], 2),
  rule(
    'PREDS',
    'be neither ISWHAT nor ISWHAT',
    ([, , a, , b]): Pred => ({ c: 'not', pred: { c: 'or', items: [a, b] } }),
    ['are neither on leave nor onboarding', 'be neither 1 nor 1'],
  ),
  rule('PREDS', 'have not? ADVS? be ISWHAT', ([, no, , , pred]) => not(pred, no), [
    'has been paid',
    'have not been approved',
  ]),
  rule(
    'PREDS',
    'have NPV',
    ([, np]): Pred | null => (np.t === 'noun' && np.det === 'no' ? null : { c: 'has', np }),
    ['has an assignee', 'have a total over 5'],
  ),
  rule(
    'PREDS',
    'have COMPARE HEAD',
    ([, pred, head], at): Pred | null =>
      head.isKnown ? { c: 'whose', field: { ...nameField, head, span: spanOf(at) }, pred } : null,
    ['has at least 3 replicas', 'have more than {{inputs.max}} days'],
    0.5,
  ),
  rule('PREDS', 'have COMPARE', ([, pred]) => pred, ['has more than 5', 'have at least 2'], 1),
  rule(
    'PREDS',
    'have COMPARE in HEAD',
    ([, pred, , head], at): Pred => ({ c: 'whose', field: { ...nameField, head, span: spanOf(at) }, pred }),
    ['have more than 5 in stock', 'has at least 3 in stock'],
  ),
  rule('PREDS', 'have not? fall|drop|sink|rise|climb|go COMPARE', ([, no, , pred]) => not(pred, no), [
    'has fallen below 5',
    'has fallen below {{inputs.min}}',
  ]),
  rule('PREDS', 'have no NPV', ([, , np]): Pred => ({ c: 'not', pred: { c: 'has', np } }), [
    'has no assignee',
    'have no tags',
  ]),
  rule('PREDS', 'do not have NPV', ([, , , np]): Pred => ({ c: 'not', pred: { c: 'has', np } }), [
    'does not have an assignee',
    'do not have a coupon',
  ]),
  rule('PREDS', 'lack|miss NPV', ([, np]): Pred => ({ c: 'not', pred: { c: 'has', np } }), [
    'lack 5',
    'lack {{inputs.x}}',
  ]),
  rule('PREDS', 'SIGN NPV', ([op, np]) => compare(op, np), ['= "paid"', '>= 5']),
  rule('PREDS', 'VERBAL', ([pred]) => pred, ['> 1', 'paid']),
  rule('PREDS', 'do not VERBAL', ([, , pred]) => not(pred, 'not'), ['does not contain "x"', 'do not > 1']),
  rule('VERBAL', 'contain|include|mention|hold NPV', ([, np]) => compare('contains', np), [
    'contains "x"',
    'includes {{inputs.word}}',
  ]),
  rule('VERBAL', 'start|begin with|in NPV', ([, , np]) => compare('starts', np), [
    'begins with {{inputs.prefix}}',
    'start with {{inputs.prefix}}',
  ]),
  rule('VERBAL', 'end with|in|on NPV', ([, , np]) => compare('ends', np), ['ends with "x"', 'end with 5']),
  rule('VERBAL', 'equal|match NPV', ([, np]) => compare('==', np), ['equals 5', 'matches {{inputs.id}}']),
  rule('VERBAL', 'exceed|surpass NPV', ([, np]) => compare('>', np), ['exceeds 500', 'exceed the limit']),
  rule('VERBAL', 'cost|weigh|total|amount|last|owe to? COMPARE', ([, , pred]) => pred, [
    'costs more than 5',
    'weighs over 20',
  ]),
  rule(
    'VERBAL',
    'lie|fall|drop|sink|rise|climb|range|stand|come|go|run to? COMPARE',
    ([, , pred]) => pred,
    ['lies below 5', 'comes to more than 500'],
    0.5,
  ),
  rule('VERBAL', 'belong to NPV', ([, , np]): Pred => ({ c: 'prep', prep: 'of', np }), [
    'belongs to Ann',
    'belong to the customer',
  ]),
  rule('VERBAL', 'come|originate|stem from NPV', ([, , np]): Pred => ({ c: 'prep', prep: 'from', np }), [
    'come from Germany',
    'comes from {{inputs.country}}',
  ]),
  rule('VERBAL', 'COMPARE', ([pred]) => pred, ['> 1', '!= fee'], 2),
  rule('VERBAL', 'exist', (): Pred => ({ c: 'exists' }), ['exist']),
  rule('VERBAL', 'say|read NPV', ([, np]) => compare('==', np), ['say 5', 'say {{inputs.x}}'], 2),

  rule('ADVS', 'already|still|currently|now|actually|also|yet|really', () => 'adv', ['yet', 'also']),
  rule('ISWHAT', 'COMPARE', ([pred]) => pred, ['over 0', 'over 100']),
  rule('ISWHAT', 'ADJ', ([words]): Pred => ({ c: 'adjective', words }), ['vip', 'done']),
  rule(
    'ISWHAT',
    'ADJ or ADJ',
    ([a, , b]): Pred => ({
      c: 'or',
      items: [
        { c: 'adjective', words: a },
        { c: 'adjective', words: b },
      ],
    }),
    ['pending or paid', 'down or degraded'],
  ),
  rule(
    'ISWHAT',
    'ADJ , ADJ ,? or ADJ',
    ([a, , b, , , c]): Pred => ({ c: 'or', items: [a, b, c].map(words => ({ c: 'adjective', words })) }),
    ['open, open or open', 'open, open or urgent'],
  ),
  rule('ISWHAT', 'in state|status|stage? NPV', ([, , np]): Pred => ({ c: 'prep', prep: 'in', np }), [
    'in it',
    'in todo',
  ]),
  rule(
    'ISWHAT',
    'from|of|for|with|on|by|to|at NPV',
    ([word, np]): Pred => ({ c: 'prep', prep: word.lower, np }),
    ['at 0', 'on it'],
  ),
  rule('ISWHAT', 'one of NPV', ([, , right]): Pred => ({ c: 'is', right }), [
    'one of those that agreed to get SMS',
    'one of 5',
  ]),
  rule('ISWHAT', 'either NPV', ([, right]): Pred => ({ c: 'is', right }), [
    'either "pending"',
    'either "pending" or "paid"',
  ]),
  rule('ISWHAT', 'NPV', ([right]): Pred => ({ c: 'is', right }), ['1', '0'], 1),
  rule('ISWHAT', 'empty|blank', (): Pred => ({ c: 'empty' }), ['empty', 'blank']),
  rule('ISWHAT', 'missing|unset|absent|unknown', (): Pred => ({ c: 'not', pred: { c: 'exists' } }), [
    'missing',
    'unset',
  ]),
  rule('ISWHAT', 'set|present|filled|available|given|known', (): Pred => ({ c: 'exists' }), ['set', 'given']),
  rule('ISWHAT', 'PARTICIPIAL', ([pred]) => pred, ['due', 'left']),
  rule('ISWHAT', 'there', (): Pred => ({ c: 'exists' }), ['there']),
  rule('ISWHAT', 'the same as NPV', ([, , , right]): Pred => ({ c: 'is', right }), [
    'the same as 5',
    'the same as {{inputs.x}}',
  ]),
  rule('ISWHAT', 'different from NPV', ([, , right]): Pred => ({ c: 'not', pred: { c: 'is', right } }), [
    'different from 5',
    'different from {{inputs.x}}',
  ]),
  rule(
    'ISWHAT',
    'due|late|overdue',
    ([word]): Pred => ({ c: 'part', verb: word.lemmas, prep: null, np: null }),
    ['due', 'late'],
  ),

  // "created before X", "assigned to Y", "tagged vip", "named Z".
  rule(
    'PARTICIPIAL',
    'PART COMPARE',
    ([verb, pred]): Pred => ({ c: 'whose', field: partField(verb), pred }),
    ['created before 2024-01-01', 'due after {{inputs.date}}'],
  ),
  rule(
    'PARTICIPIAL',
    'PART to|by|with|in|as|on|from|for|at|of NPV',
    ([verb, prep, np]): Pred => ({ c: 'part', verb, prep: prep.lower, np }),
    ['assigned to agt_1', 'tagged with "vip"'],
  ),
  rule(
    'PARTICIPIAL',
    'PART NPV',
    ([verb, np]): Pred => ({ c: 'part', verb, prep: null, np }),
    ['tagged vip', 'named Ann'],
    1,
  ),
  rule('PARTICIPIAL', 'starting|beginning with|in NPV', ([, , np]) => compare('starts', np), [
    'beginning with {{inputs.prefix}}',
    'starting with {{inputs.prefix}}',
  ]),
  rule('PARTICIPIAL', 'ending with|in|on NPV', ([, , np]) => compare('ends', np), [
    'ending with "x"',
    'ending with 5',
  ]),
  rule(
    'PARTICIPIAL',
    'PART',
    ([verb]): Pred => ({ c: 'part', verb, prep: null, np: null }),
    ['due', 'paid'],
    1,
  ),
  // "last updated before X" of what says when it was updated.
  rule(
    'PARTICIPIAL',
    'last PART COMPARE',
    ([, verb, pred]): Pred => ({ c: 'whose', field: partField(verb), pred }),
    ['last updated before 2025-01-01', 'last changed after {{inputs.date}}'],
  ),
  rule(
    'PARTICIPIAL',
    'called|named|titled NPV',
    ([word, np]): Pred => ({
      c: 'whose',
      field:
        word.lower === 'titled' ? { ...nameField, head: { ...nameField.head, words: ['title'] } } : nameField,
      pred: { c: 'is', right: np },
    }),
    ['titled "Long outage"', 'called "Send the bill"'],
  ),

  // Conditions.
  rule('COND', 'CONDS', ([cond]) => cond, ['"de"', 'none']),
  rule(
    'COND',
    'either|both? CONDS CONDMORE CONDMORE*',
    ([, first, second, more]) => coordinated(first, [second, ...more]),
    ['the total is over 5 and the status is open', "it's 100 or less"],
  ),
  rule('CONDMORE', ',? and|or if|when? CONDS', ([, join, , pred]) => ({ join: join.lower, pred }), [
    'and no',
    'and Yes',
  ]),
  rule('CONDMORE', ',? but CONDS', ([, , pred]) => ({ join: 'and', pred }), ['but no', 'but Yes']),
  rule('CONDS', 'NP PRED', ([subject, pred]): Condition => ({ c: 'of', subject, pred }), [
    'the total is more than 5',
    'it is open',
  ]),
  rule('CONDS', 'be NP PREDBE', ([, subject, pred]): Condition => ({ c: 'of', subject, pred }), [
    'is its status open',
    'are they paid',
  ]),
  rule('PREDBE', 'not? ADVS? ISWHAT', ([no, , pred]) => not(pred, no), ['thing', 'a VIP']),
  rule(
    'CONDS',
    'do NP have NP',
    ([, subject, , np]): Condition => ({ c: 'of', subject, pred: { c: 'has', np } }),
    ['do the orders have the orders', 'do the orders have the ticket'],
  ),
  rule('CONDS', 'there be no NP', ([, , , np]): Condition => ({ c: 'there', np, not: true }), [
    'there are no orders',
    'there is no ticket',
  ]),
  rule('CONDS', 'there be not any NP', ([, , , , np]): Condition => ({ c: 'there', np, not: true }), [
    'there be not any the orders',
    'there be not any the ticket',
  ]),
  rule('CONDS', 'there be any|some? NP', ([, , , np]): Condition => ({ c: 'there', np, not: false }), [
    'there are open orders',
    'there is a ticket',
  ]),
  rule(
    'CONDS',
    'there be none',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
    ["there's none", 'there is none'],
  ),
  rule(
    'CONDS',
    'none be found|left|there?',
    (_, at): Condition => ({ c: 'there', np: { t: 'pronoun', word: 'them', span: spanOf(at) }, not: true }),
    ['none be', 'none be found'],
  ),
  rule('CONDS', 'there be COUNTED', ([, , cond]) => cond, [
    'there are more than 5 orders',
    'there is at least one ticket',
  ]),
  rule('CONDS', 'we have COUNTED', ([, , cond]) => cond, ['we have 2 or more', 'we have at least 5']),
  rule('COUNTED', 'MORE than NUMERIC NP', ([op, , n, np], at): Condition => counted(np, op, n, at), [
    'more than 7 days',
    'more than one appointment on {{inputs.date}}',
  ]),
  rule('COUNTED', 'at least NUMERIC NP', ([, , n, np], at): Condition => counted(np, '>=', n, at), [
    'at least one row',
    'at least 7 the orders',
  ]),
  rule('COUNTED', 'at most NUMERIC NP', ([, , n, np], at): Condition => counted(np, '<=', n, at), [
    'at most 7 the orders',
    'at most 7 the ticket',
  ]),
  rule('COUNTED', 'exactly NUMERIC NP', ([, n, np], at): Condition => counted(np, '==', n, at), [
    'exactly 7 the orders',
    'exactly 7 the ticket',
  ]),
  rule(
    'COUNTED',
    'no MORE than NUMERIC NP',
    ([, op, , n, np], at): Condition => counted(np, op === '>' ? '<=' : '>=', n, at),
    ['no more than 7 the orders', 'no more than 7 the ticket'],
  ),
  rule(
    'CONDS',
    'COUNTED PRED',
    ([cond, pred]) => ({
      ...cond,
      subject: {
        ...cond.subject,
        of: { ...cond.subject.of, post: [...(cond.subject.of.post ?? []), { p: 'where', pred }] },
      },
    }),
    ['more than 5 orders are open', 'at least one ticket is urgent'],
  ),
  rule('NUMERIC', 'COUNTING', ([np]) => np, ['7', '5']),
  rule(
    'CONDS',
    'HOLE',
    ([value], at): Condition => ({ c: 'true', np: { t: 'value', value, span: spanOf(at) } }),
    ['{{inputs.ticketId}}', '{{inputs.x}}'],
  ),
  rule(
    'CONDS',
    'it|that|this|they be not? approve|accept',
    ([, , no]): Condition => ({ c: no === null ? 'approved' : 'denied' }),
    ["it's not approved", 'it be approve'],
  ),
  rule('CONDS', 'it|that|this|they be deny|reject|refuse|decline', (): Condition => ({ c: 'denied' }), [
    "it's denied",
    'it is denied',
  ]),
  rule(
    'CONDS',
    'he|she|they|somebody|someone|anybody|anyone approve|agree|accept',
    (): Condition => ({ c: 'approved' }),
    ['they approve', 'he approve'],
  ),
  rule(
    'CONDS',
    'he|she|they|somebody|someone|anybody|anyone deny|reject|refuse|decline it|this?',
    (): Condition => ({ c: 'denied' }),
    ['she denies', 'they refuse'],
  ),
  rule(
    'CONDS',
    'the? approval be not? give|grant',
    ([, , , no]): Condition => ({ c: no === null ? 'approved' : 'denied' }),
    ['approval be give', 'approval be grant'],
  ),
  rule('CONDS', 'the? approval be deny|reject|refuse|decline', (): Condition => ({ c: 'denied' }), [
    'approval is denied',
    'the approval is denied',
  ]),
  rule('CONDS', 'approved', (): Condition => ({ c: 'approved' }), ['approved']),
  rule('CONDS', 'denied|rejected|refused|declined', (): Condition => ({ c: 'denied' }), [
    'denied',
    'rejected',
  ]),
]

const nameField: NounTerm = {
  t: 'noun',
  det: null,
  owner: null,
  pre: [],
  head: { words: ['name'], isPlural: false, isKnown: true },
  post: [],
  span: [0, 0],
}

/** The field that a participle names: created, due. */
function partField(lemmas: readonly string[]): Np {
  return { ...nameField, head: { words: [lemmas[0]!], isPlural: false, isKnown: true } }
}

function counted(np: Np, op: Op, right: Np, at: Parameters<typeof spanOf>[0]): Condition {
  // "more than one order": of all of them.
  const of: Np = np.t === 'noun' ? { ...np, head: { ...np.head, isPlural: true } } : np
  return {
    c: 'of',
    subject: { t: 'aggregate', fn: 'count', of, by: null, span: spanOf(at) },
    pred: { c: 'compare', op, right },
  }
}

/**
 * "and" binds closer than "or", as in logic. Where both stand in one condition a reader could take it the
 * other way
 * round: refused there by a null, unless one join is all that there is.
 */
function coordinated<T>(first: T, more: readonly { join: string; pred: T }[]): unknown {
  const joins = new Set(more.map(({ join }) => join))
  if (joins.size > 1) return null
  return { c: [...joins][0], items: [first, ...more.map(({ pred }) => pred)] }
}
