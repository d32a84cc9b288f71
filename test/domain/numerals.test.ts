// JSON that comes in keeps the digits of whole numbers: against a reviver that looks at the source of each.
import fc from 'fast-check'
import { test } from 'tap'
import { isLongNumeral, readJson } from '../../domain/numerals.ts'

test('a whole number beyond 2^53 - 1 becomes a text of the same digits, any other stays a number', async t => {
  const read = (text: string) => readJson(`{"a":[${text}]}`)
  for (const digits of ['7615917337495251231', '9007199254740992', '-9007199254740993', '1'.repeat(400)])
    t.strictSame(read(digits), { a: [digits] }, digits)
  for (const text of [
    '9007199254740991',
    '-9007199254740991',
    '12345678901234567.5',
    '1e20',
    '0.12345678901234567',
  ])
    t.strictSame(read(text), { a: [Number(text)] }, text)
})

test('texts and names of digits stay what they are, also behind escapes', async t => {
  const text = String.raw`{"7615917337495251231":"\\","b":"\"7615917337495251231","c":"\\\"9007199254740993,"}`
  t.strictSame(readJson(text), JSON.parse(text))
})

test('what is no JSON is refused as JSON.parse refuses it', async t => {
  for (const text of ['{7615917337495251231:1}', '[07615917337495251231]', '[7615917337495251231', '"'])
    t.throws(() => readJson(text), SyntaxError, text)
})

const scalars = fc.constantFrom(
  ...['1', '-0', '0.5', '9007199254740991', '9007199254740993', '-7615917337495251231', '1e400', '2E+21'],
  ...[
    '12345678901234567.25',
    '1234567890123456e1',
    '"12345678901234567"',
    String.raw`"\"\\"`,
    'true',
    'null',
  ],
)

test('the value is that of a reviver with the source text', async () => {
  const { value: texts } = fc.letrec<{ value: string }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      { arbitrary: scalars, weight: 4 },
      fc.array(tie('value'), { maxLength: 4 }).map(items => `[ ${items.join(' ,')}]`),
      fc
        .array(tie('value'), { maxLength: 4 })
        .map(items => `{${items.map((item, n) => `"${n}" : ${item}`)}}`),
    ),
  }))
  const revived = (text: string) =>
    JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
      const { source = '' } = context ?? {}
      const isWhole = typeof value === 'number' && /^-?\d+$/.test(source)
      return isWhole && !Number.isSafeInteger(value) ? source : value
    })
  fc.assert(
    fc.property(texts, text => {
      if (JSON.stringify(readJson(text)) !== JSON.stringify(revived(text))) throw new Error(text)
    }),
    { numRuns: 2_000 },
  )
})

test('a long numeral is written as JSON writes numbers, and no JS number holds it for certain', async t => {
  for (const text of ['9007199254740992', '-7615917337495251231', '9'.repeat(309)])
    t.ok(isLongNumeral(text), text)
  for (const text of [
    '9007199254740991',
    '07615917337495251231',
    '+7615917337495251231',
    '7615917337495251231.0',
    '1e30',
    '9'.repeat(310),
    '',
    7,
  ])
    t.notOk(isLongNumeral(text), String(text))
})
