import { EncryptJWT } from 'jose'
import { test } from 'tap'
import { createOauthFlows } from '../../../http/account/oauth-flow.ts'
import { createSessionCookie } from '../../../http/account/session-cookie.ts'
import type { IncomingRequest } from '../../../http/exchange.ts'
import { spentHere } from '../../support/spent.ts'

const secret = new Uint8Array(32).fill(7)
const parts = { deriveSecret: () => secret, appUrl: 'https://troupe.example', spent: spentHere() }
const flows = createOauthFlows(parts)
const refused = { code: 'bad-request' }

test('a sign-in comes back once, to the provider that it began with, in the browser that began it', async t => {
  const { flow, headers } = await flows.begin('google')
  const cookie = cookieOf(headers['Set-Cookie'] as string)
  t.match(headers['Set-Cookie'], /^__Secure-troupe-sign-in=[\w.-]+; Max-Age=600; .*; SameSite=Lax; Secure$/)
  await t.rejects(flows.take('gitlab', request(cookie, flow.state)), refused)
  await t.rejects(flows.take('google', request('', flow.state)), refused)
  await t.rejects(flows.take('google', request(cookie, 'other')), refused)
  t.strictSame(await flows.take('google', request(`a=b; ${cookie}`, flow.state)), flow)
  await t.rejects(flows.take('google', request(cookie, flow.state)), refused)
  const ofAnotherNode = createOauthFlows(parts)
  await t.rejects(ofAnotherNode.take('google', request(cookie, flow.state)), refused)
})

test('a cookie that is too old, or was made by somebody else, is refused', async t => {
  const carried = { provider: 'google', state: 's', nonce: 'n', codeVerifier: 'v' }
  const sealed = (key: Uint8Array, seconds: number, payload: object = carried) =>
    new EncryptJWT({ ...payload })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .encrypt(key)
  const name = '__Secure-troupe-sign-in'
  const cookies = [
    await sealed(secret, -1),
    await sealed(new Uint8Array(32), 60),
    await sealed(secret, 60, { ...carried, nonce: 1 }),
    'nonsense',
    '....',
  ]
  for (const each of cookies) await t.rejects(flows.take('google', request(`${name}=${each}`, 's')), refused)
  await t.resolves(flows.take('google', request(`${name}=${await sealed(secret, 60)}`, 's')))
})

test('under https the cookie of a session travels by https only', async t => {
  const cookie = createSessionCookie('https://troupe.example')
  t.match(cookie.headers('rt_1', 60_000), {
    'Set-Cookie':
      '__Secure-troupe-refresh=rt_1; Max-Age=60; Path=/api/v1/auth; HttpOnly; SameSite=Strict; Secure',
  })
  t.equal(cookie.read(request('__Secure-troupe-refresh=rt_1', '')), 'rt_1')
  t.equal(cookie.read(request('troupe-refresh=rt_1', '')), null)
})

function cookieOf(set: string): string {
  return set.slice(0, set.indexOf(';'))
}

function request(cookie: string, state: string): IncomingRequest {
  const header = (name: string) => (name === 'cookie' ? cookie : '')
  return { header, query: `code=c&state=${state}` } as Partial<IncomingRequest> as IncomingRequest
}
