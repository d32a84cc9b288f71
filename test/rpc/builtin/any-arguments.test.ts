// What holds for every pure tool, whatever a prompt, a model or an earlier step hands it.
import fc from 'fast-check'
import { test } from 'tap'
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { type PureTool, ToolFailure } from '../../../rpc/builtin/tool.ts'

/** Names that the lists of examples have, so that fields are found now and then. */
const someText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'total',
    'id',
    'customer.name',
    'a,b\n1,2',
    '2026-01-31',
    '12',
    ' ',
    '__proto__',
    '(a)|b',
    'now',
  ),
)

const anyItem = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<Json>,
  fc.record({ id: fc.integer(), total: fc.oneof(fc.double({ noNaN: true }), fc.string()) }),
) as fc.Arbitrary<Json>

const pureTools = builtinTools.filter(tool => tool.effect === 'pure')

for (const tool of pureTools) {
  test(`${tool.name} answers with what its schema says or a failure, for any arguments that fit`, async t => {
    const check = compileSchema(tool.outputSchema!)
    const property = fc.property(argumentsFor(tool), args => {
      const output = outcome(tool, args)
      if (output === undefined) return
      const defect = check(output)
      if (defect !== null) throw new Error(`${defect} in ${JSON.stringify(output)}`)
      if (JSON.stringify(outcome(tool, args)) !== JSON.stringify(output)) throw new Error('another output')
    })
    t.doesNotThrow(() => fc.assert(property, { numRuns: 300 }))
  })
}

test('names that objects inherit are ordinary names', async t => {
  const item = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}') as JsonObject
  const run = (name: string, args: JsonObject) => pureTools.find(tool => tool.name === name)!.run(args)
  t.equal(run('text_template', { template: '{{__proto__}}{{constructor}}', values: item }), '12')
  t.throws(() => run('text_template', { template: '{{constructor.name}}', values: {} }), {
    code: 'missing-value',
  })
  t.equal(run('json_select', { value: {}, path: 'constructor' }), null)
  t.equal(run('json_select', { value: item, path: 'constructor' }), 2)
  t.equal(JSON.stringify(run('list_pick', { list: [item], fields: ['__proto__'] })), '[{"__proto__":1}]')
  t.equal(
    JSON.stringify(run('csv_parse', { text: '__proto__,constructor\n1,2' })),
    '[{"__proto__":"1","constructor":"2"}]',
  )
  const merged = run('list_merge', { left: [item], right: [{ constructor: 2, more: 4 }], key: 'constructor' })
  t.equal(JSON.stringify(merged), '[{"constructor":2,"more":4,"__proto__":1,"toString":3}]')
  const groups = [
    { key: null, count: 1, items: [{}] },
    { key: 2, count: 1, items: [item] },
  ]
  t.equal(
    JSON.stringify(run('list_group', { list: [{}, item], field: 'constructor' })),
    JSON.stringify(groups),
  )
  const missing = { code: 'unknown-field', message: 'no item of the list has a field "constructor"' }
  for (const name of ['list_group', 'list_sort'])
    t.throws(() => run(name, { list: [{}], field: 'constructor' }), missing, name)
  t.equal(({} as JsonObject)['more'], undefined)
})

test('what looks like a program stays text', async t => {
  const programs = [
    "{{constructor.constructor('return process')()}}",
    '$' + '{7*7}',
    '<%=7*7%>',
    '#{7*7}',
    '{{x}}',
  ]
  const run = (name: string, args: JsonObject) => pureTools.find(tool => tool.name === name)!.run(args)
  for (const program of programs) {
    t.equal(run('text_template', { template: '{{a}}', values: { a: program, x: 1 } }), program)
    t.equal(run('text_replace', { text: 'a', find: 'a', replacement: program }), program)
    t.equal(run('list_join', { list: [program] }), program)
  }
})

/** Everything that takes time or memory out of proportion must be refused, not done. */
test('arguments that would take minutes or gigabytes are refused or done at once', async t => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, i]))
  const long = 'a'.repeat(500_000)
  const many = Array.from({ length: 50_000 }, () => ({ k: 1 }))
  const attempts: [string, JsonObject][] = [
    ['text_replace', { text: long, find: 'a', replacement: long }],
    ['text_replace', { text: long, find: 'a', replacement: '$0$0$0$0', regex: true }],
    ['text_template', { template: '{{a}}'.repeat(100_000), values: { a: long } }],
    ['text_match', { text: 'a'.repeat(100_000), pattern: '[^b]*b|a' }],
    ['text_match', { text: long, pattern: '(x+x+)+y' }],
    ['text_match', { text: long, pattern: '(((a{10}){10}){10})*' }],
    ['list_merge', { left: many, right: many, key: 'k' }],
    ['list_merge', { left: many, right: [{ k: 1, ...wide }], key: 'k' }],
    ['list_pick', { list: many, fields: Object.keys(wide) }],
    ['list_join', { list: many, separator: long }],
    ['csv_format', { list: many, columns: Object.keys(wide) }],
    ['json_select', { value: { a: wide }, path: `[@, @][]${' | [@, @][]'.repeat(40)}` }],
    ['json_select', { value: wide, path: `[${Array(300).fill('@').join()}]` }],
    ['json_parse', { text: '['.repeat(100_000) + ']'.repeat(100_000) }],
    ['json_format', { value: nested(5_000) }],
    ['html_to_text', { html: '<div>'.repeat(150_000) }],
    ['html_to_text', { html: `<table>${'<tr><td colspan=9999 rowspan=9999>x'.repeat(20_000)}` }],
    ['calculate', { expression: '('.repeat(1_000) }],
    ['date_add', { date: 0, amount: 1e9, unit: 'years' }],
    ['list_unique', { list: many }],
    ['list_sort', { list: many, field: 'k' }],
  ]
  for (const [name, args] of attempts) {
    const tool = pureTools.find(candidate => candidate.name === name)!
    const output = outcome(tool, args)
    if (output !== undefined) t.ok(JSON.stringify(output).length <= 2 * 1024 * 1024, name)
    else t.pass(`${name} refused`)
  }
})

/** undefined for a failure; anything else that is thrown is a defect. */
function outcome(tool: PureTool, args: JsonObject): Json | undefined {
  try {
    return tool.run(args)
  } catch (error) {
    if (error instanceof ToolFailure && error.message.length < 1_000) return undefined
    throw error
  }
}

function nested(depth: number): Json {
  let value: Json = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

function argumentsFor({ inputSchema, examples }: PureTool): fc.Arbitrary<JsonObject> {
  const properties = inputSchema['properties'] as Record<string, JsonSchema>
  const required = inputSchema['required'] as string[]
  const example = examples[0]!.args
  const fields = Object.entries(properties).map(([name, schema]) => {
    const values = fc.oneof(valueFor(schema), fc.constant(example[name] ?? schema['default'] ?? null))
    const fitting = values.filter(value => compileSchema(schema)(value) === null)
    return [name, fitting] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: required }) as fc.Arbitrary<JsonObject>
}

function valueFor(schema: JsonSchema): fc.Arbitrary<Json> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as string[]))
  switch (schema['type']) {
    case 'string':
      return someText
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer())
    case 'number':
      return fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constantFrom(1e300, -1e9, 5e-324))
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueFor((schema['items'] as JsonSchema | undefined) ?? {}), { maxLength: 6 })
    case 'object':
      return fc.dictionary(someText, valueFor(schema['additionalProperties'] as JsonSchema), { maxKeys: 5 })
    default:
      return fc.oneof(someText, fc.integer(), anyItem) as fc.Arbitrary<Json>
  }
}
