// Functions over records, texts and dates.
import { test } from 'tap'
import { compileExpression, ExpressionError } from '../../../domain/expression/expression.ts'
import type { Json } from '../../../domain/json.ts'

const orders = [
  { id: 1, amount: 5, customer: { name: 'Cleo' } },
  { id: 2, amount: 20, customer: { name: 'Ann' } },
  { id: 3, amount: 7, customer: { name: null } },
  { id: 4, amount: 20, customer: {} },
  { id: 5, amount: 1, customer: { name: 'Bob' } },
]
/** Friday, 27 March 2026, 23:30 UTC; the night to Sunday has a change to summer time in Europe. */
const now = Date.UTC(2026, 2, 27, 23, 30)
const value = (source: string, inputs: object = { orders }) =>
  compileExpression(source).evaluate({ inputs, now } as never) as Json
const fails = (source: string, message: RegExp, inputs?: object) =>
  [() => value(source, inputs), { name: ExpressionError.name, message }] as const
const ids = (source: string) => value(`${source}.map(o, o.id)`)

test('records are sorted by a field, those without it come last', async t => {
  t.same(ids('sortBy(inputs.orders, "amount")'), [5, 1, 3, 2, 4])
  t.same(ids('inputs.orders.sortBy("amount", "descending")'), [2, 4, 3, 1, 5])
  t.same(ids('sortBy(inputs.orders, "customer.name")'), [2, 5, 1, 3, 4])
  t.same(ids('sortBy(inputs.orders, "customer.name", "descending")'), [1, 5, 2, 3, 4])
  t.throws(...fails('sortBy(inputs.orders, "amount", "down")', /"ascending" or "descending"/))
  t.throws(...fails('sortBy(inputs.orders, "customer")', /customer is a map/))
  t.throws(...fails('sortBy(inputs.a, "b")', /several types/, { a: [{ b: 1 }, { b: 'x' }] }))
  t.throws(...fails('sortBy([1], "b")', /expected a record with b/))
})

test('texts are equal when they are the same, and a long number keeps its digits', async t => {
  const long = ['10000000000000000001', '9999999999999999999', 5]
  const inputs = { long, ids: ['007', '7', '7.0', '1e3', '1000'], id: '7615917337495251231' }
  const of = (source: string) => value(source, inputs)
  t.strictSame(of('unique(inputs.ids)'), inputs.ids)
  t.equal(of('inputs.id == "7615917337495251232"'), false)
  t.equal(of('number(inputs.id)'), inputs.id)
  t.equal(of('int(inputs.id)'), inputs.id)
  t.strictSame(of('parseJson("[7615917337495251231, 5]")'), [inputs.id, 5])
  t.strictSame(of('sort(inputs.long)'), [5, long[1], long[0]])
  t.equal(of('max(inputs.long)'), long[0])
  t.strictSame(of('[number(inputs.id) > 100, 1 < inputs.id, inputs.id <= inputs.id]'), [true, true, true])
  t.strictSame(of('sortBy(inputs.long.map(n, {"n": n}), "n", "descending").map(r, r.n)'), [...long])
  t.throws(...fails('number(inputs.id) + 1', /\+ does not take the text "7615917337495251231"/, inputs))
  t.throws(
    ...fails('inputs.id == 7615917337495251231', /too large|cannot be parsed|write it as a text/, inputs),
  )
})

test('records are grouped by a field, in the order in which its values come', async t => {
  t.same(value('groupBy(inputs.orders, "amount").map(g, [g.key, g.items.size()])'), [
    [5, 1],
    [20, 2],
    [7, 1],
    [1, 1],
  ])
  t.same(value('groupBy(inputs.a, "__proto__")', { a: [{ b: 1 }] }), [{ key: null, items: [{ b: 1 }] }])
})

test('numbers have an average; lists of lists become one', async t => {
  t.equal(value('avg(inputs.orders.map(o, o.amount))'), 10.6)
  t.throws(...fails('avg([])', /the list is empty/))
  t.throws(...fails('avg(["1"])', /takes numbers/))
  t.same(value('flatten([[1, 2], 3, [[4]]])'), [1, 2, 3, [4]])
})

