import { test } from 'tap'
import { OverBudget, spentBy, within } from '../../../domain/budgets/budget.ts'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { compileProperty, compileSchema } from '../../../domain/schema/schema-check.ts'
import { SchemaError } from '../../../domain/schema/schema-error.ts'

const amount = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }

const id = '7615917337495251231'
const whole = { type: 'integer' }

const defects: [string, JsonSchema, Json, string | null][] = [
  ['a value that fits', amount, { amount: 1 }, null],
  ['a wrong type', amount, { amount: 'x' }, 'amount: expected number, received string'],
  [
    'one of several types',
    { type: ['string', 'null'] },
    1,
    'arguments: expected string or null, received number',
  ],
  // A whole number that no JS number holds comes as a text (domain/numerals.ts).
  [
    'a long number as a text',
    { properties: { id: whole, all: { items: whole } } },
    { id, all: [id, `-${id}`] },
    null,
  ],
  ['a long number where any number fits', { type: ['number', 'null'] }, id, null],
  ['a text that is no long number', whole, '12', 'arguments: expected integer, received string'],
  ['a long number within bounds', { ...whole, minimum: 0, multipleOf: 3, maximum: 1e20 }, id, null],
  [
    'a long number out of bounds',
    { ...whole, maximum: 1e18 },
    id,
    `arguments: expected at most ${1e18}, received ${id}`,
  ],
  ['no multiple', { ...whole, multipleOf: 2 }, id, `arguments: expected a multiple of 2, received ${id}`],
  ['a text of digits is one of two forms', { oneOf: [{ type: 'string' }, whole] }, id, null],
  [
    'so it is deeper down',
    { oneOf: [{ properties: { id: whole } }, { properties: { id: { type: 'string' } } }] },
    { id },
    null,
  ],
  [
    'a long number has several forms',
    { oneOf: [{ type: 'number' }, whole] },
    id,
    'arguments: expected one of its allowed forms, but it has several at once',
  ],
  ['a text of digits is no number where none may be', { not: whole }, id, null],
  ['a missing name', { properties: { a: amount } }, { a: {} }, 'a.amount: expected a value, received none'],
  ['a name too many', { additionalProperties: false }, { 'x/y': 1 }, 'x/y: expected no value of this name'],
  ['an item of a list', { items: { type: 'string' } }, ['a', 1], '1: expected string, received number'],
  ['an enumeration', { enum: ['a', 'b'] }, 'c', 'arguments: expected ["a","b"]'],
  ['a format', { format: 'email' }, 'nobody', 'arguments: expected email'],
  ['a pattern', { pattern: '^a+$' }, 'b', 'arguments: expected text that matches ^a+$'],
  [
    'a pattern beside a format',
    { pattern: 'a', format: 'email' },
    'b@b.de',
    'arguments: expected text that matches a',
  ],
  [
    'no form of several',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    1,
    'arguments: expected one of its allowed forms',
  ],
  ['a reference', { $defs: { a: amount }, $ref: '#/$defs/a' }, {}, 'amount: expected a value, received none'],
  ['names that every object has', { properties: { constructor: { type: 'string' } } }, {}, null],
  [
    'properties named like keywords',
    { properties: { pattern: { type: 'string' }, $ref: true } },
    { pattern: '(' },
    null,
  ],
]

for (const [title, schema, value, defect] of defects) {
  test(`a check says what is wrong: ${title}`, async t => t.equal(compileSchema(schema)(value), defect))
}

const deep = (depth: number): JsonSchema => (depth === 0 ? {} : { items: deep(depth - 1) })
const refused: [string, JsonSchema, RegExp][] = [
  ['a reference to another document', { $ref: 'https://example.com/a.json' }, /leaves the schema/],
  ['a reference to a file', { items: { $ref: 'file:///etc/passwd' } }, /leaves the schema/],
  ['a reference that leads nowhere', { $ref: '#/$defs/gone' }, /leads nowhere/],
  ['a pattern without a linear-time form', { pattern: '(a)\\1' }, /no linear-time form/],
  ['a pattern of names without one', { patternProperties: { '(?=a)b': {} } }, /no linear-time form/],
  ['more than 64 KiB', { description: 'x'.repeat(64 * 1024) }, /larger than 65536 bytes/],
  ['a depth over 20', deep(20), /deeper than 20/],
  ['a keyword that holds what it can not', { enum: 5 }, /enum can not be 5/],
  ['names that are no texts', { required: [1] }, /required can not be \[1\]/],
  ['a schema that is none', { items: 'string' }, /expected a schema/],
]

