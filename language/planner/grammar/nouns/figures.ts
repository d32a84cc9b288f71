// Order: by what, and which end first.
import type { Rule } from '../../chart/chart.ts'
import { noun, rule, spanOf } from '../build.ts'
import { count } from '../clauses/questions.ts'
import type { Np, SortKey } from '../terms.ts'

export const figureRules: readonly Rule[] = [
  // "how many there are", "how many campaigns there are": a number.
  rule(
    'AGGREGATE',
    'how many there be',
    (_, at): Np => count({ t: 'pronoun', word: 'them', span: spanOf(at) }, at),
    ['how many there are', 'how many there be'],
  ),
  rule(
    'AGGREGATE',
    'how many of them there be',
    (_, at): Np => count({ t: 'pronoun', word: 'them', span: spanOf(at) }, at),
    ['how many of them there be'],
  ),
  rule('AGGREGATE', 'how many NP there be', ([, , of], at): Np => count(of, at), [
    'how many tasks there are',
    'how many rows there were',
  ]),
  // Sorting.
  rule('SORTING', 'SUPER first', ([word]): SortKey[] => [{ np: null, word, order: null }], [
    'largest first',
    'oldest first',
  ]),
  rule('SORTING', 'the SUPER ones|one? first', ([, word]): SortKey[] => [{ np: null, word, order: null }], [
    'the biggest first',
    'the oldest one first',
  ]),
  rule(
    'SORTING',
    'with the SUPER ones|one? first',
    ([, , word]): SortKey[] => [{ np: null, word, order: null }],
    ['with the largest first', 'with the largest ones first'],
  ),
  rule('SORTING', 'SUPER one|ones first', ([word]): SortKey[] => [{ np: null, word, order: null }], [
    'best one first',
    'largest ones first',
  ]),
  rule(
    'SORTING',
    'with? the? SUPER ones|one? at|on the? top|beginning|front|start',
    ([, , word]): SortKey[] => [{ np: null, word, order: null }],
    ['the cheapest at the top', 'with the oldest ones on top'],
    0.5,
  ),
  rule('SORTING', 'from SUPER to SUPER', ([, word]): SortKey[] => [{ np: null, word, order: null }], [
    'from highest to lowest',
    'from oldest to newest',
  ]),
  rule(
    'SORTING',
    'from the? SUPER to the? SUPER',
    ([, , word]): SortKey[] => [{ np: null, word, order: null }],
    ['from the cheapest to the most expensive', 'from largest to largest'],
  ),
  rule('SORTING', 'sort|order|rank|arrange SORTBY', ([, keys]) => keys, [
    'sorted by amount',
    'ordered by name',
  ]),
  rule('SORTING', 'by SORTKEY SORTMORE*', ([, key, more]) => [key, ...more], ['by SMS', 'by price'], 1),
  rule(
    'SORTING',
    'in ascending|descending order',
    ([, order]): SortKey[] => [{ np: null, word: null, order: order.lower }],
    ['in ascending order', 'in descending order'],
  ),
  rule('SORTING', 'in alphabetical order', (): SortKey[] => [{ np: null, word: null, order: 'ascending' }], [
    'in alphabetical order',
  ]),
  rule('SORTING', 'alphabetically', (): SortKey[] => [{ np: null, word: null, order: 'ascending' }], [
    'alphabetically',
  ]),
  rule('SORTBY', 'by|on SORTKEY SORTMORE*', ([, key, more]) => [key, ...more], [
    'by amount',
    'by country, then by total descending',
  ]),
  rule('SORTMORE', 'NEXTKEY by? SORTKEY', ([, , key]) => key, [', then name desc (z to a)', ', SMS']),
  rule('NEXTKEY', ', and? then?', () => ',', [',', ', and']),
  rule('NEXTKEY', 'and then?', () => ',', ['and', 'and then']),
  rule('NEXTKEY', 'then', () => ',', ['then']),
  rule(
    'SORTKEY',
    'SORTFIELD ORDERING?',
    ([np, order]): SortKey => ({ np, word: order?.word ?? null, order: order?.order ?? null }),
    ['SMS', 'stock'],
  ),
  rule('SORTFIELD', 'DET? HEAD', ([d, head], at) => noun(head, at, { det: d }), ['SMS', 'name']),
  rule('SORTFIELD', 'DET? HEAD of NP', ([d, head], at) => noun(head, at, { det: d }), [
    'order of the orders',
    'order of the ticket',
  ]),
  rule('SORTFIELD', 'OWNER HEAD', ([, head], at) => noun(head, at), ['its order', 'its ticket']),
  rule('ORDERING', ',? ascending|asc|upwards', () => ({ order: 'ascending' }), ['ascending', 'asc']),
  rule('ORDERING', ',? descending|desc|downwards', () => ({ order: 'descending' }), ['descending', 'desc']),
  rule('ORDERING', ',? in ascending|descending order', ([, , order]) => ({ order: order.lower }), [
    'in ascending order',
    'in descending order',
  ]),
  rule(
    'ORDERING',
    '( ascending|descending|asc|desc )',
    ([, order]) => ({
      order: order.lower.startsWith('asc') ? 'ascending' : 'descending',
    }),
    ['( ascending )', '( descending )'],
  ),
  rule('ORDERING', ',? with? the? SUPER ones|one? first', ([, , , word]) => ({ word }), [
    'largest first',
    'largest ones first',
  ]),
  rule('ORDERING', ',? from the? SUPER to the? SUPER', ([, , , word]) => ({ word }), [
    'from largest to largest',
    'from largest to oldest',
  ]),
  rule(
    'ORDERING',
    'in? reverse? ,? from a|z to a|z',
    ([, , , , from]) => ({
      order: from.lower === 'a' ? 'ascending' : 'descending',
    }),
    ['from a to a', 'from a to z'],
  ),
  rule('ORDERING', 'backwards ,? z before a', () => ({ order: 'descending' }), [
    'backwards z before a',
    'backwards, z before a',
  ]),
  rule('ORDERING', 'descending|desc ( z to|- a )', () => ({ order: 'descending' }), [
    'descending ( z to a )',
    'descending ( z - a )',
  ]),
  rule('ORDERING', 'ascending|asc ( a to|- z )', () => ({ order: 'ascending' }), [
    'ascending ( a to z )',
    'ascending ( a - z )',
  ]),
  rule(
    'ORDERING',
    '( a|z to|- a|z )',
    ([, from]) => ({
      order: from.lower === 'a' ? 'ascending' : 'descending',
    }),
    ['( a to a )', '( a to z )'],
  ),
  rule('ORDERING', 'a|z to|- a|z', ([from]) => ({ order: from.lower === 'a' ? 'ascending' : 'descending' }), [
    'a to a',
    'a to z',
  ]),
]
