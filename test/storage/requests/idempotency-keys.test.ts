// Rows of idempotency keys: who claims one, what is kept, and when it is gone.
import { test } from 'tap'
import { idempotencyKeyStore } from '../../../storage/requests/idempotency-keys.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const hour = 3_600_000

test('of many claims of one key one is fresh, the others see whose it is', async t => {
  const keys = idempotencyKeyStore(database)
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, n) => keys.claim({ client: 'a', key: 'many', hash: `h${n}` }, 1_000 + n)),
  )
  t.equal(claims.filter(({ isFresh }) => isFresh).length, 1)
  t.equal(new Set(claims.map(({ hash, createdAt }) => `${hash} ${createdAt}`)).size, 1)
  const other = await keys.claim({ client: 'b', key: 'many', hash: 'h' }, 1_000)
  t.equal(other.isFresh, true, 'another client has keys of its own')
})

test('an answer is kept letter by letter, and for the claim that it belongs to', async t => {
  const keys = idempotencyKeyStore(database)
  const request = { client: 'a', key: 'kept', hash: 'h' }
  await keys.claim(request, 1_000)
  t.match(await keys.claim(request, 2_000), { isFresh: false, createdAt: 1_000, answer: null })
  await keys.keep(request, 999, { status: 201, body: '"of another claim"' })
  t.equal((await keys.claim(request, 2_000)).answer, null)
  const body = '{"a": "\u00fc \\u0000"}'
  await keys.keep(request, 1_000, { status: 201, body })
  await keys.release(request, 1_000)
  t.strictSame((await keys.claim(request, 2_000)).answer, { status: 201, body }, 'and is not given up')
})

test('a claim that is given up is free', async t => {
  const keys = idempotencyKeyStore(database)
  const request = { client: 'a', key: 'free', hash: 'h' }
  await keys.claim(request, 1_000)
  await keys.release(request, 1_000)
  t.match(await keys.claim({ ...request, hash: 'i' }, 2_000), { isFresh: true, hash: 'i', createdAt: 2_000 })
})

test('a key that is older than 24 h is claimed anew, with nothing of the old', async t => {
  const keys = idempotencyKeyStore(database)
  const request = { client: 'a', key: 'old', hash: 'h' }
  const now = 100 * hour
  await keys.claim(request, now)
  await keys.keep(request, now, { status: 201, body: '1' })
  t.equal((await keys.claim(request, now + 24 * hour)).isFresh, false)
  t.match(await keys.claim(request, now + 24 * hour + 1), { isFresh: true, answer: null })
  t.match(await keys.claim(request, now + 24 * hour + 2), { isFresh: false, answer: null })
})

test('claims delete old rows, some at a time', async t => {
  const clear = { name: 'test.clear', text: 'delete from idempotency_keys' }
  await database.query(clear, [])
  const seed = {
    name: 'test.seed',
    text: `insert into idempotency_keys (client, key, request_hash, created_at)
      select 'old', n::text, 'h', n from generate_series(1, 500) n`,
  }
  await database.query(seed, [])
  const count = {
    name: 'test.count',
    text: `select count(*)::int as n from idempotency_keys where client = 'old'`,
  }
  const rows = async () => (await database.query<{ n: number }>(count, []))[0]!.n
  const keys = idempotencyKeyStore(database)
  const now = 1_000 * hour
  for (let n = 0; n < 51; n++) await keys.claim({ client: 'new', key: String(n), hash: 'h' }, now)
  while ((await rows()) > 100) await new Promise(resolve => setImmediate(resolve))
  t.equal(await rows(), 100)
  for (let n = 51; n < 151; n++) await keys.claim({ client: 'new', key: String(n), hash: 'h' }, now)
  while ((await rows()) > 0) await new Promise(resolve => setImmediate(resolve))
  const left = await database.query<{ n: number }>(
    { name: 'test.left', text: 'select count(*)::int as n from idempotency_keys' },
    [],
  )
  t.equal(left[0]!.n, 151, 'those of today stay')
})
