import { test } from 'tap'
import { notificationBounds } from '../../../domain/news/notification.ts'
import { periodOf } from '../../../domain/work/projection.ts'
import { userStore } from '../../../storage/accounts/users.ts'
import { eventStore } from '../../../storage/events/events.ts'
import { mailStore } from '../../../storage/notifications/mails.ts'
import { notificationMails } from '../../../storage/notifications/notification-mails.ts'
import { gatherMs } from '../../../storage/notifications/notification-writer.ts'
import { notificationStore, type Reader } from '../../../storage/notifications/notifications.ts'
import { usageThresholds } from '../../../storage/usage/usage-thresholds.ts'
import { openTestDatabase } from '../../support/database.ts'
import { NotifiedWorld } from '../../support/people/notified.ts'
import { testVault } from '../../support/vault.ts'

const database = await openTestDatabase()
const sealing = testVault()
const store = notificationStore(database)
const minute = 60_000

class MailedWorld extends NotifiedWorld {
  handedOver = 0

  /** Tells what has happened, and mails what is due. */
  async mail(): Promise<void> {
    await this.tell()
    const appUrl = 'https://t.example'
    const onMail = () => {
      this.handedOver++
    }
    await notificationMails({ database, sealing, appUrl, clock: this.clock, onMail }).work()
  }

  /** Tells, and waits until it is due. */
  async gather(): Promise<void> {
    await this.tell()
    this.pass(gatherMs)
    await this.mail()
  }

  /** Of somebody, the oldest first. */
  async mailsTo({ organizationId, userId }: Reader) {
    const { email } = await userStore(database).profile(organizationId, userId)
    const { items } = await mailStore(database, sealing).waiting({ limit: 100 })
    return items.filter(({ to }) => to === email).reverse()
  }
}

test('what happens at the same time goes into one mail, with links that show and decide nothing', async t => {
  const world = new MailedWorld(database)
  const owner = await world.owner()
  const execution = await world.fail(owner, 'no such order')
  await world.mail()
  t.strictSame(await world.mailsTo(owner), [], 'it waits for what else there may be')
  world.pass(gatherMs)
  const approval = await world.ask(owner)
  await world.mail()
  const [mail, ...others] = await world.mailsTo(owner)
  t.strictSame(others, [])
  t.equal(mail!.subject, '[Example] 2 notifications: Orders failed')
  t.equal(
    mail!.text,
    `Orders failed
Step fetch: no such order
https://t.example/runs/${execution}

Orders asks for your approval
"Send it?"
https://t.example/approvals/${approval}

You get this as a member of Example. What comes by mail: https://t.example/settings/notifications
`,
  )
  t.equal(mail!.html, null)
  t.equal(world.handedOver, 1)
  world.pass(120 * minute)
  await world.mail()
  t.equal((await world.mailsTo(owner)).length, 1, 'it is mailed once')
})

test('of one subject there is a mail an hour, also when it is read in between', async t => {
  const world = new MailedWorld(database)
  const owner = await world.owner()
  for (let n = 0; n < 12; n++) {
    await world.fail(owner, 'no such order')
    await world.gather()
    await store.markAllRead(owner, world.now)
    world.pass(10 * minute - gatherMs)
  }
  const mails = await world.mailsTo(owner)
  t.strictSame(
    mails.map(({ subject }) => subject),
    Array(2).fill('[Example] Orders failed'),
  )
})

test('what was read, or decided, before its mail is due goes into none', async t => {
  const world = new MailedWorld(database)
  const owner = await world.owner()
  await world.fail(owner, 'no')
  await world.tell()
  await store.markAllRead(owner, world.now)
  const approval = await world.ask(owner)
  await world.tell()
  await world.decide(owner, approval)
  await world.gather()
  t.strictSame(await world.mailsTo(owner), [])
})

