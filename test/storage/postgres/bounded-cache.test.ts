import { test } from 'tap'
import { BoundedCache, uncertain } from '../../../storage/postgres/bounded-cache.ts'

test('a hit is the value itself, not a promise', async t => {
  const cache = new BoundedCache<{ n: number }>(10)
  const loaded = await cache.get('a', async () => ({ n: 1 }))
  t.equal(
    cache.get('a', () => t.fail('not loaded again') as never),
    loaded,
  )
})

test('concurrent loads of a key are one', async t => {
  const cache = new BoundedCache<string>(10)
  let loads = 0
  const load = async () => `value ${++loads}`
  t.strictSame(await Promise.all([cache.get('a', load), cache.get('a', load)]), ['value 1', 'value 1'])
})

test('what is not there is asked for every time', async t => {
  const cache = new BoundedCache<string>(10)
  t.equal(await cache.get('a', async () => null), null)
  t.equal(await cache.get('a', async () => 'now'), 'now')
})

test('a value whose key is deleted while it is read is not kept', async t => {
  const cache = new BoundedCache<string>(10)
  for (const forget of [() => cache.delete('a'), () => cache.deleteWhere(() => false), () => cache.clear()]) {
    const { promise, resolve } = Promise.withResolvers<string>()
    const reading = cache.get('a', () => promise)
    forget()
    resolve('old')
    t.equal(await reading, 'old')
    t.equal(await cache.get('a', async () => 'new'), 'new')
    cache.delete('a')
  }
})

test('a load that failed is tried again', async t => {
  const cache = new BoundedCache<string>(10)
  await t.rejects(Promise.resolve(cache.get('a', () => Promise.reject(new Error('away')))), {
    message: 'away',
  })
  t.equal(await cache.get('a', async () => 'here'), 'here')
})

test('past the limit the least recently used values go', async t => {
  const cache = new BoundedCache<string>(10, { weigh: value => value.length })
  await cache.get('a', async () => 'aaaa')
  await cache.get('b', async () => 'bbbb')
  cache.get('a', async () => 'used')
  await cache.get('c', async () => 'cccc')
  t.equal(
    cache.get('a', async () => 'loaded again'),
    'aaaa',
  )
  t.equal(await cache.get('b', async () => 'again'), 'again')
})

test('while notices may be late it answers anew each time, and afterwards it begins empty', async t => {
  const notices = { era: 0 }
  const cache = new BoundedCache<number>(10, { notices })
  let loads = 0
  const load = async () => ++loads
  t.equal(await cache.get('a', load), 1)
  notices.era = uncertain
  t.equal(await cache.get('a', load), 2)
  t.equal(await cache.get('a', load), 3)
  notices.era = 1
  t.equal(await cache.get('a', load), 4)
  t.equal(cache.get('a', load), 4)
})
