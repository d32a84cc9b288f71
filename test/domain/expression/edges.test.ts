// What expressions make of nothing, of what is past an end, of null, and of numbers of both kinds: as the
// guide on plans says.
import { test } from 'tap'
import { compileExpression, ExpressionError } from '../../../domain/expression/expression.ts'
import type { Json } from '../../../domain/json.ts'

const value = (source: string, inputs: object = {}) =>
  compileExpression(source).evaluate({ inputs, now: 0 }) as Json
const fails = (source: string, message: RegExp) =>
  [() => value(source), { name: ExpressionError.name, message }] as const

test('a list without items sums to 0, and has no first, last, average, least or greatest', async t => {
  t.equal(value('sum([])'), 0)
  for (const name of ['first', 'last', 'avg', 'min', 'max']) {
    t.throws(...fails(`${name}([])`, /the list is empty/))
    t.equal(value(`default(${name}([]), 7)`), 7, name)
    t.equal(value(`isBlank(${name}([]))`), true, name)
  }
})

test('a slice past the end is shorter, an index past the end is missing', async t => {
  t.strictSame(value('[[1, 2].slice(1, 9), [1, 2].slice(5), "ab".slice(1, 9), "ab".substring(5)]'), [
    [2],
    [],
    'b',
    '',
  ])
  t.throws(...fails('[1, 2][2]', /has 2 items, none at 2/))
  t.equal(value('default([1, 2][2], 0)'), 0)
})

test('default gives the fallback for null and for what is missing, and for nothing else', async t => {
  t.equal(value('default(null, 1)'), 1)
  t.equal(value('default(inputs.none, 1)'), 1)
  t.strictSame(value('[default(0, 1), default("", 1), default(false, 1), default([], 1)]'), [
    0,
    '',
    false,
    [],
  ])
  t.equal(value('default(null, null)'), null)
})

test('there is one kind of number: division keeps its fraction, int cuts it off', async t => {
  t.strictSame(value('[7 / 2, int(7 / 2), int(-3.7), int("4.9"), round(3.5), 1 == 1.0, double("2")]'), [
    3.5,
    3,
    -3,
    4,
    4,
    true,
    2,
  ])
  t.throws(...fails('1 / 0', /division by zero/))
})

test('toFixed keeps the zeros of an amount, and rounds as on paper', async t => {
  t.strictSame(
    value('[toFixed(40.5, 2), (1.005).toFixed(2), toFixed(-0.5, 0), toFixed(7, 2), toFixed(1e3, 0)]'),
    [...['40.50', '1.01', '-1', '7.00', '1000']],
  )
  t.throws(...fails('toFixed(1, 16)', /0 to 15 decimal places/))
  t.throws(...fails('toFixed("1", 2)', /toFixed expects a number/))
})

test('numbers in texts count when number(...) says so', async t => {
  t.strictSame(value('[number(" 1e2 "), number("-.5"), number("+3")]'), [100, -0.5, 3])
  t.throws(...fails('"5" + 1', /\+ does not take/))
  t.throws(...fails('sum(["5"])', /takes numbers/))
  t.equal(value('"10" < "9"'), true)
  for (const text of ['', '1,5', '5 EUR', '0x10'])
    t.throws(...fails(`number("${text}")`, /expected a number/))
})

test('% leaves what is left of a division, as on paper, with the sign of the first', async t => {
  t.strictSame(value('[7 % 3, -7 % 3, 7 % -3, 5.5 % 2]'), [1, -1, 1, 1.5])
  t.strictSame(value('[0.3 % 0.1, 1.1 % 0.1, 19.99 % 0.05]'), [0, 0, 0.04])
  t.throws(...fails('1 % 0', /division by zero/))
})

test('in looks for an item of a list and for a key of a map', async t => {
  t.strictSame(value('[2 in [1, 2], "2" in [1, 2], "a" in {"a": null}, "b" in {"a": 1}, [1] in [[1]]]'), [
    true,
    false,
    true,
    false,
    true,
  ])
  t.throws(...fails('"a" in "abc"', /in does not take a text and a text/))
})

test('?: computes one side only; lists and maps are written as literals', async t => {
  t.equal(value('size([]) == 0 ? "none" : first([])'), 'none')
  t.throws(...fails('1 ? 2 : 3', /expects true or false/))
  t.strictSame(value('{"a": [1, "two", null, true], "b": {"c": 1 + 1}}'), {
    a: [1, 'two', null, true],
    b: { c: 2 },
  })
  t.strictSame(value('[1] + [2, 3]'), [1, 2, 3])
  t.throws(...fails('{1: 2}', /a key of a map is a text/))
})
