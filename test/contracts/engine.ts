// The contract of engines (runtime/engine.ts), wherever their hosts run. The actors are counters
// (test/support/actors/host.ts).
import { test } from 'tap'
import { Failure } from '../../domain/failure.ts'
import type { Desk, Engine } from '../../runtime/engine.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { MemoryJournal } from '../../runtime/memory-journal.ts'
import type { Counter, CounterMessage } from '../support/actors/host.ts'

export interface EngineLife {
  readonly engine: Engine
  /** How many hosts it has. */
  readonly hosts: number
  readonly journal: MemoryJournal<unknown>
  /**
   * Effects that were begun, `address id`. One with the id `announce` announces, those of `tell...` tell;
   * those of `return...` return; `desk` asks the desk and says what it heard.
   */
  readonly performed: readonly string[]
  /** Invalidations that hosts received, as JSON; one for each host. */
  readonly heard: readonly string[]
  /** Invalidations that the main thread received. */
  readonly changed: readonly unknown[]
  /** What hosts told the main thread. */
  readonly told: readonly unknown[]
  /** Ends the host of the address at once. */
  kill(address: string): void
  /** Lets blocked effects go on. */
  settle(): Promise<void>
}

export interface EngineOptions {
  readonly isFenced?: boolean
  readonly desk?: Desk
  /** Of an engine before this one. */
  readonly journal?: MemoryJournal<unknown>
}

type Teardown = { teardown(end: () => unknown): unknown }

