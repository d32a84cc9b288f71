// The Wake that a commit stores for an actor with pending work, so that a start finds it, whatever its kind.
import { test } from 'tap'
import type { ActorKind, Effect } from '../../runtime/actor.ts'
import { bounds } from '../../runtime/config.ts'
import type { Journal, Wake } from '../../runtime/journal.ts'
import type { ServeOptions } from '../../runtime/system/serve.ts'
import { TestHost, TroubledJournal, turns } from '../support/actors/host.ts'
import { TestSystem } from '../support/actors/system.ts'

const a = 'cnt_a'

/** A host, and what its commits say of waking. */
function saying(options: { journal?: TroubledJournal; isFoundByRow?: () => boolean } = {}) {
  const host = new TestHost(options)
  const said: (Wake | undefined)[] = []
  const commit = host.journal.commit.bind(host.journal)
  host.journal.commit = commits => {
    for (const { wake } of commits) said.push(wake)
    return commit(commits)
  }
  return { host, said }
}

test('what a full turn leaves is owed until it is done, at n - 1, n and n + 1', async t => {
  // The burst itself is the first event.
  for (const [events, isOwing] of [
    [bounds.eventsPerTurn - 2, false],
    [bounds.eventsPerTurn - 1, false],
    [bounds.eventsPerTurn, true],
  ] as const) {
    const { host, said } = saying()
    await host.ask(a, { type: 'burst', events }, { fresh: true })
    await turns()
    t.equal(said[0]?.isOwing ?? false, isOwing, `${events} events`)
    t.equal(host.journal.wakeups.size, 0, 'all is done')
  }
})

test('an actor whose effect is pending is found by a start, and by none after its answer', async t => {
  const { host } = saying()
  const atStart = { before: 0, isStart: true }
  await host.ask(a, { type: 'call', id: 'x' }, { fresh: true })
  t.strictSame(host.journal.toWake(atStart, '', 10), [a])
  t.strictSame(host.journal.toWake({ ...atStart, isStart: false }, '', 10), [])
  await host.ask(a, { type: 'returned', id: 'x' })
  t.strictSame(host.journal.toWake(atStart, '', 10), [])
})

test('an actor that its row finds says nothing while that is so', async t => {
  let isFound = true
  const { host, said } = saying({ isFoundByRow: () => isFound })
  await host.ask(a, { type: 'call', id: 'x' }, { fresh: true })
  isFound = false
  await host.ask(a, { type: 'add', id: '1' })
  t.strictSame(said, [undefined, { isOwing: true, at: null }])
})

test('whoever comes from the journal says it anew, so that a row that is wrong is mended', async t => {
  const journal = new TroubledJournal()
  await new TestHost({ journal }).ask(a, { type: 'add', id: '1' }, { fresh: true })
  journal.wakeups.set(a, { isOwing: true, at: 5 })
  const { host, said } = saying({ journal })
  await host.ask(a, { type: 'add', id: '2' })
  t.strictSame(said, [{ isOwing: false, at: null }])
  t.equal(journal.wakeups.size, 0)
})

test('an actor that owes nothing and waits for no moment stays asleep when its host is replaced', async t => {
  const opened: string[] = []
  const system = await TestSystem.start(t, { slots: 1, opened: address => opened.push(address) })
  await system.ask('cnt_idle', { type: 'add', id: '1' }, { isFresh: true })
  await system.ask('cnt_owing', { type: 'call', id: 'x' }, { isFresh: true })
  opened.length = 0
  await system.kill(0)
  await system.rise()
  t.strictSame(opened, ['cnt_owing'])
})

test('a kind whose projections the journal does not know does not compile', async t => {
  type Kind<P> = ActorKind<never, never, never, Effect, P>
  const [known, other] = [{}, {}] as unknown as [Kind<'known'>, Kind<'other'>]
  const journal = {} as Journal<'known'>
  type Parts = Pick<ServeOptions<'known'>, 'kinds' | 'journal'>
  const right: Parts = { kinds: [known], journal }
  // @ts-expect-error its rows would be written by nobody
  const wrong: Parts = { kinds: [known, other], journal }
  t.not(right, wrong)
})
