import fc from 'fast-check'
import { Client } from 'pg'
import tap, { test } from 'tap'
import { int4Array, int8Array, textArray } from '../../../storage/postgres/array-parameter.ts'
import { freshDatabase } from '../../support/postgres.ts'

const sql = new Client(await freshDatabase())
await sql.connect()
tap.teardown(() => sql.end())

/** Every text that PostgreSQL can hold: no NUL, no lone surrogate. */
const text = fc.string({ unit: 'binary' }).map(value => value.replaceAll('\u0000', ''))

test('texts and nulls arrive as they are', async t => {
  await holds(t, fc.array(fc.option(text)), 'text', textArray, value => value)
})

test('texts with quotes, braces, commas and backslashes are not read as anything else', async t => {
  const hostile = fc.string({
    unit: fc.constantFrom('"', "'", '\\', '{', '}', ',', 'N', 'U', 'L', ' ', '\n', '😀'),
  })
  await holds(t, fc.array(hostile), 'text', textArray, value => value)
})

test('integers of four bytes arrive as they are', async t => {
  await holds(
    t,
    fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    'int4',
    int4Array,
    value => value,
  )
})

test('integers below 2^53 and nulls arrive as they are', async t => {
  const edges = fc.constantFrom(
    0,
    1,
    -1,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 32,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  )
  const values = fc.array(fc.option(fc.oneof(fc.maxSafeInteger(), edges)))
  await holds(t, values, 'int8', int8Array, value => (value === null ? null : String(value)))
})

/** What is sent as a parameter comes back from the server. */
async function holds<T>(
  t: Tap,
  values: fc.Arbitrary<T[]>,
  type: string,
  encode: (values: T[]) => Buffer,
  expected: (value: T) => unknown,
): Promise<void> {
  const property = fc.asyncProperty(values, async sent => {
    const { rows } = await sql.query(
      `select v::text from unnest($1::${type}[]) with ordinality as u(v, n) order by n`,
      [encode(sent)],
    )
    const received = rows.map(row => (type === 'int4' ? Number(row.v) : row.v))
    t.strictSame(received, sent.map(expected))
    if (!t.passing()) throw new Error('did not come back')
  })
  await fc.assert(property, { numRuns: 100 })
}

type Tap = Pick<typeof tap, 'strictSame' | 'passing'>
