// Alarms: near ones are timers of a host, far ones are rows that the system scans.
import { test } from 'tap'
import { type Clock, SimulatedClock } from '../../../runtime/clock.ts'
import { bounds } from '../../../runtime/config.ts'
import { Alarms } from '../../../runtime/host/alarms.ts'
import type { Wake } from '../../../runtime/journal.ts'
import type { CounterMessage } from '../../support/actors/host.ts'
import { TestHost, TroubledJournal, turns } from '../../support/actors/host.ts'
import { TestSystem } from '../../support/actors/system.ts'

const a = 'cnt_a'
const at = (moment: number | null): CounterMessage => ({ type: 'set-alarm', at: moment })
const hour = 3_600_000

function alarms() {
  const clock = new SimulatedClock()
  const rung: string[] = []
  return { clock, rung, alarms: new Alarms(clock, address => rung.push(address)) }
}

test('a near alarm rings once, at its moment', async t => {
  const { alarms: all, clock, rung } = alarms()
  all.set('x', clock.now() + 5_000)
  clock.advance(4_999)
  t.strictSame(rung, [])
  clock.advance(1)
  t.strictSame(rung, ['x'])
  clock.advance(hour)
  t.strictSame(rung, ['x'])
})

test('a moment that has passed rings at once, a far one is left to the rows', async t => {
  const { alarms: all, clock, rung } = alarms()
  all.set('past', clock.now() - hour)
  all.set('edge', clock.now() + bounds.alarmHorizonMs)
  all.set('far', clock.now() + bounds.alarmHorizonMs + 1)
  clock.advance(0)
  t.strictSame(rung, ['past'])
  clock.advance(hour)
  t.strictSame(rung, ['past', 'edge'])
})

test('an alarm is called off when its moment changes, and when there is none any more', async t => {
  const { alarms: all, clock, rung } = alarms()
  all.set('x', clock.now() + 1_000)
  all.set('y', clock.now() + 1_000)
  all.set('x', clock.now() + 3_000)
  all.set('y', null)
  clock.advance(2_999)
  t.strictSame(rung, [])
  clock.advance(1)
  t.strictSame(rung, ['x'])
})

test('an alarm that rang and changed nothing comes again after a pause, not at once', async t => {
  const { alarms: all, clock, rung } = alarms()
  const moment = clock.now() + 1_000
  all.set('x', moment)
  clock.advance(1_000)
  for (let n = 2; n < 5; n++) {
    all.set('x', moment)
    clock.advance(bounds.alarmAgainMs - 1)
    t.equal(rung.length, n - 1)
    clock.advance(1)
    t.equal(rung.length, n)
  }
})

