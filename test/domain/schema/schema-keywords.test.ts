// Every keyword that the check obeys, by an example, and what names and values can not do to it.
import { test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { type SchemaKeyword, schemaKeywords } from '../../../domain/schema/check/keywords.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'

const text = { type: 'string' }
const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' }

const conditional = (branch: 'then' | 'else', schema: JsonSchema) => ({ if: text, [branch]: schema })
const refused: readonly SchemaKeyword[] = ['$dynamicRef', '$recursiveRef']

/** A schema that says something by this keyword, a value that fits, one that does not, and its defect. */
const examples: readonly (readonly [SchemaKeyword, JsonSchema, Json, Json, string])[] = [
  [
    '$anchor',
    { $defs: { a: { $anchor: 'n', ...text } }, $ref: '#n' },
    'x',
    1,
    'arguments: expected string, received number',
  ],
  ['$defs', { $defs: { a: text }, $ref: '#/$defs/a' }, 'x', 1, 'arguments: expected string, received number'],
  [
    '$dynamicAnchor',
    { $defs: { a: { $dynamicAnchor: 'n', ...text } }, $ref: '#n' },
    'x',
    1,
    'arguments: expected string, received number',
  ],
  [
    '$ref',
    { properties: { a: { $ref: '#/properties/b' }, b: text } },
    { a: 'x' },
    { a: 1 },
    'a: expected string, received number',
  ],
  [
    'additionalItems',
    { ...draft7, items: [true], additionalItems: text },
    [1, 'x'],
    [1, 2],
    '1: expected string, received number',
  ],
  [
    'additionalProperties',
    { properties: { a: true }, additionalProperties: text },
    { a: 1 },
    { b: 1 },
    'b: expected string, received number',
  ],
  [
    'allOf',
    { allOf: [text, { minLength: 2 }] },
    'xy',
    'x',
    'arguments: expected at least 2 characters, received 1',
  ],
  ['anyOf', { anyOf: [text, { type: 'null' }] }, null, 1, 'arguments: expected one of its allowed forms'],
  ['const', { const: { a: [1] } }, { a: [1] }, { a: [2] }, 'arguments: expected {"a":[1]}'],
  [
    'contains',
    { contains: text },
    [1, 'x'],
    [1],
    'arguments: expected at least 1 item of a kind, received 0',
  ],
  [
    'definitions',
    { ...draft7, definitions: { a: text }, $ref: '#/definitions/a' },
    'x',
    1,
    'arguments: expected string, received number',
  ],
  [
    'dependencies',
    { dependencies: { a: ['b'] } },
    { b: 1 },
    { a: 1 },
    'b: expected a value because of a, received none',
  ],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b'] } },
    { a: 1, b: 1 },
    { a: 1 },
    'b: expected a value because of a, received none',
  ],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { maxProperties: 1 } } },
    { a: 1 },
    { a: 1, b: 2 },
    'arguments: expected at most 1 name, received 2',
  ],
  ['else', conditional('else', { minimum: 2 }), 'x', 1, 'arguments: expected at least 2, received 1'],
  ['enum', { enum: [1, 'x'] }, 'x', 2, 'arguments: expected [1,"x"]'],
  ['exclusiveMaximum', { exclusiveMaximum: 2 }, 1.9, 2, 'arguments: expected less than 2, received 2'],
  [
    'exclusiveMinimum',
    { minimum: 2, exclusiveMinimum: true },
    3,
    2,
    'arguments: expected more than 2, received 2',
  ],
  ['format', { format: 'uuid' }, '2eb8aa08-aa98-11ea-b4aa-73b441d16380', 'x', 'arguments: expected uuid'],
  [
    'if',
    conditional('then', { minLength: 1 }),
    1,
    '',
    'arguments: expected at least 1 character, received 0',
  ],
  ['items', { items: text }, ['x'], ['x', 1], '1: expected string, received number'],
  [
    'maxContains',
    { contains: text, maxContains: 1 },
    ['x'],
    ['x', 'y'],
    'arguments: expected at most 1 item of a kind, received 2',
  ],
  ['maxItems', { maxItems: 1 }, [1], [1, 2], 'arguments: expected at most 1 item, received 2'],
  ['maxLength', { maxLength: 1 }, '😀', 'xy', 'arguments: expected at most 1 character, received 2'],
  [
    'maxProperties',
    { maxProperties: 1 },
    { a: 1 },
    { a: 1, b: 1 },
    'arguments: expected at most 1 name, received 2',
  ],
  ['maximum', { maximum: 2 }, 2, 3, 'arguments: expected at most 2, received 3'],
  [
    'minContains',
    { contains: text, minContains: 2 },
    ['x', 'y'],
    ['x'],
    'arguments: expected at least 2 items of a kind, received 1',
  ],
  ['minItems', { minItems: 1 }, [1], [], 'arguments: expected at least 1 item, received 0'],
  ['minLength', { minLength: 2 }, 'xy', '😀', 'arguments: expected at least 2 characters, received 1'],
  ['minProperties', { minProperties: 1 }, { a: 1 }, {}, 'arguments: expected at least 1 name, received 0'],
  ['minimum', { minimum: 2 }, 2, 1, 'arguments: expected at least 2, received 1'],
  [
    'multipleOf',
    { multipleOf: 0.01 },
    19.99,
    0.001,
    'arguments: expected a multiple of 0.01, received 0.001',
  ],
  ['not', { not: text }, 1, 'x', 'arguments: expected another form than this'],
  [
    'oneOf',
    { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
    1,
    2,
    'arguments: expected one of its allowed forms, but it has several at once',
  ],
  ['pattern', { pattern: '^\\d+$' }, '12', 'x', 'arguments: expected text that matches ^\\d+$'],
  [
    'patternProperties',
    { patternProperties: { '^(a|b)+$': text } },
    { ab: 'x', c: 1 },
    { ab: 1 },
    'ab: expected string, received number',
  ],
  ['prefixItems', { prefixItems: [text] }, ['x', 1], [1], '0: expected string, received number'],
  ['properties', { properties: { a: text } }, {}, { a: 1 }, 'a: expected string, received number'],
  [
    'propertyNames',
    { propertyNames: { maxLength: 1 } },
    { a: 1 },
    { ab: 1 },
    'ab: expected at most 1 character, received 2',
  ],
  ['required', { required: ['a'] }, { a: null }, { b: 1 }, 'a: expected a value, received none'],
  [
    'then',
    conditional('then', { minLength: 1 }),
    'x',
    '',
    'arguments: expected at least 1 character, received 0',
  ],
  ['type', { type: ['integer', 'null'] }, 1.0, 1.5, 'arguments: expected integer or null, received number'],
  [
    'unevaluatedItems',
    { prefixItems: [true], unevaluatedItems: false },
    [1],
    [1, 2],
    '1: expected no value of this name',
  ],
  [
    'unevaluatedProperties',
    { anyOf: [{ required: ['a'], properties: { a: true } }, true], unevaluatedProperties: false },
    { a: 1 },
    { a: 1, b: 1 },
    'b: expected no value of this name',
  ],
  [
    'uniqueItems',
    { uniqueItems: true },
    [1, '1'],
    [1, 1],
    'arguments: expected different items, those at 0 and 1 are the same',
  ],
]

