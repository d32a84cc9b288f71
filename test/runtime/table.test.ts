import { test } from 'tap'
import { Table } from '../../runtime/table.ts'

test('a table has what a map has', async t => {
  const table = new Table<string, { readonly n: number }>()
  const map = new Map<string, { readonly n: number }>()
  // 2,000 steps of a fixed walk over 50 keys.
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let n = 0; n < 2_000; n++) {
    const key = `k${next(50)}`
    if (next(3) === 0) {
      if (table.delete(key) !== map.delete(key)) t.fail(`delete ${key}`)
    } else {
      table.set(key, { n })
      map.set(key, { n })
    }
    if (table.has(key) !== map.has(key) || table.get(key)?.n !== map.get(key)?.n) t.fail(`get ${key}`)
  }
  t.equal(table.size, map.size)
  t.strictSame([...table.values()], [...map.values()], 'in the order in which they came')
})

test('what is deleted while its neighbours are walked through is not met', async t => {
  const table = new Table<number, string>()
  for (let n = 0; n < 5; n++) table.set(n, `v${n}`)
  const met: string[] = []
  for (const value of table.values()) {
    met.push(value)
    table.delete(1)
    table.delete(Number(value.slice(1)))
  }
  t.strictSame(met, ['v0', 'v2', 'v3', 'v4'])
  t.equal(table.size, 0)
})