test('a member gets ten mails an hour at most, and what is left goes together afterwards', async t => {
  const world = new MailedWorld(database)
  const owner = await world.owner()
  const { mailsPerHour } = notificationBounds
  for (let n = 0; n < mailsPerHour + 5; n++) {
    await world.fail(owner, `error ${'ABCDEFGHIJKLMNO'[n]}`)
    await world.gather()
  }
  t.equal((await world.mailsTo(owner)).length, mailsPerHour)
  world.pass(60 * minute - (mailsPerHour + 4) * gatherMs - 1)
  await world.mail()
  t.equal((await world.mailsTo(owner)).length, mailsPerHour, 'the first was less than an hour ago')
  world.pass(1)
  await world.mail()
  const mails = await world.mailsTo(owner)
  t.equal(mails.length, mailsPerHour + 1)
  t.equal(mails.filter(({ subject }) => subject.includes('5 notifications')).length, 1)
})

test('a mail that cannot be written leaves its notifications to the next attempt', async t => {
  const world = new MailedWorld(database)
  const owner = await world.owner()
  await world.fail(owner, 'no')
  await world.tell()
  world.pass(gatherMs)
  const broken = {
    ...sealing,
    seal: () => {
      throw new TypeError('no key')
    },
    open: sealing.open,
  }
  const { work } = notificationMails({
    database,
    sealing: broken,
    appUrl: 'https://t.example',
    clock: world.clock,
  })
  await t.rejects(work(), TypeError)
  await world.mail()
  t.equal((await world.mailsTo(owner)).length, 1)
})

test('who wants only mails finds nothing in the list, and who wants none gets none', async t => {
  const world = new MailedWorld(database)
  const owner = await world.owner()
  const admin = await world.join(owner, 'admin')
  await store.choose(owner, { 'execution.failed': { app: false } })
  await store.choose(admin, { 'execution.failed': { mail: false } })
  await world.fail(owner, 'no')
  await world.fail(owner, 'no')
  await world.gather()
  t.strictSame((await store.inbox(owner, 10)).items, [])
  t.match(await world.mailsTo(owner), [{ subject: '[Example] Orders failed 2 times' }])
  t.match(await store.inbox(admin, 10), { unread: 1, items: [{ count: 2 }] })
  t.strictSame(await world.mailsTo(admin), [])
})

test('an organization on the free plan is warned once a month, at 80 % of its executions', async t => {
  const world = new MailedWorld(database)
  const owner = await world.owner()
  const member = await world.join(owner, 'member')
  const paying = await world.owner()
  const plan = { name: '', text: `update organizations set plan = 'pro' where id = $1` }
  await database.query(plan, [paying.organizationId])
  const use = (reader: Reader, shard: number, count: number) =>
    database.query(
      {
        name: '',
        text: `insert into usage as u (organization_id, period, shard, executions) values ($1, $2, $3, $4)
          on conflict (organization_id, period, shard) do update set executions = u.executions + $4`,
      },
      [reader.organizationId, periodOf(world.now), shard, count],
    )
  const { work } = usageThresholds({
    database,
    clock: world.clock,
    executionLimits: { free: 10, pro: null, scale: null },
  })
  await use(paying, 0, 100)
  await use(owner, 0, 4)
  await use(owner, 1, 3)
  await work()
  await world.tell()
  t.equal((await store.inbox(owner, 10)).unread, 0)
  await use(owner, 1, 1)
  await work()
  await use(owner, 0, 1)
  await work()
  await world.gather()
  t.match(await store.inbox(owner, 10), {
    unread: 1,
    items: [{ kind: 'usage.threshold', title: '80 % of the executions of this month are used', count: 1 }],
  })
  t.match(await world.mailsTo(owner), [
    { subject: '[Example] 80 % of the executions of this month are used' },
  ])
  for (const reader of [member, paying]) t.equal((await store.inbox(reader, 10)).unread, 0)
  const events = await eventStore(database).read(0, 1_000, ['usage.threshold'])
  t.match(
    events.map(({ body }) => JSON.parse(body).data),
    [{ limit: 10, current: 8, period: 202611, percent: 80 }],
  )
  await use(owner, 1, 1)
  await work()
  await work()
  await world.gather()
  const later = await eventStore(database).read(0, 1_000, ['usage.threshold'])
  t.match(
    later.map(({ body }) => JSON.parse(body).data),
    [{ percent: 80 }, { percent: 100, limit: 10, current: 10 }],
  )
  t.match((await store.inbox(owner, 10)).items[0], {
    kind: 'usage.threshold',
    title: '100 % of the executions of this month are used',
  })
})