/** @param open an engine of two hosts at least, which stops with the test at the latest */
export function engineContract(
  name: string,
  open: (t: Teardown, options?: EngineOptions) => Promise<EngineLife>,
): void {
  const add = (id: string): CounterMessage => ({ type: 'add', id })
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
  const addresses = numbers(12).map(n => `cnt_${n}`)

  test(`${name}: it is ready when it has started, and says how its hosts are`, async t => {
    const { engine, hosts } = await open(t)
    t.equal(engine.isReady, true)
    t.equal(engine.load.restarts, 0)
    t.equal(engine.load.slots.length, hosts)
  })

  test(`${name}: E1 what is answered is durable, and an address has one activation`, async t => {
    const life = await open(t)
    const ids = numbers(20).map(String)
    await Promise.all(
      addresses.flatMap(address =>
        ids.map(async id => {
          await life.engine.system.ask(address, add(id))
          t.ok(eventsOf(life, address).some(event => event.type === 'added' && event.id === id))
        }),
      ),
    )
    for (const address of addresses) {
      const { added } = await look(life, address)
      t.strictSame(added.toSorted(), ids.toSorted())
    }
  })

  test(`${name}: a refusal comes as a failure with its code`, async t => {
    const { engine } = await open(t)
    await engine.system.ask('cnt_1', add('1'))
    const refused = engine.system.ask('cnt_1', { type: 'refuse', code: 'conflict' })
    await t.rejects(refused, { name: 'Failure', code: 'conflict' })
    await t.rejects(engine.system.ask('cnt_none', { type: 'view' }), { code: 'not-found' })
  })

  test(`${name}: whoever waits for the end of an actor is answered then`, async t => {
    const { engine } = await open(t)
    let hasEnded = false
    const ended = engine.system.ask('cnt_1', add('1'), { until: 'done' }).then(reply => {
      hasEnded = true
      return JSON.parse(reply) as Counter
    })
    await engine.system.ask('cnt_1', add('2'))
    t.equal(hasEnded, false)
    await engine.system.ask('cnt_1', { type: 'end' })
    t.strictSame((await ended).added, ['1', '2'])
  })

  test(`${name}: E2 a subscriber hears every entry in order, and none after it has left`, async t => {
    const life = await open(t)
    for (const address of addresses.slice(0, 4)) {
      const heard: (Entry | null)[] = []
      const leave = life.engine.system.subscribe(address, entry => heard.push(entry))
      await until(life, () => heard.length > 0)
      t.equal(heard[0], null)
      for (const n of numbers(5)) await life.engine.system.ask(address, add(String(n)))
      const entries = () => heard.filter(entry => entry !== null)
      await until(life, () => entries().length === 5)
      t.strictSame(entries(), life.journal.entries.get(address))
      leave()
      await life.engine.system.ask(address, add('later'))
      t.equal(entries().length, 5)
    }
  })

  test(`${name}: E3 an actor whose host dies goes on in the next: what was asked and what it owes`, async t => {
    const life = await open(t)
    const { system } = life.engine
    await system.ask('cnt_1', { type: 'call', id: 'owed' })
    await until(life, () => life.performed.length === 1)
    const done = system.ask('cnt_1', add('1'), { until: 'done' })
    const heard: (Entry | null)[] = []
    system.subscribe('cnt_1', entry => heard.push(entry))
    await until(life, () => heard.length > 0)
    await system.ask('cnt_1', add('before'))
    life.kill('cnt_1')
    const asked = numbers(10).map(n => system.ask('cnt_1', add(String(n))))
    await Promise.all(asked)
    await until(life, () => life.performed.length >= 2)
    t.strictSame(new Set(life.performed), new Set(['cnt_1 owed']), 'with the same id')
    t.ok(heard.filter(entry => entry === null).length >= 2, 'a subscriber knows that it may have missed some')
    t.equal(life.engine.load.restarts, 1)
    await system.ask('cnt_1', { type: 'end' })
    const { added } = JSON.parse(await done) as Counter
    t.strictSame(added.toSorted(), [...numbers(10).map(String), 'before'].toSorted())
  })

  test(`${name}: E4 what is invalidated or announced reaches every host and the main thread`, async t => {
    const life = await open(t)
    life.engine.system.invalidate({ type: 'from outside' })
    await until(life, () => life.heard.length === life.hosts)
    t.strictSame(new Set(life.heard), new Set([JSON.stringify({ type: 'from outside' })]))
    t.strictSame(life.changed, [])
    await life.engine.system.ask('cnt_1', { type: 'call', id: 'announce' })
    await until(life, () => life.heard.length === 2 * life.hosts)
    t.strictSame(new Set(life.heard.slice(life.hosts)), new Set([JSON.stringify({ type: 'announced' })]))
    t.strictSame(life.changed, [{ type: 'announced' }])
  })

  test(`${name}: E8 what a host tells reaches the main thread in order, and no host`, async t => {
    const life = await open(t)
    for (const n of [1, 2, 3]) await life.engine.system.ask('cnt_1', { type: 'call', id: `tell ${n}` })
    await until(life, () => life.told.length === 3)
    t.strictSame(life.told, ['tell 1', 'tell 2', 'tell 3'])
    t.strictSame(life.heard, [])
    t.strictSame(life.changed, [])
  })

  test(`${name}: E7 an effect asks the desk of the main thread, wherever its host runs, and hears its refusal`, async t => {
    const desk: Desk = async message => {
      const { by } = JSON.parse(message) as { readonly by: string }
      if (by === 'cnt_2') throw new Failure('conflict', 'not you')
      if (by === 'cnt_3') throw new TypeError('a defect')
      return JSON.stringify(`hello ${by}`)
    }
    const life = await open(t, { desk })
    for (const address of ['cnt_1', 'cnt_2', 'cnt_3'])
      await life.engine.system.ask(address, { type: 'call', id: 'desk' })
    await until(life, () => life.performed.length === 6)
    t.strictSame(life.performed.filter(what => what.includes('heard')).toSorted(), [
      'cnt_1 heard "hello cnt_1"',
      'cnt_2 heard conflict',
      'cnt_3 heard bad-request',
    ])
    const other = await open(t)
    await other.engine.system.ask('cnt_1', { type: 'call', id: 'desk' })
    await until(other, () => other.performed.length === 2)
    t.equal(other.performed[1], 'cnt_1 heard unavailable', 'there is none')
  })

  test(`${name}: E5 behind the fence nothing owed is done, after it all of it`, async t => {
    const life = await open(t, { isFenced: true })
    for (const address of addresses) await life.engine.system.ask(address, { type: 'call', id: 'owed' })
    for (const address of addresses) t.strictSame((await look(life, address)).owed, ['owed'])
    t.strictSame(life.performed, [])
    life.engine.unfence()
    await until(life, () => life.performed.length >= addresses.length)
    t.strictSame(new Set(life.performed), new Set(addresses.map(address => `${address} owed`)))
  })

  test(`${name}: those who wait for an end can be told that it does not come in time`, async t => {
    const { engine } = await open(t)
    const ended = engine.system.ask('cnt_1', add('1'), { until: 'done' })
    await engine.system.ask('cnt_1', add('2'))
    engine.endWaits()
    await t.rejects(ended, { code: 'unavailable' })
    t.strictSame((JSON.parse(await engine.system.ask('cnt_1', add('3'))) as Counter).added, ['1', '2', '3'])
  })

  test(`${name}: E6 after its stop every ask has an answer, and the next engine does what is owed`, async t => {
    const life = await open(t)
    const { engine } = life
    await engine.system.ask('cnt_1', { type: 'call', id: 'owed' })
    await until(life, () => life.performed.length === 1)
    const waiting = engine.system.ask('cnt_1', add('1'), { until: 'done' })
    const asked = numbers(50).map(n => engine.system.ask('cnt_2', add(String(n))))
    const [, outcomes] = await Promise.all([engine.stop(), Promise.allSettled([waiting, ...asked])])
    t.equal(outcomes[0]!.status, 'rejected')
    await t.rejects(engine.system.ask('cnt_1', { type: 'view' }), { code: 'unavailable' })
    t.equal(engine.isReady, false)

    const next = await open(t, { journal: life.journal })
    await until(next, () => next.performed.includes('cnt_1 owed'))
    for (const [n, { status }] of outcomes.slice(1).entries()) {
      if (status !== 'fulfilled') continue
      t.ok((await look(next, 'cnt_2')).added.includes(String(n)), 'what was answered is there')
    }
  })
}

async function look({ engine }: EngineLife, address: string): Promise<Counter> {
  return JSON.parse(await engine.system.ask(address, { type: 'view' }))
}

function eventsOf({ journal }: EngineLife, address: string): { type: string; id: string }[] {
  return (journal.entries.get(address) ?? []).flatMap(({ body }) => JSON.parse(body))
}

/** As long as it takes; what never comes about is ended by the time limit of the test file. */
async function until(life: EngineLife, isSo: () => boolean): Promise<void> {
  while (!isSo()) await life.settle()
}
