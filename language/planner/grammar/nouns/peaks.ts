// The one that has the most of something, order by it, and lists as such.
import type { Rule } from '../../chart/chart.ts'
import { flat, noun, rule, spanOf } from '../build.ts'
import type { NounTerm, Np, Pre, SortKey } from '../terms.ts'

interface Peak {
  readonly word: string
  readonly by: readonly string[]
}

/** "the 3 products with the highest price" are the 3 largest by price. */
export function peaked(core: NounTerm, { word, by }: Peak): NounTerm | null {
  if (core.pre.some(({ p }) => p === 'extreme' || p === 'place')) return null
  const count = core.pre.find(({ p }) => p === 'count')
  const value = core.pre.find(({ p }) => p === 'value')
  const hole = value?.p === 'value' && value.value.v === 'hole' ? value.value.source : undefined
  const pre: Pre = {
    p: 'extreme',
    word,
    count: count?.p === 'count' ? count.count : null,
    by,
    ...(hole !== undefined && { hole }),
  }
  return { ...core, pre: [...core.pre.filter(each => each !== count && each !== value), pre] }
}

const key = (np: Np | null, word: string | null, order: SortKey['order'] = null): SortKey => ({
  np,
  word,
  order,
})

export const peakRules: readonly Rule[] = [
  rule(
    'THING',
    'PLAIN POST* PEAK POST*',
    ([core, before, peak, after]: [NounTerm, never[], Peak, never[]], at) => {
      const one = peaked(core, peak)
      return one === null
        ? null
        : { ...one, post: [...one.post, ...flat(before), ...flat(after)], span: spanOf(at) }
    },
    ['the product with the lowest price', 'the 3 orders which have the highest total'],
    0.2,
  ),
  rule('PEAK', ',? with|having the? SUPER HEAD', ([, , , word, head]): Peak => ({ word, by: head.words }), [
    'with largest order',
    'with largest ticket',
  ]),
  rule(
    'PEAK',
    ',? that|which|who? have the? SUPER HEAD',
    ([, that, , , word, head]): Peak | null => (that === null ? null : { word, by: head.words }),
    ['that have largest order', 'that have largest ticket'],
  ),
  rule(
    'PEAK',
    ',? that|which|who be? PART RECENTLY',
    ([, that, , verb, word]): Peak | null => (that === null ? null : { word, by: verb.slice(0, 1) }),
    ['that paid latest', 'that paid most recently'],
  ),
  rule('PEAK', 'RECENTLY PART', ([word, verb]): Peak => ({ word, by: verb.slice(0, 1) }), [
    'latest paid',
    'latest created',
  ]),
  rule('PEAK', 'PART RECENTLY', ([verb, word]): Peak => ({ word, by: verb.slice(0, 1) }), [
    'paid latest',
    'paid most recently',
  ]),
  rule('PEAK', '( SUPER HEAD )', ([, word, head]): Peak => ({ word, by: head.words }), [
    '( largest order )',
    '( largest ticket )',
  ]),
  rule(
    'PRE',
    'RECENTLY PART',
    ([word, verb]): Pre => ({ p: 'extreme', word, count: null, by: verb.slice(0, 1) }),
    ['latest due', 'most recently placed'],
  ),
  rule(
    'PRE',
    'COUNT RECENTLY PART',
    ([count, word, verb]): Pre => ({
      p: 'extreme',
      word,
      count,
      by: verb.slice(0, 1),
    }),
    ['3 latest paid', '3 latest created'],
  ),
  rule('RECENTLY', 'most recently', () => 'latest', ['most recently']),
  rule('RECENTLY', 'latest', () => 'latest', ['latest'], 1),

  // Order: "in order of stock", "the biggest stock first", "from the lowest price to the highest".
  // "The orders of today" are orders.
  rule(
    'SORTING',
    'in? the? order of|by SORTKEY SORTMORE*',
    ([, , order, , first, more]) => (order.lower === 'orders' ? null : [first, ...more]),
    ['in order of stock', 'in the order of their price'],
  ),
  rule(
    'SORTING',
    'in? ascending|descending|increasing|decreasing|rising|falling order of|by SORTFIELD SORTMORE*',
    ([, order, , , np, more]): SortKey[] => [key(np, null, orderOf(order.lower)), ...more],
    ['in descending order of stock', 'in ascending order of price'],
  ),
  rule(
    'SORTING',
    'in? reverse|reversed alphabetical order of|by? SORTFIELD?',
    ([, , , , , np]): SortKey[] => [key(np, null, 'descending')],
    ['in reverse alphabetical order', 'reverse alphabetical order'],
  ),
  rule('SORTING', 'in the? order of the? alphabet', () => [key(null, null, 'ascending')], [
    'in order of the alphabet',
    'in the order of alphabet',
  ]),
  rule('SORTING', 'in the alphabetical|alphabetic order', () => [key(null, null, 'ascending')], [
    'in the alphabetical order',
    'in the alphabetic order',
  ]),
  rule('SORTING', 'in alphabetic order', () => [key(null, null, 'ascending')], ['in alphabetic order']),
  rule('SORTING', 'TOPMOST', ([first]): SortKey[] => [first], ['cheapest on top', 'most stock first']),
  rule('SORTING', 'TOPMOST ,? SUPER HEAD? at|on the? bottom|end|last', ([first]): SortKey[] => [first], [
    'cheapest on top largest at bottom',
    'cheapest on top largest at the bottom',
  ]),
  rule(
    'TOPMOST',
    'with? the? SUPER HEAD ATTOP',
    ([, , word, head], at): SortKey => key(noun(head, at), word),
    ['most stock first', 'biggest total first'],
  ),
  rule('TOPMOST', 'with? the? SUPER one|ones? ATTOP', ([, , word]): SortKey => key(null, word), [
    'cheapest on top',
    'dearest one on top',
  ]),
  rule('ATTOP', 'come|be|stand|go? first', () => 'first', ['first', 'comes first']),
  rule('ATTOP', 'come|be|stand? on|at the? top', () => 'first', ['on top', 'at the top']),
  rule('ATTOP', 'to begin|start with', () => 'first', ['to begin with', 'to start with']),
  rule(
    'SORTING',
    'beginning|starting with|from|at the? SUPER HEAD?',
    ([, , , word, head], at): SortKey[] => [
      key(head === null || head.words[0] === 'one' ? null : noun(head, at), word),
    ],
    ['beginning with the highest', 'beginning with the highest price'],
  ),
  rule(
    'SORTING',
    'from the? SUPER HEAD to|down|up to? the? SUPER HEAD?',
    ([, , word, head], at): SortKey[] => [key(noun(head, at), word)],
    ['from the lowest price to the highest', 'from largest order to largest'],
  ),
  rule('SORTING', 'from the? SUPER down|up|downwards|upwards', ([, , word]): SortKey[] => [key(null, word)], [
    'from largest down',
    'from largest up',
  ]),
  rule('SORTMORE', ',? and? then? SORTWITHIN SORTKEYS', ([, , , , sort]) => sort, [
    ', and within the same country by total',
    ', and within one country highest total first',
  ]),
  rule('SORTKEYS', 'then? by? SORTKEY', ([, , sort]) => sort, ['by total', 'by total, the highest first']),
  rule('SORTKEYS', 'TOPMOST', ([sort]) => sort, ['highest total first', 'cheapest on top']),
  rule(
    'SORTWITHIN',
    'within|inside|in|for|with the? same|one|a|each|equal|identical HEAD ,?',
    () => 'within',
    ['within a country', 'for each priority'],
  ),
  rule('SORTWITHIN', 'within|inside it|that|them ,?', () => 'within', ['within it', 'within it,']),

  // "a list of their names", "the table with id and total": what it is a list of.
  rule('THING', 'LISTWORD of|with NP', ([, , np]) => np, ['a list of the ids', 'the list with their names']),
  rule(
    'LISTWORD',
    'a|an|the|one? full|complete|plain|single? list|array|collection|set|table',
    ([, word]) => (word?.lower === 'completed' ? null : 'list'),
    ['set', 'List'],
  ),
]

function orderOf(word: string): SortKey['order'] {
  return /^(ascending|increasing|rising)$/.test(word) ? 'ascending' : 'descending'
}
