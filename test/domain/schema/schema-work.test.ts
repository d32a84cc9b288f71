// What schemas and values of strangers may cost: inputs that took seconds in a library that could not be
// bounded. Counts units of work (domain/budgets/budget.ts), no time.
import { test } from 'tap'
import { budgets, OverBudget, spentBy, within } from '../../../domain/budgets/budget.ts'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'

const list = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index))
const endless = 'arguments: expected less, the schema goes on without end'

/** Of a check that ends in bounds. */
function unitsOf(schema: JsonSchema, value: Json): number {
  const check = compileSchema(schema)
  return spentBy(() => check(value))
}

test('how long an enumeration is costs a check nothing', async t => {
  const values = list(20_000, index => index % 10)
  const long = compileSchema({ items: { enum: list(30_001, index => index % 10) } })
  const short = compileSchema({ items: { enum: list(10, index => index) } })
  t.equal(long(values), null)
  t.ok(spentBy(() => long(values)) < 100_000)
  t.ok(spentBy(() => long(values)) - spentBy(() => short(values)) <= 2 * values.length)
  const distinct = compileSchema({ items: { enum: list(10_000, index => index) } })
  t.equal(distinct(values), null)
  t.ok(spentBy(() => distinct(values)) - spentBy(() => short(values)) <= 5 * values.length)
  const texts = compileSchema({ items: { enum: list(5_000, index => `w${index}`) } })
  t.ok(spentBy(() => texts(list(20_000, index => `w${index % 5_000}`))) < 100_000)
})

test('an enumeration holds numbers, texts, lists and objects, each for itself', async t => {
  const check = compileSchema({
    enum: [1, '2', null, true, [1, { b: 2, a: [] }], { a: { c: 3, b: 1 } }, ...list(9, String)],
  })
  for (const value of [1, '2', null, true, [1, { a: [], b: 2 }], { a: { b: 1, c: 3 } }, '8'])
    t.equal(check(value), null)
  for (const value of ['1 ', 2, false, [], {}, [1], [1, { b: 2 }], { a: { b: 1 } }, 'null'])
    t.not(check(value), null, JSON.stringify(value))
  const bare = compileSchema({ enum: [0, '0'] })
  t.equal(bare(-0), null)
  t.not(bare(false), null)
})

test('whether items are different is found in one pass, whatever they are', async t => {
  const makers: ((index: number) => Json)[] = [
    index => index,
    index => `t${index}`,
    index => String(index),
    index => ({ id: index }),
    index => [index, null],
  ]
  for (const make of makers) {
    const [few, many] = [
      unitsOf({ uniqueItems: true }, list(1_000, make)),
      unitsOf({ uniqueItems: true }, list(10_000, make)),
    ]
    t.ok(many < 12 * few, `${few} and ${many}`)
    const check = compileSchema({ uniqueItems: true })
    t.equal(check(list(10_000, make)), null)
    t.equal(
      check([...list(5_000, make), make(77)]),
      'arguments: expected different items, those at 77 and 5000 are the same',
    )
  }
  const mixed = compileSchema({ uniqueItems: true })
  t.equal(mixed([1, '1', [1], { 1: 1 }, true, 'true', null, 'null', ':1', '{}', {}, [], '[]']), null)
  t.not(mixed([{ a: 1, b: [2] }, 1, { b: [2], a: 1 }]), null)
})

test('a list of 100,000 items is checked', async t => {
  const check = compileSchema({ items: { type: ['string', 'null'], maxLength: 10 }, minItems: 1 })
  const value = list(100_000, index => (index % 7 === 0 ? null : `n${index}`))
  t.equal(check(value), null)
  t.ok(spentBy(() => check(value)) < budgets.check / 4)
  t.equal(
    compileSchema({ uniqueItems: true, items: { type: 'integer' } })(list(100_000, index => index)),
    null,
  )
})

test('definitions that name each other twice end with the budget', async t => {
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const twice = (next: number) => ({
      [keyword]: [{ $ref: `#/$defs/d${next}` }, { $ref: `#/$defs/d${next}` }],
    })
    const $defs = Object.fromEntries(
      list(60, index => [`d${index}`, index === 59 ? { type: 'null' } : twice(index + 1)]),
    )
    const check = compileSchema({ $defs, $ref: '#/$defs/d0' })
    t.equal(check(keyword === 'anyOf' ? 1 : null), endless)
    t.ok(spentBy(() => check(1)) <= budgets.check + 100)
  }
})

test('400 branches for each of many items end with the budget', async t => {
  const check = compileSchema({ items: { anyOf: list(400, index => ({ minimum: 10 + index })) } })
  t.equal(check(list(50_000, () => 1)), '0: expected one of its allowed forms')
  t.equal(check(list(50_000, () => 409)), null, 'the first branch fits')
  const all = compileSchema({ items: { allOf: list(400, index => ({ minimum: -index })) } })
  t.equal(all(list(50_000, () => 1)), endless)
  t.ok(spentBy(() => all(list(50_000, () => 1))) <= budgets.check + 100)
})

