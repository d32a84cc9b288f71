import { test } from 'tap'
import { bounds } from '../../runtime/config.ts'
import type { Commit } from '../../runtime/journal.ts'
import { type CounterMessage, TestHost, TroubledJournal, turns } from '../support/actors/host.ts'

const a = 'cnt_a'
const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

for (const loss of ['before', 'after'] as const) {
  test(`a commit lost ${loss} it was taken is read again, decided again and answered once`, async t => {
    const host = new TestHost()
    host.journal.losses.push(loss)
    const answer = host.ask(a, add(1), { fresh: true })
    await turns()
    t.strictSame(typesOf(host), ['trouble'])
    host.clock.advance(bounds.recoverMs[0])
    t.strictSame((await answer).added, ['1'])
    await turns()
    t.strictSame(typesOf(host), ['trouble', 'reply'])
    t.strictSame(bodies(host.journal, a), [[{ type: 'added', id: '1' }]])
    t.equal(host.host.queued, 0)
  })

  test(`messages behind a commit lost ${loss} it was taken keep their order`, async t => {
    const host = new TestHost()
    await host.ask(a, { type: 'call', id: 'keeps it in memory' }, { fresh: true })
    const release = host.journal.hold()
    host.journal.losses.push(loss)
    const answers = [host.ask(a, add(1)), host.ask(a, add(2))]
    await turns()
    answers.push(host.ask(a, add(3)))
    release()
    await turns()
    answers.push(host.ask(a, add(4)))
    host.clock.advance(bounds.recoverMs[0])
    await Promise.all(answers)
    t.strictSame((await host.ask(a, { type: 'view' })).added, ['1', '2', '3', '4'])
  })
}

test('who asks a journal that takes no writes is refused at once, and nothing of it is done later', async t => {
  const host = new TestHost()
  host.journal.losses.push('unwritable')
  const refused = host.ask(a, add(1), { fresh: true })
  await t.rejects(refused, {
    code: 'unavailable',
    message: 'the database cannot write at the moment: its disk is full',
  })
  t.equal(host.host.queued, 0)
  host.clock.advance(bounds.recoverMs[0])
  await turns()
  t.strictSame((await host.ask(a, add(2), { fresh: true })).added, ['2'])
})

for (const end of ['refused', 'left'] as const) {
  test(`an actor whose first message was lost and whose asker was ${end} does nothing and leaves nothing`, async t => {
    const performed: string[] = []
    const host = new TestHost({
      perform: async (_, { id }) => {
        performed.push(id)
        return null
      },
    })
    host.journal.losses.push(end === 'refused' ? 'unwritable' : 'before')
    const asked = host.ask(a, { type: 'call', id: 'pay' }, { fresh: true })
    if (end === 'refused') await t.rejects(asked, { code: 'unavailable' })
    else {
      asked.catch(() => {})
      await turns()
      host.host.forget(a, 1)
    }
    for (let n = 0; n < 3; n++) {
      host.clock.advance(bounds.recoverMs[1])
      await turns()
    }
    t.strictSame([performed, bodies(host.journal, a), host.host.queued], [[], [], 0])
    t.match(await host.ask(a, add(2), { fresh: true }), { added: ['2'], owed: [] })
  })
}

test('what nobody waits for is kept while the journal takes no writes', async t => {
  const host = new TestHost({ perform: async (_, { id }) => ({ type: 'returned', id }) })
  const release = host.journal.hold()
  const asked = host.ask(a, { type: 'call', id: 'pay' }, { fresh: true })
  release()
  await asked
  host.journal.losses.push('unwritable', 'unwritable')
  await turns()
  for (let n = 0; n < 3; n++) {
    host.clock.advance(bounds.recoverMs[1])
    await turns()
  }
  t.strictSame((await host.ask(a, { type: 'view' })).owed, [], 'its result was written in the end')
})

test('a call under way goes on while its actor is read again', async t => {
  let performed = 0
  const host = new TestHost({
    perform: () => {
      performed++
      return new Promise(() => {})
    },
  })
  await host.ask(a, { type: 'call', id: 'pay' }, { fresh: true })
  host.journal.losses.push('before')
  const answer = host.ask(a, add(1))
  await turns()
  host.clock.advance(bounds.recoverMs[0])
  await answer
  t.equal(performed, 1)
})

