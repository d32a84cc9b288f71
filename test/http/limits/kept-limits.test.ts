import { test } from 'tap'
import { Failure } from '../../../domain/failure.ts'
import { openLimits } from '../../../http/limits/kept-limits.ts'
import { type RateCount, rateCountStore } from '../../../storage/requests/rate-counts.ts'
import { openTestDatabase } from '../../support/database.ts'

const rates = { auth: 3, write: 3, read: 3, rpc: 0, oauth: 0, hook: 0 }

test('after a clean stop every bucket goes on where it was', async t => {
  const store = rateCountStore(await openTestDatabase())
  const before = await openLimits(rates, store)
  for (const bucket of ['auth', 'write', 'read'] as const) await before.take(bucket, () => 'a', 2)
  await before.close()
  const after = await openLimits(rates, store)
  for (const bucket of ['auth', 'write', 'read'] as const) {
    t.match(await after.take(bucket, () => 'a'), { remaining: 0, isExceeded: false }, bucket)
    t.match(await after.take(bucket, () => 'a'), { isExceeded: true }, bucket)
    t.match(await after.take(bucket, () => 'b'), { remaining: 2 }, 'another client')
  }
  await after.close()
})

test('an auth request is counted durably before it goes on, also when many come at once', async t => {
  const store = rateCountStore(await openTestDatabase())
  const before = await openLimits({ ...rates, auth: 50 }, store)
  const standings = await Promise.all(Array.from({ length: 60 }, async () => before.take('auth', () => 'a')))
  t.equal(standings.filter(standing => standing?.isExceeded).length, 10)
  // No close: the process was killed.
  const after = await openLimits({ ...rates, auth: 50 }, store)
  t.match(await after.take('auth', () => 'a'), { isExceeded: true })
})

test('a database that is away holds nobody up, and is told later', async t => {
  const saved: RateCount[] = []
  let isAway = true
  const limits = await openLimits(rates, {
    load: async () => [],
    add: async counts => {
      if (isAway) throw new Failure('unavailable', 'the database does not answer')
      saved.push(...counts)
      return counts
    },
  })
  t.match(await limits.take('auth', () => 'a'), { remaining: 2 })
  await limits.take('write', () => 'b')
  isAway = false
  await limits.close()
  t.match(
    saved.sort((x, y) => x.bucket.localeCompare(y.bucket)),
    [
      { bucket: 'auth', client: 'a', used: 1 },
      { bucket: 'write', client: 'b', used: 1 },
    ],
  )
})

test('a count that was kept never locks a client out for longer than a window', async t => {
  const limits = await openLimits(rates, {
    load: async now => [{ bucket: 'auth', client: 'a', used: 9, endsAt: now + 3_600_000 }],
    add: async counts => counts,
  })
  const standing = await limits.take('auth', () => 'a')
  t.ok(standing?.isExceeded && standing.resetMs <= 60_000)
})

test('nodes count together: at once for auth, a moment later for the others', async t => {
  const database = await openTestDatabase()
  const [here, there] = [
    await openLimits({ ...rates, write: 10 }, rateCountStore(database)),
    await openLimits({ ...rates, write: 10 }, rateCountStore(database)),
  ]
  t.match(await here.take('auth', () => 'a'), { remaining: 2 })
  t.match(await there.take('auth', () => 'a'), { remaining: 1, isExceeded: false })
  const both = await Promise.all([here, there].map(async limits => limits.take('auth', () => 'a')))
  t.equal(both.filter(standing => standing?.isExceeded).length, 1)
  for (const limits of [here, there]) await limits.take('write', () => 'b', 4)
  await there.close()
  await here.close()
  t.match(await here.take('write', () => 'b'), { remaining: 1, isExceeded: false })
  t.match(await there.take('write', () => 'b'), { remaining: 5 }, 'not yet')
  await there.close()
  t.match(await there.take('write', () => 'b'), { remaining: 0, isExceeded: false })
})
