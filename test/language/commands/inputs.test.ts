// Values of inputs as people write them, by the JSON Schema of the input.
import { test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { expectedOf } from '../../../language/commands/inputs/expected.ts'
import { missingIn, readInputs } from '../../../language/commands/inputs/inputs.ts'
import { readValue } from '../../../language/commands/inputs/values.ts'

const integer = { type: 'integer' }
const flag = { type: 'boolean' }
const texts = { type: 'array', items: { type: 'string' } }
const numbers = { type: 'array', items: { type: 'number' } }
const color = { enum: ['red', 'dark blue', 'green'] }

test('a value is read by its schema', async t => {
  const said: readonly (readonly [text: string, schema: JsonSchema, value: Json | undefined])[] = [
    ['5', integer, 5],
    ['five', integer, 5],
    ['1,000', integer, 1_000],
    ['5k', integer, 5_000],
    ['-3', integer, -3],
    ['€5.50', { type: 'number' }, 5.5],
    ['"7"', integer, 7],
    ['7615917337495251231', integer, '7615917337495251231'],
    ['{"id": 7615917337495251231}', { type: 'object' }, { id: '7615917337495251231' }],
    ['5 apples', integer, undefined],
    ['1,00', integer, undefined],
    ['yes', flag, true],
    ['off', flag, false],
    ['perhaps', flag, undefined],
    ['RED', color, 'red'],
    ['dark', color, 'dark blue'],
    ['dark-blue', color, undefined],
    ['purple', color, undefined],
    ['2', { enum: [1, 2, 3] }, 2],
    ['a, b and c', texts, ['a', 'b', 'c']],
    ['a', texts, ['a']],
    ['"a, b"; c', texts, ['"a, b"', 'c'].map(each => each.replaceAll('"', ''))],
    ['["a", "b"]', texts, ['a', 'b']],
    ['[a, b]', texts, ['a', 'b']],
    ['- a\n- b', texts, ['a', 'b']],
    ['1, 2 and 3', numbers, [1, 2, 3]],
    ['1 2 3', numbers, [1, 2, 3]],
    ['1, two, x', numbers, undefined],
    ['{"a": 1}', { type: 'object' }, { a: 1 }],
    ['a: 1', { type: 'object' }, undefined],
    ['null', { type: ['string', 'null'] }, null],
    ['nothing', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, null],
    ['12', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 12],
    ['twelve monkeys', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'twelve monkeys'],
    ['hello there', { type: 'string' }, 'hello there'],
    ['"hello there"', { type: 'string' }, 'hello there'],
    ['5', { type: 'string' }, '5'],
    ['id,total\n1,5\n2,7', { type: 'string' }, 'id,total\n1,5\n2,7'],
    ['```csv\nid,total\n1,5\n```', { type: 'string' }, 'id,total\n1,5'],
    ['5', {}, 5],
    ['five', {}, 'five'],
    ['5, 7 and 30', {}, [5, 7, 30]],
    ['1,000', {}, '1,000'],
    ['5 and a half', {}, '5 and a half'],
    ['{"a":1}', {}, { a: 1 }],
  ]
  for (const [text, schema, value] of said) t.strictSame(readValue(text, schema), value, text)
})

const schema: JsonSchema = {
  type: 'object',
  properties: {
    amount: { type: 'number', minimum: 1 },
    customer_name: { type: 'string' },
    orders: texts,
    note: { type: 'string' },
  },
  required: ['amount', 'customer_name', 'orders'],
}

test('inputs are named in many ways', async t => {
  const same = { amount: 5, customer_name: 'Ann', orders: ['a', 'b'] }
  for (const text of [
    'amount = 5, customer name = Ann, orders = a, b',
    'amount: 5\ncustomer_name: Ann\norders: a, b',
    'the amount is 5 and the customer name is Ann and the orders are a, b',
    'orders a, b and amount 5 and customer name Ann',
    '{"amount": 5, "customer_name": "Ann", "orders": ["a", "b"]}',
    'customerName = "Ann", orders = ["a","b"], amount = 5',
  ])
    t.strictSame(readInputs(text, schema), { values: same, misfits: [], unplaced: null }, text)
})

test('what does not fit is said with what was expected, and is not used', async t => {
  const { values, misfits } = readInputs('amount = many, customer name = Ann', schema)
  t.strictSame(values, { customer_name: 'Ann' })
  t.match(misfits, [{ name: 'amount', said: 'many', expected: 'a number, at least 1' }])
  t.match(readInputs('amount = 0', schema).misfits, [{ name: 'amount' }])
})

test('a value without a name belongs to the only input that it can be for, else to none', async t => {
  const one: JsonSchema = { type: 'object', properties: { orders: texts }, required: ['orders'] }
  t.strictSame(readInputs('a, b', one).values, { orders: ['a', 'b'] })
  for (const thanks of [' please', ', thanks!', ' pls', '. Thank you.'])
    t.strictSame(readInputs(`a, b${thanks}`, one).values, { orders: ['a', 'b'] }, thanks)
  t.strictSame(readInputs('5', schema).unplaced, '5')
  t.strictSame(readInputs('a, b', schema, { amount: 5, customer_name: 'Ann' }).values, { orders: ['a', 'b'] })
  t.equal(readInputs('limit = 5', one).unplaced, 'limit')
  t.equal(readInputs('5', { type: 'object', properties: {} }).unplaced, '5')
})

test('labels in quotes and in JSON are none', async t => {
  const { values } = readInputs('customer name = "amount = 7, Ann", orders = a', schema)
  t.strictSame(values, { customer_name: 'amount = 7, Ann', orders: ['a'] })
})

test('required inputs are missing until they have a value', async t => {
  t.strictSame(
    missingIn(schema, { amount: 5 }).map(({ name }) => name),
    ['customer_name', 'orders'],
  )
})

test('what is expected is said in words', async t => {
  const said: readonly (readonly [JsonSchema, string])[] = [
    [{ type: 'integer', minimum: 1, maximum: 9 }, 'a whole number from 1 to 9'],
    [color, 'one of red, dark blue or green'],
    [texts, 'a list of texts, such as a, b and c'],
    [flag, 'yes or no'],
    [{ type: 'string', format: 'email' }, 'an e-mail address'],
    [{ type: 'object', properties: { id: {}, name: {} } }, 'an object with id and name, as JSON'],
    [{ type: ['integer', 'null'] }, 'a whole number or nothing'],
    [{}, 'a text, a number or JSON'],
  ]
  for (const [of, words] of said) t.equal(expectedOf(of), words)
})
