// Functions that find, count, sum and write records, and that take lists and texts apart.
import { test } from 'tap'
import { compileExpression, ExpressionError } from '../../../domain/expression/expression.ts'
import type { Json } from '../../../domain/json.ts'

const orders = [
  { id: 1, total: 0.1, status: 'open', customer: { name: 'Ada' } },
  { id: 2, total: 0.2, status: 'paid', customer: { name: 'Bob' } },
  { id: 3, total: 0.3, status: 'open', customer: {} },
  { id: 4, total: null, customer: { name: 'Ada' } },
]
const value = (source: string, inputs: object = { orders }) =>
  compileExpression(source).evaluate({ inputs, now: 0 }) as Json
const fails = (source: string, message: RegExp, inputs?: object) =>
  [() => value(source, inputs), { name: ExpressionError.name, message }] as const

test('find gives the first record with the value in the field, null when there is none', async t => {
  t.equal(value('find(inputs.orders, "status", "open").id'), 1)
  t.equal(value('inputs.orders.find("customer.name", "Bob").id'), 2)
  t.equal(value('find(inputs.orders, "status", "lost")'), null)
  t.equal(value('find([], "status", "open")'), null)
  t.equal(value('find(inputs.orders, "id", "1")'), null, 'a text is no number')
  t.equal(value('find(inputs.orders, "customer.name", null).id'), 3, 'null finds a record without the field')
  t.throws(...fails('find([1], "status", "open")', /expected a record with status, received the number 1/))
  t.throws(...fails('find(inputs.orders, "customer", "Ada")', /customer is a map/))
  t.throws(...fails('find(inputs.orders, "open")', /find takes 3 values, received 2/))
})

test('toMap keeps records, or one field, by another; keys are texts, and the later of two stays', async t => {
  t.equal(value('toMap(inputs.orders, "id")["2"].status'), 'paid')
  t.strictSame(value('toMap(inputs.orders, "customer.name", "id")'), { Ada: 4, Bob: 2, null: 3 })
  t.strictSame(value('toMap(inputs.orders.slice(0, 1), "id", "customer")'), { 1: { name: 'Ada' } })
  t.strictSame(value('toMap([], "id")'), {})
  t.throws(...fails('toMap(inputs.a, "k")', /__proto__ cannot be a key/, { a: [{ k: '__proto__' }] }))
})

test('countBy counts records by a field, sumBy adds a field as decimals', async t => {
  t.strictSame(value('countBy(inputs.orders, "status")'), { open: 2, paid: 1, null: 1 })
  t.strictSame(value('countBy([], "status")'), {})
  t.equal(value('sumBy(inputs.orders, "total")'), 0.6)
  t.equal(value('sumBy([], "total")'), 0)
  t.equal(value('sumBy(inputs.orders, "tax")'), 0, 'records without the field add nothing')
  t.throws(
    ...fails('sumBy(inputs.a, "n")', /n is the text "5": write sum\(list\.map\(item, number\(item\.n\)\)\)/, {
      a: [{ n: '5' }],
    }),
  )
})

test('table writes records as Markdown, whatever their cells hold', async t => {
  t.equal(
    value('table(inputs.orders.slice(0, 2), ["id", "customer.name"])'),
    '| id | customer.name |\n| --- | --- |\n| 1 | Ada |\n| 2 | Bob |',
  )
  const a = [{ a: 'x|y\\', b: 'two\r\nlines' }, { b: null, c: [1, { d: 'e|f' }] }, {}]
  t.equal(
    value('table(inputs.a)', { a }),
    '| a | b | c |\n| --- | --- | --- |\n| x\\|y\\\\ | two lines |  |\n|  |  | [1,{"d":"e\\|f"}] |\n|  |  |  |',
  )
  t.equal(value('table([])'), '')
  t.equal(value('table([], ["a"])'), '| a |\n| --- |')
  t.throws(...fails('table([1])', /table takes records, received the number 1/))
  t.throws(...fails('table(inputs.orders, [1])', /columns of a table are texts/))
  const wide = [Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`c${n}`, n]))]
  t.throws(...fails('table(inputs.wide)', /at most 100 columns/, { wide }))
})

