import { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { secretPlaces } from '../../../domain/plan/secret-places.ts'
import { resolveSecrets } from '../../../rpc/credentials/secret-arguments.ts'
import { givenCredentials, organizationId, type Stored } from '../../support/people/credentials.ts'

const url = 'http://127.0.0.1:1/'
const idempotencyKey = 'exec_1/a'
const stored: Stored[] = [
  { id: 'cred_1', name: 'shop', secret: { kind: 'basic', username: 'me', password: 'pass word' } },
  { id: 'cred_2', name: 'api', secret: { kind: 'header', name: 'X-Key', value: 'header value' } },
]
const secret = (named: string) => ({ $secret: named })

/** A call whose author wrote these very arguments. */
function written(args: JsonObject) {
  return { organizationId, args, idempotencyKey, secrets: secretPlaces(args) }
}

test('a secret is put in wherever its author wrote it, and everything else stays as it is', async t => {
  const { credentials } = givenCredentials(t, ...stored)
  const args = { a: secret('api'), deep: [1, { user: secret('cred_1#username'), kept: { x: 1 } }], b: 'api' }
  const resolved = await resolveSecrets(written(args), url, credentials)
  t.strictSame(resolved.args, { a: 'header value', deep: [1, { user: 'me', kept: { x: 1 } }], b: 'api' })
  t.strictSame(args.a, secret('api'), 'the arguments of the caller are not touched')
  t.strictSame(
    resolved.uses.map(use => [use.credential, use.url, use.idempotencyKey]),
    [
      ['api', url, idempotencyKey],
      ['cred_1', url, idempotencyKey],
    ],
  )
})

test('a credential that is named twice is one use', async t => {
  const { credentials } = givenCredentials(t, ...stored)
  const args = { user: secret('shop#username'), password: secret('shop') }
  const resolved = await resolveSecrets(written(args), url, credentials)
  t.strictSame(resolved.args, { user: 'me', password: 'pass word' })
  t.equal(resolved.uses.length, 1)
})

test('what only looks like a secret is data', async t => {
  const { credentials, reads } = givenCredentials(t, ...stored)
  const args = { given: secret('api'), list: [secret('shop')] }
  const call = { organizationId, args, idempotencyKey }
  for (const secrets of [undefined, secretPlaces({ other: secret('api') })])
    t.equal((await resolveSecrets({ ...call, ...(secrets && { secrets }) }, url, credentials)).args, args)
  t.equal(reads(), 0)
})

test("what an approver put in a secret's place stays", async t => {
  const { credentials } = givenCredentials(t, ...stored)
  const { secrets } = written({ a: { b: secret('api') } })
  for (const args of [
    { a: { b: 'mine' } },
    { a: 'mine' },
    {},
    { a: { b: { ...secret('api'), more: 1 } } },
  ] as const) {
    const call = { organizationId, args, idempotencyKey, secrets }
    t.equal((await resolveSecrets(call, url, credentials)).args, args)
  }
})

test('an approver who names another credential in its place gets the one that the author named', async t => {
  const { credentials } = givenCredentials(t, ...stored)
  const { secrets } = written({ a: secret('api') })
  const call = { organizationId, args: { a: secret('shop') }, idempotencyKey, secrets }
  t.strictSame((await resolveSecrets(call, url, credentials)).args, { a: 'header value' })
})

test('a secret goes to no tool that sends nothing, to no other host, and is none that is not there', async t => {
  const { credentials } = givenCredentials(t, ...stored)
  const call = written({ a: secret('api') })
  const rejected = (named: string, at: string | null, code: string, message: RegExp) =>
    t.rejects(async () => resolveSecrets(written({ a: secret(named) }), at, credentials), { code, message })
  await rejected('api', null, 'secret-not-allowed', /takes no secret/)
  await rejected('api', 'http://evil.example/', 'credential-not-allowed', /not for evil\.example/)
  await rejected('api', 'no url', 'credential-not-allowed', /no URL/)
  await rejected('theirs', url, 'unknown-credential', /there is no credential theirs/)
  await rejected('shop#pin', url, 'unknown-credential', /no field pin, it has username, password/)
  await rejected('shop#constructor', url, 'unknown-credential', /no field constructor/)
  const foreign = { ...call, organizationId: 'org_2' }
  await t.rejects(async () => resolveSecrets(foreign, url, credentials), { code: 'unknown-credential' })
})
