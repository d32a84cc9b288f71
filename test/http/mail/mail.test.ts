// Mails on their way out, against a real SMTP server on loopback.
import { test } from 'tap'
import { createMailer } from '../../../http/mail/mail.ts'
import { createSmtpTransport, type MailTransport } from '../../../rpc/mail/smtp-transport.ts'
import { mailStore } from '../../../storage/notifications/mails.ts'
import { openTestDatabase } from '../../support/database.ts'
import { until } from '../../support/runs.ts'
import { type Received, startSmtp } from '../../support/servers/smtp-server.ts'

const database = await openTestDatabase()
let now = Date.now()
const sealing = { seal: (text: string) => text, open: (sealed: string) => sealed }
const mails = mailStore(database, sealing, () => now)
const mail = { organizationId: null, to: 'ada@example.com', subject: 'Hello', text: 'Dear Ada,\n' }

test('a mail is sent, as text and HTML, to one recipient, and what it said is forgotten', async t => {
  const { url, received } = await startSmtp()
  const mailer = mailerOf(createSmtpTransport(url, 'Troupe <troupe@example.org>'))
  await mailer.chore.work()
  await mailer.send({ ...mail, html: '<p>Dear Ada</p>' })
  await until(
    async () => received,
    seen => seen.length > 0,
  )
  const [{ from, to, text }] = received as [Received]
  t.strictSame([from, to], ['troupe@example.org', ['ada@example.com']])
  t.match(text, /^Subject: Hello\r$/m)
  t.match(text, /^From: Troupe <troupe@example.org>\r$/m)
  t.match(text, /^Message-ID: <mail_\w+@example.org>\r$/m)
  t.match(text, /Dear Ada,[\s\S]*<p>Dear Ada<\/p>/)
  await until(
    () => mailer.outbox({ limit: 1 }),
    ({ items }) => items.length === 0,
  )
  await mailer.close()
})

test('an address is one address, and a subject is one line', async t => {
  const { url, received } = await startSmtp()
  const mailer = mailerOf(createSmtpTransport(url, 'troupe@example.org'))
  await mailer.chore.work()
  await mailer.send({ ...mail, to: 'eve@example.com, mallory@example.com' })
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: mallory@example.com' })
  await until(
    () => mailer.outbox({ limit: 1 }),
    ({ items }) => items.length === 0,
  )
  t.notOk(received.some(({ to }) => to.some(address => address.includes('mallory'))))
  t.notOk(received.some(({ text }) => /^Bcc/im.test(text)))
  await mailer.close()
})

test('a mail that is refused for now is tried again, and given up after a day', async t => {
  let refusals = 2
  const { url, received } = await startSmtp({
    onMailFrom: (_, __, callback) => {
      if (refusals-- > 0) callback(Object.assign(new Error('busy'), { responseCode: 451 }))
      else callback()
    },
  })
  const mailer = mailerOf(createSmtpTransport(url, 'troupe@example.org'))
  await mails.add(mail)
  await mailer.chore.work()
  t.equal(received.length, 0)
  await mailer.chore.work()
  t.equal(refusals, 1, 'not before its time')
  now += 30_000
  await mailer.chore.work()
  now += 60_000
  await mailer.chore.work()
  t.equal(received.length, 1)

  refusals = Number.POSITIVE_INFINITY
  const id = await mails.add(mail)
  await mailer.chore.work()
  now += 24 * 3_600_000
  await mailer.chore.work()
  t.match(await stateOf(id), { error: /451 busy/, sealed: null, sentAt: null })
  t.equal(await mails.nextDueAt(), null)
  await mailer.close()
})

test('a recipient that does not exist is given up at once, with what the server said', async t => {
  const { url } = await startSmtp({
    onRcptTo: (_, __, callback) =>
      callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  const mailer = mailerOf(createSmtpTransport(url, 'troupe@example.org'))
  const id = await mails.add(mail)
  await mailer.chore.work()
  t.match(await stateOf(id), { error: /no such mailbox/, sealed: null, sentAt: null })
  await mailer.close()
})

test('a password goes over TLS, or to this machine; a wrong one is tried again', async t => {
  const seen: string[] = []
  const { port } = await startSmtp({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, callback) => {
      seen.push(`${username} ${password}`)
      if (password === 'p@ss') callback(null, { user: username })
      else callback(new Error('wrong'))
    },
  })
  const mailer = mailerOf(
    createSmtpTransport(`smtp://me%40example.com:p%40ss@127.0.0.1:${port}`, 'a@b.example'),
  )
  await mails.add(mail)
  await mailer.chore.work()
  t.equal(await mails.nextDueAt(), null, 'sent')
  t.strictSame(seen, ['me@example.com p@ss'])
  const wrong = mailerOf(createSmtpTransport(`smtp://me:other@127.0.0.1:${port}`, 'a@b.example'))
  const id = await mails.add(mail)
  await wrong.chore.work()
  t.match(await stateOf(id), { sealed: String, sentAt: null })
  t.ok((await mails.nextDueAt())! > now)
  t.notMatch(JSON.stringify(await stateOf(id)), /other/)
  await mails.giveUp(id, 'over')
  // A name that is not this machine's by its looks: the server offers no TLS, so nothing is told to it.
  const far = createSmtpTransport(`smtp://me:p%40ss@0.0.0.0:${port}`, 'a@b.example')
  await t.rejects(far.send({ ...mail, id: 'mail_1' }), { name: 'MailRefusal', isFinal: false })
  t.equal(seen.length, 2)
})

test('a server that is away, or says nothing, costs an attempt and no more', async t => {
  const { url, close } = await startSmtp()
  await close()
  const mailer = mailerOf(createSmtpTransport(url, 'troupe@example.org'))
  const id = await mails.add(mail)
  await mailer.chore.work()
  t.match(await stateOf(id), { error: /could not be reached/, sealed: String })
  await mails.giveUp(id, 'over')
})

test('nothing is sent before the chore has begun', async t => {
  const { url, received } = await startSmtp()
  const mailer = mailerOf(createSmtpTransport(url, 'troupe@example.org'))
  await mailer.send(mail)
  mailer.nudge()
  await mailer.close()
  t.equal(received.length, 0)
  const later = mailerOf(createSmtpTransport(url, 'troupe@example.org'))
  await later.chore.work()
  t.equal(received.length, 1)
  await later.close()
})

test('without a transport mails lie in the outbox', async t => {
  const mailer = mailerOf(null)
  await mailer.send(mail)
  await mailer.chore.work()
  const { items } = await mailer.outbox({ limit: 10 })
  t.match(items, [{ id: /^mail_/, to: mail.to, text: mail.text, html: null, createdAt: now }])
})

function mailerOf(transport: MailTransport | null) {
  return createMailer({ mails, transport, log: { warn: () => {} }, now: () => now, random: () => 0.99 })
}

async function stateOf(id: string) {
  const statement = {
    name: '',
    text: 'select error, sealed_body as sealed, sent_at as "sentAt" from mails where id = $1',
  }
  return (await database.query(statement, [id]))[0]!
}