test('bullets writes the items of a list, or a field of them, one line each', async t => {
  t.equal(value('bullets(["a", 2, {"b": null}])'), '- a\n- 2\n- {"b":null}')
  t.equal(value('bullets(inputs.orders, "customer.name")'), '- Ada\n- Bob\n- \n- Ada')
  t.equal(value('bullets(["one\\ntwo"])'), '- one\n  two', 'what follows belongs to the item')
  t.equal(value('bullets([])'), '')
})

test('zip pairs two lists, chunk cuts one', async t => {
  t.strictSame(value('zip(["a", "b"], [1])'), [
    ['a', 1],
    ['b', null],
  ])
  t.strictSame(value('zip([], [])'), [])
  t.strictSame(value('chunk([1, 2, 3, 4, 5], 2)'), [[1, 2], [3, 4], [5]])
  t.strictSame(value('chunk([], 2)'), [])
  t.throws(...fails('chunk([1], 0)', /whole number of at least 1, received 0/))
  t.throws(...fails('chunk([1], 1.5)', /whole number/))
})

test('isBlank is true of what is missing, null, white space, and lists and maps without items', async t => {
  const blank = ['null', '""', '" \\t\\n"', '[]', '{}', 'inputs.missing', 'inputs.orders[9].id', 'first([])']
  for (const source of blank) t.equal(value(`isBlank(${source})`), true, source)
  for (const source of ['0', 'false', '"x"', '[null]', '{"a": null}', 'inputs.orders'])
    t.equal(value(`isBlank(${source})`), false, source)
  t.equal(value('inputs.missing.isBlank()'), true)
  t.strictSame(compileExpression('isBlank(inputs.note)').optionalInputs, ['note'])
})

test('matchGroups gives the groups of the first match: a list, or a map where they have names', async t => {
  t.strictSame(value('matchGroups("AB-12, CD-34", "([A-Z]+)-(\\\\d+)")'), ['AB', '12'])
  t.strictSame(value('matchGroups("on 2026-03-01", "(?P<year>\\\\d{4})-(?P<month>\\\\d\\\\d)")'), {
    year: '2026',
    month: '03',
  })
  t.strictSame(value('matchGroups("a", "(a)|(b)")'), ['a', null], 'a group that took no part')
  t.strictSame(value('matchGroups("AB-12", "\\\\d+")'), ['12'], 'a pattern without groups is one')
  t.equal(value('matchGroups("none", "(\\\\d)")'), null)
  t.throws(...fails('matchGroups("a", "(?P<x>a)(b)?")', /all groups have names, or none/))
  t.throws(...fails('matchGroups("a", "(")', /is no RE2 pattern/))
})

test('replacePattern replaces every match, and $1 is what its first group holds', async t => {
  t.equal(value('replacePattern("12/24, 1/2", "(\\\\d+)/(\\\\d+)", "$2.$1")'), '24.12, 2.1')
  t.equal(value('replacePattern("Ada L", "(?P<first>\\\\w+) L", "$<first>")'), 'Ada')
  t.equal(value('replacePattern("5", "\\\\d", "$$")'), '$')
  t.equal(value('replacePattern("none", "\\\\d", "x")'), 'none')
  t.throws(...fails('replacePattern("5", "\\\\d", "$1")', /the pattern has no group 1, it has 0/))
  t.throws(
    ...fails('replacePattern(inputs.long, "a", inputs.long)', /more than 1 MiB/, { long: 'a'.repeat(2_000) }),
  )
})

test('weekOfYear is the week of ISO 8601, in a time zone', async t => {
  t.equal(value('weekOfYear(date("2026-01-01"))'), 1)
  t.equal(value('weekOfYear(date("2027-01-01"))'), 53, 'of the year before')
  const midnight = 'date("2026-03-29T22:30:00Z")'
  t.strictSame(value(`[weekOfYear(${midnight}), weekOfYear(${midnight}, "Europe/Berlin")]`), [13, 14])
})
