import { test } from 'tap'
import { Failure, notFound } from '../../../domain/failure.ts'
import { newId } from '../../../domain/ids.ts'
import { makerKeyOf, makersBudget } from '../../../storage/chat/maker-keys.ts'
import type { KeyRole } from '../../../storage/chat/speaker-roles.ts'

const organizationId = newId('organization')
const keyId = newId('apiKey')
const now = 1_000

const rolesOf = (facts: Partial<KeyRole> | Failure) => ({
  async ofKey(): Promise<KeyRole> {
    if (facts instanceof Failure) throw facts
    return { organizationId, userId: newId('user'), role: 'member', expiresAt: null, budget: null, ...facts }
  },
})
const budgetOf = (facts: Partial<KeyRole> | Failure, id: string | null = keyId) =>
  makersBudget(rolesOf(facts), { organizationId, keyId: id, now })

test('what a key has made has the budget that the key has now; what a person has made has none', async t => {
  t.strictSame(await budgetOf({ budget: 7 }), { id: keyId, budget: 7 })
  t.equal(await budgetOf({ budget: null }), null)
  t.equal(await budgetOf({ budget: 7 }, null), null)
})

test('what a key has made ends when the key expires or is revoked, and says so', async t => {
  t.strictSame(await budgetOf({ budget: 7, expiresAt: now + 1 }), { id: keyId, budget: 7 })
  await t.rejects(budgetOf({ expiresAt: now }), { code: 'forbidden', message: /has expired/ })
  await t.rejects(budgetOf(notFound('API key')), { code: 'forbidden', message: /was revoked/ })
  await t.rejects(budgetOf(new Failure('unavailable', 'the database is away')), { code: 'unavailable' })
})

test('only an API key is the maker of something: a connected application acts for its person', async t => {
  const scopes = ['read'] as const
  t.equal(makerKeyOf({ key: { id: keyId, scopes } }), keyId)
  t.equal(makerKeyOf({ key: { id: newId('connection'), scopes } }), null)
  t.equal(makerKeyOf({ key: null }), null)
})
