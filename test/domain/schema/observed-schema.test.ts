import fc from 'fast-check'
import { test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { mergedSchemas, observedBounds, observedSchema } from '../../../domain/schema/observed-schema.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'

const merge = (...values: Json[]) => values.map(observedSchema).reduce(mergedSchemas)
const sizeOf = (schema: JsonSchema) => Buffer.byteLength(JSON.stringify(schema))

test('a result becomes the names and types of its fields', async t => {
  const orders = [
    { id: 'A-1', amount: 3, paid: true, note: null },
    { id: 'A-2', amount: 3.5, paid: false, note: 'late' },
  ]
  const field = (type: string | string[]) => ({ type })
  t.strictSame(observedSchema({ orders }), {
    type: 'object',
    properties: {
      orders: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ id: field('string'), amount: field('number'), paid: field('boolean') },
            note: field(['string', 'null']),
          },
          required: ['id', 'amount', 'paid', 'note'],
        },
      },
    },
    required: ['orders'],
  })
  t.strictSame(
    [observedSchema('a'), observedSchema(1), observedSchema([])],
    [...[field('string'), field('integer'), field('array')]],
  )
})

test('what is seen again widens: types join, and a field that is missing once is optional', async t => {
  t.strictSame(merge({ id: 1, name: 'a' }, { id: 'b' }), {
    type: 'object',
    properties: { id: { type: ['string', 'integer'] }, name: { type: 'string' } },
    required: ['id'],
  })
  t.strictSame(merge([], [1], [1.5]), { type: 'array', items: { type: 'number' } })
  t.strictSame(merge({}, { a: 1 }), { type: 'object', properties: { a: { type: 'integer' } } })
  t.strictSame(merge({ a: 1 }, null), {
    ...{ type: ['object', 'null'], properties: { a: { type: 'integer' } }, required: ['a'] },
  })
})

test('keys that are data are not kept', async t => {
  const total = { type: 'object', additionalProperties: { type: 'integer' } }
  for (const key of [
    'ann@acme.com',
    'ord_01h455vb4pex5vsknk084sn02q',
    '2026-11-22',
    '4711',
    'x'.repeat(65),
  ]) {
    t.strictSame(observedSchema({ [key]: 1 }), total, key)
    t.strictSame(merge({ name: 1 }, { [key]: 1 }), total, 'also beside names')
  }
  const many = Object.fromEntries(Array.from({ length: observedBounds.keys + 1 }, (_, n) => [nth(n), n]))
  t.strictSame(observedSchema(many), total, 'nor those of an object with very many')
})

test('fields are those that people and programs name', async t => {
  for (const key of ['id', 'firstName', 'Order ID', 'line_1', 'x-rate', 'address.city', 'Größe', '$ref'])
    t.match(observedSchema({ [key]: 1 }), { properties: { [key]: { type: 'integer' } } }, key)
})

test('depth, fields and bytes are bounded', async t => {
  let deep: Json = 1
  for (let level = 0; level < 10; level++) deep = { a: deep }
  const text = JSON.stringify(observedSchema(deep))
  t.equal(text.split('"properties"').length - 1, observedBounds.depth)
  const wide = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [nth(n), 1]))
  const { properties = {} } = observedSchema(wide) as { properties?: object }
  t.equal(Object.keys(properties).length, observedBounds.properties)
  const fat = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [nth(n), wide]))
  t.ok(sizeOf(observedSchema(fat)) <= observedBounds.sizeBytes)
  t.strictSame(merge(fat, fat), observedSchema(fat), 'what was cut stays cut')
  const small = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [nth(n), { a: 1 }]))
  t.strictSame(merge(fat, small), observedSchema(fat), 'also by a result that would fit')
})

test('a huge result is looked at in part', async t => {
  const row = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [nth(n), [1, 2, 3]]))
  const result = Array.from({ length: 3_000 }, () => row)
  const begin = performance.now()
  observedSchema(result)
  t.ok(performance.now() - begin < 1_000)
})

const anyJson = fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<Json>

test('whatever is seen: within bounds, no values, the same again changes nothing', async () => {
  fc.assert(
    fc.property(anyJson, anyJson, (a, b) => {
      const schema = merge(a, b)
      if (sizeOf(schema) > observedBounds.sizeBytes) throw new Error('too large')
      if (/"(enum|const|examples|default|pattern)":\[/.test(JSON.stringify(schema)))
        throw new Error('a value')
      const again = JSON.stringify(merge(a, b, b, a, b))
      if (again !== JSON.stringify(schema)) throw new Error(again)
    }),
    { numRuns: 500 },
  )
})

test('what was seen fits its schema', async () => {
  const names = fc.constantFrom('id', 'name', 'amount', 'customer', 'ann@acme.com')
  const { record } = fc.letrec<{ record: Json }>(tie => ({
    record: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(null, true, 1, 1.5, 'text'),
      fc.dictionary(names, tie('record')) as fc.Arbitrary<Json>,
      fc.array(tie('record'), { maxLength: 3 }) as fc.Arbitrary<Json>,
    ),
  }))
  fc.assert(
    fc.property(record, record, (a, b) => {
      const check = compileSchema({ type: 'object', properties: { result: merge(a, b) } })
      return [a, b].every(result => check({ result }) === null)
    }),
    { numRuns: 300 },
  )
})

/** Names without digits: aa, ab, ac, ... */
function nth(n: number): string {
  return `f${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`
}
