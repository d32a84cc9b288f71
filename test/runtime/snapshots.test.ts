// R3: state is the fold of the entries, with a snapshot or without one.
import fc from 'fast-check'
import { test } from 'tap'
import { bounds } from '../../runtime/config.ts'
import { ReplayWork } from '../../runtime/host/replay-work.ts'
import { type CounterMessage, TestHost, TroubledJournal } from '../support/actors/host.ts'

const address = 'cnt_1'

/** A journal that tells where it was read from. */
class ReadJournal extends TroubledJournal {
  readonly readAfter: number[] = []

  override read(of: string, after?: number, limit?: number) {
    this.readAfter.push(after ?? 0)
    return super.read(of, after, limit)
  }
}

async function adds(host: TestHost, ...ids: string[]): Promise<void> {
  for (const id of ids) await host.ask(address, { type: 'add', id })
}

/** What an actor is when it is folded from its first entry on. */
function folded(journal: TroubledJournal) {
  return new TestHost({ journal }).ask(address, { type: 'view' })
}

test('an actor with many entries goes on from its snapshot and what came after it', async t => {
  const journal = new ReadJournal()
  const snapshots = { version: 1, afterEvents: 3 }
  await adds(new TestHost({ journal, snapshots }), 'a', 'b', 'c', 'd')
  t.strictSame(journal.snapshots.get(address)?.seq, 3)
  journal.readAfter.length = 0
  const host = new TestHost({ journal, snapshots })
  t.strictSame((await host.ask(address, { type: 'view' })).added, ['a', 'b', 'c', 'd'])
  t.strictSame(journal.readAfter, [3])
  await adds(host, 'e')
  t.equal(journal.entries.get(address)?.at(-1)?.seq, 5, 'the numbers go on')
})

test('a snapshot of another version is not read, and the next one replaces it', async t => {
  const journal = new ReadJournal()
  await adds(new TestHost({ journal, snapshots: { version: 1, afterEvents: 2 } }), 'a', 'b', 'c')
  journal.snapshots.set(address, { ...journal.snapshots.get(address)!, body: '{"of":"another shape"}' })
  journal.readAfter.length = 0
  const host = new TestHost({ journal, snapshots: { version: 2, afterEvents: 2 } })
  await adds(host, 'd')
  t.equal(journal.readAfter[0], 0)
  t.strictSame((await host.ask(address, { type: 'view' })).added, ['a', 'b', 'c', 'd'])
  t.match(journal.snapshots.get(address), { version: 2, seq: 4 })
})

test('a kind without snapshots neither writes nor reads them', async t => {
  const journal = new ReadJournal()
  journal.snapshots.set(address, { seq: 9, version: 1, body: '{}' })
  const host = new TestHost({ journal })
  await adds(host, ...Array.from({ length: 50 }, (_, n) => String(n)))
  t.equal((await host.ask(address, { type: 'view' })).added.length, 50)
  t.equal(journal.snapshots.get(address)?.seq, 9)
})

test('an actor that has ended leaves no snapshot: nobody goes on from it', async t => {
  const journal = new TroubledJournal()
  const host = new TestHost({ journal, snapshots: { version: 1, afterEvents: 2 } })
  await adds(host, 'a')
  await host.ask(address, { type: 'end' })
  t.equal(journal.snapshots.size, 0)
})

test('a large state is kept again when as much has been journaled since', async t => {
  const work = new ReplayWork(10)
  work.add(9, 1_000)
  t.notOk(work.isEnough)
  work.add(1, 10)
  t.ok(work.isEnough)
  work.restart(500)
  work.add(10, 499)
  t.notOk(work.isEnough)
  work.add(1, 1)
  t.ok(work.isEnough)
})

test('few events with much in them are enough for a snapshot', async t => {
  const work = new ReplayWork(10)
  work.add(1, bounds.snapshotBytes - 1)
  t.notOk(work.isEnough)
  work.add(1, 1)
  t.ok(work.isEnough)
})

test('a state that was made from too much is not kept: its commit would hold up the others', async t => {
  const work = new ReplayWork(10)
  work.add(10, bounds.largestSnapshotBytes)
  t.ok(work.isEnough)
  work.add(1, 1)
  t.notOk(work.isEnough)
})

/** Something that happens to a counter, or around it. */
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('add' as const), id: fc.stringMatching(/^[a-z]$/) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('call', 'drop'), id: fc.stringMatching(/^[a-c]$/) }),
  },
  fc.record({ type: fc.constant('burst' as const), events: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ type: fc.constantFrom('new host', 'lost before', 'lost after', 'no snapshot') }),
)

test('the state from a snapshot is that of all entries, whatever is lost in between', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (happenings, afterEvents) => {
        const journal = new TroubledJournal()
        const open = () => new TestHost({ journal, snapshots: { version: 1, afterEvents } })
        let host = open()
        await adds(host, 'first')
        for (const each of happenings) {
          if (each.type === 'new host') host = open()
          else if (each.type === 'no snapshot') journal.snapshots.clear()
          else if (each.type === 'lost before') journal.losses.push('before')
          else if (each.type === 'lost after') journal.losses.push('after')
          else await patiently(host, host.ask(address, each as CounterMessage))
        }
        journal.losses.length = 0
        const kept = await open().ask(address, { type: 'view' })
        t.strictSame(kept, await folded(journal))
        journal.snapshots.clear()
        t.strictSame(kept, await open().ask(address, { type: 'view' }))
      },
    ),
    { numRuns: 100 },
  )
})

/** Lets the pauses after lost commits pass. */
async function patiently<T>(host: TestHost, answer: Promise<T>): Promise<T> {
  let isAnswered = false
  const settled = answer.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    await new Promise(resolve => setImmediate(resolve))
    host.clock.advance(100)
  }
  return settled
}