test('the pause before a lost commit is tried again grows up to its bound', async t => {
  const host = new TestHost()
  const [first, last] = bounds.recoverMs
  host.journal.losses.push(...numbers(8).map(() => 'before' as const))
  const answer = host.ask(a, add(1), { fresh: true })
  for (let pauseMs = first as number, tried = 1; tried <= 8; pauseMs = Math.min(last, pauseMs * 2), tried++) {
    await turns()
    t.equal(host.journal.tried.length, tried)
    host.clock.advance(pauseMs - 1)
    await turns()
    t.equal(host.journal.tried.length, tried, `not before ${pauseMs} ms`)
    host.clock.advance(1)
  }
  t.strictSame((await answer).added, ['1'])
})

test('a commit that can never be taken soon holds up nobody else', async t => {
  class Picky extends TroubledJournal {
    override async commit(commits: readonly Commit<unknown>[]) {
      if (!commits.some(({ address }) => address === 'cnt_bad')) return super.commit(commits)
      this.tried.push(commits.map(({ address }) => address))
      throw new Error('cannot be written')
    }
  }
  const host = new TestHost({ journal: new Picky() })
  const good = numbers(100).map(n => host.ask(`cnt_${n}`, add(1), { fresh: true }))
  void host.ask('cnt_bad', add(1), { fresh: true })
  let isDone = false
  const all = Promise.all(good).then(() => {
    isDone = true
  })
  for (let n = 0; n < 10 && !isDone; n++) {
    await turns()
    host.clock.advance(bounds.recoverMs[1])
  }
  await turns()
  t.equal(isDone, true)
  await all
})

test('what is decided while commits are under way gathers and shares the next one', async t => {
  const host = new TestHost()
  const release = host.journal.hold()
  const answers = []
  for (const n of numbers(bounds.commitsInFlight + 50)) {
    answers.push(host.ask(`cnt_${n}`, add(1), { fresh: true }))
    await turns(2)
  }
  const sizes = () => host.journal.tried.map(addresses => addresses.length)
  const single = new Array(bounds.commitsInFlight).fill(1)
  t.strictSame(sizes(), single)
  release()
  await Promise.all(answers)
  t.strictSame(sizes(), [...single, 50])
})

test('a refused start is answered with the refusal and leaves nothing behind', async t => {
  const host = new TestHost()
  host.journal.refuse = () => ({ code: 'quota-exceeded', message: 'monthly limit of 0', facts: { limit: 0 } })
  const release = host.journal.hold()
  const start = host.ask(a, add(1), { fresh: true, until: 'done' })
  await turns()
  const behind = host.ask(a, add(2))
  release()
  await t.rejects(start, { code: 'quota-exceeded', facts: { limit: 0 } })
  await t.rejects(behind, { code: 'quota-exceeded' })
  t.equal(host.host.active, 0)
  t.equal(host.host.queued, 0)
  t.strictSame(await host.journal.read(a), [])
})

test('a turn of many events is sliced, and others commit in between', async t => {
  const host = new TestHost()
  const events = 10 * bounds.eventsPerTurn
  const burst = host.ask(a, { type: 'burst', events }, { fresh: true, until: 'done' })
  await turns(2)
  const other = await host.ask('cnt_b', add(1), { fresh: true })
  t.strictSame(other.added, ['1'])
  t.ok(bodies(host.journal, a).length < 5, 'the burst is still going on')
  await turns(100)
  const slices = bodies(host.journal, a)
  t.ok(slices.every(slice => slice.length <= bounds.eventsPerTurn))
  t.equal(slices.flat().length, events + 1)
  t.strictSame(
    host.journal.entries.get(a)?.map(({ seq }) => seq),
    slices.map((_, n) => 1 + slices.slice(0, n).flat().length),
  )
  void host.ask(a, { type: 'end' })
  t.equal((await burst).ticks, events)
})

test('a burst that its host did not finish is finished by the next one', async t => {
  const journal = new TroubledJournal()
  const first = new TestHost({ journal })
  void first.ask(a, { type: 'burst', events: 1_000 }, { fresh: true })
  await turns(2)
  first.host.abandon()
  await turns()
  const before = bodies(journal, a).flat().length
  t.ok(before > 0 && before < 1_001, `${before} events`)
  const next = new TestHost({ journal })
  await next.wake(a)
  await turns(40)
  t.equal((await next.ask(a, { type: 'view' })).ticks, 1_000)
})

function typesOf({ frames }: TestHost): string[] {
  return frames.map(({ head }) => head.type)
}

function bodies(journal: TroubledJournal, address: string): unknown[][] {
  return (journal.entries.get(address) ?? []).map(({ body }) => JSON.parse(body))
}
