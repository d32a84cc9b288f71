import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { type Clock, systemClock } from '../../../runtime/clock.ts'
import { deliveryStore } from '../../../storage/events/deliveries.ts'
import { deliveryQueue } from '../../../storage/events/delivery-queue.ts'
import { eventRetention } from '../../../storage/events/event-retention.ts'
import { eventStore, settleEvents } from '../../../storage/events/events.ts'
import { webhookStore } from '../../../storage/events/webhooks.ts'
import { openKeyRing } from '../../../storage/secrets/master-key.ts'
import { rotate } from '../../../storage/secrets/rotation.ts'
import { createVault } from '../../../storage/secrets/vault.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { testKeys } from '../../support/vault.ts'

const database = await openTestDatabase()
const [newKey, oldKey] = testKeys(2).keys as [string, string]
const vaultOf = (...keys: string[]) => createVault(openKeyRing({ type: 'given', keys }))
const store = (...keys: string[]) => webhookStore(database, vaultOf(...keys), () => {})
const webhooks = store(oldKey)
const deliveries = deliveryStore(database)
const url = 'http://hooks.example/'

async function given(events: ('*' | 'workflow.created')[] = ['*']) {
  const { organizationId, userId } = await signUpSomeone(database)
  const caller = { organizationId, userId, role: 'owner', key: null, sessionId: null } as const
  const actor = { caller, address: null }
  const { id, secret } = await webhooks.create(actor, newId('webhook'), { url, events })
  const queue = deliveryQueue(database, organizationId, id)
  const take = async () => queue.takeEvents((await queue.load())!, Date.now())
  const publish = (resource: string) =>
    eventStore(database).publish({ organizationId, type: 'workflow.created', resource, data: {} })
  const tell = async (...resources: string[]) => {
    for (const resource of resources) await publish(resource)
    while ((await settleEvents(database, 100)).taken > 0);
  }
  return { organizationId, actor, id, secret, queue, take, tell, publish }
}

const at = (days: number): Clock => ({ ...systemClock, now: () => Date.now() + days * 86_400_000 })
const count = async (table: string, organizationId: string) => {
  const text = `select count(*)::int as n from ${table} where organization_id = $1`
  return (await database.query<{ n: number }>({ name: '', text }, [organizationId]))[0]!.n
}

test('secrets are sealed anew when the master key is, the old one too', async t => {
  const { organizationId, actor, id, secret } = await given()
  const second = await webhooks.rotateSecret(actor, id, 3_600)
  t.strictSame(await webhooks.secrets(organizationId, id), [second.secret, secret])
  await rotate(database, vaultOf(newKey, oldKey))
  t.strictSame(await store(newKey).secrets(organizationId, id), [second.secret, secret])
  await t.rejects(webhooks.secrets(organizationId, id))
})

test('an event has one delivery at an endpoint, however often it is taken', async t => {
  const { organizationId, id, queue, take, tell } = await given()
  const before = (await queue.load())!
  await tell('a', 'b')
  t.type(await take(), 'number')
  t.equal(await take(), null)
  await queue.takeEvents(before, Date.now())
  t.equal((await deliveries.list(organizationId, id, { limit: 10 })).items.length, 2)
})

test('one that is switched on again hears of what happens from then on; the rest is recovered', async t => {
  const { organizationId, actor, id, take, tell, publish } = await given()
  await webhooks.update(actor, id, { active: false })
  await tell('missed', 'missed too')
  await webhooks.update(actor, id, { active: true })
  await tell('heard')
  await take()
  t.equal((await deliveries.list(organizationId, id, { limit: 10 })).items.length, 1)
  const own = { organizationId, id, events: ['*'] }
  t.strictSame(await deliveries.recover(own, 0), { recovered: 2, isComplete: true })
  t.strictSame(await deliveries.recover(own, 0), { recovered: 0, isComplete: true })
  await publish('late')
  await webhooks.update(actor, id, { active: false })
  await webhooks.update(actor, id, { active: true })
  t.strictSame(await deliveries.recover(own, 0), { recovered: 0, isComplete: true })
  await tell()
  await take()
  t.equal(
    (await deliveries.list(organizationId, id, { limit: 10 })).items.length,
    4,
    'also what had no position',
  )
})

