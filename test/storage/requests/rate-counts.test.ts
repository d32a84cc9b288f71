import { test } from 'tap'
import { rateCountStore } from '../../../storage/requests/rate-counts.ts'
import { openTestDatabase } from '../../support/database.ts'

test('counts add up while their window runs and come back; those of windows that are over do not', async t => {
  const store = rateCountStore(await openTestDatabase())
  await store.add([{ bucket: 'read', client: '1.2.3.4', used: 1, endsAt: 1_000 }], 0)
  await store.add([{ bucket: 'auth', client: '1.2.3.4', used: 7, endsAt: 5_000 }], 0)
  const sum = [{ bucket: 'auth', client: '1.2.3.4', used: 8, endsAt: 5_000 }]
  t.strictSame(await store.add([{ bucket: 'auth', client: '1.2.3.4', used: 1, endsAt: 5_050 }], 1), sum)
  t.strictSame(await store.load(999), [...sum, { bucket: 'read', client: '1.2.3.4', used: 1, endsAt: 1_000 }])
  t.strictSame(await store.load(1_000), sum)
  const anew = [{ bucket: 'auth', client: '1.2.3.4', used: 2, endsAt: 65_000 }]
  t.strictSame(await store.add(anew, 5_000), anew)
})

test('what is over is removed by a later write', async t => {
  const database = await openTestDatabase()
  const store = rateCountStore(database)
  await store.add([{ bucket: 'auth', client: 'a', used: 1, endsAt: 1_000 }], 500)
  await store.add([{ bucket: 'auth', client: 'b', used: 1, endsAt: 200_000 }], 150_000)
  const rows = await database.query<{ client: string }>(
    { name: 'test.clients', text: 'select client from rate_counts' },
    [],
  )
  t.strictSame(rows, [{ client: 'b' }])
})
