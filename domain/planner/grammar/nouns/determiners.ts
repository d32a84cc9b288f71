// What stands before a noun: determiners, adjectives, superlatives, counts.
import type { Rule } from '../../chart/chart.ts'
import { rule } from '../build.ts'
import type { Det, Pre } from '../terms.ts'

export const det = (value: Det) => () => value

export const determinerRules: readonly Rule[] = [
  // Determiners.
  rule('DET', 'the', det('the'), ['the orders', 'the order']),
  rule('DET', 'a|an', det('a'), ['an order', 'a note']),
  rule('DET', 'all|every', det('all'), ['all orders', 'every order']),
  rule('DET', 'all of|the the|these|those', det('all'), ['all the orders', 'all of the orders']),
  rule('DET', 'all of the|these|those', det('all')),
  rule('DET', 'all the|these|those|our|my', det('all')),
  rule('DET', 'each of the|these|those', det('each')),
  rule('DET', 'every one of the|these|those', det('each')),
  rule('DET', 'each|every', det('each'), ['each order', 'every one']),
  rule('DET', 'every single', det('each')),
  rule('DET', 'any', det('any')),
  rule('DET', 'no', det('no')),
  rule('DET', 'these|those|this|that', det('these'), ['those orders', 'that order']),
  rule('DET', 'which|what', det('which'), ['which orders', 'what orders']),
  rule('DET', 'the same', det('same'), ['the same customer', 'the same address']),
  rule('DET', 'our|my|your', det('the')),
  rule('DET', 'both|both the', det('all')),
  rule('DET', 'the full|whole|entire|complete', det('the')),

  // Before the noun.
  rule('PRE', 'ADJ', ([words]): Pre => ({ p: 'adjective', words }), ['open orders', 'the urgent ticket']),
  rule('PRE', 'not|non ADJ', ([, words]): Pre => ({ p: 'adjective', words, not: true }), [
    'not paid orders',
    'non archived ones',
  ]),
  rule('PRE', 'SUPER', ([word]): Pre => ({ p: 'extreme', word, count: null }), [
    'the largest order',
    'the latest note',
  ]),
  rule('PRE', 'COUNT SUPER', ([count, word]): Pre => ({ p: 'extreme', word, count }), [
    'the 3 largest orders',
    'the two oldest',
  ]),
  rule('PRE', 'HOLE SUPER', ([hole, word]): Pre => ({ p: 'extreme', word, count: null, hole: hole.source })),
  rule('PRE', 'SUPER COUNT', ([word, count]): Pre => ({ p: 'extreme', word, count }), [
    'the top 3 orders',
    'the latest 5 notes',
  ]),
  rule('PRE', 'SUPER HOLE', ([word, hole]): Pre => ({ p: 'extreme', word, count: null, hole: hole.source })),
  rule(
    'PRE',
    'first|last COUNT',
    ([word, count]): Pre => ({ p: 'place', index: 1, end: word.lower, count }),
    ['the first 3 orders', 'the last two'],
  ),
  rule(
    'PRE',
    'first|last HOLE',
    ([word, hole]): Pre => ({ p: 'place', index: 1, end: word.lower, count: null, hole: hole.source }),
  ),
  rule('PRE', 'last|final', (): Pre => ({ p: 'place', index: 1, end: 'last', count: null }), [
    'the last order',
    'the final row',
  ]),
  rule('PRE', 'ORDINAL', ([index]): Pre => ({ p: 'place', index, end: 'first', count: null }), [
    'the first order',
    'the second one',
  ]),
  rule(
    'PRE',
    'HOLE',
    ([value]): Pre => ({ p: 'value', value }),
    ['the {{inputs.status}} orders', 'all {{inputs.currency}} invoices'],
    1,
  ),
  rule('PRE', 'QUOTED', ([value]): Pre => ({ p: 'value', value }), ['all "paid" orders'], 2),
  rule('PRE', 'COUNT', ([count]): Pre => ({ p: 'count', count }), ['two orders', 'the 3 orders']),
  rule('PRE', 'distinct|unique|different', (): Pre => ({ p: 'distinct' }), [
    'the distinct emails',
    'the different countries',
  ]),
  rule('PRE', 'other|remaining', (): Pre => ({ p: 'rest' }), ['the other orders', 'the remaining ones']),
  rule(
    'PRE',
    'new|given|resulting|respective|corresponding|current|existing|actual|exact|own|matching|said',
    (): Pre => ({ p: 'void' }),
    ['the new ticket', 'the resulting list'],
  ),
]
