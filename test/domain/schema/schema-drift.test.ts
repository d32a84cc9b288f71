// What changed between two schemas, and whom it hurts.
import fc from 'fast-check'
import { test } from 'tap'
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { type Direction, schemaChanges } from '../../../domain/schema/schema-drift.ts'

const kinds = (before: Json, after: Json, direction: Direction = 'input') =>
  schemaChanges(before, after, direction, 's').map(
    ({ path, kind, isBreaking }) => `${isBreaking ? '!' : ''}${kind} ${path}`,
  )
const object = (
  properties: JsonObject,
  required: readonly string[] = [],
  rest: JsonObject = {},
): JsonSchema => ({
  type: 'object',
  properties,
  required,
  ...rest,
})
const a = { type: 'string' }

test('arguments: what was valid stays valid, or the change is breaking', async t => {
  const laws: [Json, Json, string[]][] = [
    [object({ a }), object({ a, b: a }), ['added s.properties.b']],
    [object({ a }), object({ a, b: a }, ['b']), ['!required s.properties.b']],
    [object({ a, b: a }), object({ a }), ['!removed s.properties.b']],
    [object({ a }), object({ a }, ['a']), ['!required s.properties.a']],
    [object({ a }, ['a']), object({ a }), ['optional s.properties.a']],
    [object({ a }), object({ b: a }), ['!removed s.properties.a', 'added s.properties.b']],
    [{ type: 'string' }, { type: 'integer' }, ['!changed s.type']],
    [{ type: 'integer' }, { type: 'number' }, ['widened s.type']],
    [{ type: 'number' }, { type: 'integer' }, ['!narrowed s.type']],
    [{ type: 'string' }, { type: ['string', 'null'] }, ['widened s.type']],
    [{}, { type: 'string' }, ['!narrowed s.type']],
    [{ type: ['string', 'null'] }, { type: ['null', 'string'] }, []],
    [{ enum: ['a', 'b'] }, { enum: ['b', 'c', 'a'] }, ['widened s.enum']],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, ['!narrowed s.enum']],
    [{ enum: ['a'] }, { const: 'a' }, []],
    [{ enum: ['a'] }, {}, ['widened s.enum']],
    [{ minimum: 1 }, { minimum: 0 }, ['widened s.minimum']],
    [{ minimum: 1 }, { minimum: 2 }, ['!narrowed s.minimum']],
    [{ maxLength: 9 }, {}, ['widened s.maxLength']],
    [{}, { maxLength: 9 }, ['!narrowed s.maxLength']],
    [{ pattern: 'a' }, { pattern: 'b' }, ['!narrowed s.pattern']],
    [{ pattern: 'a' }, {}, ['widened s.pattern']],
    [{ items: { type: 'integer' } }, { items: { type: 'number' } }, ['widened s.items.type']],
    [{ items: { type: 'integer' } }, {}, ['widened s.items.type']],
    [object({ a }), object({ a }, [], { additionalProperties: false }), ['!narrowed s.additionalProperties']],
    [object({ a }, [], { additionalProperties: false }), object({ a }), ['widened s.additionalProperties']],
    [
      { additionalProperties: { type: 'integer' } },
      object({ a }, [], { additionalProperties: { type: 'integer' } }),
      ['!narrowed s.type', '!added s.properties.a'],
    ],
    [{ anyOf: [a] }, { anyOf: [a, {}] }, ['!changed s.anyOf']],
    [{ $defs: { x: a } }, { $defs: { x: {} } }, ['!changed s.$defs']],
    [true, false, ['!narrowed s']],
    [false, {}, ['widened s']],
  ]
  for (const [before, after, expected] of laws)
    t.strictSame(kinds(before, after), expected, `${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
})

test('results: what was promised stays promised, or the change is breaking', async t => {
  const laws: [Json, Json, string[]][] = [
    [object({ a }), object({ a, b: a }), ['added s.properties.b']],
    [object({ a, b: a }), object({ a }), ['!removed s.properties.b']],
    [object({ a }, ['a']), object({ a }), ['!optional s.properties.a']],
    [object({ a }), object({ a }, ['a']), ['required s.properties.a']],
    [{ type: 'integer' }, { type: 'number' }, ['!widened s.type']],
    [{ type: 'number' }, { type: 'integer' }, ['narrowed s.type']],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, ['!widened s.enum']],
    [object({ a }, [], { additionalProperties: false }), object({ a }), ['changed s.additionalProperties']],
  ]
  for (const [before, after, expected] of laws)
    t.strictSame(
      kinds(before, after, 'output'),
      expected,
      `${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    )
})

