import fc from 'fast-check'
import { test } from 'tap'
import {
  compileArgument,
  compileExpression,
  ExpressionError,
  type Scope,
} from '../../../domain/expression/expression.ts'
import type { Json } from '../../../domain/json.ts'

const scope: Scope = {
  inputs: { amount: 150, name: 'Ann', nothing: null },
  steps: { fetch: { total: 5, list: [1, 2, 3], items: [{ price: 1 }, { price: 3 }] } },
  item: { quantity: 2 },
}

const value = (source: string) => compileExpression(source).evaluate(scope)

test('numbers from JSON and numbers in the source are one kind of number', async t => {
  t.equal(value('inputs.amount > 100'), true)
  t.equal(value('steps.fetch.total * 2'), 10)
  t.equal(value('size(steps.fetch.list) == 3'), true)
  t.equal(value('steps.fetch.list[steps.fetch.list.size() - 1]'), 3)
  t.equal(value('7 / 2'), 3.5)
  t.equal(value('item.quantity + 1 == 3'), true)
})

test('lists are mapped, filtered and questioned', async t => {
  t.same(value('steps.fetch.items.map(i, i.price + 1)'), [2, 4])
  t.same(value('steps.fetch.items.filter(i, i.price > 1)'), [{ price: 3 }])
  t.equal(value('steps.fetch.items.all(i, i.price > 0)'), true)
  t.equal(value('steps.fetch.items.exists_one(i, i.price > 1)'), true)
  t.equal(value('sum(steps.fetch.items.map(i, i.price))'), 4)
  t.equal(value('0.1 + 0.2'), 0.3, 'as on paper')
  t.strictSame(value('[sum([0.1, 0.2]), avg([0.1, 0.2, 0.3]), 1.1 * 3.0, 0.3 - 0.1]'), [0.3, 0.2, 3.3, 0.2])
  t.same(value('[1, 2].map(x, [10, 20].map(y, x + y))'), [
    [11, 21],
    [12, 22],
  ])
})

test('what is not there is an error that says what is, unless it is asked for gently', async t => {
  t.throws(() => value('steps.fetch.totl'), /steps\.fetch has no "totl"/)
  t.throws(() => value('steps.fetch.list[7]'), /steps\.fetch\.list has 3 items, none at 7/)
  t.equal(value('has(inputs.zip)'), false)
  t.equal(value('default(inputs.zip, "none")'), 'none')
  t.equal(value('default(inputs.nothing, 1)'), 1)
  t.equal(value('inputs.?zip.orValue(3)'), 3)
  t.equal(value('inputs.?zip == null'), true)
  t.equal(value('inputs.?zip != null || inputs.?zip == "1"'), false)
})

test("JavaScript's own properties are plain missing keys", async t => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype']
  for (const name of names) {
    for (const source of [
      `inputs["${name}"]`,
      `steps.fetch["${name}"]`,
      `"x"["${name}"]`,
      `{"a": 1}["${name}"]`,
    ]) {
      t.throws(() => value(source), ExpressionError, source)
    }
    t.equal(value(`"${name}" in steps.fetch`), false)
  }
  t.throws(() => value('"".constructor("return 1")()'), ExpressionError)
  const own = { inputs: JSON.parse('{"constructor": "data", "a": 1}') as Json }
  t.equal(compileExpression('inputs.constructor').evaluate(own), 'data')
  t.equal(compileExpression('inputs.a + 1').evaluate(own), 2)
})

test('operands of wrong types are refused, before it runs where that is known', async t => {
  t.throws(() => compileExpression('"a" + 1'), /\+ does not take a text and a number/)
  t.throws(() => compileExpression('lower(3)'), /lower expects a text/)
  t.throws(() => value('inputs.amount + "x"'), /use string\(value\)/)
  t.throws(() => value('!inputs.name'), /expected true or false/)
  t.throws(() => value('1 / (inputs.amount - 150)'), /division by zero/)
})

test('it is known before it runs what an expression reads', async t => {
  const computed = compileExpression('steps.a.x > inputs.n && steps["b"] == item.y && [1].all(v, v > 0)')
  t.same(computed.steps, ['a', 'b'])
  t.same(computed.names, ['inputs', 'item'])
  t.same(computed.inputs, ['n'])
  t.same(compileExpression('default(inputs.zip, 1)').optionalInputs, ['zip'])
  t.same(compileExpression('inputs.n').path, ['inputs', 'n'])
  t.throws(() => compileExpression('steps[inputs.n]'), /takes the id of a step as a literal/)
  t.throws(() => compileExpression('size(steps)'), /say which step/)
})

test('a mistake in the source is named with its place', async t => {
  t.throws(() => compileExpression('1 +'), /at character 4/)
  t.throws(() => compileExpression('nonsense(1)'), /there is no function nonsense/)
  t.throws(() => compileExpression(''), /empty/)
  t.throws(() => compileExpression('1'.repeat(4001)), /more than 4000/)
})

test('no expression outruns its budget', async t => {
  const many = { inputs: { list: Array.from({ length: 50_000 }, (_, i) => i) }, steps: {} }
  const doubled = Array.from({ length: 40 }, (_, i) => `cel.bind(x${i + 1}, x${i} + x${i}, `)
  const sources = [
    'inputs.list.map(x, inputs.list.map(y, x + y))',
    'inputs.list.all(x, inputs.list.all(y, inputs.list.all(z, true)))',
    'inputs.list.map(x, string(inputs.list))',
    'unique(inputs.list.map(x, [x]))',
    'inputs.list.map(x, "a".matches("(a*)*b{100}" + string(x)))',
    `cel.bind(x0, "ab", ${doubled.join('')}x40${')'.repeat(41)}`,
    `"${'a'.repeat(1000)}".replace("a", "${'b'.repeat(2000)}")`,
  ]
  for (const source of sources) {
    t.throws(() => compileExpression(source).evaluate(many), ExpressionError, source.slice(0, 60))
  }
  t.throws(() => compileExpression(`${'('.repeat(500)}1${')'.repeat(500)}`), ExpressionError)
  t.throws(() => compileExpression(`${'!'.repeat(3000)}true`), ExpressionError)
  t.throws(() => compileExpression(Array(900).fill('1').join('+')), ExpressionError)
})

