// Lists in pages: every way to the next page, what ends them, and what they may not lead to.
import { test } from 'tap'
import type { Json, JsonObject } from '../../../../domain/json.ts'
import type { ToolContext } from '../../../../rpc/builtin/tool.ts'
import { httpGet } from '../../../../rpc/builtin/web/http.ts'
import { createOutbound } from '../../../../rpc/outbound/outbound.ts'
import { serve } from '../../loopback.ts'

type Test = Parameters<typeof serve>[0] & { teardown(end: () => Promise<void>): unknown }
type Answer = (url: URL) => readonly [Json, Record<string, string>?]

test('a Link header leads on, relative or whole, among others', async t => {
  const { read, asked } = await shop(t, ({ searchParams }) => {
    const page = Number(searchParams.get('page') ?? 1)
    const next =
      page === 1 ? '</orders?page=2>; rel="next"' : page === 2 ? '<?page=3>; title="a"; rel=next' : ''
    return [[page], { link: [`</orders?page=9>; rel="last"`, next].filter(Boolean).join(', ') }]
  })
  t.match(await read({ next: 'link', most: 10 }), { body: [1, 2, 3], pages: 3, isCut: false })
  t.strictSame(asked, ['/orders', '/orders?page=2', '/orders?page=3'])
  t.match(await read({ next: 'link', most: 2 }), { body: [1, 2], pages: 2, isCut: true })
})

test('a field, a cursor, a number and an offset lead on', async t => {
  const all = [1, 2, 3, 4, 5]
  const { read, asked } = await shop(t, url => {
    const at = Number(url.searchParams.get('cursor') ?? url.searchParams.get('skip') ?? 0)
    const page = Number(url.searchParams.get('page') ?? 0)
    const from = page > 0 ? (page - 1) * 2 : at
    const items = all.slice(from, from + 2)
    const cursor = from + 2 < all.length ? String(from + 2) : null
    return [{ data: { items }, meta: { next: cursor === null ? null : `/orders?cursor=${cursor}`, cursor } }]
  })
  const items = 'data.items'
  const whole = { body: all, isCut: false }
  t.match(await read({ next: { field: 'meta.next' }, items, most: 9 }), { ...whole, pages: 3 })
  t.match(await read({ next: { cursor: 'meta.cursor', argument: 'cursor' }, items, most: 9 }), {
    ...whole,
    pages: 3,
  })
  asked.length = 0
  t.match(
    await read({ next: { page: 'page' }, items, most: 9 }),
    { ...whole, pages: 4 },
    'an empty page ends it',
  )
  t.equal(asked[0], '/orders?page=1')
  t.match(await read({ next: { offset: 'skip' }, items, most: 9 }), { ...whole, pages: 4 })
  t.match(await read({ next: { offset: 'skip' }, items, from: 3, most: 9 }), { body: [4, 5] })
})

test('what else the caller asks goes with each page; a page with an error fails the step', async t => {
  const { read, asked } = await shop(t, url => [url.searchParams.get('page') === '3' ? [] : [1]])
  await read({ next: { page: 'page' }, most: 9 }, { query: { state: 'open' } })
  t.ok(asked.every(path => path.includes('state=open')))
  const broken = await shop(t, url => [url.searchParams.get('page') === '2' ? 'boom' : [1]])
  await t.rejects(broken.read({ next: { page: 'page' }, most: 9 }), {
    code: 'bad-answer',
    message: /expected a list/,
  })
})

test('pages lead neither to another host nor in a circle', async t => {
  const elsewhere = await shop(t, () => [[1], { link: '<http://127.0.0.1:1/orders>; rel="next"' }])
  await t.rejects(elsewhere.read({ next: 'link', most: 9 }), {
    code: 'bad-answer',
    message: /127\.0\.0\.1:1/,
  })
  const circle = await shop(t, () => [[1], { link: '</orders>; rel="next"' }])
  await t.rejects(circle.read({ next: 'link', most: 9 }), { code: 'bad-answer', message: /read already/ })
  const stuck = await shop(t, () => [{ items: [1], cursor: 'a' }])
  const pages = { next: { cursor: 'cursor', argument: 'after' }, items: 'items', most: 9 }
  await t.rejects(stuck.read(pages), { message: /read already/ })
})

test('next of an answer is where another call goes on, for every way to the next page', async t => {
  const { read, asked } = await shop(t, url => {
    const from = Number(url.searchParams.get('from') ?? 0)
    const items = [1, 2, 3, 4, 5].slice(from, from + 2)
    const next = from + 2 < 5 ? from + 2 : null
    const link = next === null ? {} : { link: `</orders?from=${next}>; rel="next"` }
    return [{ items, next, address: next === null ? null : `?from=${next}` }, link]
  })
  const ways = ['link', { field: 'address' }, { cursor: 'next', argument: 'from' }, { offset: 'from' }]
  for (const next of ways) {
    const bodies: Json[] = []
    let at: Json = null
    for (let turn = 0; turn < 9 && (turn === 0 || at !== null); turn++) {
      const answer = await read({ next, items: 'items', most: 1, at })
      bodies.push(answer['body']!)
      t.equal(answer['isCut'], answer['next'] !== null)
      at = answer['next']!
    }
    t.strictSame(bodies.flat(), [1, 2, 3, 4, 5], JSON.stringify(next))
  }
  const second = await read({ next: { page: 'page' }, items: 'items', most: 1, at: { page: 2 } })
  t.strictSame(second['next'], { page: 3 })
  t.equal(asked.at(-1), '/orders?page=2')
  const rest = await read({ next: { offset: 'from' }, items: 'items', most: 9, at: { offset: 2 } })
  t.match(rest, { body: [3, 4, 5], next: null })
})

test('a place leads to no other host and belongs to its way', async t => {
  const { read, asked } = await shop(t, () => [[1]])
  const elsewhere = { next: 'link', most: 1, at: { address: 'http://127.0.0.1:1/orders' } }
  await t.rejects(read(elsewhere), { code: 'bad-answer', message: /127\.0\.0\.1:1/ })
  const other = { next: 'link', most: 1, at: { page: 2 } }
  await t.rejects(read(other), { code: 'invalid-arguments', message: /pages\.at: page is no place/ })
  t.strictSame(asked, [])
})

/** A server of /orders, and what it was asked. */
async function shop(t: Test, answer: Answer) {
  const asked: string[] = []
  const { origin } = await serve(t, (request, response) => {
    asked.push(request.url!)
    const [body, headers = {}] = answer(new URL(request.url!, 'http://shop'))
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const context = {
    ...{ outbound, timeoutMs: 10_000, signal: new AbortController().signal, idempotencyKey: 'k' },
  } as unknown as ToolContext
  const read = async (pages: object, more: object = {}) =>
    (await httpGet.run({ url: `${origin}/orders`, pages, ...more } as never, context)) as JsonObject
  return { read, asked }
}