test('a clock that jumps makes an alarm early or late, and it is made good when its actor is looked at', async t => {
  const clock = new SimulatedClock()
  let jump = 0
  const rung: string[] = []
  const jumping: Clock = {
    now: () => clock.now() + jump,
    elapsed: () => clock.elapsed(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
    soon: callback => clock.soon(callback),
  }
  const all = new Alarms(jumping, address => rung.push(address))
  const moment = clock.now() + 50_000
  all.set('x', moment)
  jump = hour
  all.set('x', moment)
  clock.advance(0)
  t.strictSame(rung, ['x'], 'forward')
  jump = -30_000
  all.set('x', moment)
  clock.advance(79_999)
  t.strictSame(rung, ['x'], 'back')
  clock.advance(1)
  all.set('x', moment)
  clock.advance(0)
  t.equal(rung.length, 2)
})

test('nothing rings after all alarms are cleared', async t => {
  const { alarms: all, clock, rung } = alarms()
  all.set('x', clock.now() + 1_000)
  all.clear()
  clock.advance(hour)
  t.strictSame(rung, [])
})

test('an actor is woken at its moment, from memory it has left', async t => {
  const host = new TestHost()
  await host.ask(a, at(host.clock.now() + 1_000), { fresh: true })
  t.equal(host.host.active, 0)
  host.clock.advance(999)
  await turns()
  t.equal((await host.ask(a, { type: 'view' })).rings, 0)
  host.clock.advance(1)
  await turns()
  t.match(await host.ask(a, { type: 'view' }), { rings: 1, alarmAt: null })
})

test('a commit says when to wake its actor only when that has changed', async t => {
  const host = new TestHost()
  const said: (Wake | undefined)[] = []
  const commit = host.journal.commit.bind(host.journal)
  host.journal.commit = commits => {
    for (const { wake } of commits) said.push(wake)
    return commit(commits)
  }
  // What it owes keeps it in memory: whoever comes from the journal says it once more.
  await host.ask(a, { type: 'call', id: 'x' }, { fresh: true })
  await host.ask(a, { type: 'add', id: '1' })
  await host.ask(a, at(9e15))
  await host.ask(a, { type: 'add', id: '2' })
  await host.ask(a, at(8e15))
  await host.ask(a, { type: 'returned', id: 'x' })
  await host.ask(a, at(null))
  t.strictSame(said, [
    { isOwing: true, at: null },
    undefined,
    { isOwing: true, at: 9e15 },
    undefined,
    { isOwing: true, at: 8e15 },
    { isOwing: false, at: 8e15 },
    { isOwing: false, at: null },
  ])
  t.equal(host.journal.wakeups.size, 0)
})

for (const loss of ['before', 'after'] as const) {
  test(`after a commit lost ${loss} it was taken the row is what the state says`, async t => {
    const host = new TestHost()
    await host.ask(a, at(9e15), { fresh: true })
    host.journal.losses.push(loss)
    const answer = host.ask(a, at(null))
    await turns()
    host.clock.advance(bounds.recoverMs[0])
    await answer
    t.equal(host.journal.wakeups.size, 0)
    host.journal.losses.push(loss)
    const other = host.ask(a, at(8e15))
    await turns()
    host.clock.advance(bounds.recoverMs[0])
    await other
    t.strictSame([...host.journal.wakeups], [[a, { isOwing: false, at: 8e15 }]])
  })
}

test('nothing rings in a host that stopped, or was abandoned', async t => {
  for (const end of ['stop', 'abandon'] as const) {
    const host = new TestHost()
    await host.ask(a, at(host.clock.now() + 1_000), { fresh: true })
    await host.host[end]()
    host.journal.read = () => t.fail('nobody is woken') as never
    host.clock.advance(hour)
    await turns()
    t.equal(host.journal.tried.length, 1)
  }
})

test('an alarm that rings while its actor commits is not lost', async t => {
  const host = new TestHost()
  await host.ask(a, at(host.clock.now() + 1_000), { fresh: true })
  const release = host.journal.hold()
  const answer = host.ask(a, { type: 'add', id: '1' })
  await turns()
  host.clock.advance(1_000)
  release()
  await answer
  await turns()
  t.equal((await host.ask(a, { type: 'view' })).rings, 1)
})

test('an actor that is woken is asked what is due, though the clock of its alarm is behind', async t => {
  const journal = new TroubledJournal()
  const first = new TestHost({ journal })
  await first.ask(a, at(first.clock.now() + hour), { fresh: true })
  first.host.abandon()
  const late = new TestHost({ journal })
  late.clock.advance(2 * hour)
  await late.wake(a)
  late.clock.advance(0)
  await turns()
  t.equal((await late.ask(a, { type: 'view' })).rings, 1)
})

test('a far alarm rings at its moment: the system looks for it in time', async t => {
  const system = await TestSystem.start(t, { slots: 2 })
  const moment = system.clock.now() + hour
  await system.ask(a, at(moment), { isFresh: true })
  await system.pass(hour - 500)
  t.equal((await system.ask(a, { type: 'view' })).rings, 0)
  await system.pass(500)
  t.equal((await system.ask(a, { type: 'view' })).rings, 1)
})

test('an alarm that fell due while the host was dead rings when the next one stands', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  await system.ask(a, at(system.clock.now() + 20_000), { isFresh: true })
  await system.pass(19_000)
  await system.kill(0)
  await system.rise()
  await system.pass(1_500)
  t.equal((await system.ask(a, { type: 'view' })).rings, 1)
})

test('a database that is away delays far alarms and loses none', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  await system.ask(a, at(system.clock.now() + 5 * 60_000), { isFresh: true })
  system.isListDown = true
  await system.pass(10 * 60_000)
  t.equal((await system.ask(a, { type: 'view' })).rings, 0)
  system.isListDown = false
  await system.pass(2 * bounds.alarmPollMs)
  t.equal((await system.ask(a, { type: 'view' })).rings, 1)
})

test('more alarms than a page fall due, and all ring', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  const addresses = Array.from({ length: bounds.wakesInFlight * 2 + 1 }, (_, n) => `cnt_${n}`)
  const moment = system.clock.now() + 5 * 60_000
  await Promise.all(addresses.map(address => system.ask(address, at(moment), { isFresh: true })))
  await system.pass(5 * 60_000 + 500)
  const views = await Promise.all(addresses.map(address => system.ask(address, { type: 'view' })))
  t.equal(views.filter(({ rings }) => rings === 1).length, addresses.length)
})