test('the list of keywords has every keyword that is obeyed, once', async t => {
  t.strictSame([...schemaKeywords].sort(), [...refused, ...examples.map(([keyword]) => keyword)].sort())
  for (const keyword of refused)
    t.throws(() => compileSchema({ [keyword]: '#' }), { message: `${keyword} is not supported` })
  for (const [keyword, schema, fitting, unfit, defect] of examples) {
    t.equal(compileSchema(schema)(fitting), null, keyword)
    t.equal(compileSchema(schema)(unfit), defect, keyword)
    t.match(JSON.stringify(schema), `"${keyword}":`)
  }
})

test('names that every object has are names like others', async t => {
  const parsed = (json: string): JsonSchema => JSON.parse(json)
  const named = parsed(
    '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string"}}}',
  )
  t.equal(compileSchema(named)({}), null)
  t.equal(compileSchema(named)(parsed('{"__proto__":1}')), '__proto__: expected string, received number')
  t.equal(compileSchema(named)({ constructor: 1 }), 'constructor: expected string, received number')
  const required = compileSchema({ required: ['constructor', '__proto__'] })
  t.equal(required({}), 'constructor: expected a value, received none')
  t.equal(required(parsed('{"__proto__":1,"constructor":1}')), null)
  const closed = compileSchema({ additionalProperties: false })
  t.equal(closed(parsed('{"__proto__":1}')), '__proto__: expected no value of this name')
  const dependent = compileSchema(parsed('{"dependentRequired":{"toString":["a"],"__proto__":["b"]}}'))
  t.equal(dependent({}), null)
  t.equal(dependent(parsed('{"__proto__":1}')), 'b: expected a value because of __proto__, received none')
  // As keywords they mean nothing.
  t.equal(
    compileSchema(parsed('{"__proto__":{"type":"string"},"constructor":5,"hasOwnProperty":1}'))(1),
    null,
  )
  t.throws(() => compileSchema({ $ref: '#/constructor' }), /leads nowhere/)
  t.throws(() => compileSchema({ $ref: '#/allOf/length', allOf: [{}] }), /leads nowhere/)
  t.equal(
    compileSchema(parsed('{"$ref":"#/$defs/__proto__","$defs":{"__proto__":{"type":"null"}}}'))(null),
    null,
  )
  const equal = compileSchema({ const: parsed('{"__proto__":1}') })
  t.equal(equal(parsed('{"__proto__":1}')), null)
  t.not(equal({}), null)
  t.not(compileSchema({ uniqueItems: true })([parsed('{"__proto__":1}'), parsed('{"__proto__":1}')]), null)
  t.equal(compileSchema({ uniqueItems: true })([parsed('{"__proto__":1}'), {}]), null)
})

