// Values and names in Markdown: in words, as tables, as JSON; what others wrote stays text.
import fc from 'fast-check'
import { test } from 'tap'
import { fenced, plain, table } from '../../../../../actors/chat/words/text/markdown.ts'
import { scalar, valueBlock } from '../../../../../actors/chat/words/text/value-words.ts'
import { durationWords } from '../../../../../domain/time-words.ts'

test('scalars are said in words', async t => {
  t.equal(scalar(42), '**42**')
  t.equal(scalar(true), 'yes')
  t.equal(scalar(null), 'nothing')
  t.equal(scalar(''), 'an empty text')
  t.equal(scalar('a_b *c*'), '**a\\_b \\*c\\***')
})

test('a list of objects is a table of its first rows and columns', async t => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `n|${id}`, more: { a: 1 } }))
  const block = valueBlock(rows)
  t.match(block, /^\| id \| name \| more \|\n\| --- \| --- \| --- \|\n\| 0 \| n\\\|0 \| \\?\{"a":1\\?\} \|/)
  t.match(block, /and 90 more$/)
  t.equal(block.split('\n').filter(line => line.startsWith('|')).length, 12)
  const wide = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`c${index}`, index]))
  t.match(valueBlock([wide]), /and 4 more columns/)
})

test('flat objects and lists of scalars are bullets, what is nested is JSON that is cut', async t => {
  t.equal(valueBlock({ total: 5, ok: false }), '- total: **5**\n- ok: no')
  t.equal(valueBlock(['a', 2]), '- **a**\n- **2**')
  t.equal(valueBlock([]), 'an empty list')
  t.equal(valueBlock({}), 'an empty object')
  t.match(valueBlock({ a: { b: [1] } }), /^```json\n\{\n {2}"a"/)
  const long = valueBlock({ a: { text: 'x'.repeat(10_000) } })
  t.ok(long.length < 4_200)
  t.match(long, /more characters\)\n```$/)
  t.match(valueBlock('two\nlines'), /^```text\ntwo\nlines\n```$/)
})

test('no text ends its block of code or its cell', async t => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom('`', '\n', 'a', '|', '~') }), text => {
      const lines = fenced(text).split('\n')
      const fence = lines[0]!
      t.equal(
        lines.findIndex((line, index) => index > 0 && line.startsWith(fence)),
        lines.length - 1,
      )
    }),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const [, , row] = table(['a'], [[plain(text)]]).split('\n')
      return row !== undefined && (row.match(/(?<!\\)\|/g)?.length ?? 0) === 2 && plain(text).isWellFormed()
    }),
    { numRuns: 500 },
  )
})

test('times are said as people say them', async t => {
  const said = [820, 4_230, 59_000, 180_000, 7_500_000, 400_000_000].map(durationWords)
  t.strictSame(said, ['820 ms', '4.2 s', '59 s', '3 min', '2 h 5 min', '5 days'])
})
