import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { emailServer } from '../../../rpc/first-party/email/index.ts'
import { certificate, certificateKey } from '../../support/servers/certificate.ts'
import { serveRaw } from '../loopback.ts'
import { type Installation, install } from './installed.ts'

const secret = { kind: 'basic', username: 'troupe', password: 's3cret' } as const
const email = { to: 'ada@example.com', subject: 'Report', text: 'Hello' }

test('an e-mail is sent over STARTTLS, with password and certificate checked', async t => {
  const { call, received } = await mailServer(t)
  const output = await call('send_email', {
    ...email,
    cc: 'Bob Räuber <bob@example.com>',
    bcc: ['eve@example.com'],
  })
  t.match(output, {
    sent: true,
    accepted: ['ada@example.com', 'bob@example.com', 'eve@example.com'],
    rejected: [],
  })
  const [mail] = received
  t.match(mail, { user: 'troupe', secure: true, from: 'shop@example.org' })
  t.same(mail?.to, ['ada@example.com', 'bob@example.com', 'eve@example.com'])
  const headers = headersOf(mail!.source)
  t.match(headers, { from: 'The Shop <shop@example.org>', to: 'ada@example.com', subject: 'Report' })
  t.match(headers['cc'], /^=\?UTF-8\?Q\?Bob_R=C3=A4uber\?= <bob@example.com>$/)
  t.equal(headers['bcc'], undefined, 'nobody sees the blind copies')
  t.match(mail?.source, /\r\n\r\nHello\r\n/)
})

test('an e-mail is sent over TLS from the first byte', async t => {
  const { call, received } = await mailServer(t, { secure: true }, { security: 'tls' })
  await call('send_email', email)
  t.match(received, [{ secure: true, user: 'troupe' }])
})

test('an attachment is a file of another step, or all that such a step gave', async t => {
  const { call, received } = await mailServer(t)
  const file = { name: 'a.pdf', mediaType: 'application/pdf', base64: 'JVBERg==', sizeBytes: 4 }
  for (const attachments of [[file], file, { file, text: null }])
    await call('send_email', { ...email, attachments })
  for (const { source } of received) t.match(source, /filename=a\.pdf[\s\S]*JVBERg==/)
  t.equal(received.length, 3)
})

test('every attempt of a step has the same Message-ID, other steps have others', async t => {
  const { call } = await mailServer(t)
  const id = async (idempotencyKey: string) =>
    (await call('send_email', email, { idempotencyKey }))['messageId']
  const first = await id('exec_1/send')
  t.match(first, /^<[0-9a-f]{40}@example\.org>$/)
  t.equal(await id('exec_1/send'), first)
  t.not(await id('exec_1/again'), first)
})

test('text, HTML and attachments become parts of their types', async t => {
  const { call, received } = await mailServer(t)
  const attachments = [
    { name: 'rechnung für ada.pdf', mediaType: 'application/pdf', base64: 'JVBERg==' },
    'AP8=',
  ]
  await call('send_email', {
    ...email,
    html: '<p>Hällo</p>',
    attachments,
    inReplyTo: '<a@b>',
    replyTo: 'x@example.com',
  })
  const source = received[0]!.source
  for (const wanted of [
    /multipart\/mixed/,
    /multipart\/alternative/,
    /text\/html; charset=utf-8[\s\S]*<p>H=C3=A4llo<\/p>/,
    /application\/pdf;[\s\S]*filename\*0\*=utf-8''rechnung%20f%C3%BCr%20ada.pdf[\s\S]*JVBERg==/,
    /filename=attachment-2[\s\S]*AP8=/,
    /In-Reply-To: <a@b>\r\nReferences: <a@b>/,
    /Reply-To: x@example.com/,
  ]) {
    t.match(source, wanted)
  }
})

test('no argument can add a header, a recipient or a command', async t => {
  const { call, received } = await mailServer(t)
  const attacks: JsonObject[] = [
    { subject: 'x\r\nBcc: evil@example.com' },
    { subject: 'x\nX: y' },
    { to: 'ada@example.com\r\nRCPT TO:<evil@example.com>' },
    { to: 'Ada\r\nBcc: evil@example.com <ada@example.com>' },
    { to: '"a@evil.example> <"@example.com' },
    { replyTo: 'a@example.com\nX: y' },
    { to: 'not an address' },
    { to: '' },
    { to: [] },
    { inReplyTo: '<a@b>\r\nX: y' },
    { attachments: [{ name: 'a\r\nX: y', base64: '' }] },
  ]
  for (const attack of attacks) {
    await t.rejects(
      call('send_email', { ...email, ...attack }),
      { code: 'invalid-arguments' },
      JSON.stringify(attack),
    )
  }
  t.equal(received.length, 0)
  await call('send_email', { ...email, text: 'a\r\n.\r\nRCPT TO:<evil@example.com>\r\n' })
  t.match(received, [{ to: ['ada@example.com'], source: /\r\n\.\r\nRCPT TO:<evil@example.com>/ }])
  await t.rejects(call('send_email', { to: 'ada@example.com', subject: 'x' }), { code: 'invalid-arguments' })
})