test('what a call costs grows with what it reads', async t => {
  const big = 'a'.repeat(1_000_000)
  const inputs = {
    list: Array.from({ length: 20_000 }, (_, i) => i),
    map: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i])),
    big,
    other: `b${big.slice(1)}`,
    digits: `${'1'.repeat(500_000)}x`,
  }
  for (const call of [
    ...['size(inputs.big)', 'lower(inputs.big)', 'trim(inputs.big)', 'inputs.big == inputs.other'],
    ...['keys(inputs.map)', 'size(inputs.map)', 'values(inputs.map)', 'inputs.big < inputs.other'],
    ...['inputs.big.contains("b")', 'inputs.big.lastIndexOf("b")', 'inputs.big in [inputs.other]'],
    ...[
      'inputs.big.matches("a$")',
      'json(inputs.big)',
      'unique([inputs.big])',
      'max([inputs.big, inputs.other])',
    ],
    ...['(number(inputs.digits) > 1 || true)', 'inputs.map == {}'],
  ]) {
    const inLoop = compileExpression(`inputs.list.map(x, ${call})`)
    t.throws(() => inLoop.evaluate({ inputs, steps: {} }), /does too much work/, call)
  }
})

test('texts that repeat themselves are searched in linear time', async t => {
  const half = 'a'.repeat(110_000)
  const inputs = { a: 'a'.repeat(550_000), b: `${half}b${half}` }
  for (const [call, expected] of [
    ['contains(inputs.a, inputs.b)', false],
    ['inputs.a.indexOf(inputs.b)', -1],
    ['inputs.a.lastIndexOf(inputs.b)', -1],
    ['size(inputs.a.split(inputs.b))', 1],
    ['inputs.a.replace(inputs.b, "") == inputs.a', true],
  ] as const) {
    t.equal(compileExpression(call).evaluate({ inputs, steps: {} }), expected, call)
  }
})

test('patterns that hang a backtracking engine do not', async t => {
  t.equal(value(`"${'a'.repeat(60)}!".matches("(a+)+$")`), false)
  t.equal(value('"order 17".matches("[0-9]+$")'), true)
  t.throws(() => value('"a".matches("(")'), /no RE2 pattern/)
})

test('a literal argument is given back as the same object', async t => {
  const argument = { a: [1, { b: null }] }
  const computed = compileArgument(argument)
  t.equal(computed.evaluate(scope), argument)
  t.equal(computed.isLiteral, true)
})

test('an argument is computed where it says so and literal elsewhere', async t => {
  const computed = compileArgument({
    amount: { $: 'inputs.amount' },
    text: { $t: 'Dear ${inputs.name}, ${steps.fetch.list} $${kept} ${ {"}": 1}["}"] }' },
    key: { $secret: 'cred_x' },
    plain: ['$', { $: 'inputs.name', other: 1 }],
  })
  t.same(computed.evaluate(scope), {
    amount: 150,
    text: 'Dear Ann, [1,2,3] ${kept} 1',
    key: { $secret: 'cred_x' },
    plain: ['$', { $: 'inputs.name', other: 1 }],
  })
  t.same(computed.secrets, ['cred_x'])
  t.same(computed.steps, ['fetch'])
  t.throws(() => compileArgument({ $t: 'open ${inputs.name' }), /no closing/)
  t.throws(() => compileArgument({ $: 3 }), /takes a text/)
})

test('results of several parts are bounded together', async t => {
  const big = { inputs: { text: 'x'.repeat(600_000) }, steps: {} }
  t.equal(compileArgument({ $: 'inputs.text' }).evaluate(big), big.inputs.text)
  t.throws(() => compileArgument([{ $: 'inputs.text' }, { $: 'inputs.text' }]).evaluate(big), /larger than/)
  t.throws(() => compileArgument({ $t: '${inputs.text}${inputs.text}' }).evaluate(big), /larger than/)
})

test('a text of plain references has fuel of its own, however many were evaluated before', async t => {
  const list = { inputs: { list: Array.from({ length: 10_000 }, () => 'a text of some length') } }
  const { evaluate } = compileArgument({ $t: 'all: ${inputs.list}' })
  for (let n = 0; n < 100; n++) evaluate(list)
  t.match(evaluate(list), /^all: /)
})

test('every JSON value passes through a reference, json and parseJson unchanged', async t => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), given => {
      const value = JSON.parse(JSON.stringify(given)) as Json
      const round = compileExpression('parseJson(json(inputs.value))').evaluate({ inputs: { value } })
      return (
        t.same(round, value) && compileExpression('inputs.value').evaluate({ inputs: { value } }) === value
      )
    }),
    { numRuns: 200 },
  )
})

test('no source makes anything but a value or an ExpressionError', async () => {
  const word = fc.constantFrom(
    'inputs',
    '.',
    'amount',
    '[',
    ']',
    '(',
    ')',
    '"a"',
    '1',
    '+',
    '==',
    '&&',
    'size',
    ',',
    'map',
    'x',
    '{',
    '}',
    ':',
    '?',
    '!',
    '-',
    'has',
    'steps',
    'fetch',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), words => {
      try {
        JSON.stringify(compileExpression(words.join('')).evaluate(scope))
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
      }
    }),
    { numRuns: 2000 },
  )
})