test('texts are read: each that differs is breaking, wherever it stands', async t => {
  t.strictSame(kinds({ description: 'a' }, { description: 'b' }), ['!text s.description'])
  t.strictSame(kinds({}, { title: 'b' }), ['!text s.title'])
  t.strictSame(kinds(object({ a }), object({ a: { ...a, default: 'x' } })), ['!text s.properties.a.default'])
})

test('a property named like a prototype is a property', async t => {
  const proto = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
  t.strictSame(kinds({ type: 'object', properties: {} }, proto), ['added s.properties.__proto__'])
})

const names = fc.constantFrom('a', 'b', 'c')
const { schema } = fc.letrec<{ schema: JsonObject; object: JsonObject }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constant({}),
    fc.record(
      {
        type: fc.constantFrom('string', 'integer', 'number', 'boolean', ['string', 'null']),
        enum: fc.uniqueArray(fc.constantFrom('x', 'y', 1, 2, null), { minLength: 1 }),
        minimum: fc.integer({ min: -2, max: 2 }),
        maxLength: fc.integer({ min: 0, max: 3 }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), maxItems: fc.integer({ min: 0, max: 3 }) },
      { requiredKeys: ['type'] },
    ),
    tie('object'),
  ) as fc.Arbitrary<JsonObject>,
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(names),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ['type', 'properties'] },
  ) as fc.Arbitrary<JsonObject>,
}))

/** A value with declared properties only: undeclared ones are nobody's promise. */
function declared(value: Json, by: Json): Json {
  if (Array.isArray(value)) return value.map(item => declared(item, (by as JsonObject)['items'] ?? {}))
  if (typeof value !== 'object' || value === null) return value
  const properties = ((by as JsonObject)['properties'] ?? {}) as JsonObject
  const kept = Object.entries(value as JsonObject).filter(([name]) => Object.hasOwn(properties, name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, declared(inner, properties[name]!)]))
}

const values = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const likely = fc.oneof(
  values,
  fc.letrec<{ value: Json }>(tie => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>('x', 'y', 'xyz', 1, 2, 1.5, -1, null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 3 }),
    ) as fc.Arbitrary<Json>,
  })).value,
)

/** A schema and one that differs a little. */
const pairs = fc.oneof(
  fc.tuple(schema, schema),
  schema.chain(one => fc.tuple(fc.constant(one), changed(one))),
)

function changed(one: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      drop: fc.constantFrom('type', 'enum', 'minimum', 'maxLength', 'required', 'items', 'none'),
      add: schema,
    })
    .map(({ drop, add }) => {
      const { [drop]: _, ...rest } = one
      const properties = { ...((one['properties'] ?? {}) as JsonObject), z: add }
      return 'properties' in one ? { ...rest, properties } : rest
    })
}

test('a change of arguments that is not breaking never refuses a value that was valid', async t => {
  let judged = 0
  fc.assert(
    fc.property(pairs, fc.array(likely, { minLength: 10, maxLength: 30 }), ([before, after], given) => {
      if (schemaChanges(before, after, 'input', 's').some(change => change.isBreaking)) return
      const [was, is] = [compileSchema(before), compileSchema(after)]
      for (const value of given.map(each => declared(each, before))) {
        if (was(value) !== null) continue
        judged++
        const defect = is(value)
        if (defect !== null) throw new Error(`${JSON.stringify([before, after, value])}: ${defect}`)
      }
    }),
    { numRuns: 2_000 },
  )
  t.ok(judged > 500, `${judged} values were judged`)
})

test('a schema that stays as it is has no changes, in whatever order it is written', async () => {
  fc.assert(
    fc.property(schema, one => {
      const turned = Object.fromEntries(Object.entries(one).toReversed())
      return schemaChanges(one, turned, 'input', 's').length === 0
    }),
  )
})

test('what was added is what is removed on the way back, and that is breaking', async () => {
  fc.assert(
    fc.property(schema, one => {
      const before = object({ a: {} })
      const after = object({ a: {}, b: one })
      const back = schemaChanges(after, before, 'input', 's')
      return back.length === 1 && back[0]!.kind === 'removed' && back[0]!.isBreaking
    }),
  )
})

for (const word of ['x-words', 'x-value-words', 'x-name', 'x-object']) {
  test(`${word} says how prompts speak of an argument: a change of it is one of texts`, async t => {
    const changes = schemaChanges(object({ a: {} }), object({ a: { [word]: ['by'] } }), 'input', 's')
    t.match(changes, [{ path: `s.properties.a.${word}`, kind: 'text', isBreaking: true }])
  })
}
