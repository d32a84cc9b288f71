// The actor of a tool server on real hosts, over hours of a clock that stands still in between.
import { test } from 'tap'
import { probeBounds } from '../../../domain/tools/probe.ts'
import { toolOf } from '../../support/actors/tool-server-life.ts'
import { refreshMs, WatchedServer } from '../../support/servers/watched-server.ts'

const refund = toolOf('refund')
/** Long enough for the next look, whatever its jitter. */
const nextLook = (refreshMs / 1_000) * 1.1 + 4

test('a registration has been checked and published when it is answered', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.client.syncSettings(server.write())
  t.equal(server.asked.length, 1)
  t.match(server.shown, { status: 'healthy', tools: [{ name: 'refund' }] })
  t.strictSame(server.untold, [])
})

test('a server that stays as it is is asked again and again, and leaves nothing in the journal', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  const { entries } = server
  const asked = server.asked.length
  await server.pass(10 * nextLook)
  const looks = server.asked.length - asked
  t.ok(looks >= 10 && looks <= 13, `${looks}`)
  t.equal(server.entries, entries)
})

test('a change is found by the next look, without anybody asking', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  server.offered = [toolOf('refund', { effect: 'destructive' })]
  await server.pass(nextLook)
  t.match(server.shown, { status: 'quarantined', controls: { withheld: [{ name: 'refund' }] } })
})

test('a server that says on its stream that its tools have changed is looked at at once', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  t.equal(server.listeners, 1)
  server.offered = [refund, toolOf('list')]
  server.say()
  // The wait begins once the word has reached the actor, and the look takes its turns.
  await server.pass(probeBounds.heedMs / 1_000 + 2)
  t.strictSame(
    server.shown.tools.map(({ name }) => name),
    ['refund', 'list'],
  )
  t.equal(server.listeners, 1, 'and it is listened to again')
})

test('one that says so all the time is looked at every few seconds, and its last word counts', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  const { entries } = server
  const asked = server.asked.length
  for (let n = 0; n < 100; n++) {
    server.say()
    await server.pass(1)
  }
  const looks = server.asked.length - asked
  t.ok(looks > 10 && looks <= 101_000 / probeBounds.heedMs, `${looks}`)
  t.equal(server.entries, entries, 'without a word in the journal')
  server.offered = [refund, toolOf('list')]
  server.say()
  await server.pass((2 * probeBounds.heedMs) / 1_000)
  t.equal(server.shown.tools.length, 2)
})

test('nobody listens to a server that is switched off or gone', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  await server.set({ enabled: false })
  t.equal(server.listeners, 0)
  await server.set({ enabled: true })
  t.equal(server.listeners, 1)
  await server.client.forget(server.id)
  t.equal(server.listeners, 0)
})

test('one look that fails is repeated before the server counts as down', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  server.isReachable = false
  const asked = server.asked.length
  while (server.asked.length === asked) await server.pass(1)
  server.isReachable = true
  await server.pass(10)
  t.match(server.shown, { status: 'healthy' })
  server.isReachable = false
  await server.pass(nextLook + 10)
  t.match(server.shown, { status: 'down', error: 'it is away' })
})

test('a server that is down is asked with growing pauses, and soon enough when it is back', async t => {
  const server = await WatchedServer.start(t, refund)
  server.isReachable = false
  await server.set()
  t.match(server.shown, { status: 'down' })
  const from = server.asked.length
  const { entries } = server
  const longest = Math.min(refreshMs, probeBounds.downPauseMs[1])
  await server.pass(1_000)
  const pauses = server.asked.slice(from).map((at, index) => at - server.asked[from + index - 1]!)
  for (const [index, pause] of pauses.entries()) {
    if (index > 1) t.ok(pause >= pauses[0]! / 2, `${pauses}`)
    t.ok(pause <= longest + 1_000)
  }
  // Half of a pause is jitter.
  t.ok(pauses.length >= 1_000_000 / longest && pauses.length <= 2_500_000 / longest, `${pauses.length}`)
  t.equal(server.entries, entries, 'and leaves nothing in the journal')
  server.isReachable = true
  await server.pass(longest / 1_000)
  t.match(server.shown, { status: 'healthy', error: null })
})

test('it is never asked twice at once, whoever asks and whoever dies', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  server.isHolding = true
  await server.pass(nextLook)
  const refreshes = Promise.allSettled([server.refresh(), server.refresh()])
  await server.pass(2)
  await server.replaceHost()
  await server.release()
  await server.pass(5)
  await refreshes
  t.equal(server.most, 1)
  t.match(server.shown, { status: 'healthy' })
})

test('a host that is replaced goes on looking after its servers', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  await server.replaceHost()
  const asked = server.asked.length
  await server.pass(nextLook)
  t.ok(server.asked.length > asked)
  server.offered = []
  await server.pass(nextLook)
  t.match(server.shown, { status: 'quarantined' })
})

test('whatever commit is lost, what is found is published in the end', async t => {
  for (const losses of [['before'], ['after'], ['before', 'after', 'before']] as const) {
    const server = await WatchedServer.start(t, refund)
    server.journal.losses.push(...losses)
    const heard = server.client.syncSettings(server.write())
    await server.pass(15)
    await heard
    t.match(server.shown, { status: 'healthy', tools: [{ name: 'refund' }] }, losses.join())
  }
})

test('one whose row is gone looks after nothing any more', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  server.hasRow = false
  await server.pass(nextLook)
  const asked = server.asked.length
  await server.pass(3 * nextLook)
  t.equal(server.asked.length, asked)
})

test('what could not be told is told by the chore', async t => {
  const server = await WatchedServer.start(t, refund)
  server.write()
  await server.client.chore.work()
  await server.pass(1)
  t.strictSame(server.untold, [])
  t.match(server.shown, { status: 'healthy' })
})

test('a refresh that takes too long is answered all the same', async t => {
  const server = await WatchedServer.start(t, refund)
  await server.set()
  server.isHolding = true
  const refreshed = server.refresh()
  await server.pass(20)
  await refreshed
  t.match(server.shown, { status: 'healthy' })
})