test('what a keyword can not hold is refused, wherever it stands', async t => {
  const wrong: JsonSchema[] = [
    ...[{ multipleOf: 0 }, { multipleOf: -1 }, { minimum: '1' }, { properties: [] }, { allOf: {} }],
    ...[
      { required: 'a' },
      { dependentRequired: { a: [1] } },
      { pattern: 1 },
      { type: 5 },
      { uniqueItems: 1 },
    ],
    ...[
      { $anchor: 1 },
      { $ref: {} },
      { dependentSchemas: { a: ['b'] } },
      { not: null },
      { prefixItems: [1] },
    ],
  ]
  const message = { message: /can not be |expected a schema, found / }
  for (const schema of wrong) {
    t.throws(() => compileSchema(schema), message, JSON.stringify(schema))
    t.throws(() => compileSchema({ $defs: { unused: schema } }), message, JSON.stringify(schema))
    t.throws(() => compileSchema({ items: { anyOf: [schema] } }), message, JSON.stringify(schema))
  }
})

test('what a $ref names may stand where no keyword is known, and is bounded there, too', async t => {
  const check = compileSchema({ components: { schemas: { a: text } }, $ref: '#/components/schemas/a' })
  t.equal(check(1), 'arguments: expected string, received number')
  t.throws(() => compileSchema({ x: { minimum: 'a' }, $ref: '#/x' }), /minimum can not be "a"/)
  const deep = (depth: number): JsonSchema => (depth === 0 ? {} : { items: deep(depth - 1) })
  t.throws(() => compileSchema({ x: deep(20), $ref: '#/x' }), /deeper than 20/)
  t.throws(() => compileSchema({ x: 5, $ref: '#/x' }), /leads nowhere/)
  t.throws(() => compileSchema({ $ref: '#gone' }), /leads nowhere/)
})

test('names and texts that are no Unicode are checked', async t => {
  t.equal(
    compileSchema({ additionalProperties: text })({ '\ud800': 1 }),
    '\ud800: expected string, received number',
  )
  t.equal(compileSchema({ minLength: 2 })('\ud800'), 'arguments: expected at least 2 characters, received 1')
})
