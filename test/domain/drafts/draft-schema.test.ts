import { test } from 'tap'
import { Draft } from '../../../domain/drafts/draft.ts'
import { draftSchema } from '../../../domain/drafts/draft-schema.ts'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'

const value = { type: 'literal', json: '1' }
const common = { words: ['a'], in: null, when: null }
const steps = [
  {
    ...common,
    id: 'a',
    kind: 'tool',
    tool: 'get',
    args: [{ name: 'x', value }],
    onError: 'fail',
    attempts: 1,
    approval: null,
  },
  { ...common, id: 'b', kind: 'set', value: { type: 'expression', cel: '1' } },
  { ...common, id: 'c', kind: 'if', cases: ['true'] },
  { ...common, id: 'd', kind: 'foreach', over: 'steps.a', as: 'one', in: { step: 'c', branch: 0 } },
  { ...common, id: 'e', kind: 'parallel', wait: 'all' },
  { ...common, id: 'f', kind: 'return', value: { type: 'text', template: 'x' } },
  { ...common, id: 'g', kind: 'fail', message: value },
  { ...common, id: 'h', kind: 'approval', message: value, assignees: ['admin'] },
  { ...common, id: 'i', kind: 'wait', seconds: 1, until: null, event: null },
  { ...common, id: 'j', kind: 'workflow', workflow: 'Report', inputs: [] },
]
const draft = { steps, remove: [], schedule: { cron: '0 9 * * *', timezone: 'UTC', words: ['x'] }, aside: [] }
const defect = compileSchema(draftSchema(['get']))

test('the schema that models get takes what we take', async t => {
  t.equal(defect(draft as Json), null)
  t.strictSame(Draft.parse(draft), draft)
})

test('without a field, or with another one, neither takes it', async t => {
  for (const step of steps) {
    for (const field of Object.keys(step)) {
      const { [field as 'id']: _, ...less } = step
      const without = { ...draft, steps: [less] }
      t.not(defect(without as Json), null, `${step.kind} without ${field}`)
      t.notOk(Draft.safeParse(without).success, `${step.kind} without ${field}`)
    }
    t.not(defect({ ...draft, steps: [{ ...step, more: 1 }] } as Json), null)
  }
  t.not(
    defect({ ...draft, steps: [{ ...steps[0], tool: 'other' }] } as Json),
    null,
    'a tool that it was not given',
  )
})

test('it is strict: every field is required, no other is allowed, and nothing refers', async t => {
  const visit = (schema: JsonSchema) => {
    t.notOk('$ref' in schema)
    if (schema['type'] === 'object') {
      t.equal(schema['additionalProperties'], false)
      t.strictSame(schema['required'], Object.keys(schema['properties'] as object))
      for (const part of Object.values(schema['properties'] as object)) visit(part)
    }
    if (schema['items'] !== undefined) visit(schema['items'] as JsonSchema)
    for (const part of (schema['anyOf'] ?? []) as JsonSchema[]) visit(part)
  }
  visit(draftSchema(['get']))
})
