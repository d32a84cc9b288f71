// What is counted and computed of a list: "the sum of X", "average X", "X in total", "the smallest value",
// and for each of which groups.
import type { Rule } from '../../chart/chart.ts'
import { measures } from '../../lexicon/words.ts'
import { type At, noun, rule, spanOf } from '../build.ts'
import type { Aggregate, NounTerm, Np, Post } from '../terms.ts'

export const aggregateRules: readonly Rule[] = [
  ...(
    [
      ['count', 'number|count|nr'],
      ['sum', 'sum|total'],
      ['average', 'average|mean|avg'],
      ['min', 'minimum|min'],
      ['max', 'maximum|max'],
    ] as const
  ).flatMap(([fn, words]) => [
    rule('AGGREGATE', `the|a|one? ${words} of|over|across NP`, ([, , , of], at) => aggregate(fn, of, at), []),
  ]),
  rule('AGGREGATE', 'the? total|overall number of NP', ([, , , , of], at) => aggregate('count', of, at), [
    'the total number of orders',
    'the overall number of tickets',
  ]),
  rule('AGGREGATE', 'how many NP', ([, , of], at) => aggregate('count', of, at), [
    'how many orders',
    'how many open tickets',
  ]),
  rule('AGGREGATE', 'how many of NP', ([, , , of], at) => aggregate('count', of, at), [
    'how many of them',
    'how many of the orders',
  ]),
  rule('AGGREGATE', 'the|an? AVERAGE NP', ([, , of], at) => aggregate('average', of, at), [
    'the average amount of the orders',
    'average age',
  ]),
  rule(
    'AGGREGATE',
    'the? SUMMED NP',
    ([, , of], at) => aggregate('sum', of, at),
    ['the total amount of the orders', 'total hours'],
    1,
  ),
  rule(
    'AGGREGATE',
    'the? EXTREMAL NP',
    ([, fn, of], at): Np => ({ ...(aggregate(fn, of, at) as object), isFigure: true }) as Np,
    ['the highest amount', 'the minimum price'],
    1,
  ),
  // "the largest number of hours": of what is a figure itself.
  ...(
    [
      ['AVERAGE', 'average'],
      ['SUMMED', 'sum'],
      ['EXTREMAL', null],
    ] as const
  ).map(([words, fixed]) =>
    rule(
      'AGGREGATE',
      `the? ${words} number|amount|value|figure of NP`,
      ([, fn, , , of], at): Np => ({ ...(aggregate(fixed ?? fn, of, at) as object), isFigure: true }) as Np,
      [],
      0.5,
    ),
  ),
  rule('AVERAGE', 'average|mean|avg', () => 'average', ['avg', 'mean']),
  rule('SUMMED', 'total|overall|combined|summed|cumulative|aggregate', () => 'sum', ['total', 'summed']),
  rule('EXTREMAL', 'SUPER', ([word]) => (isPlace(word) ? null : (measures.get(word)?.end ?? null)), [
    'highest',
    'least',
  ]),
  // "the smallest value", "the largest one", "the average": of the values that were spoken of.
  rule(
    'AGGREGATE',
    'the? EXTREMAL value|figure|number|amount',
    ([, fn], at) => aggregate(fn, values(at), at),
    ['the smallest value', 'the highest number'],
    1,
  ),
  rule(
    'AGGREGATE',
    'the EXTREMAL one?',
    ([, fn], at) => aggregate(fn, values(at), at),
    ['the largest', 'the smallest'],
    3,
  ),
  rule(
    'AGGREGATE',
    'the AVERAGE',
    (_, at) => aggregate('average', values(at), at),
    ['the avg', 'the mean'],
    3,
  ),
  // "the hours of all entries in total", "its hours, all added up", "the estimate on average".
  rule(
    'AGGREGATE',
    'PLAIN POST* ,? FIGTAIL',
    ([core, post, , { fn, over }]: [NounTerm, Post[], null, { fn: Aggregate; over?: Np }], at) =>
      aggregate(
        fn,
        {
          ...core,
          post: [
            ...core.post,
            ...post.flat(),
            ...(over ? [{ p: 'prep', prep: 'over', np: over } as const] : []),
          ],
          span: spanOf(at),
        },
        at,
      ),
    ['the hours of all entries in total', 'the amounts of the orders, all added up'],
    1,
  ),
  // "the estimate in hours", "the estimate (hours)": a part of the field's name.
  rule('POST', ',? in UNITNOUN', ([, , unit]): Post => ({ p: 'unit', unit }), ['in EUR', 'in days'], 0.5),
  rule('POST', '( in? UNITNOUN )', ([, , unit]): Post => ({ p: 'unit', unit }), ['(hours)', '( EUR )']),
  rule(
    'UNITNOUN',
    'hour|minute|second|day|week|month|euro|eur|dollar|usd|kg|kilogram|km|percent',
    ([word]) => word.lower,
    ['EUR', 'days'],
  ),
  // "for each priority separately", "individually per member".
  ...['for|in|within each|every NOUNISH', 'per|by each? NOUNISH'].flatMap(words => [
    rule('BYWHAT', `APART ${words} APART?`, parts => parts[3]),
    rule('BYWHAT', `${words} APART`, parts => parts[2]),
  ]),
  rule('APART', 'separately|individually|apart', () => 'apart', ['apart', 'separately']),
  rule('POST', ',? BYWHAT', ([, np]): Post => ({ p: 'by', np }), [
    ', for each member id separately',
    'for each member id separately',
  ]),
  rule('COMPL', ',? BYWHAT', ([, np]) => ({ a: 'prep', prep: 'per', np }), [
    'for each priority individually',
    ', for each member id separately',
  ]),
  rule('FIGTAIL', 'in total|all|sum', () => ({ fn: 'sum' }), ['in total', 'in all']),
  rule('FIGTAIL', 'all|taken? together|combined', () => ({ fn: 'sum' }), ['together', 'combined']),
  rule('FIGTAIL', 'altogether|overall', () => ({ fn: 'sum' }), ['altogether', 'overall']),
  rule('FIGTAIL', 'all? ADDED up|together?', () => ({ fn: 'sum' }), ['added', 'added up']),
  rule('FIGTAIL', 'all? ADDED up|together? over|across NP', ([, , , , over]) => ({ fn: 'sum', over }), [
    'added over the orders',
    'added over the ticket',
  ]),
  rule('FIGTAIL', 'on average', () => ({ fn: 'average' }), ['on average']),
  rule('ADDED', 'add|sum|total|tally', ([word]) => (/ed$/.test(word.lower) ? 'added' : null), [
    'added',
    'summed',
  ]),
  rule(
    'AGGREGATE',
    'the? sum|total|number',
    ([, fn], at): Np => noun({ words: [fn.lower], isPlural: false, isKnown: true }, at, { det: 'the' }),
    ['nr', 'sum'],
  ),
]

function aggregate(fn: Aggregate, of: Np, at: At): Np {
  return { t: 'aggregate', fn, of, by: null, span: spanOf(at) }
}

function values(at: At): Np {
  return { t: 'pronoun', word: 'values', span: spanOf(at) }
}

/** Said of where something stands in a list, rather than of a figure. */
function isPlace(word: string): boolean {
  return /^(?:top|bottom|next|soonest)$/.test(word)
}
