import { once } from 'node:events'
import type { AddressInfo, LookupFunction } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { test } from 'tap'
import { createOutboundSocket, type SocketTarget } from '../../../rpc/outbound/outbound-socket.ts'
import { certificate, certificateKey } from '../../support/servers/certificate.ts'
import { serveRaw } from '../loopback.ts'

test('a connection carries bytes both ways', async t => {
  const { origin } = await serveRaw(t, socket => socket.once('data', data => socket.end(`got ${data}`)))
  const socket = await createOutboundSocket('open').connect(target(origin))
  socket.write('hello')
  const [answer] = await once(socket, 'data')
  t.equal(String(answer), 'got hello')
})

test('the public policy reaches no private address, however it is written', async t => {
  const { origin, connections } = await serveRaw(t, socket => socket.end())
  const sockets = createOutboundSocket('public')
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '::1', '::ffff:127.0.0.1', '①②⑦.⓪.⓪.①']
  for (const host of [...hosts, 'localhost', 'LOCALHOST', 'db.internal', 'postgres', '169.254.169.254']) {
    await t.rejects(sockets.connect({ ...target(origin), host }), { code: 'refused-address' }, host)
  }
  t.equal(connections(), 0)
})

test('a name is checked by the address that it has when it is connected to', async t => {
  const { origin, connections } = await serveRaw(t, socket => socket.end())
  const rebinding: LookupFunction = (_, __, callback) => {
    callback(null, [{ address: '127.0.0.1', family: 4 }] as never)
  }
  const sockets = createOutboundSocket('public', rebinding)
  const host = 'mail.example.com'
  await t.rejects(sockets.connect({ ...target(origin), host }), { code: 'refused-address' })
  await t.rejects(sockets.connect({ ...target(origin), host, tls: true }), { code: 'refused-address' })
  t.equal(connections(), 0)
  await createOutboundSocket('open', rebinding).connect({ ...target(origin), host })
  t.equal(connections(), 1)
})

test('what is no host is refused under every policy', async t => {
  const sockets = createOutboundSocket('open')
  for (const host of [
    '',
    '/var/run/postgresql',
    'a@127.0.0.1',
    'a/b',
    'a b',
    'a\r\nb',
    'a?b',
    'a#b',
    '[::1]',
  ]) {
    await t.rejects(sockets.connect({ ...target('http://x:1'), host }), { code: 'bad-url' }, host)
  }
})

test('TLS is checked against the name that was asked for', async t => {
  const server = createTlsServer({ cert: certificate, key: certificateKey }, socket => {
    socket.on('error', () => {}).end(`hello ${socket.getProtocol()}`)
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise(resolve => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  const toLoopback: LookupFunction = (_, __, callback) => {
    callback(null, [{ address: '127.0.0.1', family: 4 }] as never)
  }
  const sockets = createOutboundSocket('open', toLoopback)
  const at = (host: string, ca?: string) =>
    sockets.connect({ ...target(`http://${host}:${port}`), tls: true, ...(ca === undefined ? {} : { ca }) })
  await t.rejects(at('localhost'), { code: 'bad-tls' }, 'an unknown certificate')
  await t.rejects(at('mail.example.com', certificate), { code: 'bad-tls' }, 'another name')
  const [greeting] = await once(await at('localhost', certificate), 'data')
  t.match(String(greeting), 'hello TLS')
})

test('connecting ends by its deadline, by the signal, and with a reason', async t => {
  const sockets = createOutboundSocket('open')
  const silent = await serveRaw(t, () => {})
  const slow = { ...target(silent.origin), tls: true, timeoutMs: 30 }
  await t.rejects(sockets.connect(slow), { code: 'timeout', retryable: true })
  const abort = new AbortController()
  const under = sockets.connect({ ...target(silent.origin), tls: true, signal: abort.signal })
  abort.abort()
  await t.rejects(under, { code: 'aborted' })
  await t.rejects(sockets.connect({ ...target(silent.origin), signal: abort.signal }), { code: 'aborted' })
  const refusing = await serveRaw(t, socket => socket.destroy())
  await t.rejects(sockets.connect({ ...target(refusing.origin), tls: true }), { code: /reset|bad-tls/ })
  await t.rejects(sockets.connect(target('http://127.0.0.1:1')), { code: 'unreachable', retryable: true })
})

test('the signal ends an open connection', async t => {
  const { origin } = await serveRaw(t, () => {})
  const abort = new AbortController()
  const socket = await createOutboundSocket('open').connect({ ...target(origin), signal: abort.signal })
  const closed = once(socket, 'close')
  abort.abort()
  await closed
  t.ok(socket.destroyed)
})

function target(origin: string): SocketTarget {
  const { hostname: host, port } = new URL(origin)
  return { host, port: Number(port), tls: false, timeoutMs: 10_000, signal: new AbortController().signal }
}
