// Plans that say what they return.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { PlanSchema } from '../../../domain/plan/plan-schema.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const report = {
  type: 'object',
  properties: { total: { type: 'number' }, lines: { type: 'array', items: { type: 'string' } } },
  required: ['total'],
  additionalProperties: false,
}

const told = (outputSchema: object, ...steps: readonly object[]) => {
  const plan = PlanSchema.parse({ outputSchema, steps } as unknown as Plan)
  const { diagnostics } = compile(plan, { tools: fixtureTools })
  return diagnostics.flatMap(({ code, severity, path, message }) =>
    code === 'BAD_OUTPUT' ? [`${severity} ${path} ${message}`] : [],
  )
}
const end = (value: unknown) => ({ id: 'end', kind: 'return', value })

test('a value that stands in the plan fits the schema, or is an error at its step', async t => {
  t.same(told(report, end({ total: 7 })), [])
  t.same(told(report, end({ total: '7' })), [
    'error end.value end.value.total: expected number, received string (outputSchema)',
  ])
  t.match(told(report, end({ sum: 7 })), [/^error end\.value end\.value\.total: expected/])
  t.match(told(report, { id: 'enough', kind: 'stop' }, end({ total: 1 })), [/^error enough\.value/])
})

test('so does what is known of a computed one', async t => {
  const of = (source: string) => ({ $: source })
  t.same(told(report, end({ total: of('1 + inputs.n'), lines: of('inputs.lines') })), [])
  t.same(told(report, end({ total: of('lower(inputs.a)') })), [
    'error end.value end.value.total: expected number, received string (outputSchema)',
  ])
  t.same(told(report, end({ lines: of('inputs.lines') })), [
    'error end.value end.value.total: expected a value, received none (outputSchema)',
  ])
  t.match(told(report, end({ total: of('inputs.n'), sum: of('inputs.n') })), [/it has total, lines \(/])
  t.match(told(report, end({ total: of('inputs.n'), lines: [of('size(inputs.a)')] })), [
    /lines\[\]: expected/,
  ])
  t.match(told(report, end(of('[1, inputs.n]'))), [/expected object, received array/])
  t.same(told(report, end(of('inputs.anything'))), [], 'what is not known may fit')
})

test('a plan that returns nothing returns null', async t => {
  const step = { id: 'a', kind: 'set', value: 1 }
  t.match(told(report, step), [/^error null the plan returns nothing, and outputSchema takes no null/])
  t.same(told({ type: ['object', 'null'] }, step), [])
})

test('a schema that cannot be checked is an error', async t => {
  t.match(told({ $ref: '#/$defs/none' }, end(1)), [/^error null outputSchema: /])
})
