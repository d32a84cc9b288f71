import { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { withDefaults } from '../../../domain/schema/defaults.ts'

const schema = {
  properties: { name: { default: 'Ada' }, limit: { type: 'integer', default: 0 }, note: {}, any: true },
}

test('a property that is missing takes its default, and null is a value', async t => {
  t.strictSame(withDefaults(schema, {}), { name: 'Ada', limit: 0 })
  t.strictSame(withDefaults(schema, { name: null, note: 'x' }), { name: null, limit: 0, note: 'x' })
})

test('what lacks nothing is the same object', async t => {
  const given = { name: 'Grace', limit: 5 }
  t.equal(withDefaults(schema, given), given)
  t.equal(withDefaults({ properties: 7 }, given), given)
  t.equal(withDefaults({}, given), given)
})

test('inherited names are no values and no defaults', async t => {
  const inherited = JSON.parse(
    '{"properties": {"constructor": {"default": 1}, "toString": {}}}',
  ) as JsonObject
  t.strictSame({ ...withDefaults(inherited, {}) }, { constructor: 1 })
})
