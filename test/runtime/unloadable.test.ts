// Actors that cannot be loaded, and asks whose caller has left: neither delays other actors.
import { test } from 'tap'
import { bounds } from '../../runtime/config.ts'
import { type CounterMessage, retriesPass, TestHost, TroubledJournal, turns } from '../support/actors/host.ts'
import { TestSystem } from '../support/actors/system.ts'

const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })

class FailingJournal extends TroubledJournal {
  /** What a read of `cnt_bad` fails with. */
  failure: Error | null = new TypeError('a state that this version cannot fold')
  reads = 0

  override async load(...[address, version, limit]: Parameters<TroubledJournal['load']>) {
    if (address === 'cnt_bad') this.reads++
    if (address === 'cnt_bad' && this.failure) throw this.failure
    return super.load(address, version, limit)
  }
}

test('an actor whose load fails by a defect is refused after a few tries, and not read again', async t => {
  const journal = new FailingJournal()
  const host = new TestHost({ journal })
  const asked = t.rejects(host.ask('cnt_bad', add(1)), { code: 'unavailable' })
  const woken = host.wake('cnt_bad')
  await retriesPass(host, 2 * bounds.failedLoads)
  await asked
  t.equal(await woken, null)
  t.equal(journal.reads, bounds.failedLoads)
  t.strictSame([host.host.queued, host.host.active], [0, 0])
  await t.rejects(host.ask('cnt_bad', add(1)), { code: 'unavailable' })
  t.equal(await host.wake('cnt_bad'), null)
  await retriesPass(host, 2)
  t.equal(journal.reads, bounds.failedLoads)
  const lines = host.frames.filter(({ head }) => head.type === 'log')
  t.match(
    lines.map(({ payload }) => JSON.parse(payload)),
    [{ address: 'cnt_bad', reason: /cannot fold/ }],
  )
  t.strictSame((await host.ask('cnt_good', add(1), { fresh: true })).added, ['1'])
})

test('an actor that the database cannot give is read until it can', async t => {
  const journal = new FailingJournal()
  journal.failure = new Error('the database is away')
  const host = new TestHost({ journal })
  const answer = host.ask('cnt_bad', add(1))
  await retriesPass(host, 4 * bounds.failedLoads)
  journal.failure = null
  await retriesPass(host, 1)
  t.strictSame((await answer).added, ['1'])
})

test('an undecided ask that was given up leaves the mailbox, and its place is free', async t => {
  const journal = new FailingJournal()
  journal.failure = new Error('the database is away')
  const host = new TestHost({ journal })
  const id = host.nextId
  void host.ask('cnt_bad', add('given up'))
  const other = host.ask('cnt_bad', add('stays'))
  await turns()
  t.equal(host.host.queued, 2)
  host.host.forget('cnt_bad', id)
  t.equal(host.host.queued, 1)
  host.host.forget('cnt_bad', id)
  journal.failure = null
  await retriesPass(host, 1)
  t.strictSame((await other).added, ['stays'])
  t.equal(host.host.queued, 0)
})

test('whoever gives up to wait for the end has been heard all the same', async t => {
  const journal = new FailingJournal()
  const host = new TestHost({ journal })
  journal.failure = new Error('the database is away')
  const id = host.nextId
  void host.ask('cnt_bad', add('said'), { until: 'done' })
  await turns()
  host.host.forget('cnt_bad', id)
  journal.failure = null
  await retriesPass(host, 1)
  t.strictSame((await host.ask('cnt_bad', { type: 'view' })).added, ['said'])
})

test('an actor whose replay killed its host three times is left alone, by every host after that', async t => {
  let isDeadly = false
  let loads = 0
  const system: TestSystem = await TestSystem.start(t, {
    slots: 1,
    opened: address => {
      if (address !== 'cnt_bad' || !isDeadly) return
      loads++
      void system.kill(0)
    },
  })
  await system.ask('cnt_bad', { type: 'call', id: 'keeps it unfinished' }, { isFresh: true })
  await system.kill(0)
  isDeadly = true
  for (let n = 0; n < bounds.crashes; n++) {
    t.equal(system.system.load.restarts, n + 1)
    await system.rise()
  }
  await system.pass(bounds.beatMs)
  t.equal(loads, bounds.crashes)
  await t.rejects(system.ask('cnt_bad', { type: 'view' }), { code: 'unavailable' })
  t.strictSame((await system.ask('cnt_good', add(1), { isFresh: true })).added, ['1'])

  await system.kill(0)
  await system.pass(2 * bounds.alarmPollMs)
  await t.rejects(system.ask('cnt_bad', { type: 'view' }), { code: 'unavailable' })
  t.equal(loads, bounds.crashes)
  t.equal(system.system.load.restarts, bounds.crashes + 2)
})

test('an actor that kills its host while it begins is poisoned: it has nothing to replay', async t => {
  let deaths = 0
  const system: TestSystem = await TestSystem.start(t, {
    slots: 1,
    opened: address => {
      if (address === 'cnt_bad' && deaths++ < bounds.crashes) void system.kill(0)
    },
  })
  const asked = system.ask('cnt_bad', add(1))
  for (let n = 0; n < bounds.crashes; n++) {
    await turns()
    await system.rise()
  }
  t.match((await asked).endedBy, /ended its host 3 times/)
})
