import fc from 'fast-check'
import { test } from 'tap'
import { fixedOrder, pageBounds, pageOfList } from '../../../domain/page.ts'
import { fitPage } from '../../../http/pipeline/page-bytes.ts'
import { pagesOf } from '../../support/pages.ts'

const { bytes } = pageBounds
const order = fixedOrder<string>('texts')
/** What an item takes: two quotation marks, and a comma or a bracket; the other bracket is one for all. */
const around = 3

test('a page has as many items as fit into 1 MiB, at least one, and joined the pages are the list', async t => {
  const size = fc.oneof(fc.nat(1_000), fc.nat(300_000), fc.integer({ min: bytes - 10, max: bytes + 10 }))
  const lists = fc.array(size, { maxLength: 30 })
  const property = fc.asyncProperty(lists, fc.integer({ min: 1, max: 40 }), async (sizes, limit) => {
    const list = sizes.map((length, n) => `${n} ${'é'.repeat(length / 2)}`)
    const pages = await pagesOf(async request => {
      const listed = pageOfList(list, request, order)
      const { texts, next } = fitPage(listed)
      const body = `[${texts.join()}]`
      if (texts.length > 1 && Buffer.byteLength(body) > bytes) throw new Error('a page is too large')
      const isCut = texts.length < listed.items.length
      if (
        isCut &&
        Buffer.byteLength(body) + 1 + Buffer.byteLength(JSON.stringify(listed.items[texts.length])) <= bytes
      )
        throw new Error('another item had fitted')
      if (listed.items.length > 0 && texts.length === 0) throw new Error('a page is empty')
      return { items: JSON.parse(body) as string[], next, cursorAfter: listed.cursorAfter }
    }, limit)
    return JSON.stringify(pages.flat()) === JSON.stringify(list)
  })
  await t.resolves(fc.assert(property, { numRuns: 60 }))
})

test('an item that fits to the byte is shown, and one byte more is on the next page', async t => {
  const first = 'x'.repeat(100)
  const rest = bytes - 1 - around - first.length - around
  for (const [length, count] of [
    [rest - 1, 2],
    [rest, 2],
    [rest + 1, 1],
  ] as const) {
    const { texts, next } = fitPage(pageOfList([first, 'x'.repeat(length)], { limit: 5 }, order))
    t.strictSame([texts.length, next === null], [count, count === 2])
  }
  t.strictSame(
    fitPage(pageOfList(['x'.repeat(bytes)], { limit: 5 }, order)).texts.length,
    1,
    'one alone is shown',
  )
})
