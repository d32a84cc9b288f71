// How long actors hold the thread of their host, and in which order they wait. The tests say what a decision
// takes: their clock stands still otherwise.
import { test } from 'tap'
import { bounds } from '../../../runtime/config.ts'
import {
  type CounterMessage,
  type CounterWorld,
  TestHost,
  TroubledJournal,
  turns,
} from '../../support/actors/host.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const burst = (events: number): CounterMessage => ({ type: 'burst', events })

/** Hosts whose decisions take so long; says who decided, with a bar for each pause of the thread. */
function slow(ms: number, world: CounterWorld = {}) {
  const heard: string[] = []
  const host: TestHost = new TestHost({
    ...world,
    decided(address) {
      host.clock.work(ms)
      if (heard.length === 0 || heard.at(-1) === '|') setImmediate(() => heard.push('|'))
      heard.push(address.slice('cnt_'.length))
    },
  })
  /** Who decided between two pauses. */
  const pieces = () =>
    heard
      .join(' ')
      .split('|')
      .map(piece => piece.trim())
      .filter(piece => piece !== '')
  return { host, heard, pieces }
}

const eventsOf = (host: TestHost, address: string) =>
  host.journal.entries.get(address)!.map(({ body }) => (JSON.parse(body) as { type: string }[]).length)

test('a turn that has used its time leaves the rest to later ones, and gives the same in the end', async t => {
  const { host, pieces } = slow(18)
  const counted = await host.ask('cnt_a', burst(20), { fresh: true })
  t.equal(counted.ticks, 0)
  await turns(200)
  t.equal((await host.ask('cnt_a', { type: 'view' })).ticks, 20)
  t.strictSame(eventsOf(host, 'cnt_a'), Array(21).fill(1), 'each decision alone is longer than a turn')
  t.strictSame(new Set(pieces().map(piece => piece.split(' ').length <= 2)), new Set([true]))
})

test('decisions share a turn as long as there is time', async t => {
  const { host } = slow(4)
  await host.ask('cnt_a', burst(7), { fresh: true })
  await turns(100)
  t.strictSame(eventsOf(host, 'cnt_a'), [3, 3, 2])
})

test('messages wait too when the time of the turn is up, and are answered in their order', async t => {
  const { host } = slow(6)
  await host.ask('cnt_a', { type: 'add', id: 'first' }, { fresh: true })
  const answered: number[] = []
  const answers = numbers(10).map(async n => {
    await host.ask('cnt_a', { type: 'add', id: String(n) })
    answered.push(n)
  })
  await Promise.all(answers)
  t.strictSame(answered, numbers(10))
  t.ok(Math.max(...eventsOf(host, 'cnt_a')) <= 2)
  t.equal(host.host.queued, 0)
})

test('messages that change nothing leave room as well', async t => {
  const { host, pieces } = slow(6)
  await host.ask('cnt_a', { type: 'call', id: 'keeps it in memory' }, { fresh: true })
  await Promise.all(numbers(30).map(() => host.ask('cnt_a', { type: 'view' })))
  for (const piece of pieces()) t.ok(piece.split(' ').length <= 4, piece)
})

test('turns of many actors do not follow each other without a pause', async t => {
  const { host, pieces } = slow(6)
  const answers = numbers(50).map(n => host.ask(`cnt_${n}`, { type: 'add', id: 'x' }, { fresh: true }))
  await Promise.all(answers)
  await turns(200)
  for (const piece of pieces()) t.ok(piece.split(' ').length <= 4, piece)
})

test('the actor of one tenant waits for one turn of another that has 500 busy ones', async t => {
  const { host, heard } = slow(18, {
    tenantOf: message => ('id' in message && message.id === 'of the other' ? 'other' : 'busy'),
  })
  for (const n of numbers(500)) void host.ask(`cnt_busy${n}`, burst(50), { fresh: true })
  await turns(50)
  const before = heard.filter(word => word !== '|').length
  const answer = host.ask('cnt_other', { type: 'add', id: 'of the other' }, { fresh: true })
  await turns(20)
  const order = heard.filter(word => word !== '|').slice(before)
  t.match(String(order.indexOf('other')), /^[012]$/, 'so many others before it')
  t.strictSame((await answer).added, ['of the other'])
})

test('nothing is decided while enough is gathered, and all of it follows', async t => {
  const decided = new Set<string>()
  const host = new TestHost({ decided: address => decided.add(address) })
  const release = host.journal.hold()
  // A turn that is not full, or it would come again.
  const large = 'x'.repeat(bounds.bytesPerTurn - 100)
  const all = 30
  const answers = numbers(all).map(n => host.ask(`cnt_${n}`, { type: 'add', id: large }, { fresh: true }))
  await turns()
  const gathered = Math.ceil((bounds.commitsGathered * bounds.bytesPerCommit) / bounds.bytesPerTurn)
  t.ok(decided.size <= gathered + bounds.bytesPerCommit / bounds.bytesPerTurn + 1, `${decided.size} decided`)
  release()
  await Promise.all(answers)
  t.equal(host.journal.tried.flat().length, all)
  t.equal(host.host.queued, 0)
})

test('a long journal is folded in pieces, between which others are heard', async t => {
  const journal = new TroubledJournal()
  const before = new TestHost({ journal })
  for (const id of numbers(40)) await before.ask('cnt_a', { type: 'add', id: String(id) })
  const between: number[] = []
  let folded = 0
  const after: TestHost = new TestHost({
    journal,
    evolved() {
      after.clock.work(4)
      if (folded++ === 0) hear()
    },
  })
  const hear = () => {
    if (between.push(folded) < 60) setImmediate(hear)
  }
  const { added } = await after.ask('cnt_a', { type: 'view' })
  t.equal(added.length, 40)
  const pieces = between.map((count, n) => count - (between[n - 1] ?? 0))
  t.ok(between.length >= 40 / 3, `${between.length} times`)
  t.ok(Math.max(...pieces) <= 3, `pieces of ${pieces}`)
})

test('a host that stops leaves alone who waits for a turn', async t => {
  const { host, heard } = slow(18)
  for (const n of numbers(10)) void host.ask(`cnt_${n}`, burst(50), { fresh: true })
  await host.host.stop()
  const before = heard.length
  await turns(50)
  t.equal(
    heard.filter(word => word !== '|').length,
    heard.slice(0, before).filter(word => word !== '|').length,
  )
})

test('code that fails when it has waited for its turn ends the host', async t => {
  const { host } = slow(18)
  void host.ask('cnt_a', { type: 'add', id: 'x' }, { fresh: true })
  void host.ask('cnt_b', { type: 'die' }, { fresh: true })
  t.strictSame(host.crashes, [])
  await turns(3)
  t.match(host.crashes, [{ message: 'poisoned' }])
})
