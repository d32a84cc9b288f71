import { test } from 'tap'
import { bounds } from '../../runtime/config.ts'
import { type CounterMessage, TestHost, turns } from '../support/actors/host.ts'

const a = 'cnt_a'
const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })

test('an ask past the bound of the mailbox is overloaded, a result never is', async t => {
  const host = new TestHost({
    perform: async (_, { id }) => returns.promise.then(() => ({ type: 'returned', id })),
  })
  const returns = Promise.withResolvers<void>()
  await host.ask(a, { type: 'call', id: 'pay' }, { fresh: true })
  const release = host.journal.hold()
  const answers = [host.ask(a, add(1))]
  await turns(2)
  for (let n = 0; n < bounds.mailbox - 1; n++) answers.push(host.ask(a, { type: 'view' }))
  const last = host.ask(a, { type: 'view' })
  answers.push(last)
  await t.rejects(host.ask(a, { type: 'view' }), { code: 'overloaded' })
  returns.resolve()
  await turns(2)
  release()
  await Promise.all(answers)
  t.strictSame((await host.ask(a, { type: 'view' })).owed, [])
})

test('a new actor past the bound of the host is overloaded, one that was accepted goes on', async t => {
  const host = new TestHost()
  await host.ask(a, { type: 'call', id: 'stays' }, { fresh: true })
  const release = host.journal.hold()
  const answers = Array.from({ length: bounds.queued }, (_, n) =>
    host.ask(`cnt_${n}`, add(1), { fresh: true }),
  )
  t.equal(host.host.queued, bounds.queued)
  await t.rejects(host.ask('cnt_new', add(1), { fresh: true }), {
    code: 'overloaded',
    facts: { retryAfterMs: 1_000 },
  })
  answers.push(host.ask(a, add(1)))
  release()
  await Promise.all(answers)
  t.equal(host.host.queued, 0)
  await host.ask('cnt_new', add(1), { fresh: true })
})

test('whoever waits for the end is answered at the end, once, also when the actor left memory meanwhile', async t => {
  const host = new TestHost()
  const waiting = [
    host.ask(a, add(1), { fresh: true, until: 'done' }),
    host.ask(a, add(2), { until: 'done' }),
  ]
  await turns()
  t.equal(host.host.active, 0)
  t.strictSame(host.frames, [])
  await host.ask(a, { type: 'end' })
  for (const { added, endedBy } of await Promise.all(waiting))
    t.match({ added, endedBy }, { added: ['1', '2'], endedBy: 'end' })
  t.equal(host.frames.length, 3)
})

test('whoever asks for the end after it is answered at once', async t => {
  const host = new TestHost()
  await host.ask(a, { type: 'end' }, { fresh: true })
  t.equal((await host.ask(a, { type: 'view' }, { until: 'done' })).endedBy, 'end')
})

test('whoever was forgotten is not answered, the others are', async t => {
  const host = new TestHost()
  const forgotten = host.nextId
  void host.ask(a, add(1), { fresh: true, until: 'done' })
  const other = host.ask(a, add(2), { until: 'done' })
  await turns()
  host.host.forget(a, forgotten)
  host.host.forget('cnt_unknown', 99)
  await host.ask(a, { type: 'end' })
  await other
  t.notOk(host.frames.some(({ head }) => 'id' in head && head.id === forgotten))
})

test('an address without a journal is refused by its kind, and leaves nothing behind', async t => {
  const host = new TestHost()
  await t.rejects(host.ask(a, { type: 'view' }), { code: 'not-found' })
  t.equal(host.host.active, 0)
  t.equal(host.host.queued, 0)
})

test('whoever asks for an actor before its beginning is refused, and the beginning behind it is not', async t => {
  const host = new TestHost()
  const early = [host.ask(a, { type: 'view' }), host.ask(a, { type: 'view' })]
  const begun = host.ask(a, add(1))
  const after = host.ask(a, { type: 'view' })
  for (const each of early) await t.rejects(each, { code: 'not-found' })
  await begun
  t.strictSame((await after).added, ['1'])
  t.equal(host.host.queued, 0)
})

test('a wake of an address without a journal is answered', async t => {
  const host = new TestHost()
  t.equal(await host.wake(a), null)
  t.equal(host.host.active, 0)
})

test('a call that is owed no longer is aborted, and its late result is ignored', async t => {
  const late = Promise.withResolvers<CounterMessage>()
  let signal: AbortSignal | undefined
  const host = new TestHost({
    perform: (_, __, given) => {
      signal = given
      return late.promise
    },
  })
  await host.ask(a, { type: 'call', id: 'pay' }, { fresh: true })
  t.equal(signal?.aborted, false)
  await host.ask(a, { type: 'drop', id: 'pay' })
  t.equal(signal?.aborted, true)
  late.resolve(add('late'))
  await turns()
  t.strictSame((await host.ask(a, { type: 'view' })).added, [])
})

test('a call that is owed again under its id is not confused with the one that was given up', async t => {
  const results: PromiseWithResolvers<CounterMessage>[] = []
  const host = new TestHost({
    perform: () => {
      results.push(Promise.withResolvers())
      return results.at(-1)!.promise
    },
  })
  await host.ask(a, { type: 'call', id: 'pay' }, { fresh: true })
  await host.ask(a, { type: 'call', id: 'stays' })
  await host.ask(a, { type: 'drop', id: 'pay' })
  await host.ask(a, { type: 'call', id: 'pay' })
  results[0]!.resolve({ type: 'returned', id: 'pay' })
  await turns()
  await host.ask(a, add(1))
  t.equal(results.length, 3)
  results[2]!.resolve({ type: 'returned', id: 'pay' })
  await turns()
  t.strictSame((await host.ask(a, { type: 'view' })).owed, ['stays'])
})

test('a call ends when its actor ends', async t => {
  let signal: AbortSignal | undefined
  const host = new TestHost({
    perform: (_, __, given) => {
      signal = given
      return new Promise(() => {})
    },
  })
  await host.ask(a, { type: 'call', id: 'pay' }, { fresh: true })
  await host.ask(a, { type: 'end' })
  t.equal(signal?.aborted, true)
  t.equal(host.host.active, 0)
})
