// Forms made from a schema, without a browser: what is written in them, and the values that it means.
import { test } from 'tap'
import { errorsOf, readTexts, textsOf } from '../../dashboard/parts/schema-form/read-texts.ts'
import { sampleTexts } from '../../dashboard/parts/schema-form/samples.ts'
import { kindOf, propertiesOf, titleOf } from '../../dashboard/parts/schema-form/shape.ts'
import { ApiError } from '../../http/client.ts'

const schema = {
  type: 'object',
  properties: {
    note: { type: 'string' },
    amount: { type: 'number', minimum: 5 },
    count: { type: 'integer' },
    isUrgent: { type: 'boolean' },
    size: { enum: ['s', 'm', 3] },
    due: { type: 'string', format: 'date' },
    names: { type: 'array', items: { type: 'string' } },
    prices: { type: 'array', items: { type: 'number' } },
    address: { type: 'object' },
    anything: {},
  },
  required: ['count', 'note'],
}
const read = (texts: Record<string, string>) => readTexts(schema, { note: 'x', count: '1', ...texts })
const valueIn = (name: string, text: string) => read({ [name]: text }).values[name]
const errorIn = (name: string, text: string) => read({ [name]: text }).errors[name]

test('fields named like what every object has are fields like any other', t => {
  const properties = { constructor: { type: 'string' }, toString: { type: 'string' } }
  const named = { type: 'object', properties, required: ['constructor'] }
  t.strictSame(Object.keys(readTexts(named, {}).errors), ['constructor'])
  t.strictSame(readTexts(named, { constructor: 'x' }).values, { constructor: 'x' })
  t.strictSame(textsOf(named, {}), {})
  t.end()
})

test('what is required stands first, and a name becomes a title', t => {
  t.strictSame(
    propertiesOf(schema)
      .slice(0, 2)
      .map(({ name }) => name),
    ['note', 'count'],
  )
  t.equal(titleOf('customerId', {}), 'Customer id')
  t.equal(titleOf('due_date', {}), 'Due date')
  t.equal(titleOf('x', { title: 'The X' }), 'The X')
  t.strictSame(propertiesOf({}), [])
  t.equal(kindOf({ type: ['string', 'null'] }), 'json')
  t.end()
})

test('a field that is empty is missing, and only that of a required one is an error', t => {
  t.strictSame(readTexts(schema, {}).values, {})
  t.strictSame(Object.keys(readTexts(schema, {}).errors), ['note', 'count'])
  t.end()
})

test('a text is read as its schema says', t => {
  t.equal(valueIn('note', ' 7 '), ' 7 ')
  t.equal(valueIn('amount', '12.5'), 12.5)
  t.equal(valueIn('count', '7615917337495251231'), '7615917337495251231', 'no number holds it')
  t.strictSame(valueIn('address', '{"id": 7615917337495251231}'), { id: '7615917337495251231' })
  t.equal(valueIn('isUrgent', 'false'), false)
  t.equal(valueIn('size', '3'), 3)
  t.equal(valueIn('due', '2027-03-01'), '2027-03-01')
  t.strictSame(valueIn('names', 'Ada\nGrace\n'), ['Ada', 'Grace'])
  t.strictSame(valueIn('names', '["a\\nb"]'), ['a\nb'])
  t.strictSame(valueIn('prices', '1\n2.5'), [1, 2.5])
  t.strictSame(valueIn('address', '{"city": "Berlin"}'), { city: 'Berlin' })
  t.match(errorIn('amount', 'many'), /number/)
  t.match(errorIn('count', '1.5'), /whole/)
  t.match(errorIn('prices', '1\nx'), /number/)
  t.match(errorIn('address', '[1]'), /object/)
  t.match(errorIn('names', '[1'), /list/)
  t.end()
})

test('what has no type is a number or a list only when it is written as one', t => {
  const given = (text: string) => valueIn('anything', text)
  t.equal(given('750'), 750)
  t.equal(given('007'), '007')
  t.equal(given('12345678901234567890'), '12345678901234567890')
  t.equal(given('"quoted"'), '"quoted"')
  t.equal(given('true'), true)
  t.strictSame(given('[1, 2]'), [1, 2])
  t.equal(given('a,b\n1,2'), 'a,b\n1,2')
  t.end()
})

test('values come back from what they are shown as', t => {
  const values = {
    ...{ note: 'a\nb', amount: 1.5, count: 2, isUrgent: true, size: 3, due: '2027-03-01' },
    ...{ names: ['Ada', 'Grace'], prices: [1, 2], address: { city: 'Berlin' }, anything: [1] },
  }
  t.strictSame(readTexts(schema, textsOf(schema, values)), { values, errors: {} })
  t.end()
})

test('samples are values that the form takes', t => {
  const { values, errors } = readTexts(schema, sampleTexts(schema))
  t.strictSame(errors, {})
  t.strictSame(Object.keys(values).sort(), Object.keys(schema.properties).sort())
  const csv = { properties: { file: { type: 'string', description: 'Text in CSV' } } }
  const uses = { columns: ['item', 'amount'], numbers: [] }
  t.match(sampleTexts(csv, uses)['file'], /^item,amount\n.+,100\n/)
  t.end()
})

test('the sample of a number is a number, within the bounds of its schema', t => {
  const sampleOf = (of: object, name = 'speed') => sampleTexts({ properties: { [name]: of } })[name]
  t.equal(sampleOf({ type: ['null', 'number'] }), '100')
  t.equal(sampleOf({ anyOf: [{ type: 'null' }, { type: 'integer', maximum: 5 }] }), '5')
  t.equal(sampleOf({ type: 'number', exclusiveMinimum: 0 }), '1')
  t.equal(sampleOf({ type: 'integer', minimum: 7, multipleOf: 5 }), '10')
  t.equal(sampleOf({ type: 'integer', exclusiveMaximum: 10, multipleOf: 4 }), '8')
  t.equal(sampleOf({ enum: [null, 's'] }), 's')
  t.equal(sampleOf({}), 'Ada')
  const uses = { columns: [], numbers: ['speed', 'day'] }
  const untyped = { properties: { speed: {}, day: {}, who: {} } }
  t.strictSame(sampleTexts(untyped, uses), { speed: '100', day: '100', who: 'Ada' })
  t.end()
})

test('an error of the service stands beside the field that it names', t => {
  const refused = (message: string) => new ApiError({ status: 400, code: 'validation-failed', message })
  t.match(errorsOf(refused('inputs.amount: expected a number'), schema), { amount: 'Expected a number' })
  t.match(errorsOf(refused('inputs.names[0]: expected text'), schema), { names: 'Expected text' })
  t.match(errorsOf(refused('monthly limit of 5 executions reached'), schema), { '': /monthly/ })
  t.match(errorsOf(new Error('no answer'), schema), { '': 'no answer' })
  t.end()
})
