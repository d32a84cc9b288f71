import { test } from 'tap'
import type { JsonObject, JsonSchema } from '../../../../domain/json.ts'
import { paramHeaderDefect } from '../../../../rpc/lanes/modern/param-headers.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    place: { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } },
    free: { type: 'string' },
  },
}

const defectOf = (args: JsonObject, headers: Record<string, string>, of = schema) =>
  paramHeaderDefect(of, args, name => headers[name] ?? '')

test('headers that say what the arguments say pass', async t => {
  t.equal(defectOf({}, {}), null)
  t.equal(defectOf({ free: 'x' }, {}), null)
  t.equal(defectOf({ region: 'us-west1' }, { 'mcp-param-region': 'us-west1' }), null)
  t.equal(
    defectOf({ region: 'us' }, { 'mcp-param-region': ' us\t' }),
    null,
    'white space around does not count',
  )
  t.equal(defectOf({ limit: 42, dry: false }, { 'mcp-param-limit': '42.0', 'mcp-param-dry': 'false' }), null)
  t.equal(defectOf({ place: { city: 'Bern' } }, { 'mcp-param-city': 'Bern' }), null)
  t.equal(defectOf({ region: null }, {}), null)
  t.equal(defectOf({ region: '' }, {}), null)
})

test('a value that headers cannot hold comes in base64', async t => {
  const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
  for (const region of ['Hello, 世界', ' padded ', 'line\nbreak', '=?base64?literal?=']) {
    t.equal(defectOf({ region }, { 'mcp-param-region': encoded(region) }), null, region)
  }
  t.equal(defectOf({ region: 'SGVsbG8=' }, { 'mcp-param-region': 'SGVsbG8=' }), null, 'no marks, no base64')
  t.equal(defectOf({ region: '=?base64?SGVsbG8=' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }), null)
})

test('headers that say something else, or nothing, do not', async t => {
  t.match(defectOf({ region: 'us' }, {}), /mcp-param-region is missing/)
  t.match(defectOf({ region: 'us' }, { 'mcp-param-region': 'eu' }), /does not say/)
  t.match(defectOf({ region: 'us' }, { 'mcp-param-region': 'US' }), /does not say/)
  t.match(defectOf({}, { 'mcp-param-region': 'us' }), /the body has no region/)
  t.match(defectOf({ limit: 42 }, { 'mcp-param-limit': '43' }), /does not say/)
  t.match(defectOf({ limit: 0 }, { 'mcp-param-limit': '' }), /missing/)
  t.match(defectOf({ place: { city: 'Bern' } }, {}), /mcp-param-city is missing/)
  for (const broken of ['=?base64?SGVsbG8?=', '=?base64?SGVs!!!bG8=?=', '=?base64?/////w==?=', 'né']) {
    t.match(defectOf({ region: 'Hello' }, { 'mcp-param-region': broken }), /neither/, broken)
  }
})

test('a schema with a mark where none is allowed asks for no headers', async t => {
  const item = { type: 'object', properties: { x: { type: 'string', 'x-mcp-header': 'X' } } }
  const misplaced = { type: 'object', properties: { list: { type: 'array', items: item } } }
  t.equal(defectOf({ list: [{ x: 'y' }] }, {}, misplaced), null)
})

test('names that every object has are no arguments', async t => {
  const tricky = { type: 'object', properties: { constructor: { type: 'string', 'x-mcp-header': 'C' } } }
  t.equal(defectOf({}, {}, tricky), null)
  t.match(defectOf({}, { 'mcp-param-c': 'x' }, tricky), /the body has no/)
})
