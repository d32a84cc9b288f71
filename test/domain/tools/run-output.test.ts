import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { runOutputSchema, unfinishedRun } from '../../../domain/tools/run-output.ts'

const total = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }
const order = { type: 'object', properties: { order: { $ref: '#/$defs/o' } }, $defs: { o: total } }

test('what a run gives fits its schema, also before it has ended', async t => {
  const fits = (schema: object, value: Json) => compileSchema(runOutputSchema(schema as never)!)(value)
  t.equal(fits(total, { total: 7 }), null)
  t.type(fits(total, { sum: 7 }), 'string')
  t.equal(fits(order, { order: { total: 7 } }), null, 'references into definitions hold')
  t.type(fits(order, { order: {} }), 'string')
  const waiting = unfinishedRun({ id: 'exec_1', status: 'awaiting_approval' }, 'waits')
  t.equal(fits({ ...total, additionalProperties: false }, waiting), null)
})

test('a tool says nothing of an output that is no object, or whose references would lead elsewhere', async t => {
  t.equal(runOutputSchema(null), null)
  t.equal(runOutputSchema({ type: 'array' }), null)
  t.equal(runOutputSchema({ type: 'object', properties: { next: { $ref: '#' } } }), null)
  t.equal(runOutputSchema({ ...total, $id: 'https://example.com/total' }), null)
})
