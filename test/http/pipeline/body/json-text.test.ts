// What body.ts learns from the text of a body: against a reviver that looks at each value, and at the bounds.
import fc from 'fast-check'
import { test } from 'tap'
import { parseJson } from '../../../../http/pipeline/body/body.ts'
import { bodyBounds, judgeJson } from '../../../../http/pipeline/body/json-text.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const depth = 65

/** Pieces of JSON, of which most are strange. */
const scalars = fc.constantFrom(
  ...['0', '-0', '-0.0', '0e5', '-0e1', '1e21', '1E+2', '1e400', '1e-400', '0.5', '-1.5', '123456789012345'],
  ...[
    '9007199254740991',
    '9007199254740993',
    '-9007199254740993',
    `0.${'0'.repeat(400)}1`,
    `1${'0'.repeat(400)}`,
  ],
  ...[
    '""',
    '"-0"',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00x"',
    '"\\ud83d\\ude00"',
    '"\\ud83dx"',
    '"\\ud83d\\ud83d"',
  ],
  ...[
    '"\\u00e9"',
    '"\\\\u0000"',
    '"\\"{[\\""',
    '"[[["',
    '"__proto__"',
    '"1e400"',
    'true',
    'null',
    '"\\/\\n"',
  ],
)
const names = fc.constantFrom(
  ...['"a"', '"b"', '""', '"__proto__"', '"\\u005f_proto__"', '"\\u005F\\u005fproto\\u005f_"', '"__proto_"'],
  ...['"\\u0000"', '"\\ud800"', '"\\u0041"', '"a:"', '"__proto__ "'],
)
const space = fc.constantFrom('', ' ', '\n\t')
const { value: texts } = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: scalars, weight: 4 },
    fc
      .tuple(fc.array(tie('value'), { maxLength: 4 }), space)
      .map(([items, gap]) => `[${gap}${items.join(`${gap},`)}${gap}]`),
    // A name twice is another matter: here each has a number.
    fc
      .tuple(
        fc.uniqueArray(fc.tuple(names, tie('value')), {
          maxLength: 4,
          selector: ([name]) => JSON.parse(name),
        }),
        space,
      )
      .map(
        ([members, gap]) =>
          `{${members.map(([name, value]) => `${gap}${name}${gap}:${gap}${value}`).join(',')}}`,
      ),
  ),
}))

/** A value that is looked at by V8's reviver with source text, which TypeScript does not know yet. */
function isFaithful(text: string): boolean {
  let isSound = true
  const sound = (said: string) => said.isWellFormed() && !said.includes('\0')
  JSON.parse(text, (key: string, value: unknown, context?: { source?: string }) => {
    if (key === '__proto__' || !sound(key)) isSound = false
    if (typeof value === 'string' && !sound(value)) isSound = false
    if (typeof value === 'number' && !isKept(value, context?.source ?? '')) isSound = false
    return value
  })
  return isSound
}

function isKept(value: number, source: string): boolean {
  if (/^-?[1-9]\d*$/.test(source)) return true
  if (!Number.isFinite(value) || Object.is(value, -0)) return false
  return value !== 0 || !/[1-9]/.test(source.replace(/[eE].*$/, ''))
}

test('a text has a defect exactly when one of its values has one', async () => {
  fc.assert(
    fc.property(texts, text => {
      if ((judgeJson(text, depth) === null) === isFaithful(text)) return
      throw new Error(text)
    }),
    { numRuns: 3_000 },
  )
})

test('whatever the text is, it is judged, and what is no JSON is refused as such', async () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0d8f-1eE. _'), maxLength: 40 }), text => {
      judgeJson(text, depth)
    }),
    { numRuns: 3_000 },
  )
})

test('a defect is told with the name that it stands under', async t => {
  const said = (text: string) => judgeJson(text, depth)
  t.equal(said('{"a":{"b":1},"c":["\\u0000"]}'), 'the text at "c" holds NUL or a lone surrogate')
  t.equal(said('{"a":[{"b":1},"\\ud800"]}'), 'the text at "a" holds NUL or a lone surrogate')
  t.equal(said('["\\ud800"]'), 'the text at "" holds NUL or a lone surrogate')
  t.equal(said('{"a":1e400}'), 'the number 1e400 cannot be kept as it is: send it as text')
  t.equal(said('{"a":-0,"b":"\\u0000"}'), 'the number -0 cannot be kept as it is: send it as text')
})

test('what is no JSON is called that, whatever else is wrong with it', async t => {
  for (const text of ['{"a":-0', '{"a":"\\u0000"', '{"__proto__":1', '["\\u00"]', '"', '"\\', '-', '1e'])
    t.throws(
      () => parseJson(text),
      { code: 'invalid-json', message: /^the body is not valid JSON: line 1, column \d+: / },
      text,
    )
})

test('so many objects, lists and forms of objects, and no more', async t => {
  const list = (count: number, of: (n: number) => string) => `[${numbers(count).map(of).join()}]`
  const map = (count: number) =>
    `{${numbers(count)
      .map(n => `"name ${n}":1`)
      .join()}}`
  const { forms, objects, lists } = bodyBounds
  const refused = (text: string, message: RegExp) =>
    t.throws(() => parseJson(text), { code: 'invalid-json', message })
  t.ok(parseJson(list(objects, () => '{"a":1}')))
  refused(
    list(objects + 1, () => '{"a":1}'),
    /more than 40000 objects/,
  )
  t.ok(parseJson(list(lists - 1, () => '[]')))
  refused(
    list(lists, () => '[]'),
    /more than 100000 lists/,
  )
  t.ok(parseJson(map(forms)))
  // Of so many names a few have the same hash.
  refused(map(forms + 200), /more than 10000 different names or combinations of names: send lists/)
})

test('a table of many rows, and rows that lack something, are few forms', async t => {
  const columns = numbers(12).map(n => `column ${n}`)
  const rows = numbers(4_000).map(n =>
    Object.fromEntries(
      columns.filter((_, place) => place < 4 || (n >> (place - 4)) % 2 === 0).map(name => [name, n]),
    ),
  )
  const text = JSON.stringify({ rows })
  t.ok(text.length > 80_000)
  t.strictSame(parseJson(text), { rows })
})

test('names in another order are another form', async t => {
  const objects = numbers(12_000).map(n => `{"${n % 120}":1,"other ${Math.floor(n / 120)}":2}`)
  t.throws(() => parseJson(`[${objects.join()}]`), { message: /combinations of names/ })
})
