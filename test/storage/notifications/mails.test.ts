import { test } from 'tap'
import { mailLifetimeMs, mailPauseMs } from '../../../domain/news/mail.ts'
import { mailStore } from '../../../storage/notifications/mails.ts'
import { rotate } from '../../../storage/secrets/rotation.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeys, testVault } from '../../support/vault.ts'

const database = await openTestDatabase()
let now = Date.now()
const sealing = {
  seal: (text: string, context: string) => `sealed for ${context}: ${text}`,
  open: (sealed: string, context: string) => sealed.replace(`sealed for ${context}: `, ''),
}
const mails = mailStore(database, sealing, () => now)
const mail = { organizationId: null, to: 'ada@example.com', subject: 'Reset', text: 'token-4711' }

test('a mail is sealed for its row, taken once in a lease, and again when the lease has passed', async t => {
  const id = await mails.add({ ...mail, html: '<p>token-4711</p>' })
  const [row] = await database.query<{ sealed: string }>(
    { name: '', text: 'select sealed_body as sealed from mails where id = $1' },
    [id],
  )
  t.match(row!.sealed, `sealed for mail/${id}`)
  t.match(await mails.take(10, 60_000), [{ id, ...{ ...mail, organizationId: undefined }, attempts: 1 }])
  t.strictSame(await mails.take(10, 60_000), [])
  t.equal(await mails.nextDueAt(), now + 60_000)
  now += 60_000
  t.match(await mails.take(10, 60_000), [{ id, attempts: 2, html: '<p>token-4711</p>' }])
  await mails.markSent(id)
})

test('what a mail said is gone when it has left, or was given up; that it left stays', async t => {
  const sent = await mails.add(mail)
  const refused = await mails.add(mail)
  t.equal((await mails.waiting({ limit: 100 })).items.length, 2)
  await mails.markSent(sent)
  await mails.giveUp(refused, '550 no such mailbox')
  t.strictSame((await mails.waiting({ limit: 100 })).items, [])
  t.equal(await mails.nextDueAt(), null)
  const rows = await database.query<{ id: string }>(
    {
      name: '',
      text: `select id, sealed_body as sealed, sent_at as "sentAt", error, recipient as "to" from mails
        where id = any($1) order by id`,
    },
    [[sent, refused]],
  )
  t.match(rows.find(({ id }) => id === sent)!, { sealed: null, sentAt: now, error: null, to: mail.to })
  t.match(rows.find(({ id }) => id === refused)!, {
    sealed: null,
    sentAt: null,
    error: '550 no such mailbox',
  })
})

test('a mail that nobody sends is forgotten after a day, and its row after a month', async t => {
  const id = await mails.add(mail)
  now += mailLifetimeMs + 1
  await mails.sweep()
  t.strictSame((await mails.waiting({ limit: 100 })).items, [])
  const count = () => database.query({ name: '', text: 'select 1 as one from mails where id = $1' }, [id])
  t.equal((await count()).length, 1)
  now += 31 * 24 * 3_600_000
  await mails.sweep()
  t.equal((await count()).length, 0)
})

test('a mail that waits is sealed anew when the master key is exchanged, and one that has left is let be', async t => {
  const [before, after] = [testKeys(), testKeys()]
  const old = mailStore(database, testVault(before), () => now)
  await old.markSent(await old.add(mail))
  const id = await old.add(mail)
  const both = testVault({ type: 'given', keys: [...after.keys, ...before.keys] })
  t.match(await rotate(database, both), { rows: 1, unopened: [] })
  const { items } = await mailStore(database, testVault(after), () => now).waiting({ limit: 1 })
  t.match(items, [{ id, text: mail.text }])
})

test('pauses between attempts grow to an hour, and are drawn', async t => {
  t.equal(mailPauseMs(1, 0), 15_000)
  t.equal(mailPauseMs(1, 0.999), 29_985)
  t.equal(mailPauseMs(2, 0), 30_000)
  t.equal(mailPauseMs(100, 0.5), 2_700_000)
})