test('nothing is read from files or addresses', async t => {
  const { call, received } = await mailServer(t)
  await call('send_email', {
    ...email,
    attachments: [{ name: 'x', base64: '', path: '/etc/passwd' }],
  } as never).catch(error => t.equal(error.code, 'invalid-arguments'))
  t.equal(received.length, 0)
})

test('what the server refuses says why and whether it may pass', async t => {
  const { call } = await mailServer(t, {
    onRcptTo({ address }, _, callback) {
      const code = Number(/^(\d{3})@/.exec(address)?.[1] ?? 0)
      callback(code === 0 ? null : Object.assign(new Error(`no such user ${code}`), { responseCode: code }))
    },
  })
  const to = (address: string | string[]) => call('send_email', { ...email, to: address })
  const gone = {
    code: 'rejected',
    retryable: false,
    message: /127\.0\.0\.1 refused RCPT TO: 550 no such user/,
  }
  await t.rejects(to('550@example.com'), gone)
  await t.rejects(to('451@example.com'), { code: 'unavailable', retryable: true, message: /451/ })
  t.match(await to(['ada@example.com', '550@example.com']), {
    accepted: ['ada@example.com'],
    rejected: ['550@example.com'],
  })
})

test('a wrong password is not sent again and is in no message', async t => {
  const { call } = await mailServer(t, {}, {}, { secret: { ...secret, password: 'wr0ng-password' } })
  const failure = await call('send_email', email).catch(error => error)
  t.match(failure, {
    code: 'not-authorized',
    retryable: false,
    message: /127\.0\.0\.1 refused user name and password: 535/,
  })
  t.notMatch(failure.message, 'wr0ng')
})

test('no password and no e-mail goes out in the clear, unless the installation says so', async t => {
  const plain = await mailServer(t, { disabledCommands: ['STARTTLS'] })
  const failure = await plain.call('send_email', email).catch(error => error)
  t.match(failure, { code: /bad-tls|rejected/, retryable: false })
  const untrusted = await mailServer(t, {}, { ca: '' })
  await t.rejects(untrusted.call('send_email', email), { code: 'bad-tls' })
  const none = await mailServer(t, { authOptional: true }, { security: 'none' })
  await t.rejects(none.call('send_email', email), { code: 'invalid-arguments', message: /over TLS only/ })
  t.same(
    [plain, untrusted, none].flatMap(server => server.received),
    [],
  )
  const open = await mailServer(
    t,
    { authOptional: true },
    { security: 'none' },
    { secret: undefined as never },
  )
  await open.call('send_email', email)
  t.match(open.received, [{ secure: false }])
})

test('a server that is silent, away or forbidden ends the step with its reason', async t => {
  const silent = await serveRaw(t, () => {})
  const { hostname: host, port } = new URL(silent.origin)
  const settings = { host, port: Number(port), from: 'shop@example.org' }
  const send = (changes: Installation) =>
    install(t, emailServer, { settings, ...changes })('send_email', email)
  await t.rejects(send({ timeoutMs: 60 }), { code: 'timeout', retryable: true })
  await t.rejects(send({ policy: 'public' }), { name: 'ToolFailure', code: 'refused-address' })
  await t.rejects(send({ settings: { ...settings, port: 1 } }), { code: 'unreachable', retryable: true })
  const abort = new AbortController()
  const leaving = await serveRaw(t, socket => {
    abort.abort()
    socket.on('data', () => {})
  })
  const to = { ...settings, port: Number(new URL(leaving.origin).port) }
  await t.rejects(send({ settings: to, signal: abort.signal }), { code: /reset|aborted/ })
})

interface Received {
  readonly user: string | undefined
  readonly secure: boolean
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}

/** A real SMTP server that asks for troupe's password over STARTTLS, and what it has received. */
async function mailServer(
  t: Teardown,
  options: SMTPServerOptions = {},
  settings: JsonObject = {},
  installation: Installation = {},
) {
  const received: Received[] = []
  const server = new SMTPServer({
    cert: certificate,
    key: certificateKey,
    onAuth({ username, password }, _, callback) {
      if (username === 'troupe' && password === 's3cret') callback(null, { user: username })
      else callback(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    async onData(stream, session, callback) {
      const source = Buffer.concat(await stream.toArray()).toString()
      const { mailFrom, rcptTo } = session.envelope
      const to = rcptTo.map(({ address }) => address)
      const from = mailFrom === false ? '' : mailFrom.address
      received.push({ user: session.user as string, secure: session.secure, from, to, source })
      callback()
    },
    ...options,
  }).on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  const { ca = certificate, ...others } = settings
  const given = {
    ...{ host: '127.0.0.1', port, from: 'shop@example.org', fromName: 'The Shop' },
    ...(ca === '' ? {} : { ca }),
    ...others,
  }
  return { call: install(t, emailServer, { secret, ...installation, settings: given }), received }
}

/** Of the message itself, unfolded, by name in lower case. */
function headersOf(source: string): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