for (const [title, schema, message] of refused) {
  test(`a schema is refused for ${title}`, async t => {
    t.throws(() => compileSchema(schema), { constructor: SchemaError, message })
  })
}

test('a schema of depth 20 is taken', async t => t.equal(compileSchema(deep(19))([[1]]), null))

test('a pattern that takes exponential time elsewhere is answered', async t => {
  const check = compileSchema({ type: 'string', pattern: '^(a+)+$' })
  t.match(check(`${'a'.repeat(20_000)}b`), /expected text that matches/)
})

test('a schema that refers to itself without end is answered', async t => {
  t.match(compileSchema({ $ref: '#' })(1), /goes on without end/)
})

test('a schema whose work doubles with every definition is answered', async t => {
  const names = Array.from({ length: 60 }, (_, i) => `d${i}`)
  const twice = (i: number) => ({ allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] })
  const $defs = Object.fromEntries(names.map((name, i) => [name, i === 59 ? {} : twice(i)]))
  t.match(compileSchema({ $defs, $ref: '#/$defs/d0' })(1), /goes on without end/)
})

test('a schema of many branches for every item is answered', async t => {
  const branches = Array.from({ length: 400 }, (_, i) => ({ minimum: -i }))
  const check = compileSchema({ items: { allOf: branches } })
  t.match(check(Array(100_000).fill(1)), /goes on without end/)
  t.equal(check(Array(100).fill(1)), null)
  t.equal(check([1]), null, 'the next check starts anew')
})

test('a long list of references is checked, and each check starts anew', async t => {
  const check = compileSchema({ $defs: { a: amount }, items: { $ref: '#/$defs/a' } })
  const list = Array.from({ length: 100_000 }, () => ({ amount: 1 }))
  for (let round = 0; round < 3; round++) t.equal(check(list), null)
})

test('compiling changes nothing in the schema and is done once', async t => {
  const schema = Object.freeze({ ...amount, $id: 'http://example.com/a' })
  t.equal(compileSchema(schema), compileSchema(schema))
  t.strictSame(Object.getOwnPropertyNames(schema), ['type', 'properties', 'required', '$id'])
})

test('a property is checked as the whole schema has it, and is compiled with it', async t => {
  const schema = {
    $defs: { a: amount },
    properties: {
      x: { $ref: '#/$defs/a' },
      y: { $ref: '#/properties/x' },
      z: false,
      constructor: { type: 'string' },
    },
  }
  t.equal(compileProperty(schema, 'x')!({}), 'amount: expected a value, received none')
  t.equal(compileProperty(schema, 'y')!({ amount: 1 }), null)
  t.equal(compileProperty(schema, 'z')!(1), 'arguments: expected no value of this name')
  t.equal(compileProperty(schema, 'constructor')!(1), 'arguments: expected string, received number')
  t.equal(compileProperty(schema, 'x'), compileProperty(schema, 'x'))
  for (const name of ['toString', '__proto__', 'gone']) t.equal(compileProperty(schema, name), null)
  t.ok(spentBy(() => compileProperty(schema, 'y')) < 1)
  const old = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: '#/definitions/a',
    definitions: { a: amount },
    properties: { b: amount },
  }
  t.equal(compileProperty(old, 'b')!({}), 'amount: expected a value, received none')
})

test('what is wrong with a schema is found once', async t => {
  const schema = { allOf: Array.from({ length: 2_000 }, () => ({ type: 'string' })), not: { $ref: '#/gone' } }
  const refusal = () =>
    t.throws(() => compileSchema(schema), { constructor: SchemaError, message: /leads nowhere/ })
  t.ok(spentBy(refusal) > 10_000)
  t.equal(spentBy(refusal), 0)
  t.throws(() => compileProperty(schema, 'x'), { constructor: SchemaError, message: /leads nowhere/ })
  // Work around it that ends says nothing about the schema.
  const fine = { items: { type: 'string' } }
  t.throws(() => within(10, () => compileSchema(fine)), OverBudget)
  t.equal(compileSchema(fine)(['x']), null)
})

test('an $id where no keyword is known begins a part of its own', async t => {
  const a = { $id: 'https://example.com/a', items: { $ref: '#/$defs/b' }, $defs: { b: { type: 'string' } } }
  t.equal(compileSchema({ x: { a }, $ref: '#/x/a' })([1]), '0: expected string, received number')
})
