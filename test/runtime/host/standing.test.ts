// A host in a cluster: it gives up actors for another node, and holds still past the deadline of its own.
import { test } from 'tap'
import type { Effect } from '../../../runtime/actor.ts'
import { bounds } from '../../../runtime/config.ts'
import { type CounterMessage, TestHost, turns } from '../../support/actors/host.ts'

const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })
const moved = { type: 'moved' }
const everything = () => true

function standing() {
  return { isAlive: true, owns: () => true }
}

function movedIds({ frames }: TestHost): number[] {
  return frames.flatMap(({ head }) => (head.type === 'moved' ? [head.id] : []))
}

test('what is being committed is committed, answered and then given up; what waits is sent on', async t => {
  const host = new TestHost({ standing: standing() })
  await host.ask('cnt_a', add('first'), { fresh: true })
  const letGo = host.journal.hold()
  const inCommit = host.ask('cnt_a', add('in commit'))
  await turns()
  const waiting = host.nextId
  host.ask('cnt_a', add('waits')).catch(() => {})
  let isReleased = false
  const released = host.host.release(everything).then(() => {
    isReleased = true
  })
  await turns()
  t.equal(isReleased, false, 'a commit is in flight')
  t.strictSame(movedIds(host), [])
  letGo()
  t.strictSame((await inCommit).added, ['first', 'in commit'])
  await released
  t.strictSame(movedIds(host), [waiting])
  t.equal(host.host.active, 0)
  t.equal(host.host.queued, 0)
  t.equal(host.journal.entries.get('cnt_a')?.length, 2)
})

test('a commit that is lost while its actor leaves is not decided again here', async t => {
  for (const loss of ['before', 'after'] as const) {
    const host = new TestHost({ standing: standing() })
    await host.ask('cnt_a', add('1'), { fresh: true })
    const letGo = host.journal.hold()
    host.journal.losses.push(loss)
    const id = host.nextId
    host.ask('cnt_a', add('2')).catch(() => {})
    await turns()
    const released = host.host.release(everything)
    letGo()
    await released
    t.strictSame(movedIds(host), [id])
    host.clock.advance(10 * bounds.recoverMs[1])
    await turns()
    t.equal(host.host.active, 0)
    t.equal(host.journal.entries.get('cnt_a')?.length, loss === 'before' ? 1 : 2)
  }
})

test('effects of an actor that leaves are aborted, and their results are not heard', async t => {
  const signals: AbortSignal[] = []
  const results: ((message: CounterMessage) => void)[] = []
  const host = new TestHost({
    standing: standing(),
    perform: (_, __, signal) => {
      signals.push(signal)
      return new Promise(resolve => results.push(resolve))
    },
  })
  await host.ask('cnt_a', { type: 'call', id: 'pay' }, { fresh: true })
  await host.ask('cnt_b', { type: 'call', id: 'pay' }, { fresh: true })
  await host.host.release(address => address === 'cnt_a')
  t.strictSame(
    signals.map(({ aborted }) => aborted),
    [true, false],
  )
  for (const resolve of results) resolve({ type: 'returned', id: 'pay' })
  await turns()
  t.equal(host.journal.entries.get('cnt_a')?.length, 1)
  t.equal(host.journal.entries.get('cnt_b')?.length, 2)
})

test('an alarm of an actor that left does not ring here, and who waits for its end is sent on', async t => {
  const host = new TestHost({ standing: standing() })
  await host.ask('cnt_a', { type: 'set-alarm', at: host.clock.now() + 1_000 }, { fresh: true })
  const waiting = host.nextId
  host.ask('cnt_a', add('1'), { until: 'done' }).catch(() => {})
  await turns()
  t.equal(host.host.active, 0, 'it is in no memory')
  await host.host.release(everything)
  t.strictSame(movedIds(host), [waiting])
  host.clock.advance(5_000)
  await turns()
  t.equal(host.journal.entries.get('cnt_a')?.length, 2)
})

test('an actor that is being loaded is given up at once, and loads no further', async t => {
  const host = new TestHost({ standing: standing() })
  await host.ask('cnt_a', add('1'), { fresh: true })
  const waking = host.wake('cnt_a')
  const id = host.nextId
  host.ask('cnt_a', add('2')).catch(() => {})
  await host.host.release(everything)
  await waking
  await turns()
  t.match(host.frames.at(-1)?.head, moved)
  t.strictSame(movedIds(host), [id])
  t.equal(host.host.active, 0)
  t.strictSame((await host.ask('cnt_a', { type: 'view' })).added, ['1'], 'it may come back')
})

test('actors of other shards go on as they were', async t => {
  const host = new TestHost({ standing: standing() })
  const letGo = host.journal.hold()
  const asked = ['cnt_a', 'cnt_b'].map(address => host.ask(address, add('1'), { fresh: true }))
  await turns()
  const later = host.ask('cnt_b', add('2'))
  const released = host.host.release(address => address === 'cnt_a')
  letGo()
  await Promise.all([...asked, released])
  t.strictSame((await later).added, ['1', '2'])
})

test('past its deadline a node begins no effect and answers nothing from memory; a commit is answered', async t => {
  const node = standing()
  const performed: string[] = []
  const host = new TestHost({
    standing: node,
    perform: async (_, { id }: Effect) => {
      performed.push(id)
      return { type: 'returned', id }
    },
  })
  await host.ask('cnt_a', add('1'), { fresh: true })
  const letGo = host.journal.hold()
  const inCommit = host.ask('cnt_b', { type: 'call', id: 'pay' }, { fresh: true })
  await turns()
  node.isAlive = false
  letGo()
  t.strictSame((await inCommit).owed, ['pay'], 'it is true: the fence let it through')
  let isAnswered = false
  const seen = host.ask('cnt_a', { type: 'view' }).then(view => {
    isAnswered = true
    return view
  })
  for (let n = 0; n < 10; n++) {
    host.clock.advance(bounds.renewalMs)
    await turns(3)
  }
  t.strictSame(performed, [])
  t.equal(isAnswered, false)
  node.isAlive = true
  host.clock.advance(bounds.renewalMs)
  await turns()
  t.strictSame(performed, ['pay'])
  t.strictSame((await seen).added, ['1'])
  t.equal(host.host.active, 0, 'nothing stays in memory that owes nothing')
})

test('an effect in flight at the deadline is not begun twice', async t => {
  const node = standing()
  const performed: string[] = []
  const host = new TestHost({
    standing: node,
    perform: (_, { id }: Effect) => {
      performed.push(id)
      return new Promise<never>(() => {})
    },
  })
  await host.ask('cnt_a', { type: 'call', id: 'pay' }, { fresh: true })
  node.isAlive = false
  host.ask('cnt_a', add('1')).catch(() => {})
  host.clock.advance(bounds.renewalMs)
  await turns()
  node.isAlive = true
  host.clock.advance(bounds.renewalMs)
  await turns()
  t.strictSame(performed, ['pay'])
  t.strictSame((await host.ask('cnt_a', { type: 'view' })).added, ['1'])
})
