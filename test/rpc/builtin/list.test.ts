import fc from 'fast-check'
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import { listFilter } from '../../../rpc/builtin/lists/list-filter.ts'
import { listMerge } from '../../../rpc/builtin/lists/list-joins.ts'
import { listGroup, listSort } from '../../../rpc/builtin/lists/list-order.ts'
import { listPick, listSlice, listUnique } from '../../../rpc/builtin/lists/list-parts.ts'
import { listAverage, listMaximum, listMinimum, listSum } from '../../../rpc/builtin/lists/list-totals.ts'

const values: Json[] = [5, '12', 'n/a', '', null, true, 'Äpfel', 'apple', [1], { a: 1 }]

test('a comparison keeps only what can be compared: numbers with numbers, texts with texts', async t => {
  const kept = (operator: string, value?: Json) =>
    listFilter.run({ list: values, operator, ...(value === undefined ? {} : { value }) })
  t.strictSame(kept('greater_than', 5), ['12'])
  t.strictSame(kept('at_least', '5'), [5, '12'])
  t.strictSame(kept('less_than', 10), [5])
  t.strictSame(kept('at_most', 12), [5, '12'])
  t.strictSame(kept('less_than', 'b'), ['Äpfel', 'apple'])
  t.strictSame(kept('equals', 12), ['12'])
  t.strictSame(kept('equals', true), [true], 'a truth is not its name')
  t.strictSame(kept('not_equals', 5), values.slice(1))
  t.strictSame(kept('one_of', [5, 'n/a']), [5, 'n/a'])
  t.strictSame(kept('empty'), ['', null])
  t.strictSame(kept('contains', 'pp'), ['apple'])
  t.strictSame(kept('contains', 1), ['12', [1], { a: 1 }])
  t.strictSame(kept('starts_with', 'n/'), ['n/a'])
  t.throws(() => kept('equals'), { code: 'invalid-arguments' })
})

const ids = ['7615917337495251233', '7615917337495251231', '7615917337495251232']

test('texts are equal when they are the same text, whatever number they look like', async t => {
  const many = [...ids, '1e3', '1000', '01234', '1234', '1.0', '1', '0x10', '16', '1e400', '2e400', ' 1']
  t.strictSame(listUnique.run({ list: many }), many)
  const items = many.map(id => ({ id }))
  t.strictSame(listUnique.run({ list: items, field: 'id' }), items)
  t.equal((listGroup.run({ list: items, field: 'id' }) as Json[]).length, many.length)
  for (const value of many) {
    t.strictSame(listFilter.run({ list: many, operator: 'equals', value }), [value])
    t.strictSame(listFilter.run({ list: many, operator: 'one_of', value: [value] }), [value])
    t.strictSame(listFilter.run({ list: [many, [value]], operator: 'contains', value }), [many, [value]])
    const right = items.filter(({ id }) => id !== value)
    t.strictSame(listMerge.run({ left: [{ id: value }], right, key: 'id' }), [], value)
  }
})

test('a number equals the text that is written as the number is, and no other', async t => {
  const list = [7, '7', '07', '7.0', '7e0', ' 7', 0.5, '0.5', '.5', -0, '0']
  const kept = (value: Json) => listFilter.run({ list, operator: 'equals', value })
  t.strictSame(kept(7), [7, '7'])
  t.strictSame(kept('7.0'), ['7.0'])
  t.strictSame(kept(0.5), [0.5, '0.5'])
  t.strictSame(kept('0'), [-0, '0'])
})

test('for order a text is a number where it is written plainly, exactly however long it is', async t => {
  const sorted = (list: Json[]) => listSort.run({ list }) as Json[]
  t.strictSame(sorted(['10', '9', '2.50', 10.5, '-1']), ['-1', '2.50', '9', '10', 10.5])
  t.strictSame(sorted(ids), ids.toSorted())
  t.strictSame(sorted(['10000000000000000001', '9999999999999999999', 5]).map(String), [
    ...['5', '9999999999999999999', '10000000000000000001'],
  ])
  t.equal(listMinimum.run({ list: ids }), '7615917337495251231')
  t.equal(listMaximum.run({ list: ids }), '7615917337495251233')
  const above = (value: Json) => listFilter.run({ list: [...ids, 5, '200'], operator: 'greater_than', value })
  t.strictSame(above('7615917337495251231'), ['7615917337495251233', '7615917337495251232'])
  t.strictSame(above(100), [...ids, '200'])
  t.strictSame(sorted(['1e3', '2', '007', '+1', 3]), ['2', 3, '+1', '007', '1e3'], 'then texts')
})

