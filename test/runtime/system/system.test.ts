import { test } from 'tap'
import { bounds } from '../../../runtime/config.ts'
import { slotOf } from '../../../runtime/system/routing.ts'
import { type CounterMessage, TestSystem, turns } from '../../support/actors/system.ts'

const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
/** An address on this one of two slots. */
const on = (slot: number) =>
  numbers(100)
    .map(n => `cnt_${n}`)
    .find(address => slotOf(address, 2) === slot)!

test('an ask reaches the host of its address', async t => {
  const system = await TestSystem.start(t, { slots: 2 })
  await Promise.all(numbers(20).map(n => system.ask(`cnt_${n}`, add(1), { isFresh: true })))
  for (const n of numbers(20)) t.strictSame((await system.ask(`cnt_${n}`, { type: 'view' })).added, ['1'])
})

test('R6: a host that hangs does not keep another from deciding', async t => {
  const system = await TestSystem.start(t, { slots: 2 })
  const release = system.journals[0]!.hold()
  const stuck = system.ask(on(0), add(1), { isFresh: true })
  t.strictSame((await system.ask(on(1), add(1), { isFresh: true })).added, ['1'])
  release()
  await stuck
})

test('what was asked of a host that dies is asked again of the next, and answered once', async t => {
  const system = await TestSystem.start(t, { slots: 2 })
  const release = system.journals[0]!.hold()
  const asked = system.ask(on(0), add(1), { isFresh: true })
  await turns()
  await system.kill(0)
  const whileDead = system.ask(on(0), add(2))
  release()
  await system.rise()
  for (const { added } of await Promise.all([asked, whileDead])) t.strictSame(added, ['1', '2'])
  t.equal(system.system.load.restarts, 1)
})

test('what was under way in a host that dies goes on in the next, under the same id', async t => {
  const attempts: string[] = []
  const system = await TestSystem.start(t, {
    slots: 2,
    perform: async (address, { id }) => {
      attempts.push(`${address}/${id}`)
      if (attempts.length <= 2) return new Promise<never>(() => {})
      return { type: 'returned', id }
    },
  })
  await system.ask(on(0), { type: 'call', id: 'pay' }, { isFresh: true })
  await system.ask(on(1), { type: 'call', id: 'pay' }, { isFresh: true })
  await system.kill(0)
  await system.rise()
  t.strictSame(attempts, [`${on(0)}/pay`, `${on(1)}/pay`, `${on(0)}/pay`])
  t.strictSame((await system.ask(on(0), { type: 'view' })).owed, [])
})

test('everything unfinished is woken, page by page', async t => {
  const performed = new Set<string>()
  const system = await TestSystem.start(t, {
    slots: 1,
    perform: async address => {
      performed.add(address)
      return new Promise<never>(() => {})
    },
  })
  const addresses = numbers(bounds.wakesInFlight * 2 + 1).map(n => `cnt_${String(n).padStart(4, '0')}`)
  await Promise.all(
    addresses.map(address => system.ask(address, { type: 'call', id: 'x' }, { isFresh: true })),
  )
  performed.clear()
  await system.kill(0)
  await system.rise()
  await turns(100)
  t.equal(performed.size, addresses.length)
})

test('a host that stands answers, though what is unfinished cannot be read yet; it is read later', async t => {
  let performed = 0
  const system = await TestSystem.start(t, {
    slots: 1,
    perform: async () => {
      performed++
      return new Promise<never>(() => {})
    },
  })
  await system.ask('cnt_a', { type: 'call', id: 'x' }, { isFresh: true })
  system.isListDown = true
  await system.kill(0)
  await system.rise()
  t.strictSame((await system.ask('cnt_b', add(1), { isFresh: true })).added, ['1'])
  t.equal(performed, 1)
  system.isListDown = false
  system.clock.advance(bounds.recoverMs[1])
  await turns()
  t.equal(performed, 2)
})

test('an actor whose code killed its host three times is poisoned, everything else goes on', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  await system.ask('cnt_bad', add(1), { isFresh: true })
  const poison = system.ask('cnt_bad', { type: 'die' })
  for (let n = 0; n < bounds.crashes; n++) {
    await turns()
    t.equal(system.system.load.restarts, n + 1)
    await system.rise()
  }
  t.match((await poison).endedBy, /ended its host 3 times/)
  t.equal(system.system.load.restarts, bounds.crashes)
  t.strictSame((await system.ask('cnt_good', add(1), { isFresh: true })).added, ['1'])
})

