import { test } from 'tap'
import { newApiKey } from '../../../domain/people/api-key.ts'
import { bearerCredential, createAuthenticate } from '../../../http/account/auth.ts'
import { openTestDatabase } from '../../support/database.ts'
import { startAccountServer } from '../../support/people/accounts.ts'
import { probes } from '../../support/probes.ts'
import { rawRequest } from '../../support/servers/raw-http.ts'

const server = await startAccountServer(await openTestDatabase())
const { token } = await server.signUp()
const { key, id: keyId } = await server.createKey(token)
const refusal = '{"error":"missing or invalid credentials"}'

test('the scheme may be in any case; after it come one space and one word', async t => {
  for (const header of ['Bearer abc', 'bearer abc', 'BEARER abc']) t.equal(bearerCredential(header), 'abc')
  const others = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer  abc',
    'Bearer a b',
    'Bearer\tabc',
    'Basic abc',
    ' Bearer abc',
  ]
  for (const header of [...others, 'Bearer abc ', 'Bearerabc', 'abc', 'Bearer abc\n', 'Bearer ａ']) {
    t.equal(bearerCredential(header), null, JSON.stringify(header))
  }
})

test('whatever is not a valid credential gets one and the same 401', async t => {
  probes(t, 52)
  const fullWidth = key.replace(/\d/, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const headers = [
    '',
    'Bearer',
    `Bearer  ${key}`,
    `Bearer ${key} x`,
    `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}0`,
    `Bearer sk_${key.slice(3).toUpperCase()}`,
    `Bearer ${fullWidth}`,
    `Bearer ${key}%0a`,
    `Bearer sk_${'0'.repeat(64)}`,
    `Bearer ${newApiKey()}`,
    `Bearer ${token}=`,
    `Bearer ${token}.`,
    `Bearer ${keyId}`,
  ]
  for (const header of headers) {
    const line = header === '' ? '' : `Authorization: ${header}\r\n`
    const answer = await rawRequest(server.port, `GET /api/v1/auth/me HTTP/1.1\r\nHost: x\r\n${line}\r\n`)
    t.match(
      answer,
      { status: 401, body: refusal, headers: { 'www-authenticate': 'Bearer' } },
      `P52 ${header}`,
    )
  }
})

test('a key and a token open the door, whatever the case of the scheme', async t => {
  for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${token}`]) {
    const request = `GET /api/v1/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${header}\r\n\r\n`
    t.equal((await rawRequest(server.port, request))!.status, 200)
  }
})

test('a credential in the query is not read', async t => {
  for (const name of ['token', 'access_token', 'apiKey', 'api_key', 'key']) {
    t.equal((await server.call(`GET /api/v1/auth/me?${name}=${key}`)).status, 401)
  }
})

test('a known key and a known token are judged without a promise', async t => {
  for (const credential of [key, token]) {
    await server.authenticate(`Bearer ${credential}`, {} as never)
    t.notOk(server.authenticate(`Bearer ${credential}`, {} as never) instanceof Promise)
  }
})

test('a mistyped key costs no lookup', async t => {
  const lookups: string[] = []
  const authenticate = createAuthenticate({
    tokens: server.tokens,
    sessions: { findActive: () => null },
    chatTokens: { callerOf: () => Promise.reject(new Error('no chat token')) },
    connections: { findByAccess: () => null },
    addresses: { originOf: () => 'http://localhost' },
    apiKeys: {
      findByHash: hash => {
        lookups.push(hash)
        return null
      },
    },
  })
  const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
  t.throws(() => authenticate(`Bearer ${mistyped}`, {} as never), { code: 'unauthenticated' })
  t.strictSame(lookups, [])
  t.throws(() => authenticate(`Bearer ${key}`, {} as never), { code: 'unauthenticated' })
  t.equal(lookups.length, 1)
})

test('every route but those of login and health asks for a credential first', async t => {
  const routes = [
    'GET /api/v1/auth/me',
    'POST /api/v1/auth/logout',
    'GET /api/v1/apikeys',
    'POST /api/v1/apikeys',
    'DELETE /api/v1/apikeys/key_unknown',
  ]
  for (const route of routes) {
    const body = route.startsWith('POST') ? { nonsense: true } : undefined
    t.strictSame((await server.call(route, null, body)).body, JSON.parse(refusal), route)
  }
})
