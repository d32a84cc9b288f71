import { test } from 'tap'
import { SeqTaken } from '../../../runtime/journal.ts'
import { type CounterMessage, TestHost, TroubledJournal, turns } from '../../support/actors/host.ts'

const a = 'cnt_a'
const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })
const call = (id: string): CounterMessage => ({ type: 'call', id })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test('R1: one activation per address, however many messages come while it is read and while it commits', async t => {
  const opened: string[] = []
  const host = new TestHost({ opened: address => opened.push(address) })
  const release = host.journal.hold()
  const answers = [host.ask(a, call('keeps it in memory'), { fresh: true })]
  for (const n of numbers(100)) answers.push(host.ask(a, add(n)))
  await turns()
  for (const n of numbers(100)) answers.push(host.ask(a, add(100 + n)))
  release()
  await Promise.all(answers)
  t.strictSame(opened, [a])
  t.strictSame((await host.ask(a, { type: 'view' })).added, numbers(200).map(String))
})

test('R2: a reply leaves only after its events are committed', async t => {
  const host = new TestHost()
  const release = host.journal.hold()
  const answer = host.ask(a, add(1), { fresh: true })
  host.host.watch(a)
  await turns()
  t.strictSame(
    host.frames.map(({ head }) => head.type),
    ['watching'],
  )
  release()
  t.strictSame((await answer).added, ['1'])
  t.strictSame(host.journal.entries.get(a)?.length, 1)
  t.strictSame(host.frames.map(({ head }) => head.type).sort(), ['entry', 'reply', 'watching'])
})

test('R2: an effect starts only after the event that owes it is committed', async t => {
  const performed: string[] = []
  const host = new TestHost({
    perform: (_, { id }) => {
      performed.push(id)
      return new Promise(() => {})
    },
  })
  const release = host.journal.hold()
  const answer = host.ask(a, call('pay'), { fresh: true })
  await turns()
  t.strictSame(performed, [])
  release()
  await answer
  t.strictSame(performed, ['pay'])
})

test('R2: nothing is decided on what is not yet durable', async t => {
  const host = new TestHost()
  const release = host.journal.hold()
  const first = host.ask(a, add(1), { fresh: true })
  await turns()
  const second = host.ask(a, add(2))
  await turns()
  t.equal(host.journal.tried.length, 1)
  release()
  t.strictSame((await first).added, ['1'])
  t.strictSame((await second).added, ['1', '2'])
})

test('R3: the state is the fold of the entries, at every number of them around a page', async t => {
  for (const count of [1, 499, 500, 501, 1000, 1001]) {
    const journal = new TroubledJournal()
    const commits = numbers(count).map(n => ({
      ...{ address: a, seq: n + 1, at: n, projections: [] },
      body: JSON.stringify([{ type: 'added', id: String(n) }]),
    }))
    await journal.commit(commits)
    const { added } = await new TestHost({ journal }).ask(a, { type: 'view' })
    t.strictSame(added, numbers(count).map(String), `${count} entries`)
  }
})

test('R4: what is owed is begun again by the next host, under the same id, until it is answered', async t => {
  const journal = new TroubledJournal()
  const attempts: string[] = []
  const dying = new TestHost({
    journal,
    perform: async (_, { id }) => {
      attempts.push(id)
      return new Promise<never>(() => {})
    },
  })
  await dying.ask(a, call('pay'), { fresh: true })
  dying.host.abandon()
  const next = new TestHost({
    journal,
    perform: async (_, { id }) => {
      attempts.push(id)
      return { type: 'returned', id }
    },
  })
  await next.wake(a)
  await turns()
  t.strictSame(attempts, ['pay', 'pay'])
  t.strictSame((await next.ask(a, { type: 'view' })).owed, [])
  const third = new TestHost({ journal, perform: () => t.fail('nothing is owed') as never })
  await third.wake(a)
  await turns()
})

test('R5: an actor that owes nothing leaves memory, and a message right behind it loses nothing', async t => {
  const host = new TestHost()
  const release = host.journal.hold()
  const first = host.ask(a, add(1), { fresh: true })
  const behind = first.then(() => host.ask(a, add(2)))
  await turns()
  const during = host.ask(a, add(3))
  release()
  t.strictSame((await during).added, ['1', '3'])
  t.strictSame((await behind).added, ['1', '3', '2'])
  await turns()
  t.equal(host.host.active, 0)
  t.equal(host.host.queued, 0)
  t.strictSame((await host.ask(a, { type: 'view' })).added, ['1', '3', '2'])
})

test('R6: a decision waits for nobody: an actor goes on while the call of another never ends', async t => {
  const host = new TestHost()
  await host.ask(a, call('for ever'), { fresh: true })
  t.strictSame((await host.ask('cnt_b', add(1), { fresh: true })).added, ['1'])
  t.strictSame((await host.ask(a, add(1))).added, ['1'])
})

test('R7: a second owner fails loudly, and writes nothing', async t => {
  const journal = new TroubledJournal()
  const [owner, second] = [new TestHost({ journal }), new TestHost({ journal })]
  await owner.ask(a, call('stays'), { fresh: true })
  await second.wake(a)
  await owner.ask(a, add(1))
  void second.ask(a, add(2))
  await turns()
  t.match(second.crashes, [SeqTaken])
  t.equal(second.crashes.length, 1)
  t.strictSame((await owner.ask(a, { type: 'view' })).added, ['1'])
})

test('a host that was abandoned says, writes and begins nothing more', async t => {
  const returns = Promise.withResolvers<CounterMessage>()
  const host = new TestHost({ perform: () => returns.promise })
  await host.ask(a, call('pay'), { fresh: true })
  const release = host.journal.hold()
  void host.ask('cnt_b', add(1), { fresh: true })
  await turns()
  void host.ask('cnt_c', add(1), { fresh: true })
  host.host.abandon()
  const said = host.frames.length
  release()
  returns.resolve({ type: 'returned', id: 'pay' })
  void host.ask('cnt_d', add(1), { fresh: true })
  await turns()
  t.equal(host.frames.length, said)
  t.strictSame(host.journal.tried.flat(), [a, 'cnt_b'])
})

test('what was decided but not committed when a host is abandoned is not committed', async t => {
  const host = new TestHost()
  void host.ask(a, add(1), { fresh: true })
  host.host.abandon()
  await turns()
  t.strictSame(host.journal.tried, [])
})

test('a host that stops finishes its commits, ends its calls and takes nothing new', async t => {
  let signal: AbortSignal | undefined
  const host = new TestHost({
    perform: (_, __, given) => {
      signal = given
      return new Promise(() => {})
    },
  })
  await host.ask(a, call('pay'), { fresh: true })
  const release = host.journal.hold()
  const answer = host.ask(a, add(1))
  await turns()
  const stopped = host.host.stop()
  await t.rejects(host.ask('cnt_b', add(1)), { code: 'overloaded' })
  t.equal(signal?.aborted, true)
  release()
  await stopped
  t.strictSame((await answer).added, ['1'])
})

test('an actor that is read while its host stops decides nothing', async t => {
  const host = new TestHost()
  void host.ask(a, add(1))
  await host.host.stop()
  await turns()
  t.strictSame(host.journal.tried, [])
})