test('every item is kept either by a condition or by its opposite', async t => {
  const opposites = [
    ['equals', 'not_equals'],
    ['empty', 'not_empty'],
  ] as const
  const property = fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (list, value) => {
    for (const [one, other] of opposites) {
      const count = (operator: string) =>
        (listFilter.run({ list, operator, value } as never) as Json[]).length
      t.equal(count(one) + count(other), list.length)
    }
  })
  fc.assert(property, { numRuns: 50 })
})

test('sorting keeps every item, orders numbers by size and texts as a dictionary, and equals as they were', async t => {
  const sorted = listSort.run({ list: values }) as Json[]
  t.strictSame(sorted.slice(0, 7), ['', null, 5, '12', 'Äpfel', 'apple', 'n/a'])
  t.strictSame(new Set(sorted), new Set(values))
  const items = [
    { k: 1, n: 'a' },
    { k: 0, n: 'b' },
    { k: 1, n: 'c' },
  ]
  const names = (order: string) =>
    (listSort.run({ list: items, field: 'k', order }) as typeof items).map(i => i.n)
  t.strictSame(names('ascending'), ['b', 'a', 'c'])
  t.strictSame(names('descending'), ['a', 'c', 'b'])
})

test('a sum is exact in decimals, and never leaves anything out in silence', async t => {
  t.equal(listSum.run({ list: [0.1, 0.2] }), 0.3)
  t.equal(listSum.run({ list: [1e15, 0.1, -1e15] }), 0.1)
  t.equal(listSum.run({ list: [] }), 0)
  t.equal(listAverage.run({ list: [] }), null)
  t.throws(() => listSum.run({ list: [{ a: 1 }, {}], field: 'a' }), {
    code: 'not-a-number',
    message: /field a, found nothing/,
  })
  t.throws(() => listSum.run({ list: ['12 EUR'] }), { code: 'not-a-number', message: /"12 EUR"/ })
})

test('smallest and largest are found among numbers, texts and dates; what is missing takes no part', async t => {
  t.equal(listMinimum.run({ list: [3, null, '2', 10] }), '2')
  t.equal(listMaximum.run({ list: ['2026-01-02', '', '2026-03-01'] }), '2026-03-01')
  t.equal(listMaximum.run({ list: [null] }), null)
})

test('a slice never reaches past the ends', async t => {
  const list = [1, 2, 3]
  t.strictSame(listSlice.run({ list, count: 9 }), [1, 2, 3])
  t.strictSame(listSlice.run({ list, count: 9, end: 'last' }), [1, 2, 3])
  t.strictSame(listSlice.run({ list, count: 1, skip: 5, end: 'last' }), [])
  t.strictSame(listSlice.run({ list, count: 0 }), [])
})

test('items are the same whatever the order of their names', async t => {
  const list = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: '1', b: 2 },
  ]
  t.strictSame(listUnique.run({ list }), [
    { a: 1, b: 2 },
    { a: '1', b: 2 },
  ])
})

test('a merge keeps the first list where names clash, and matches no missing keys', async t => {
  const left = [{ id: 1, n: 'left' }, { n: 'no key' }, { id: 3 }]
  const right = [{ no: '1', n: 'right', x: 1 }, { no: 1, y: 2 }, { n: 'no key' }]
  const merge = (keepUnmatched: boolean) =>
    listMerge.run({ left, right, key: 'id', rightKey: 'no', keepUnmatched })
  const pairs = [
    { no: '1', n: 'left', x: 1, id: 1 },
    { no: 1, y: 2, id: 1, n: 'left' },
  ]
  t.strictSame(merge(false), pairs)
  t.strictSame(merge(true), [...pairs, { n: 'no key' }, { id: 3 }])
  const notObjects = { left: ['x'], right, key: 'id', keepUnmatched: true }
  t.throws(() => listMerge.run(notObjects), { code: 'invalid-arguments' })
})

test('a field is found by its own name before it is read as a path', async t => {
  t.strictSame(listPick.run({ list: [{ 'a.b': 1, a: { b: 2, c: [7] } }], fields: ['a.b', 'a.c.0', 'z'] }), [
    { 'a.b': 1, 'a.c.0': 7, z: null },
  ])
})
