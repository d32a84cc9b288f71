// Values for a JSON Schema of our OpenAPI document: mostly such as it takes, some that it does not, and some
// that nobody would think of. URLs lead to ports of this machine where nobody listens: a fuzzer knocks at no
// stranger's door.
import * as fc from 'fast-check'
import { resolve, type Schema, type Schemas } from './minimal.ts'

const deepest = 4

/** What a field is not for. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, -1e-300, 2 ** 53, '', ' ', [], {}, [[]], [null]),
  fc.constantFrom(
    'a'.repeat(20_000),
    '\u0000',
    '\ud800',
    '🔑',
    '../../etc/passwd',
    '${7*7}',
    '{{x}}',
    "' or 1=1--",
  ),
  fc.constantFrom<unknown>(
    { constructor: { prototype: 1 } },
    { $: 'inputs.x' },
    { $secret: 'cred_x' },
    { $t: '${' },
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const urls = fc.constantFrom(
  ...[
    'http://127.0.0.1:2/',
    'http://127.0.0.1:2/rpc?x=1',
    'http://127.0.0.1:3/a b',
    'http://[::1]:2/',
    'file:///etc/passwd',
  ],
  ...[
    'http://',
    'x',
    'http://user:password@127.0.0.1:2/',
    'http://127.0.0.1:99999/',
    'gopher://127.0.0.1:2/',
  ],
)

/** Prompts and texts that mean something to the planner and the expressions. */
const words = fc.constantFrom(
  ...[
    '1. Return 1',
    'Get {{inputs.url}}',
    'If the result is empty, stop',
    'For each order in the orders:\n - Stop',
  ],
  ...[
    'Ask ops@acme.com to approve "Send it?", then stop',
    'inputs.a + 1',
    'size(steps.a) == 0',
    '0 9 * * 1',
    'UTC',
  ],
  ...['Wait 2 hours', '*', 'a@example.com', 'execution.started', 'owner', 'echo', '2026-01-01T00:00:00Z'],
)

/** A value that fits the schema, more often than not. */
export function fitting(schema: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: valid(schema, schemas, depth) }, { weight: 1, arbitrary: junk })
}

function valid(given: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const schema = resolve(given, schemas)
  if (depth > deepest) return junk
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice: Schema) => fitting(choice, schemas, depth + 1)))
  if (schema.allOf) {
    const parts = schema.allOf.map((part: Schema) => fitting(part, schemas, depth + 1))
    return fc.tuple(...parts).map((values: unknown[]) => Object.assign({}, ...values))
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, schemas, depth)
    case 'array':
      return fc.array(fitting(schema.items ?? {}, schemas, depth + 1), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: 3,
      })
    case 'string':
      return textOf(schema)
    case 'integer': {
      const min = Math.max(schema.minimum ?? 0, -1e9)
      return fc.integer({ min, max: Math.min(schema.maximum ?? min + 1e6, Math.max(0, min) + 1e9) })
    }
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6 })
    case 'boolean':
      return fc.boolean()
    default:
      return junk
  }
}

function objectOf(schema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const fields = Object.fromEntries(properties.map(([name, of]) => [name, fitting(of, schemas, depth + 1)]))
  const required = (schema.required ?? []).filter((name: string) => name in fields)
  const record = fc.record(fields, { requiredKeys: required })
  // Now and then one that it needs is not there, or one that nobody knows is.
  return fc.tuple(record, fc.nat(19), fc.nat(9)).map(([value, chance, which]) => {
    const names = Object.keys(value)
    if (chance === 0 && names.length > 0) return { ...value, [names[which % names.length]!]: undefined }
    return chance === 1 ? { ...value, unknown: [which] } : value
  })
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uri') return urls
  if (schema.format === 'email')
    return fc.constantFrom('a@example.com', 'b+c@example.com', 'x', 'a@b@c', `${'a'.repeat(300)}@b.c`)
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  return fc.oneof(words, urls, fc.string({ minLength: Math.min(schema.minLength ?? 0, 50), maxLength: 50 }))
}
