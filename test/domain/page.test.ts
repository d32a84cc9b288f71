import { test } from 'tap'
import { firstItems } from '../../domain/first-items.ts'
import { newId } from '../../domain/ids.ts'
import { cursorOf, fixedOrder, mapPage, newestFirst, pageOfList, startOf } from '../../domain/page.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import { inOrder, toolOrder } from '../../domain/tools/tool-order.ts'
import { pagesOf } from '../support/pages.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const order = fixedOrder<number>('numbers')

test('a page holds n - 1, n or n + 1 of n items, and only the last one says so', async t => {
  const list = numbers(5)
  const shown = [4, 5, 6].map(limit => pageOfList(list, { limit }, order))
  t.strictSame(
    shown.map(({ items, next }) => [items.length, next !== null]),
    [
      [4, true],
      [5, false],
      [5, false],
    ],
  )
  t.strictSame(pageOfList([], { limit: 1 }, order).items, [])
  for (const limit of [1, 2, 3, 4, 5, 6]) {
    const pages = await pagesOf(async request => pageOfList(list, request, order), limit)
    t.strictSame(pages.flat(), list)
    t.equal(pages.length, Math.ceil(5 / limit))
  }
})

test('a page goes on after any of its items', async t => {
  const { items, cursorAfter } = pageOfList(numbers(9), { limit: 6 }, order)
  for (const [index, item] of items.entries()) {
    const rest = pageOfList(numbers(9), { limit: 100, cursor: cursorAfter(index) }, order)
    t.strictSame(rest.items, numbers(9).slice(item + 1))
    t.equal(startOf({ limit: 1, cursor: cursorAfter(index) }, order), index + 1)
  }
  t.strictSame(mapPage({ items, next: null, cursorAfter }, n => n * 2).items, [0, 2, 4, 6, 8, 10])
})

test('what comes and goes between two pages moves nothing else', async t => {
  const ids = numbers(8).map(() => newId('toolServer'))
  const rows = ids.map(id => ({ id })).reverse()
  const byId = newestFirst<{ id: string }>('toolServer')
  const first = pageOfList(rows, { limit: 3 }, byId)
  // A new one, and the one at which the page ended is gone.
  const changed = [{ id: newId('toolServer') }, ...rows.filter(({ id }) => id !== first.items[2]!.id)]
  const second = pageOfList(changed, { limit: 100, cursor: first.next }, byId)
  t.strictSame([...first.items, ...second.items], rows)
})

test('tools are listed built-in ones first, then server by server, and pages go by name', async t => {
  const tool = (server: string | null, name: string) => ({ server, name }) as HubTool
  const tools = [
    tool('b', 'x'),
    tool(null, 'sum'),
    tool('a_', 'y'),
    tool('a', 'z'),
    tool(null, 'add'),
    tool('a', 'b'),
  ]
  const sorted = inOrder(tools)
  t.strictSame(
    sorted.map(({ server, name }) => `${server ?? ''} ${name}`),
    [' add', ' sum', 'a b', 'a z', 'a_ y', 'b x'],
  )
  t.equal(inOrder(tools), sorted, 'sorted once')
  const { next, items } = pageOfList(sorted, { limit: 3 }, toolOrder)
  const without = inOrder([...tools.filter(one => !items.includes(one)), tool(null, 'new')])
  t.strictSame(pageOfList(without, { limit: 9, cursor: next }, toolOrder).items, sorted.slice(3))
})

test('a cursor that was made up, or of another list, is refused', async t => {
  const byId = newestFirst<{ id: string }>('toolServer')
  const refused = { code: 'validation-failed', message: /^cursor: / }
  for (const cursor of [
    '',
    'x',
    ...['', 'numbers', 'numbers ', 'numbers x', 'numbers -1', 'other 1'].map(cursorOf),
  ])
    t.throws(() => pageOfList(numbers(3), { limit: 1, cursor }, order), refused)
  for (const place of ['toolServer x', `toolServer ${newId('user')}`, newId('toolServer')])
    t.throws(() => pageOfList([], { limit: 1, cursor: cursorOf(place) }, byId), refused)
})

test('the first items of a list come over as many pages as it takes', async t => {
  const asked: number[] = []
  const list = async (request: { limit: number; cursor?: string | null | undefined }) => {
    asked.push(request.limit)
    return pageOfList(numbers(300), { ...request, limit: Math.min(request.limit, 70) }, order)
  }
  t.strictSame(await firstItems(150, list), numbers(150))
  t.strictSame(asked, [100, 80, 10])
  t.strictSame(await firstItems(1_000, list), numbers(300))
})
