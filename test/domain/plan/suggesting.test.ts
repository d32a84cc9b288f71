import { test } from 'tap'
import { boundedSuggestions, type Suggestion, suggestionBounds } from '../../../domain/plan/suggesting.ts'

const word = (text: string, title = text): Suggestion => ({ text, title, kind: 'word' })
const bounded = (from: number, ...suggestions: Suggestion[]) =>
  boundedSuggestions({ from, suggestions }, 'Then ret', 8)

test('suggestions are kept in their order, twenty at most', async t => {
  t.strictSame(bounded(5, word('return'), word('retry')), {
    from: 5,
    suggestions: [word('return'), word('retry')],
  })
  const many = Array.from({ length: 21 }, (_, n) => word(`word${n}`))
  t.strictSame(bounded(5, ...many).suggestions, many.slice(0, suggestionBounds.count))
})

test('what changes nothing or is too long is left out, and titles are cut', async t => {
  const { textLength, titleLength } = suggestionBounds
  const long = 'x'.repeat(textLength)
  t.strictSame(bounded(5, word('ret'), word(`${long}x`, ''), word(long, '')).suggestions, [word(long, '')])
  t.equal(bounded(5, word('return', long)).suggestions[0]?.title.length, titleLength)
})

test('a place outside of what is written leaves nothing', async t => {
  for (const from of [-1, 9, 0.5, Number.NaN])
    t.strictSame(bounded(from, word('return')), { from: 8, suggestions: [] })
})
