import { createHmac, createPublicKey } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { test } from 'tap'
import { openTokens } from '../../http/account/tokens.ts'
import { signingKeyStore } from '../../storage/secrets/signing-keys.ts'
import { openTestDatabase, signUpSomeone } from '../support/database.ts'
import { appUrl, startAccountServer } from '../support/people/accounts.ts'
import { probes } from '../support/probes.ts'

const database = await openTestDatabase()
const server = await startAccountServer(database)
const signingKeys = signingKeyStore(database)
const [own] = await signingKeys.list('jwt')
const publicJwk = JSON.parse(own!.publicJwk)
const privateKey = await importJWK(JSON.parse(own!.privateJwk), 'EdDSA')
const ownHeader = { alg: 'EdDSA', kid: own!.id, typ: 'JWT' }

const { token } = await server.signUp()
const payload = JSON.parse(decoded(token.split('.')[1]!)) as JWTPayload

test('a token says who issued it, for whom, who, where, as what, in which session, and until when', async t => {
  t.strictSame(JSON.parse(decoded(token.split('.')[0]!)), ownHeader)
  t.strictSame(Object.keys(payload).sort(), ['aud', 'exp', 'iat', 'iss', 'org', 'role', 'sid', 'sub'])
  t.match(payload, { iss: appUrl, aud: `${appUrl}/api`, role: 'owner' })
  t.equal(payload.exp! - payload.iat!, 3600)
})

test('a token signed anew with the same claims holds, so the refusals below are about what they change', async t => {
  t.equal(await statusOf(await signed(payload)), 200)
})

test('an unsigned token is refused, however it spells "none"', async t => {
  probes(t, 42)
  for (const alg of ['none', 'None', 'nOnE', 'NONE']) {
    const unsigned = `${encoded({ ...ownHeader, alg })}.${token.split('.')[1]}.`
    t.equal(await statusOf(unsigned), 401, `P42 ${alg}`)
    t.equal(await statusOf(unsigned + token.split('.')[2]), 401, `${alg} with a signature`)
  }
  t.equal(await statusOf(`${token.slice(0, token.lastIndexOf('.'))}.`), 401, 'P42 without its signature')
})

test('the public key is no secret to sign with', async t => {
  probes(t, 43)
  const pem = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  for (const secret of [String(pem), own!.publicJwk, Buffer.from(publicJwk.x, 'base64url')]) {
    const input = `${encoded({ ...ownHeader, alg: 'HS256' })}.${token.split('.')[1]}`
    const mac = createHmac('sha256', secret).update(input).digest('base64url')
    t.equal(await statusOf(`${input}.${mac}`), 401, 'P43')
    const padded = createHmac('sha512', secret).update(input).digest('base64url')
    t.equal(await statusOf(`${input}.${padded}`), 401, 'with a signature of the right length')
  }
})

test('a key of somebody else signs nothing, named or brought along', async t => {
  const other = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  for (const header of [ownHeader, { ...ownHeader, kid: 'other' }, { ...ownHeader, jwk: publicJwk }]) {
    const forged = await new SignJWT(payload).setProtectedHeader(header).sign(other.privateKey)
    t.equal(await statusOf(forged), 401)
  }
})

test('claims that do not fit are refused, though the signature is ours', async t => {
  probes(t, 45)
  const now = Math.floor(Date.now() / 1000)
  const changes: Record<string, unknown>[] = [
    { exp: now },
    { exp: now - 3600 },
    { nbf: now + 60 },
    { iss: 'https://elsewhere.example' },
    { iss: undefined },
    { aud: 'somebody-else' },
    { aud: undefined },
    { exp: undefined },
    { exp: '9e9' },
    { exp: null },
    { iat: undefined },
    { sub: undefined },
    { sub: 'user_of_another' },
    { org: undefined },
    { role: 'root' },
    { sid: undefined },
    { sid: 'sess_unknown' },
    { sid: 1 },
  ]
  for (const change of changes) {
    t.equal(await statusOf(await signed({ ...payload, ...change })), 401, `P45 ${JSON.stringify(change)}`)
  }
})

test('a token that claims another organization than its session has is refused', async t => {
  const { organizationId } = await signUpSomeone(database)
  const forged = await signed({ ...payload, org: organizationId })
  t.equal(await statusOf(forged), 401)
})

test('other headers and serializations are refused', async t => {
  probes(t, 46)
  const [header, claims, signature] = token.split('.')
  const others = [
    JSON.stringify({ protected: header, payload: claims, signature }).replaceAll(' ', ''),
    `${token}.a.b`,
    `${token}A`,
    `${token}==`,
    `${token},${token}`,
    `.${claims}.${signature}`,
    await signed(payload, { ...ownHeader, typ: 'at+jwt' }),
    await signed(payload, { ...ownHeader, crit: ['exp'] }).catch(() => 'a.b.c'),
  ]
  for (const other of others) t.equal(await statusOf(other), 401, `P46 ${other.slice(0, 60)}`)
})

test('a signature has one spelling', async t => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const next = alphabet[alphabet.indexOf(token.at(-1)!) + 1]!
  t.equal(await statusOf(token.slice(0, -1) + next), 401, 'the unused bits of the last digit are set')
})

test('a token of 64 KB is refused', async t => {
  const long = await server.call('GET /api/v1/auth/me', 'a'.repeat(65_536)).catch(() => ({ status: 431 }))
  t.ok([400, 401, 431].includes(long.status), String(long.status))
})

test('a token that has been seen is refused once it has expired', async t => {
  const exp = Math.floor(Date.now() / 1000) + 1
  const brief = await signed({ ...payload, exp })
  t.equal(server.tokens.verify(brief) instanceof Promise, true)
  await server.tokens.verify(brief)
  t.notOk(server.tokens.verify(brief) instanceof Promise, 'remembered')
  while (Date.now() < exp * 1000) await pause(exp * 1000 - Date.now())
  t.equal(await statusOf(brief), 401)
})

test('the key pair outlives the process, and a token outlives it too', async t => {
  const later = await openTokens(signingKeys, appUrl)
  t.strictSame(later.publicKeys, server.tokens.publicKeys)
  t.match(await later.verify(token), { sessionId: payload['sid'] })
})

test('after a new key pair, tokens of the old one still hold', async t => {
  const older = {
    ...own!,
    id: 'older',
    publicJwk: JSON.stringify({ ...publicJwk, kid: 'older' }),
    createdAt: 1,
  }
  await signingKeys.add(older)
  const both = await openTokens(signingKeys, appUrl)
  t.equal(both.publicKeys.keys.length, 2)
  const old = await signed(payload, { ...ownHeader, kid: 'older' })
  t.match(await both.verify(old), { sessionId: payload['sid'] })
})

async function statusOf(credential: string): Promise<number> {
  return (await server.call('GET /api/v1/auth/me', credential)).status
}

function signed(claims: JWTPayload | Record<string, unknown>, header: object = ownHeader): Promise<string> {
  return new SignJWT(claims as JWTPayload).setProtectedHeader(header as typeof ownHeader).sign(privateKey)
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}
