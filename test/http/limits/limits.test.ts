import { mock } from 'node:test'
import { test } from 'tap'
import type { Caller } from '../../../domain/people/permissions.ts'
import { clientOf, createLimits, rateHeaders } from '../../../http/limits/limits.ts'

const rates = { auth: 2, write: 3, read: 0, rpc: 10, oauth: 0, hook: 0 }

test('a bucket is full after its limit, and empty again a minute after its first request', async t => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 })
  t.teardown(() => mock.timers.reset())
  const limits = createLimits(rates)
  const take = () => limits.take('auth', () => 'a')
  t.match(await take(), { limit: 2, remaining: 1, isExceeded: false })
  mock.timers.tick(59_000)
  t.match(await take(), { remaining: 0, resetMs: 1_000, isExceeded: false })
  t.match(await take(), { remaining: 0, resetMs: 1_000, isExceeded: true })
  mock.timers.tick(1_000)
  t.match(await take(), { remaining: 1, resetMs: 60_000, isExceeded: false })
})

test('clients and buckets do not share', async t => {
  const limits = createLimits(rates)
  for (let i = 0; i < 3; i++) await limits.take('auth', () => 'a')
  t.match(await limits.take('auth', () => 'b'), { remaining: 1 })
  t.match(await limits.take('write', () => 'a'), { remaining: 2 })
})

test('a request may count for several', async t => {
  const limits = createLimits(rates)
  t.match(await limits.take('rpc', () => 'a', 9), { remaining: 1, isExceeded: false })
  t.match(await limits.take('rpc', () => 'a', 2), { isExceeded: true })
})

test('a limit of 0 is no limit, and asks nobody', async t => {
  const limits = createLimits(rates)
  t.equal(
    limits.take('read', () => t.fail('asked for the client') as never),
    null,
  )
  t.equal(
    limits.take('none', () => t.fail('asked for the client') as never),
    null,
  )
})

test('a client is its key, else its user, else its address or IPv6 network', async t => {
  const person: Caller = { organizationId: 'org', userId: 'user_1', role: 'owner', key: null, sessionId: 's' }
  t.equal(clientOf(person, '1.2.3.4'), 'user_1')
  t.equal(clientOf({ ...person, key: { id: 'key_1', scopes: [] } }, '1.2.3.4'), 'key_1')
  t.equal(clientOf(null, '1.2.3.4'), '1.2.3.4')
  t.equal(clientOf(null, '2001:db8:1:2:3:4:5:6'), clientOf(null, '2001:db8:1:2::1'))
  t.not(clientOf(null, '2001:db8:1:2::1'), clientOf(null, '2001:db8:1:3::1'))
})

test('headers tell limit, what is left, and whole seconds', async t => {
  const headers = rateHeaders({ limit: 60, remaining: 59, resetMs: 1_001, isExceeded: false })
  t.strictSame(headers, ['RateLimit-Limit', '60', 'RateLimit-Remaining', '59', 'RateLimit-Reset', '2'])
})
