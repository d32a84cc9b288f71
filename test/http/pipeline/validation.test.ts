import { test } from 'tap'
import { z } from 'zod'
import { listQuery, narrow, parseQuery, queryInteger, validate } from '../../../http/pipeline/validation.ts'
import { probes } from '../../support/probes.ts'

const schema = z.object({
  name: z.string().min(1),
  inputs: z.object({ amount: z.number() }).optional(),
  kind: z.enum(['a', 'b']).optional(),
  either: z.union([z.string(), z.number()]).optional(),
})

function messageFor(value: unknown): string {
  try {
    validate(schema, value, 'body')
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('a message names the path, what was expected and what came', async t => {
  t.equal(
    messageFor({ name: 'x', inputs: { amount: '3' } }),
    'inputs.amount: expected number, received string',
  )
  t.equal(messageFor({}), 'name: expected string, received undefined')
  t.equal(messageFor(undefined), 'body: expected object, received undefined')
  t.match(messageFor({ name: '' }), /^name: expected string to have >=1 characters$/)
  t.match(messageFor({ name: 'x', kind: 'c' }), /^kind: expected one of "a"\|"b"$/)
  t.equal(
    messageFor({ name: 'x', either: [] }),
    'either: expected string, received array, or expected number, received array',
  )
})

test('unknown fields are ignored', async t => {
  t.strictSame(validate(schema, { name: 'x', role: 'owner' }, 'body'), { name: 'x' })
})

test('a parameter of a query stands once, and is text without NUL (P76)', async t => {
  probes(t, 76)
  t.strictSame({ ...parseQuery('a=1&b=x%20y') }, { a: '1', b: 'x y' })
  for (const query of ['a=1&a=2', 'a=%00', 'a=%ff'])
    t.throws(() => parseQuery(query), { code: 'validation-failed' }, `P76 ${query}`)
  t.equal(parseQuery('__proto__=1&constructor=2')['constructor'], '2')
})

test('limit is a whole number from 1 to 100, 50 when absent (P76)', async t => {
  probes(t, 76)
  const list = z.object(listQuery)
  const limitOf = (query: string) => validate(list, parseQuery(query), 'query').limit
  t.equal(limitOf(''), 50)
  t.equal(limitOf('limit=1'), 1)
  t.equal(limitOf('limit=100'), 100, 'P76')
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e9',
    'limit=abc',
    'limit=',
    'limit=1.5',
    'limit=%201',
    'limit=0x1',
  ]) {
    t.throws(() => limitOf(query), { code: 'validation-failed' }, query)
  }
})

test('a number in a query may also come as a number, from a tool call', async t => {
  t.equal(queryInteger(0, 9).parse(7), 7)
  t.equal(queryInteger(0, 9).parse('7'), 7)
})

test('a parameter of the path that does not fit is not found', async t => {
  const version = z.object({ version: queryInteger(1, 1000) })
  t.strictSame(narrow(version, { version: '3' }), { version: 3 })
  t.throws(() => narrow(version, { version: 'x' }), { code: 'not-found' })
})