test('texts are capitalized, cut, split and padded', async t => {
  t.equal(value('capitalize("ännchen of Tharau")'), 'Ännchen of Tharau')
  t.equal(value('capitalize("")'), '')
  t.equal(value('truncate("workflow", 5)'), 'work\u2026')
  t.equal(value('truncate("work", 4)'), 'work')
  t.throws(...fails('truncate("work", 0)', /at least 1/))
  t.same(value('words("  one two\tthree ")'), ['one', 'two', 'three'])
  t.same(value('lines("a\\r\\nb\\n\\nc")'), ['a', 'b', '', 'c'])
  t.equal(value('padStart(7, 3, "0")'), '007')
  t.throws(...fails('padStart("a", 1000000)', /at most 10000/))
})

test('dates are read, written, moved and taken apart, in a time zone', async t => {
  t.equal(value('date("2026-03-27T23:30:00Z")'), now)
  t.equal(value('date(now)'), now)
  t.equal(value('date("2026-03-28 00:30", "Europe/Berlin")'), now)
  t.equal(
    value('formatDate(now, "cccc, d LLLL yyyy HH:mm", "Europe/Berlin")'),
    'Saturday, 28 March 2026 00:30',
  )
  t.equal(value('formatDate(now, "yyyy-MM-dd")'), '2026-03-27')
  t.equal(value('formatDate(addTime(now, 1, "month"), "yyyy-MM-dd")'), '2026-04-27')
  // A day is not 24 hours where the clock changes; 24 hours are.
  t.equal(value('addTime(now, 2, "days", "Europe/Berlin") - now'), 47 * 3_600_000)
  t.equal(value('addTime(now, -48, "hours", "Europe/Berlin") - now'), -48 * 3_600_000)
  t.equal(value('formatDate(startOf(now, "week"), "yyyy-MM-dd HH:mm")'), '2026-03-23 00:00')
  t.equal(value('startOf(now, "day", "Europe/Berlin")'), Date.UTC(2026, 2, 27, 23))
  t.same(
    value('["quarter", "week", "weekday", "hour"].map(part, datePart(now, part, "Europe/Berlin"))'),
    [1, 13, 6, 0],
  )
})

test('what is no date, unit or zone is refused by name', async t => {
  t.throws(...fails('date("tomorrow")', /expects ISO 8601 or Unix ms, received the text "tomorrow"/))
  t.throws(...fails('date("2026-02-30")', /expects ISO 8601/))
  t.throws(...fails('formatDate(1.0e300, "yyyy")', /expected a moment/))
  t.throws(...fails('addTime(now, 1e300, "years")', /expected a moment/))
  t.throws(
    ...fails('addTime(now, 1, "fortnight")', /addTime knows year, quarter, .+ received the text "fortnight"/),
  )
  t.throws(...fails('startOf(now, "day", "Mars/Olympus")', /no time zone the text "Mars\/Olympus"/))
  t.throws(...fails('formatDate(now, inputs.long)', /at most 100 characters/, { long: 'y'.repeat(101) }))
})

test('texts are counted and cut by characters, and none is cut in half', async t => {
  const inputs = { text: 'a👍b👍', plain: 'abcd' }
  const given = (source: string) => value(source, inputs)
  t.same(given('[inputs.text.size(), inputs.text.indexOf("b"), inputs.text.lastIndexOf("👍")]'), [4, 2, 3])
  t.equal(given('inputs.text.indexOf("c")'), -1)
  t.same(given('[inputs.text.substring(1, 2), inputs.text.slice(1), inputs.text.slice(-1)]'), [
    '👍',
    '👍b👍',
    '👍',
  ])
  t.same(given('[inputs.text.slice(-3, -1), inputs.text.slice(3, 1), inputs.text.slice(0, 9)]'), [
    '👍b',
    '',
    'a👍b👍',
  ])
  t.same(given('[truncate(inputs.text, 3), truncate(inputs.text, 4), truncate("👍👍", 1)]'), [
    'a👍…',
    'a👍b👍',
    '…',
  ])
  t.same(given('[padStart("👍", 3, "x"), padStart("1", 3, "👍"), padStart("1", 4, "ab"), padStart(7, 1)]'), [
    'xx👍',
    '👍👍1',
    'aba1',
    '7',
  ])
  t.same(given('[inputs.plain.slice(-2), inputs.plain.substring(1, 3), inputs.plain.indexOf("d")]'), [
    'cd',
    'bc',
    3,
  ])
})