test('a host that has said nothing for long is ended, and what was asked of it is asked again', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  system.silent.add(0)
  const asked = system.ask('cnt_a', add(1), { isFresh: true })
  await system.pass(bounds.silenceMs)
  t.equal(system.system.load.restarts, 0)
  await system.pass(2 * bounds.beatMs)
  t.equal(system.system.load.restarts, 1)
  await system.rise()
  t.strictSame((await asked).added, ['1'])
})

test('a host that never comes to stand is ended too', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  system.isNextSilent = true
  await system.kill(0)
  await system.rise()
  t.equal(system.system.isReady, false)
  await system.pass(bounds.silenceMs + 2 * bounds.beatMs)
  t.equal(system.system.isReady, true)
})

test('a host that beats is never ended, however long it has nothing to do', async t => {
  const system = await TestSystem.start(t, { slots: 2 })
  await system.pass(4 * bounds.silenceMs)
  t.equal(system.system.load.restarts, 0)
})

test('what a dead host says is not heard any more', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  await system.kill(0)
  system.speak(0, { type: 'ready', threadId: 0 })
  t.equal(system.system.isReady, false)
})

test('a host that dies as soon as it stands is started with a growing pause', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  const pauses = []
  for (let n = 0; n < 12; n++) {
    await system.kill(0)
    let pausedMs = 0
    for (; !system.isUp(0); pausedMs += 50) {
      system.clock.advance(pausedMs === 0 ? 0 : 50)
      if (system.isUp(0)) break
    }
    pauses.push(pausedMs)
    await turns()
  }
  t.strictSame(pauses, [0, 0, 0, 50, 100, 200, 400, 800, 1600, 3200, 5000, 5000])
})

test('an ask without an answer in time is unavailable, and forgotten', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  const asked = system.ask('cnt_a', add(1), { isFresh: true, until: 'done', timeoutMs: 5_000 })
  await turns()
  system.clock.advance(5_000)
  await t.rejects(asked, { code: 'unavailable', facts: { retryAfterMs: 1_000 } })
  t.strictSame((await system.ask('cnt_a', { type: 'view' })).added, ['1'])
})

test('a refusal arrives as a Failure', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  await t.rejects(system.ask('cnt_a', { type: 'view' }), { name: 'Failure', code: 'not-found' })
})

test('a subscriber hears that it may read, then every entry; after the host died, that it must read again', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  const heard: (number | null)[] = []
  const end = system.system.subscribe('cnt_a', entry => heard.push(entry?.seq ?? null))
  await system.ask('cnt_a', add(1), { isFresh: true })
  await system.ask('cnt_b', add(1), { isFresh: true })
  await system.kill(0)
  await system.rise()
  await system.ask('cnt_a', add(2))
  end()
  await system.ask('cnt_a', add(3))
  // Said as often as the journal of the actor is read, at least once.
  const said = heard.filter((seq, n) => seq !== null || heard[n - 1] !== null)
  t.strictSame(said, [null, 1, null, 2])
})

test('a system that stops refuses what comes and what waits', async t => {
  const system = await TestSystem.start(t, { slots: 2 })
  const waiting = system.ask('cnt_a', add(1), { isFresh: true, until: 'done' })
  await turns()
  const stopped = system.system.stop()
  await t.rejects(system.ask('cnt_a', add(2)), { code: 'unavailable' })
  await t.rejects(waiting, { code: 'unavailable' })
  await stopped
  t.equal(system.system.isReady, false)
})

test('a host that does not stop in time is ended', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  system.journals[0]!.hold()
  system.ask('cnt_a', add(1), { isFresh: true }).catch(() => {})
  await turns()
  const stopped = system.system.stop(1_000)
  await turns()
  system.clock.advance(1_000)
  await stopped
  t.equal(system.isUp(0), false)
})

test('hosts that do not start in time fail the start with the reason', async t => {
  const system = new TestSystem({ slots: 1 })
  system.failsToStart = new Error('no memory')
  const started = system.system.start()
  await turns()
  system.clock.advance(bounds.startMs)
  await t.rejects(started, { message: /did not start within 30000 ms: no memory/ })
})
