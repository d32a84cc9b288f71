import fc from 'fast-check'
import { test } from 'tap'
import { FairCache } from '../../../domain/budgets/fair-cache.ts'

/** Keys are named after their owner: `a1`. */
function cacheOf(limit: number, keys: readonly string[] = [], weight = 10) {
  const cache = new FairCache<string>(limit)
  const set = (key: string, own = weight) =>
    cache.set(key, `value of ${key}`, { owner: key[0]!, weight: own })
  for (const key of keys) set(key)
  const kept = (...asked: string[]) => asked.filter(key => cache.get(key) !== null)
  return { cache, set, kept }
}

test('a value is kept under its key', async t => {
  const { cache } = cacheOf(100, ['a1'])
  t.equal(cache.get('a1'), 'value of a1')
  t.equal(cache.get('a2'), null)
})

test('of one owner, what it has not used for longest goes', async t => {
  const { set, kept } = cacheOf(30, ['a1', 'a2', 'a3'])
  kept('a1')
  set('a4')
  t.strictSame(kept('a1', 'a2', 'a3', 'a4'), ['a1', 'a3', 'a4'])
})

test('one owner loses its own, however much it sets', async t => {
  const { cache, set, kept } = cacheOf(50, ['b1', 'c1'])
  for (let n = 1; n <= 100; n++) set(`a${n}`)
  t.strictSame(kept('b1', 'c1', 'a97', 'a98', 'a99', 'a100'), ['b1', 'c1', 'a98', 'a99', 'a100'])
  t.strictSame(
    ['a', 'b', 'c'].map(owner => cache.weightOf(owner)),
    [30, 10, 10],
  )
})

test('what is heavier than the whole is not kept, and costs nobody else anything', async t => {
  const { set, kept } = cacheOf(50, ['b1', 'c1'])
  set('a1', 51)
  t.strictSame(kept('a1', 'b1', 'c1'), ['b1', 'c1'])
})

test('a key that is set again has its latest value and weight', async t => {
  const { cache, set } = cacheOf(100, ['a1'])
  set('a1', 30)
  t.equal(cache.weightOf('a'), 30)
})

test('the sum is bounded, and an owner with no more than its share loses nothing', async t => {
  const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), weight: fc.integer({ min: 1, max: 40 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), steps => {
      const { cache, set } = cacheOf(120)
      set('d1', 30)
      steps.forEach(({ owner, weight }, index) => {
        set(`${owner}${index}`, weight)
      })
      const sum = ['a', 'b', 'c', 'd'].reduce((all, owner) => all + cache.weightOf(owner), 0)
      return sum <= 120 && cache.get('d1') !== null
    }),
  )
  t.pass()
})
