import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { test } from 'tap'
import {
  grantableScopes,
  hashApiKey,
  isApiKey,
  newApiKey,
  prefixOfApiKey,
} from '../../../domain/people/api-key.ts'
import { type Caller, type Role, roles, type Scope, scopesOf } from '../../../domain/people/permissions.ts'

const random = fc.uint8Array({ minLength: 28, maxLength: 28 }).map(bytes => Buffer.from(bytes))

test('a key is sk_ and 64 hex digits, the last 8 the CRC-32 of what precedes them', async t => {
  // The checksum as Python's zlib.crc32 gives it.
  t.equal(newApiKey(Buffer.alloc(28)), `sk_${'0'.repeat(56)}c5482def`)
  fc.assert(fc.property(random, bytes => isApiKey(newApiKey(bytes))))
  t.not(newApiKey(), newApiKey())
})

test('any one digit mistyped is noticed', async t => {
  const mistyped = fc.tuple(random, fc.integer({ min: 3, max: 66 }), fc.constantFrom(...'0123456789abcdef'))
  fc.assert(
    fc.property(mistyped, ([bytes, at, digit]) => {
      const key = newApiKey(bytes)
      const typed = key.slice(0, at) + digit + key.slice(at + 1)
      return isApiKey(typed) === (typed === key)
    }),
  )
  t.pass()
})

test('two neighbouring digits exchanged are noticed', async t => {
  fc.assert(
    fc.property(random, fc.integer({ min: 3, max: 65 }), (bytes, at) => {
      const key = newApiKey(bytes)
      const typed = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
      return isApiKey(typed) === (typed === key)
    }),
  )
  t.pass()
})

test('a key has one spelling', async t => {
  const key = newApiKey()
  const others = [
    key.toUpperCase(),
    `sk_${key.slice(3).toUpperCase()}`,
    key.slice(0, -1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    `SK_${key.slice(3)}`,
    key.replace(/[0-9]/, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  ]
  for (const body of ['A'.repeat(56), 'g'.repeat(56), `${'0'.repeat(55)}\u00e9`]) {
    others.push(`sk_${body}${crc32(`sk_${body}`).toString(16).padStart(8, '0')}`)
  }
  for (const other of others) t.equal(isApiKey(other), false, JSON.stringify(other))
})

test('of a key its SHA-256 is stored and its first 8 digits are shown', async t => {
  const key = `sk_${'0123456789abcdef'.repeat(4)}`
  t.equal(prefixOfApiKey(key), 'sk_01234567')
  t.equal(hashApiKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a key never gives more than its role and its own scopes', async t => {
  for (const role of roles) {
    t.strictSame(grantableScopes(caller(role, null)), scopesOf(role))
    t.strictSame(grantableScopes(caller(role, ['read'])), ['read'])
    t.strictSame(grantableScopes(caller(role, [])), [])
  }
  t.notOk(grantableScopes(caller('member', null)).includes('admin'))
})

function caller(role: Role, scopes: readonly Scope[] | null): Caller {
  const key = scopes === null ? null : { id: 'key_1', scopes }
  return { organizationId: 'org_1', userId: 'user_1', role, key, sessionId: null }
}
