// Every property of a schema that a model sees says its type.
import { test } from 'tap'
import { withTypes } from '../../../domain/schema/typed.ts'

const anything = { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] }

test('what may be anything says so, however deep it stands', async t => {
  const schema = {
    type: 'object',
    properties: {
      body: { title: 'Body' },
      rows: { type: 'array', items: { type: 'object', properties: { value: {} } } },
      form: { anyOf: [{}, { type: 'null' }] },
      any: true,
    },
  }
  t.strictSame(withTypes(schema)['properties'], {
    body: { ...anything, title: 'Body' },
    rows: { type: 'array', items: { type: 'object', properties: { value: anything } } },
    form: { anyOf: [anything, { type: 'null' }] },
    any: anything,
  })
})

test('a schema that says everything is passed on as it is', async t => {
  const said = { type: 'object', properties: { a: { type: 'string' }, b: { enum: [1] }, c: { $ref: '#' } } }
  t.equal(withTypes(said), said)
})
