import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { notificationBounds } from '../../../domain/news/notification.ts'
import { settleEvents } from '../../../storage/events/events.ts'
import { markFailing } from '../../../storage/events/webhook-health.ts'
import { notificationRetention } from '../../../storage/notifications/notification-chores.ts'
import { notificationStore, type Reader } from '../../../storage/notifications/notifications.ts'
import { notifier } from '../../../storage/notifications/notifier.ts'
import { openTestDatabase } from '../../support/database.ts'
import { NotifiedWorld, silentLog } from '../../support/people/notified.ts'

const database = await openTestDatabase()
const store = notificationStore(database)
const all = async (reader: Reader) => (await store.list(reader, null, { limit: 100 })).items
const titles = async (reader: Reader) => (await all(reader)).map(({ title }) => title)
const minute = 60_000

test('what fails again within the hour is one notification with a count, until it is read', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  // So many that what they are told does not fit into one portion.
  const admins = []
  for (let n = 0; n < 20; n++) admins.push(await world.join(owner, 'admin'))
  for (let n = 0; n < 600; n++) await world.fail(owner, `order ${n} is unknown`)
  await world.tell()
  for (const admin of admins) t.match(await all(admin), [{ count: 600 }])
  world.pass(59 * minute)
  const last = await world.fail(owner, 'order 600 is unknown')
  await world.tell()
  const [one, ...others] = await all(owner)
  t.strictSame(others, [])
  t.match(one, {
    kind: 'execution.failed',
    title: 'Orders failed 601 times',
    body: 'Step fetch: order 600 is unknown',
    count: 601,
    read: false,
    createdAt: world.now - 59 * minute,
    updatedAt: world.now,
  })
  t.strictSame(await store.inbox(owner, 20), { unread: 1, items: [one] })

  await store.markRead(owner, one!.id)
  const next = await world.fail(owner, 'order 601 is unknown')
  await world.tell()
  t.match(await all(owner), [
    { count: 1, read: false, link: `/runs/${next}` },
    { count: 601, read: true },
  ])
  t.not(last, next)
  world.pass(60 * minute)
  await world.fail(owner, 'order 602 is unknown')
  await world.fail(owner, 'the disk is full')
  await world.tell()
  t.equal((await all(owner)).length, 4, 'another hour, and another error')
})

test('whoever made the workflow or started the run is told of its failure, and admins; others are not', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  const [admin, starter, other] = [
    await world.join(owner, 'admin'),
    await world.join(owner, 'member'),
    await world.join(owner, 'member'),
  ]
  await world.fail(owner, 'no', starter.userId)
  await world.tell()
  for (const reader of [owner, admin, starter]) t.strictSame(await titles(reader), ['Orders failed'])
  t.strictSame(await titles(other), [])
})

test('an approval is told to those who are asked, and is read once it is decided', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  const [member, viewer] = [await world.join(owner, 'member'), await world.join(owner, 'viewer')]
  const first = await world.ask(owner)
  const second = await world.ask(owner)
  await world.ask(owner, ['owner'])
  await world.tell()
  t.match(await all(owner), [{ title: 'Orders asks for 3 approvals', count: 3 }])
  t.match(await all(member), [{ title: 'Orders asks for 2 approvals', count: 2 }])
  t.strictSame(await titles(viewer), [])
  await world.decide(owner, first)
  await world.tell()
  t.equal((await store.inbox(member, 1)).unread, 1, 'one is still open')
  await world.decide(owner, second, 'cancelled')
  await world.tell()
  t.equal((await store.inbox(member, 1)).unread, 0)
  t.equal((await store.inbox(owner, 1)).unread, 1, 'that of the owner is still open')
})

test('one that is asked for when the one before is decided keeps their notification unread', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  const first = await world.ask(owner)
  await world.tell()
  await world.decide(owner, first)
  const second = await world.ask(owner)
  await world.tell()
  t.match(await all(owner), [{ count: 2, read: false, link: '/approvals?status=pending' }])
  await world.decide(owner, second)
  await world.tell()
  t.match(await all(owner), [{ count: 2, read: true }])
})

test('an approval that is decided before it is told is not asked for', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  await world.decide(owner, await world.ask(owner))
  await world.tell()
  t.strictSame(await titles(owner), [])
})

test('a webhook that is failing is told to who made it and to admins', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  const [maker, other] = [await world.join(owner, 'member'), await world.join(owner, 'member')]
  const { organizationId } = owner
  const id = newId('webhook')
  const text = `insert into webhooks (id, organization_id, url, events, active, sealed_secret, created_by, created_at,
    position, listens_since, revision, told) values ($1, $2, $3, '{*}', true, '', $4, 1, 0, 1, 1, 1)`
  await database.query({ name: '', text }, [id, organizationId, 'https://hooks.example/s3cret', maker.userId])
  await markFailing(database, {
    organizationId,
    id,
    since: world.now,
    error: 'it answered 500',
    now: world.now,
  })
  await world.tell()
  const title = 'The webhook to hooks.example is failing'
  for (const reader of [owner, maker]) t.match(await all(reader), [{ title, body: 'it answered 500' }])
  t.strictSame(await titles(other), [])
})

