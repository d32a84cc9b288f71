// Parts of long inputs: nothing is lost or doubled, none is too long, and each ends where a reader would
// stop.
import { test } from 'tap'
import { inputText, partsOf, sentLength } from '../../../domain/models/input-parts.ts'

const lines = (count: number, of = 'a line with some words in it') =>
  Array.from({ length: count }, (_, index) => `${index} ${of}`)

test('the parts of a text are the text, and none is longer than it may be', t => {
  for (const text of [
    lines(500).join('\n'),
    lines(40, 'words '.repeat(20)).join('\n\n'),
    'x'.repeat(5_000),
    '"\n'.repeat(3_000),
    '😀'.repeat(2_000),
    'x',
  ]) {
    const parts = partsOf(text, 701) as string[]
    t.equal(parts.join(''), text)
    t.ok(parts.every(part => part !== '' && sentLength(part) <= 701))
    t.ok(parts.every(part => part.isWellFormed()))
  }
  t.strictSame(partsOf('short', 1_000), ['short'])
  t.strictSame(partsOf('', 1_000), [])
  t.end()
})

test('a text is cut at paragraphs, else at lines, else at words', t => {
  const paragraphs = partsOf(lines(40, 'words '.repeat(20)).join('\n\n'), 1_000) as string[]
  t.ok(paragraphs.slice(0, -1).every(part => part.endsWith('\n\n')))
  const rows = partsOf(lines(300).join('\n'), 1_000) as string[]
  t.ok(rows.slice(0, -1).every(part => part.endsWith('\n')))
  const words = partsOf('some words '.repeat(300), 1_000) as string[]
  t.ok(words.every(part => part.endsWith(' ')))
  t.end()
})

test('a list is cut between its items; an item that is itself too long is cut as a text', t => {
  const items = lines(300).map(text => ({ text }))
  const parts = partsOf(items, 1_000)
  t.strictSame(parts.flat(), items)
  t.ok(parts.every(part => sentLength(inputText(part)) <= 1_000))
  const mixed = partsOf(['a', 'long '.repeat(400), 'b'], 1_000)
  t.strictSame(mixed[0], ['a'])
  t.strictSame(mixed.at(-1), ['b'])
  t.equal(mixed.slice(1, -1).join(''), 'long '.repeat(400))
  t.strictSame(partsOf([], 1_000), [])
  t.end()
})

test('a record is cut between its fields', t => {
  const record = Object.fromEntries(lines(100).map((text, index) => [`field_${index}`, text]))
  const parts = partsOf(record, 1_000) as string[]
  t.strictSame(JSON.parse(parts.join('')), record)
  t.ok(parts.slice(0, -1).every(part => part.endsWith(',\n')))
  t.end()
})
