// Key pairs of the tokens are followed by new ones, online, and what was derived from a secret stays.
import { test } from 'tap'
import { addKey, dropOldKeys, pickUpMs } from '../../../http/account/signing-keys.ts'
import { openTokens, tokenLifetimeMs } from '../../../http/account/tokens.ts'
import { signingKeyStore } from '../../../storage/secrets/signing-keys.ts'
import { openTestDatabase } from '../../support/database.ts'
import { appUrl } from '../../support/people/accounts.ts'

const database = await openTestDatabase()
const store = signingKeyStore(database)
const dayMs = 24 * 3_600_000
let now = Date.now()
const clock = { now: () => now, keyDays: 90 }
const subject = { sessionId: 'sess_1', userId: 'user_1', organizationId: 'org_1', role: 'owner' } as const

test('a pair that has grown old is followed by a new one, and verifies until its last token has expired', async t => {
  const tokens = await openTokens(store, appUrl, clock)
  const first = kidOf((await tokens.sign(subject)).token)
  now += 90 * dayMs - 1
  await tokens.chore.work()
  t.equal(kidOf((await tokens.sign(subject)).token), first)
  const { token: last } = await tokens.sign(subject)
  now += 1
  await tokens.chore.work()
  const second = kidOf((await tokens.sign(subject)).token)
  t.not(second, first)
  t.strictSame(kidsOf(tokens), [second, first])
  t.match(await tokens.verify(last), { userId: 'user_1' }, 'the old one verifies')

  now += tokenLifetimeMs + pickUpMs - 1
  await tokens.chore.work()
  t.strictSame(kidsOf(tokens), [second, first])
  now += 1
  await tokens.chore.work()
  t.strictSame(kidsOf(tokens), [second], 'it has left the JWKS')
  await t.rejects(async () => tokens.verify(last), { code: 'unauthenticated' }, 'what it signed is refused')
  t.strictSame(kidsOf(await openTokens(store, appUrl, clock)), [second], 'also for the next process')
})

test('a pair that another process made signs from the next look on; old ones can be dropped at once', async t => {
  const tokens = await openTokens(store, appUrl, clock)
  const { token } = await tokens.sign(subject)
  await tokens.verify(token)
  const { id } = await addKey(store, now)
  t.not(kidOf((await tokens.sign(subject)).token), id)
  await tokens.chore.work()
  t.equal(kidOf((await tokens.sign(subject)).token), id)
  t.notOk(tokens.verify(token) instanceof Promise, 'the old token is remembered')
  t.equal(await dropOldKeys(store), 1)
  await tokens.chore.work()
  t.strictSame(kidsOf(tokens), [id])
  await t.rejects(async () => tokens.verify(token), { code: 'unauthenticated' }, 'not any more')
})

test('what another node signs with a pair of its own verifies here at once', async t => {
  const [here, there] = [await openTokens(store, appUrl, clock), await openTokens(store, appUrl, clock)]
  now += 90 * dayMs
  await there.chore.work()
  const { token } = await there.sign(subject)
  t.match(await here.verify(token), { userId: 'user_1' })
  t.equal(kidOf((await here.sign(subject)).token), kidOf(token), 'and signs here from then on')
})

test('derived secrets are the same at every start, whatever signs', async t => {
  const derived = (await openTokens(store, appUrl, clock)).deriveSecret('a purpose')
  await addKey(store, now + 1)
  const tokens = await openTokens(store, appUrl, clock)
  t.strictSame(tokens.deriveSecret('a purpose'), derived)
  t.notSame(tokens.deriveSecret('another'), derived)
  t.equal((await store.list('secret')).length, 1)
  t.notOk(JSON.stringify(tokens.publicKeys).includes('"d"'), 'nothing private is shown')
})

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
}

function kidsOf(tokens: { publicKeys: { keys: { kid?: string }[] } }) {
  return tokens.publicKeys.keys.map(({ kid }) => kid)
}