test('each event is told once, also when several read at the same time', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  for (let n = 0; n < 50; n++) await world.fail(owner, 'no')
  while ((await settleEvents(database, 1_000)).taken > 0);
  const readers = Array.from({ length: 5 }, () =>
    notifier({ queries: database, clock: world.clock, log: silentLog }),
  )
  await Promise.all(readers.map(({ work }) => work()))
  await Promise.all(readers.map(({ work }) => work()))
  t.match(await all(owner), [{ count: 50 }])
})

test('an event that says nothing useful is passed over, and those behind it are told', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  await world.publish(owner, 'execution.failed', { id: 1 })
  await world.publish(owner, 'workflow.created', {})
  await world.publish(owner, 'webhook.failing', {
    webhookId: 'wh_1',
    url: 'no url',
    error: null,
    createdBy: null,
  })
  await world.fail(owner, 'the text \u0000 of \ud800 others')
  await world.publish(owner, 'execution.completed', {})
  await world.tell()
  t.match(await all(owner), [{ body: 'Step fetch: the text of \ufffd others' }])
})

test('a member sees their own notifications of the organization that they are in, and nobody else does', async t => {
  const world = new NotifiedWorld(database)
  const [owner, stranger] = [await world.owner(), await world.owner()]
  const colleague = await world.join(owner, 'admin')
  const elsewhere = { organizationId: stranger.organizationId, userId: owner.userId }
  await world.fail(owner, 'no')
  await world.tell()
  const [mine] = await all(owner)
  for (const reader of [stranger, colleague, elsewhere]) {
    await t.rejects(store.markRead(reader, mine!.id), { code: 'not-found' })
  }
  for (const reader of [stranger, elsewhere]) {
    t.equal(await store.markAllRead(reader, world.now), 0)
  }
  await t.rejects(store.markRead(owner, newId('notification')), { code: 'not-found' })
  t.strictSame(await titles(stranger), [])
  t.strictSame(await titles(elsewhere), [])
  t.equal((await store.inbox(stranger, 20)).unread, 0)
  t.equal((await all(owner))[0]!.read, false)
  await t.rejects(store.choose(elsewhere, {}), { code: 'not-found' })
})

test('all are read at once, but for what happened after the list was shown', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  await world.fail(owner, 'no')
  await world.tell()
  const shownAt = world.now
  world.pass(1)
  await world.fail(owner, 'nor this')
  await world.tell()
  t.equal(await store.markAllRead(owner, shownAt), 1)
  const unread = await store.list(owner, true, { limit: 10 })
  t.match(unread.items, [{ body: 'Step fetch: nor this' }])
  t.match((await store.list(owner, false, { limit: 10 })).items, [{ body: 'Step fetch: no' }])
  t.equal(await store.markAllRead(owner, Number.MAX_SAFE_INTEGER), 1)
})

test('what somebody does not want to hear of is not told, from then on', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  await world.fail(owner, 'before')
  await world.tell()
  await store.choose(owner, { 'execution.failed': { app: false, mail: false } })
  const chosen = await Promise.all([
    store.choose(owner, { 'usage.warning': { mail: false } }),
    store.choose(owner, { 'approval.decided': { mail: true } }),
  ])
  t.equal(chosen.length, 2)
  t.match(await store.preferences(owner), {
    'execution.failed': { app: false, mail: false },
    'usage.warning': { app: true, mail: false },
    'approval.decided': { app: true, mail: true },
  })
  await world.fail(owner, 'after')
  await world.tell()
  t.match(await all(owner), [{ body: 'Step fetch: before', count: 1 }])
})

test('a thousand of a member are kept, the newest; of those that were read, what is younger than thirty days', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  const { perUser, keptMs } = notificationBounds
  const words = (n: number) =>
    `error ${String.fromCharCode(
      ...String(n)
        .split('')
        .map(digit => 65 + Number(digit)),
    )}`
  for (let n = 0; n < perUser + 5; n++) await world.fail(owner, words(n))
  await world.tell()
  await world.fail(owner, 'the last')
  await world.tell()
  t.equal((await store.inbox(owner, 1)).unread, perUser)
  t.match(await all(owner), [{ body: 'Step fetch: the last' }])

  const [unread, ...others] = await all(owner)
  for (const { id } of others) await store.markRead(owner, id)
  const later = (ms: number) => ({ ...world.clock, now: () => Date.now() + ms })
  await notificationRetention(database, later(keptMs - minute)).work()
  t.equal((await store.list(owner, false, { limit: 100 })).items.length, 99)
  await notificationRetention(database, later(keptMs + minute)).work()
  t.equal((await store.list(owner, false, { limit: 100 })).items.length, 0)
  t.equal((await all(owner))[0]!.id, unread!.id, 'what is unread stays')
})

test('somebody who leaves the organization leaves their notifications', async t => {
  const world = new NotifiedWorld(database)
  const owner = await world.owner()
  const admin = await world.join(owner, 'admin')
  await world.fail(owner, 'no')
  await world.tell()
  const text = 'delete from memberships where organization_id = $1 and user_id = $2'
  await database.query({ name: '', text }, [admin.organizationId, admin.userId])
  t.strictSame(await titles(admin), [])
  await world.fail(owner, 'no')
  await world.tell()
  t.match(await all(owner), [{ count: 2 }])
})
