// What stands before a noun: determiners, adjectives, superlatives, counts.
import type { Rule } from '../../chart/chart.ts'
import { rule } from '../build.ts'
import type { Det, Pre } from '../terms.ts'

export const det = (value: Det) => () => value

export const determinerRules: readonly Rule[] = [
  // Determiners.
  rule('DET', 'the', det('the'), ['the']),
  rule('DET', 'a|an', det('a'), ['a', 'an']),
  rule('DET', 'all|every', det('all'), ['all', 'every']),
  rule('DET', 'all of|the the|these|those', det('all'), ['all of the', 'all of these']),
  rule('DET', 'all of the|these|those', det('all'), ['all of the', 'all of these']),
  rule('DET', 'all the|these|those|our|my', det('all'), ['all the', 'all our']),
  rule('DET', 'each of the|these|those', det('each'), ['each of those', 'each of these']),
  rule('DET', 'every one of the|these|those', det('each'), ['Every one of those', 'every one of these']),
  rule('DET', 'each|every', det('each'), ['each', 'every']),
  rule('DET', 'every single', det('each'), ['every single']),
  rule('DET', 'any', det('any'), ['any']),
  rule('DET', 'no', det('no'), ['no']),
  rule('DET', 'these|those|this|that', det('these'), ['this', 'that']),
  rule('DET', 'which|what', det('which'), ['what', 'which']),
  rule('DET', 'the same', det('same'), ['the same']),
  rule('DET', 'our|my|your', det('the'), ['my', 'our']),
  rule('DET', 'both|both the', det('all'), ['both the']),
  // "The completed ones" are not all of them.
  rule('DET', 'the full|whole|entire|complete', ([, word]) => (word.lower === 'completed' ? null : 'the'), [
    'the full',
    'the whole',
  ]),

  // Before the noun.
  // "All" says how many, not of what kind: "its all text" is none.
  rule('PRE', 'ADJ', ([words]): Pre | null => (words === 'all' ? null : { p: 'adjective', words }), [
    'overdue',
    'ads',
  ]),
  rule('PRE', 'not|non ADJ', ([, words]): Pre => ({ p: 'adjective', words, not: true }), [
    'not open',
    'not urgent',
  ]),
  rule('PRE', 'SUPER', ([word]): Pre => ({ p: 'extreme', word, count: null }), ['Top', 'min']),
  rule('PRE', 'COUNT SUPER', ([count, word]): Pre => ({ p: 'extreme', word, count }), [
    '3 largest',
    '3 oldest',
  ]),
  rule('PRE', 'HOLE SUPER', ([hole, word]): Pre => ({ p: 'extreme', word, count: null, hole: hole.source }), [
    '{{inputs.n}} most expensive',
    '{{inputs.x}} largest',
  ]),
  rule('PRE', 'SUPER COUNT', ([word, count]): Pre => ({ p: 'extreme', word, count }), [
    'most 2',
    'largest 3',
  ]),
  rule('PRE', 'SUPER HOLE', ([word, hole]): Pre => ({ p: 'extreme', word, count: null, hole: hole.source }), [
    'top {{inputs.n}}',
    'largest {{inputs.x}}',
  ]),
  rule(
    'PRE',
    'first|last COUNT',
    ([word, count]): Pre => ({ p: 'place', index: 1, end: word.lower, count }),
    ['first 2', 'first two'],
  ),
  rule(
    'PRE',
    'first|last HOLE',
    ([word, hole]): Pre => ({ p: 'place', index: 1, end: word.lower, count: null, hole: hole.source }),
    ['first {{inputs.x}}', 'first {{inputs.id}}'],
  ),
  rule('PRE', 'last|final', (): Pre => ({ p: 'place', index: 1, end: 'last', count: null }), [
    'last',
    'final',
  ]),
  rule('PRE', 'ORDINAL', ([index]): Pre => ({ p: 'place', index, end: 'first', count: null }), [
    'first',
    'second',
  ]),
  rule('PRE', 'HOLE', ([value]): Pre => ({ p: 'value', value }), ['{{inputs.n}}', '{{inputs.csv}}'], 1),
  rule('PRE', 'QUOTED', ([value]): Pre => ({ p: 'value', value }), ['"booked"', '"pending"'], 2),
  rule('PRE', 'COUNT', ([count]): Pre => ({ p: 'count', count }), ['3', '5']),
  rule('PRE', 'distinct|unique|different', (): Pre => ({ p: 'distinct' }), ['unique', 'distinct']),
  rule('PRE', 'other|remaining', (): Pre => ({ p: 'rest' }), ['other', 'remaining']),
  rule(
    'PRE',
    'new|given|resulting|respective|corresponding|current|existing|actual|exact|own|matching|said',
    (): Pre => ({ p: 'void' }),
    ['new', 'own'],
  ),
]
