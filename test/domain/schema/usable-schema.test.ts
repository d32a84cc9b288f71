import { test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { usableSchema } from '../../../domain/schema/usable-schema.ts'

const ahead = '^(?=a)'
const fits = (schema: JsonSchema, value: Json) => compileSchema(usableSchema(schema))(value) === null

test('a schema that can be checked stays the object that it is', async t => {
  const schema = { type: 'object', properties: { a: { pattern: '^a+$', type: ['string', 'null'] } } }
  t.equal(usableSchema(schema), schema)
  const data = {
    enum: [{ type: 'any', pattern: ahead }],
    default: { type: 'any' },
    const: { pattern: ahead },
  }
  t.equal(usableSchema(data), data, 'values are no schemas')
})

test('a pattern or type that cannot be checked is left out wherever it stands', async t => {
  const bad = { type: 'any', pattern: ahead }
  for (const schema of [
    ...[{ properties: { a: bad } }, { items: bad }, { items: [bad] }, { anyOf: [bad] }, { allOf: [bad] }],
    ...[{ $defs: { a: bad }, $ref: '#/$defs/a' }, { additionalProperties: bad }, { propertyNames: bad }],
  ] as JsonSchema[]) {
    const text = JSON.stringify(usableSchema(schema))
    t.notMatch(text, /"pattern":|"any"/, JSON.stringify(schema))
    t.match(text, /\$comment/)
    t.ok(fits(schema, { a: 1 }))
  }
})

test('what is left takes no less than the schema did', async t => {
  t.ok(fits({ not: { pattern: ahead } }, 'b'))
  t.ok(fits({ if: { pattern: ahead }, else: { type: 'number' } }, 'b'))
  t.ok(fits({ oneOf: [{ type: 'string', pattern: ahead }, { type: 'string' }] }, 'b'))
  t.notOk(fits({ oneOf: [{ type: 'string', pattern: ahead }, { type: 'null' }] }, 7), 'the rest is checked')
  const named = { patternProperties: { [ahead]: {}, '^b': { type: 'number' } }, additionalProperties: false }
  t.ok(fits(named, { a: 1 }))
  t.notOk(fits(named, { b: 'x' }))
  t.ok(fits({ type: ['string', 'any'] }, 7))
})
