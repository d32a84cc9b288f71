// Parameters of addresses, without a browser: what somebody wrote is what a page gets.
import * as fc from 'fast-check'
import { test } from 'tap'
import { numberOf, parseSearch, stringifySearch, textOf } from '../../dashboard/app/search.ts'

test('a parameter is the text it is, also where it looks like something else', async t => {
  for (const text of ['{"a":1}', '[1,2]', '"quoted"', '0012', '1e3', '7615917337495251231', 'true', 'null'])
    t.equal(textOf(parseSearch(`?q=${encodeURIComponent(text)}`)['q']), text)
})

test('every text comes back as it was written into an address', async t => {
  const anything = fc.record(
    { q: fc.string({ unit: 'grapheme' }), prompt: fc.json() },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(anything, search => {
      t.strictSame({ ...parseSearch(stringifySearch(search)) }, search)
    }),
  )
  t.equal(stringifySearch({ q: undefined }), '')
})

test('of several parameters with one name the first counts, and no name is special', async t => {
  t.strictSame({ ...parseSearch('?q=a&q=b') }, { q: 'a' })
  t.strictSame(Object.entries(parseSearch('?__proto__=a')), [['__proto__', 'a']])
})

test('a number is read from its text, and an empty text is none', async t => {
  t.equal(numberOf('1700000000000'), 1_700_000_000_000)
  t.equal(numberOf(5), 5)
  for (const text of ['', ' ', 'soon', undefined]) t.equal(numberOf(text), undefined)
})
