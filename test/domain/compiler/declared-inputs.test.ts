// Plans that declare their inputs themselves.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { PlanSchema } from '../../../domain/plan/plan-schema.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const compiled = (inputs: object, ...reads: readonly string[]) => {
  const steps = reads.map((source, index) => ({ id: `s${index}`, kind: 'set', value: { $: source } }))
  const end = { id: 'end', kind: 'return', value: 1 }
  const plan = PlanSchema.parse({ inputs, steps: [...steps, end] } as unknown as Plan)
  return compile(plan, { tools: fixtureTools })
}
const told = (inputs: object, ...reads: readonly string[]) =>
  compiled(inputs, ...reads).diagnostics.map(
    ({ code, severity, message }) => `${severity} ${code} ${message}`,
  )

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', examples: ['Ada'] },
    limit: { type: 'integer', default: 100 },
  },
}

test('the inputs that a plan declares are those of the workflow, with titles, defaults and examples', async t => {
  const { status, inputsSchema } = compiled(person, 'inputs.name', 'inputs.limit')
  t.equal(status, 'ready')
  t.strictSame(inputsSchema, { ...person, required: ['name'] })
})

test('what the plan requires by word is required, and what has a default never is', async t => {
  const requiring = (...required: readonly string[]) =>
    compiled({ ...person, required }, 'inputs.name').inputsSchema['required']
  t.strictSame(requiring('name', 'limit'), ['name'])
  t.strictSame(requiring(), [])
})

test('without that, what the plan reads and can do without is not required', async t => {
  t.strictSame(compiled(person, 'default(inputs.name, null)').inputsSchema['required'], [])
})

test('an input that is read and not declared is an error with the nearest name', async t => {
  t.strictSame(told(person, 'inputs.nmae'), [
    'error UNKNOWN_INPUT s0 reads inputs.nmae, which the plan does not declare; did you mean name?',
  ])
  t.match(told(person, 'default(inputs.colour, 1)'), [/declare; it declares name, limit$/])
  t.match(told({}, 'inputs.colour'), [/declare; it declares none$/])
  t.same(told({ ...person, additionalProperties: true }, 'inputs.colour'), [], 'others are allowed by word')
})

test('what a plan does with an input is held against its type', async t => {
  const of = { properties: { order: { $ref: '#/$defs/order' } }, $defs: { order: order() } }
  t.match(told(of, 'inputs.order.totl'), [/^error UNKNOWN_FIELD .*total/])
  t.same(told(of, 'inputs.order.total'), [])
})

test('a schema that is none of an object, or a default that does not fit, is an error', async t => {
  t.match(told({ type: 'array' }), ['error BAD_INPUTS inputs.type: expected object, received "array"'])
  t.match(told({ properties: [] }), [/^error BAD_INPUTS inputs\.properties: expected an object/])
  t.match(told({ properties: { n: { type: 'integer', default: '7' } } }), [
    'error BAD_INPUTS inputs.properties.n.default: default: expected integer, received string',
  ])
  t.match(told({ properties: { n: { $ref: '#/$defs/none' } } }), [/^error BAD_INPUTS inputs: /])
})

function order() {
  return { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }
}
