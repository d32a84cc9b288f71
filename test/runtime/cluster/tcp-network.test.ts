import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'tap'
import type { Wire, WireEvents } from '../../../runtime/cluster/network.ts'
import { tcpNetwork } from '../../../runtime/cluster/tcp-network.ts'
import { freePort } from '../../support/servers/free-port.ts'

type Teardown = { teardown(end: () => unknown): unknown }

/** What an end of a wire hears. */
class End implements WireEvents {
  readonly texts: string[] = []
  readonly ended = Promise.withResolvers<Error | null>()
  readonly wire: Wire
  #awaited: { count: number; resolve: () => void } | null = null

  constructor(wire: Wire) {
    this.wire = wire
  }

  receive(text: string): void {
    this.texts.push(text)
    if (this.#awaited && this.texts.length >= this.#awaited.count) this.#awaited.resolve()
  }

  closed(reason: Error | null): void {
    this.ended.resolve(reason)
  }

  async hears(count: number): Promise<void> {
    if (this.texts.length >= count) return
    await new Promise<void>(resolve => {
      this.#awaited = { count, resolve }
    })
  }
}

async function listening(t: Teardown) {
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const network = tcpNetwork(address)
  const accepted = Promise.withResolvers<End>()
  await network.listen(wire => {
    const end = new End(wire)
    accepted.resolve(end)
    return end
  })
  t.teardown(() => network.close())
  const dial = (to = address) => {
    let near!: End
    network.dial(to, wire => (near = new End(wire)))
    return near
  }
  return { port, address, dial, accepted: accepted.promise }
}

test('texts of any size arrive as they were, each whole and in order', async t => {
  const { dial, accepted } = await listening(t)
  const near = dial()
  near.wire.send('hello')
  const far = await accepted
  await far.hears(1)
  for (const { wire } of [near, far]) wire.trust()
  const texts = [
    '',
    'ä',
    '😀'.repeat(70_000),
    'x'.repeat(5_000_000),
    ...Array.from({ length: 2_000 }, (_, n) => `${n}`),
  ]
  for (const text of texts) {
    near.wire.send(text)
    far.wire.send(text)
  }
  await Promise.all([near.hears(texts.length), far.hears(texts.length + 1)])
  t.ok(near.texts.every((text, n) => text === texts[n]))
  t.ok(far.texts.slice(1).every((text, n) => text === texts[n]))
})

test('whoever has not shown who it is cannot make a node hold more than a little', async t => {
  const { port, accepted } = await listening(t)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = Buffer.alloc(4)
  head.writeUInt32BE(5_000)
  socket.write(head)
  const far = await accepted
  t.match(await far.ended.promise, { message: 'a text of 5000 bytes is more than 4096' })
  t.strictSame(far.texts, [])
  socket.destroy()
})

test('both ends hear that a wire has ended, and nothing after it', async t => {
  const { dial, accepted } = await listening(t)
  const near = dial()
  near.wire.send('1')
  const far = await accepted
  await far.hears(1)
  far.wire.close()
  far.wire.send('late')
  t.equal(await far.ended.promise, null)
  t.match(await near.ended.promise, { message: 'the other end closed the connection' })
  near.wire.send('late')
  t.strictSame(near.texts, [])
})

test('a node that cannot be reached ends the wire with the reason', async t => {
  const { dial } = await listening(t)
  const gone = dial(`127.0.0.1:${await freePort()}`)
  t.match(await gone.ended.promise, { code: 'ECONNREFUSED' })
})

test('a port that is taken is said with the address', async t => {
  const { address } = await listening(t)
  await t.rejects(
    tcpNetwork(address).listen(wire => new End(wire)),
    { message: `this node cannot listen on its NODE_ADDRESS ${address}: another process has the port` },
  )
})