test('references into each other end, however they go on', async t => {
  t.equal(compileSchema({ $ref: '#' })(1), endless)
  t.equal(compileSchema({ anyOf: [{ $ref: '#' }] })({}), endless)
  t.equal(
    compileSchema({
      $defs: { a: { $ref: '#/$defs/b' }, b: { not: { $ref: '#/$defs/a' } } },
      $ref: '#/$defs/a',
    })(1),
    endless,
  )
  const deep = (depth: number): Json => (depth === 0 ? {} : { next: deep(depth - 1) })
  const check = compileSchema({ type: 'object', properties: { next: { $ref: '#' } } })
  t.equal(check(deep(300)), null)
  t.equal(check(deep(5_000)), endless)
  t.equal(check(deep(1)), null, 'the next check starts anew')
})

test('patterns that are too large or too many are refused before they are compiled', async t => {
  t.throws(
    () => compileSchema({ pattern: '[ab]{0,1000}'.repeat(10) }),
    /can not be used: the pattern repeats too much/,
  )
  t.throws(() => compileSchema({ patternProperties: { '(?:(?:a{20}){20}){20}': {} } }), /pattern/)
  const many = list(1_000, index => ({ pattern: `^[ab]{0,100}${index}` }))
  t.throws(() => compileSchema({ allOf: many }), /takes more work than it may/)
  t.ok(spentBy(() => t.throws(() => compileSchema({ allOf: many }))) <= budgets.schema + 100_000)
})

test('a text that a pattern searches is paid for', async t => {
  const check = compileSchema({ pattern: '^(a+)+$' })
  t.match(check(`${'a'.repeat(100_000)}b`), /expected text that matches/)
  t.equal(check('a'.repeat(5_000_000)), endless)
  const names = compileSchema({
    patternProperties: { '^(a|ab)*$': { type: 'number' } },
    additionalProperties: false,
  })
  t.equal(names({ aab: 1, b: 1 }), 'b: expected no value of this name')
  t.equal(names({ aab: 'x' }), 'aab: expected number, received string')
})

test('as many schemas and patterns are compiled as there are organizations', async t => {
  const one = compileSchema({ pattern: '^0$' })
  for (let index = 1; index <= 10_500; index++) compileSchema({ pattern: `^${index}$` })
  t.equal(one('0'), null)
  t.equal(compileSchema({ pattern: '^the-last$' })('the-last'), null)
})

test('a schema costs no more than it may, whatever it is made of', async t => {
  const schemas: JsonSchema[] = [
    { allOf: list(21_000, () => ({})) },
    { enum: list(32_000, () => 1) },
    { enum: list(21_000, () => ({})) },
    { $defs: Object.fromEntries(list(5_000, index => [`d${index}`, {}])) },
    { $defs: { a: {} }, allOf: list(2_700, () => ({ $ref: '#/$defs/a' })) },
    { dependentRequired: Object.fromEntries(list(4_000, index => [`d${index}`, ['a']])) },
    { required: list(8_000, index => `r${index}`) },
    { description: 'x'.repeat(10_000_000) },
    { examples: list(1_000_000, () => null) },
    { const: JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) },
  ]
  for (const schema of schemas) {
    const units = spentBy(() => {
      try {
        compileSchema(schema)
      } catch {}
    })
    t.ok(units <= budgets.schema + 200_000, String(units))
  }
})

test('formats, decimals and names are paid for', async t => {
  const long = 'a'.repeat(2_000_000)
  for (const format of ['uri', 'email', 'date-time', 'hostname', 'json-pointer'])
    t.ok(unitsOf({ format }, `/${long}`) > 100_000, format)
  t.ok(unitsOf({ multipleOf: 5e-324 }, Number.MAX_VALUE) > 500)
  t.ok(unitsOf({ maxLength: 1_500_000 }, long) > 100_000)
  const wide = Object.fromEntries(list(50_000, index => [`k${index}`, 1]))
  t.ok(unitsOf({ additionalProperties: { type: 'number' } }, wide) > 500_000)
  t.equal(compileSchema({ allOf: list(10, () => ({ propertyNames: { minLength: 1 } })) })(wide), endless)
})

test('a check inside of other work pays from its budget, too', async t => {
  const check = compileSchema({ items: { type: 'number' } })
  t.throws(
    () =>
      within(1_000, () => {
        for (let round = 0; round < 200; round++) check([1, 2, 3, 4, 5, 6, 7, 8, 9])
      }),
    OverBudget,
  )
})

test('sentences are short, however long lists and names are', async t => {
  const long = compileSchema({ enum: list(30_000, index => index % 10) })('x')!
  t.match(long, /^arguments: expected \[0,1,2.*…\] \(30000 values\)$/)
  t.ok(long.length < 500)
  t.ok(compileSchema({ const: 'x'.repeat(60_000) })('y')!.length < 500)
  t.ok(compileSchema({ additionalProperties: false })({ ['n'.repeat(1_000_000)]: 1 })!.length < 500)
})
