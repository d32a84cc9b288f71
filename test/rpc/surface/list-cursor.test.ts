import { test } from 'tap'
import { RpcError } from '../../../rpc/json-rpc.ts'
import { pageOf } from '../../../rpc/surface/list-cursor.ts'

const page = (items: readonly string[], cursor: string | null = null) =>
  pageOf(items, item => item, { cursor, size: 2 })

test('pages follow each other to the end', async t => {
  const items = ['a', 'b', 'c', 'd', 'e']
  const first = page(items)
  const second = page(items, first.nextCursor)
  const third = page(items, second.nextCursor)
  t.strictSame([first.items, second.items, third.items], [['a', 'b'], ['c', 'd'], ['e']])
  t.equal(third.nextCursor, null)
})

test('a list that fits on its pages has no empty one behind them', async t => {
  t.strictSame(page([]), { items: [], nextCursor: null })
  t.strictSame(page(['a', 'b']), { items: ['a', 'b'], nextCursor: null })
})

test('a list that has changed goes on behind what was seen last', async t => {
  const { nextCursor } = page(['a', 'b', 'c', 'd'])
  t.strictSame(page(['new', 'a', 'b', 'c', 'd'], nextCursor).items, ['c', 'd'])
  t.strictSame(page(['b', 'c', 'd'], nextCursor).items, ['c', 'd'])
  t.strictSame(page(['a', 'c', 'd'], nextCursor).items, ['d'], 'the last one is gone: by count')
  t.strictSame(page(['a'], nextCursor).items, [])
})

test('a cursor that was made up is refused', async t => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const wrong = [
    '',
    'x',
    '!',
    encoded([1]),
    encoded(['1', 'a']),
    encoded([-1, 'a']),
    encoded([1, 2]),
    encoded({}),
  ]
  for (const cursor of wrong) t.throws(() => page(['a', 'b', 'c'], cursor), RpcError, cursor)
})
