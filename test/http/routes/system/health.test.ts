import { createLocalJWKSet, jwtVerify } from 'jose'
import { test } from 'tap'
import { Failure } from '../../../../domain/failure.ts'
import { createReadiness } from '../../../../http/observation/readiness.ts'
import { missingMigrations } from '../../../../storage/postgres/migrate.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { appUrl, startAccountServer } from '../../../support/people/accounts.ts'
import { rawRequest } from '../../../support/servers/raw-http.ts'

const database = await openTestDatabase()
const well = { database: () => database.ping(), hosts: () => {} }
const server = await startAccountServer(database, { checks: well })

test('the process says that it is alive', async t => {
  const answer = await server.call('GET /healthz')
  t.equal(answer.status, 200)
  t.strictSame(answer.body, { status: 'ok' })
})

test('a service is ready when everything it depends on answers', async t => {
  const answer = await server.call('GET /readyz')
  t.equal(answer.status, 200)
  t.strictSame(answer.body, { status: 'ready', checks: { database: 'ok', hosts: 'ok' } })
})

test('a service that is not ready names what is not, and nothing of its inside', async t => {
  const checks = {
    ...well,
    database: () => {
      throw new Error('connect ECONNREFUSED 10.0.0.1:5432')
    },
    migrations: () => Promise.reject(new Failure('unavailable', '001-foundation is missing')),
    hosts: () => new Promise<void>(() => {}),
  }
  const sick = await startAccountServer(database, { checks })
  const answer = await sick.call('GET /readyz')
  t.equal(answer.status, 503)
  t.ok(Number(answer.headers.get('retry-after')) >= 1)
  const said =
    'not ready: database: failed; hosts: no answer within 100 ms; migrations: 001-foundation is missing'
  t.strictSame(answer.body, { error: said })
  t.equal((await sick.call('GET /healthz')).status, 200)
})

test('many who ask at once are answered by one round of checks', async t => {
  let asked = 0
  const readiness = createReadiness({ count: async () => void asked++ })
  await Promise.all([readiness(), readiness(), readiness()])
  t.equal(asked, 1)
  await readiness()
  t.equal(asked, 2)
})

test('a migrated database misses no migration', async t => {
  t.strictSame(await missingMigrations(database), [])
})

test('without a token, metrics are for this machine and not for those behind a proxy on it', async t => {
  await server.call('GET /api/v1/auth/me')
  await server.call('GET /nowhere')
  const answer = await server.call('GET /metrics')
  t.equal(answer.status, 200)
  t.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/)
  const again = await server.call('GET /metrics')
  t.match(again.body, 'route="/api/v1/auth/me",status="401"} 1\n', 'reading it twice counts nothing twice')
  t.match(answer.body, 'http_requests_total{method="GET",route="/api/v1/auth/me",status="401"} 1\n')
  t.match(answer.body, 'http_requests_total{method="none",route="none",status="404"} 1\n')
  t.match(answer.body, /^nodejs_eventloop_lag_p99_seconds /m)
  t.match(answer.body, /^process_resident_memory_bytes /m)
  for (const header of ['X-Forwarded-For: 127.0.0.1', 'Forwarded: for=127.0.0.1']) {
    const request = `GET /metrics HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`
    t.match(await rawRequest(server.port, request), { status: 404, body: '{"error":"path not found"}' })
  }
})

test('with a token, metrics are for who brings it', async t => {
  const guarded = await startAccountServer(database, { metricsToken: 'the-metrics-token' })
  t.equal((await guarded.call('GET /metrics', 'the-metrics-token')).status, 200)
  for (const credential of [null, 'the-metrics-toke', 'the-metrics-token2', 'other']) {
    t.equal((await guarded.call('GET /metrics', credential)).status, 401)
  }
})

test('anybody can verify a token with the public keys, which hold nothing private', async t => {
  const { token } = await server.signUp()
  const { status, body } = await server.call('GET /.well-known/jwks.json')
  t.equal(status, 200)
  t.match(body.keys, [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: String }])
  t.notOk('d' in body.keys[0])
  const { payload } = await jwtVerify(token, createLocalJWKSet(body), { issuer: appUrl })
  t.match(payload['sid'], /^sess_/)
})
