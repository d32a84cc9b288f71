// The bounds of a turn and of a commit, and how lost turns are tried again without delaying other actors.
import { test } from 'tap'
import { bounds } from '../../runtime/config.ts'
import type { Commit } from '../../runtime/journal.ts'
import { type CounterMessage, retriesPass, TestHost, TroubledJournal, turns } from '../support/actors/host.ts'

const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Commits that hold this word cannot be written; none can while the database is away. */
class PickyJournal extends TroubledJournal {
  word = 'bad'
  isAway = false
  isReadable = true

  override async commit(commits: readonly Commit<unknown>[]) {
    if (!this.isAway && !commits.some(({ body }) => body.includes(this.word))) return super.commit(commits)
    this.tried.push(commits.map(({ address }) => address))
    throw new Error('cannot be written')
  }

  override async load(...[address, version, limit]: Parameters<TroubledJournal['load']>) {
    if (!this.isReadable) throw new Error('cannot be read')
    return super.load(address, version, limit)
  }
}

test('a turn ends when it has taken enough bytes, and the rest follows', async t => {
  const host = new TestHost()
  await host.ask('cnt_a', { type: 'call', id: 'keeps it in memory' }, { fresh: true })
  const release = host.journal.hold()
  const first = host.ask('cnt_a', add('first'))
  await turns(2)
  const [count, length] = [12, 500_000]
  const answers = numbers(count).map(n => host.ask('cnt_a', add(`${n}`.padEnd(length, ' '))))
  release()
  await Promise.all([first, ...answers])
  const [, , ...bodies] = host.journal.entries.get('cnt_a')!.map(({ body }) => body)
  t.ok(bodies.length >= (count * length) / (bounds.bytesPerTurn + length), `${bodies.length} turns`)
  for (const body of bodies) t.ok(body.length < bounds.bytesPerTurn + length + 100)
  t.strictSame(
    bodies.flatMap(body => (JSON.parse(body) as { id: string }[]).map(({ id }) => id.trim())),
    numbers(count).map(String),
  )
  t.equal(host.host.queued, 0)
})

test('what follows by itself waits too when a decision has filled the turn', async t => {
  const host = new TestHost()
  const release = host.journal.hold()
  const first = host.ask('cnt_a', add('first'), { fresh: true })
  await turns(2)
  const large = host.ask('cnt_a', add('x'.repeat(bounds.bytesPerTurn)))
  const burst = host.ask('cnt_a', { type: 'burst', events: 3 })
  release()
  await Promise.all([first, large, burst])
  const counts = host.journal.entries.get('cnt_a')!.map(({ body }) => (JSON.parse(body) as object[]).length)
  t.strictSame(counts, [1, 1, 4])
})

test('a commit has so many bytes at most, and one turn always goes', async t => {
  const host = new TestHost({ tenantOf: () => 'one' })
  const shares = [0.25, 0.25, 0.25, 3, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]
  const release = host.journal.hold()
  const first = host.ask('cnt_first', add('first'), { fresh: true })
  await turns(2)
  const answers = shares.map((share, n) =>
    host.ask(`cnt_${n}`, add('x'.repeat(share * bounds.bytesPerCommit)), { fresh: true }),
  )
  await turns(20)
  release()
  await Promise.all([first, ...answers])
  const commits = host.journal.tried
    .slice(1)
    .map(addresses => addresses.map(address => Number(address.slice(4))))
  t.strictSame(commits.flat().sort(), numbers(shares.length), 'each was written once')
  t.ok(commits.length < shares.length, 'together where they fit')
  for (const commit of commits) {
    const share = commit.reduce((sum, n) => sum + shares[n]!, 0)
    t.ok(commit.length === 1 || share <= 1, `${commit} in one commit`)
  }
})

test('what was lost repeatedly goes in small commits, what is new in full ones', async t => {
  const host = new TestHost({ journal: new PickyJournal() })
  void host.ask('cnt_bad', add('bad'), { fresh: true })
  for (let n = 0; n < 4; n++) {
    void host.ask(`cnt_before${n}`, add(1), { fresh: true })
    await retriesPass(host, 2)
  }
  const before = host.journal.tried.length
  const count = bounds.actorsPerCommit - 1
  const answers = numbers(count).map(n => host.ask(`cnt_${n}`, add(1), { fresh: true }))
  host.clock.advance(bounds.recoverMs[1])
  await Promise.all(answers)
  await turns()
  const sizes = host.journal.tried.slice(before).map(addresses => addresses.length)
  t.strictSame(sizes, [count, 1])
})

for (const kind of ['loads and commits', 'commits alone'] as const) {
  test(`after an outage of ${kind} few commits take all that waited`, async t => {
    const journal = new PickyJournal()
    const host = new TestHost({ journal })
    const count = 600
    journal.isAway = true
    journal.isReadable = kind === 'commits alone'
    const answers = numbers(count).map(n => host.ask(`cnt_${n}`, add(1), { fresh: true }))
    await retriesPass(host, 12)
    Object.assign(journal, { isAway: false, isReadable: true })
    const before = journal.tried.length
    await retriesPass(host, 2)
    await Promise.all(answers)
    const needed = journal.tried.length - before
    t.ok(needed <= 12, `${needed} commits`)
  })
}

test('a turn that is lost again and again while others are committed poisons its actor', async t => {
  const host = new TestHost({ journal: new PickyJournal() })
  await host.ask('cnt_bad', add('first'), { fresh: true })
  const refused = t.rejects(host.ask('cnt_bad', add('bad')), { code: 'unavailable' })
  for (let n = 0; n < bounds.lostCommits; n++) {
    void host.ask(`cnt_${n}`, add(1), { fresh: true })
    await retriesPass(host, 2)
  }
  await refused
  t.match(await host.ask('cnt_bad', { type: 'view' }), {
    added: ['first'],
    endedBy: /could not be written 15 times/,
  })
  t.ok(host.journal.tried.filter(addresses => addresses.join() === 'cnt_bad').length >= 10, 'ten of it alone')
  t.match(
    host.frames.filter(({ head }) => head.type === 'log').map(({ payload }) => JSON.parse(payload)),
    [{ address: 'cnt_bad' }],
  )
  t.equal(host.host.queued, 0)
})

test('a turn is never given up while nothing is taken at all', async t => {
  const journal = new PickyJournal()
  const host = new TestHost({ journal })
  journal.isAway = true
  const answer = host.ask('cnt_a', add(1), { fresh: true })
  await retriesPass(host, 3 * bounds.lostCommits)
  journal.isAway = false
  await retriesPass(host, 1)
  t.match(await answer, { added: ['1'], endedBy: null })
})
