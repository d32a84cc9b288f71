import { test } from 'tap'
import { createMetrics } from '../../../http/observation/metrics.ts'
import { isLocal, namesThisMachine } from '../../../http/pipeline/local-request.ts'

const from = (headers: Record<string, string>, clientAddress = '127.0.0.1') =>
  ({ clientAddress, header: (name: string) => headers[name] ?? '' }) as never

test('who comes through a proxy is not of this machine', async t => {
  t.ok(isLocal(from({})))
  t.ok(isLocal(from({}, '::1')))
  t.notOk(isLocal(from({}, '10.0.0.1')))
  for (const name of [
    'x-forwarded-for',
    'forwarded',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'via',
  ])
    t.notOk(isLocal(from({ [name]: 'x' })), name)
})

test('a page under a name that was made to point here names no machine but its own', async t => {
  for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    t.ok(namesThisMachine(from({ host })), host)
  for (const host of ['evil.example.com', 'localhost.evil.example.com', '127.0.0.1.nip.io', ''])
    t.notOk(namesThisMachine(from({ host })), host)
})

test('without a token, operators are let in on this machine only, by its own name', async t => {
  const metrics = createMetrics(null)
  t.doesNotThrow(() => metrics.admit(from({ host: 'localhost:8080' })))
  for (const headers of [{ host: 'evil.example.com' }, { host: 'localhost', 'x-real-ip': '10.0.0.1' }])
    t.throws(() => metrics.admit(from(headers as Record<string, string>)), { code: 'not-found' })
  const guarded = createMetrics('a-token-of-an-operator')
  t.throws(() => guarded.admit(from({ host: 'localhost' })))
  const authorization = 'Bearer a-token-of-an-operator'
  t.doesNotThrow(() => guarded.admit(from({ host: 'evil.example.com', authorization }, '10.0.0.1')))
})