test('what was given up is recovered, what was delivered is not', async t => {
  const { organizationId, id, queue, take, tell } = await given()
  await tell('a', 'b')
  await take()
  const [a, b] = await queue.due(Date.now(), [], 10)
  const ended = { nextAt: null, attempt: null }
  await queue.finish([
    { ...ended, id: a!.id, status: 'dead' },
    { ...ended, id: b!.id, status: 'delivered' },
  ])
  t.match(await deliveries.recover({ organizationId, id, events: ['*'] }, 0), { recovered: 1 })
  t.strictSame(
    (await queue.due(Date.now(), [], 10)).map(due => due.id),
    [a!.id],
  )
})

test('a ping is kept where nothing waits for it, and not for a webhook that was removed', async t => {
  const { organizationId, actor, id, queue, take, tell } = await given()
  await tell('a')
  await take()
  const now = Date.now()
  const ping = { organizationId, webhookId: id, eventId: newId('event'), at: now }
  const attempt = { at: now, durationMs: 1, status: 500, error: 'it answered 500', body: '' }
  t.match(await deliveries.keepPing(ping, attempt, false), /^dlv_/)
  t.match(await queue.due(now + 1, [], 10), [{ attempts: 0 }], 'only what happened is due')
  t.equal((await queue.due(now + 1, [], 10)).length, 1)
  t.match(await deliveries.recover({ organizationId, id, events: ['*'] }, 0), { recovered: 0 })
  await eventRetention(database, at(31), 30).work()
  const left = (await deliveries.list(organizationId, id, { limit: 10 })).items
  t.strictSame(
    left.map(({ status }) => status),
    ['pending'],
    'it leaves as other deliveries do',
  )
  t.equal(await deliveries.keepPing({ ...ping, organizationId: 'org_other' }, attempt, false), null)
  await webhooks.remove(actor, id)
  t.equal(await deliveries.keepPing(ping, attempt, false), null)
})

test('old events and deliveries leave, what is pending stays', async t => {
  const { organizationId, queue, take, tell } = await given()
  await tell('a', 'b')
  await take()
  const [a] = await queue.due(Date.now(), [], 1)
  await queue.finish([{ id: a!.id, status: 'delivered', nextAt: null, attempt: null }])
  await eventRetention(database, at(29), 30).work()
  t.equal(await count('deliveries', organizationId), 2)
  await eventRetention(database, at(31), 30).work()
  t.equal(await count('deliveries', organizationId), 1)
  t.equal(await count('events', organizationId), 0)
  t.match(await queue.due(Date.now(), [], 1), [{ body: null }])
})

test('one of an organization that was deleted is there for nobody', async t => {
  const { organizationId, queue } = await given()
  t.ok(await queue.load())
  await database.query({ name: '', text: 'update organizations set deleted_at = 1 where id = $1' }, [
    organizationId,
  ])
  t.equal(await queue.load(), null)
})

test('one that was removed is not found, and leaves with its deliveries', async t => {
  const { organizationId, actor, id, take, tell, queue } = await given()
  await tell('a')
  await take()
  await webhooks.remove(actor, id)
  await t.rejects(webhooks.get(organizationId, id), { code: 'not-found' })
  t.equal(await queue.load(), null)
  for (let left = 2; left > 0; left--) await eventRetention(database, systemClock, 0).work()
  t.equal(await count('deliveries', organizationId), 0)
  t.equal(await count('webhooks', organizationId), 0)
})

test('what waits for an endpoint that is switched off is no delay', async t => {
  const { id, take, tell } = await given()
  await tell('a')
  await take()
  const only = { name: '', text: 'update webhooks set active = (id = $1)' }
  await database.query(only, [id])
  t.type(await deliveries.oldestPending(), 'number')
  await database.query(only, [''])
  t.equal(await deliveries.oldestPending(), null)
})
