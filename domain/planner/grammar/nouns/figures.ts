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
  ),
  rule(
    'AGGREGATE',
    'how many of them there be',
    (_, at): Np => count({ t: 'pronoun', word: 'them', span: spanOf(at) }, at),
  ),
  rule('AGGREGATE', 'how many NP there be', ([, , of], at): Np => count(of, at)),
  // Sorting.
  rule('SORTING', 'SUPER first', ([word]): SortKey[] => [{ np: null, word, order: null }], [
    'largest first',
    'oldest first',
  ]),
  rule('SORTING', 'the SUPER ones|one? first', ([, word]): SortKey[] => [{ np: null, word, order: null }], [
    'the biggest first',
    'the oldest one first',
  ]),
  rule('SORTING', 'with the SUPER ones|one? first', ([, , word]): SortKey[] => [
    { np: null, word, order: null },
  ]),
  rule('SORTING', 'from SUPER to SUPER', ([, word]): SortKey[] => [{ np: null, word, order: null }], [
    'from highest to lowest',
    'from oldest to newest',
  ]),
  rule('SORTING', 'from the? SUPER to the? SUPER', ([, , word]): SortKey[] => [
    { np: null, word, order: null },
  ]),
  rule('SORTING', 'sort|order|rank|arrange SORTBY', ([, keys]) => keys, [
    'sorted by amount',
    'ordered by name',
  ]),
  rule('SORTING', 'by SORTKEY SORTMORE*', ([, key, more]) => [key, ...more], [], 1),
  rule(
    'SORTING',
    'in ascending|descending order',
    ([, order]): SortKey[] => [{ np: null, word: null, order: order.lower }],
    ['in ascending order', 'in descending order'],
  ),
  rule('SORTING', 'in alphabetical order', (): SortKey[] => [{ np: null, word: null, order: 'ascending' }]),
  rule('SORTING', 'alphabetically', (): SortKey[] => [{ np: null, word: null, order: 'ascending' }]),
  rule('SORTBY', 'by|on SORTKEY SORTMORE*', ([, key, more]) => [key, ...more], [
    'by amount',
    'by country, then by total descending',
  ]),
  rule('SORTMORE', 'NEXTKEY by? SORTKEY', ([, , key]) => key),
  rule('NEXTKEY', ', and? then?', () => ','),
  rule('NEXTKEY', 'and then?', () => ','),
  rule('NEXTKEY', 'then', () => ','),
  rule(
    'SORTKEY',
    'SORTFIELD ORDERING?',
    ([np, order]): SortKey => ({ np, word: order?.word ?? null, order: order?.order ?? null }),
  ),
  rule('SORTFIELD', 'DET? HEAD', ([d, head], at) => noun(head, at, { det: d })),
  rule('SORTFIELD', 'DET? HEAD of NP', ([d, head], at) => noun(head, at, { det: d })),
  rule('SORTFIELD', 'OWNER HEAD', ([, head], at) => noun(head, at)),
  rule('ORDERING', ',? ascending|asc|upwards', () => ({ order: 'ascending' })),
  rule('ORDERING', ',? descending|desc|downwards', () => ({ order: 'descending' })),
  rule('ORDERING', ',? in ascending|descending order', ([, , order]) => ({ order: order.lower })),
  rule('ORDERING', '( ascending|descending|asc|desc )', ([, order]) => ({
    order: order.lower.startsWith('asc') ? 'ascending' : 'descending',
  })),
  rule('ORDERING', ',? with? the? SUPER ones|one? first', ([, , , word]) => ({ word })),
  rule('ORDERING', ',? from the? SUPER to the? SUPER', ([, , , word]) => ({ word })),
  rule('ORDERING', 'in? reverse? ,? from a|z to a|z', ([, , , , from]) => ({
    order: from.lower === 'a' ? 'ascending' : 'descending',
  })),
  rule('ORDERING', 'backwards ,? z before a', () => ({ order: 'descending' })),
  rule('ORDERING', 'descending|desc ( z to|- a )', () => ({ order: 'descending' })),
  rule('ORDERING', 'ascending|asc ( a to|- z )', () => ({ order: 'ascending' })),
  rule('ORDERING', '( a|z to|- a|z )', ([, from]) => ({
    order: from.lower === 'a' ? 'ascending' : 'descending',
  })),
  rule('ORDERING', 'a|z to|- a|z', ([from]) => ({ order: from.lower === 'a' ? 'ascending' : 'descending' })),
]
