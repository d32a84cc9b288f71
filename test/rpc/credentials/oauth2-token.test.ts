import tap, { test } from 'tap'
import { OAuth2Tokens } from '../../../rpc/credentials/oauth2-token.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { GuardedApi } from '../../support/guarded-api.ts'
import { freePort } from '../../support/servers/free-port.ts'

const outbound = createOutbound({ policy: 'open' })
tap.teardown(() => outbound.close())

async function setUp() {
  const api = await GuardedApi.start()
  const clock = { now: 0 }
  const secret = {
    kind: 'oauth2',
    tokenUrl: api.tokenUrl,
    clientId: 'client:id',
    clientSecret: 'client/secret',
    scope: 'read write',
  } as const
  const tokens = new OAuth2Tokens(outbound, () => clock.now)
  return { api, clock, secret, tokens, get: (key = 'cred_1/1') => tokens.get(key, { name: 'shop', secret }) }
}

test('a token is fetched once for all who wait, and kept until shortly before it expires', async t => {
  const { api, clock, get } = await setUp()
  api.lifetime = 100
  t.strictSame(new Set(await Promise.all([get(), get(), get()])), new Set(['access-token-1']))
  clock.now = 69_999
  t.equal(await get(), 'access-token-1')
  clock.now = 70_001
  t.equal(await get(), 'access-token-2')
  t.equal(await get('cred_1/2'), 'access-token-3', 'another version begins anew')
  t.equal(api.grants.length, 3)
})

test('a token that says no lifetime is kept for a while, one of a short life for half of it', async t => {
  const { api, clock, get } = await setUp()
  api.lifetime = null
  await get()
  clock.now = 500_000
  t.equal(await get(), 'access-token-1')
  clock.now = 600_000
  api.lifetime = 20
  t.equal(await get(), 'access-token-2')
  clock.now += 9_999
  t.equal(await get(), 'access-token-2')
  clock.now += 2
  t.equal(await get(), 'access-token-3')
})

test('the client says who it is by header, and in the body where that is refused', async t => {
  const { api, get } = await setUp()
  await get()
  t.match(api.grants[0], `Basic ${btoa('client%3Aid:client%2Fsecret')}`)
  t.notMatch(api.grants[0], 'client_secret')
  api.authentication = 'body'
  t.equal(await get('other'), 'access-token-3')
  t.match(api.grants[2], /client_id=client%3Aid&client_secret=client%2Fsecret/)
})

test('a token that was refused is fetched anew, once for all who were refused', async t => {
  const { api, tokens, get } = await setUp()
  await get()
  tokens.forget('cred_1/1')
  const next = get()
  tokens.forget('cred_1/1')
  t.strictSame(await Promise.all([next, get()]), ['access-token-2', 'access-token-2'])
  t.equal(api.grants.length, 2)
})

test('an endpoint that gives no token is named, with what it did and without the secret', async t => {
  const { api, get } = await setUp()
  const cases: [number, string, RegExp, boolean][] = [
    [400, '{"error":"invalid_scope"}', /answered 400: invalid_scope/, false],
    [503, 'busy', /answered 503/, true],
    [200, '{"token_type":"Bearer"}', /no usable token/, false],
    [200, 'no JSON', /no usable token/, false],
  ]
  for (const [status, body, message, retryable] of cases) {
    api.refuse = { status, body }
    const error = await get().catch(error => error)
    t.match(error, { name: 'ToolFailure', code: 'credential-failed', retryable }, body)
    t.match(error.message, message)
    t.match(error.message, 'no token for the credential shop')
    t.notMatch(error.message, 'client/secret')
  }
  api.refuse = null
  t.match(await get(), /access-token/, 'a failure is not remembered')
})

test('an endpoint that is out of reach may be back later', async t => {
  const { secret, tokens } = await setUp()
  const gone = { ...secret, tokenUrl: `http://127.0.0.1:${await freePort()}/token` }
  t.match(await tokens.get('gone', { name: 'shop', secret: gone }).catch(error => error), {
    code: 'credential-failed',
    message: /127\.0\.0\.1/,
    retryable: true,
  })
})
