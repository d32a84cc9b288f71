// How turns share commits: who waits for whose.
import { test } from 'tap'
import { bounds } from '../../../runtime/config.ts'
import type { Commit } from '../../../runtime/journal.ts'
import { type CounterMessage, TestHost, TroubledJournal, turns } from '../../support/actors/host.ts'

const add = (id: number | string): CounterMessage => ({ type: 'add', id: String(id) })
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const tenantOf = (message: CounterMessage) => ('id' in message ? message.id.slice(0, 1) : 'none')
const large = (tenant: string) => add(tenant.padEnd(bounds.heavyBytes, '.'))

/** A journal whose commits end when the test says so. */
class SlowJournal extends TroubledJournal {
  readonly underWay: { readonly addresses: readonly string[]; readonly end: () => void }[] = []

  override async commit(commits: readonly Commit<unknown>[]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const piece = { addresses: commits.map(({ address }) => address), end: resolve }
    this.underWay.push(piece)
    await promise
    this.underWay.splice(this.underWay.indexOf(piece), 1)
    return super.commit(commits)
  }

  get now(): string[] {
    return this.underWay.map(({ addresses }) => addresses.join(' ')).sort()
  }

  async end(addresses: string): Promise<void> {
    this.underWay.find(piece => piece.addresses.join(' ') === addresses)!.end()
    await turns()
  }
}

function slow() {
  const journal = new SlowJournal()
  const host = new TestHost({ journal, tenantOf })
  const begin = async (address: string, message: CounterMessage) => {
    void host.ask(address, message, { fresh: true })
    await turns()
  }
  return { journal, host, begin }
}

test('a large turn of one tenant is committed beside the turns of all others', async t => {
  const { journal, begin } = slow()
  await begin('cnt_a1', large('a'))
  await begin('cnt_b1', add('b'))
  t.strictSame(journal.now, ['cnt_a1', 'cnt_b1'])
  await begin('cnt_b2', add('b'))
  await begin('cnt_c1', add('c'))
  await journal.end('cnt_b1')
  t.strictSame(journal.now, ['cnt_a1', 'cnt_b2 cnt_c1'])
})

test('a tenant has its turns in one commit at a time', async t => {
  const { journal, begin } = slow()
  await begin('cnt_a1', large('a'))
  await begin('cnt_a2', add('a'))
  await begin('cnt_b1', add('b'))
  t.strictSame(journal.now, ['cnt_a1', 'cnt_b1'])
  await journal.end('cnt_a1')
  t.strictSame(journal.now, ['cnt_b1'], 'the small one waits for the lane of all')
  await journal.end('cnt_b1')
  t.strictSame(journal.now, ['cnt_a2'])
})

test('large turns go one after the other, of one tenant and then of the next', async t => {
  const { journal, begin } = slow()
  for (const address of ['cnt_a1', 'cnt_a2', 'cnt_a3']) await begin(address, large('a'))
  await begin('cnt_b1', large('b'))
  t.strictSame(journal.now, ['cnt_a1'])
  await journal.end('cnt_a1')
  t.strictSame(journal.now, ['cnt_a2 cnt_a3'])
  await begin('cnt_a4', large('a'))
  await journal.end('cnt_a2 cnt_a3')
  t.strictSame(journal.now, ['cnt_b1'])
  await journal.end('cnt_b1')
  t.strictSame(journal.now, ['cnt_a4'])
})

test('a tenant that has gathered a lot decides no more; others do, and commit', async t => {
  const { journal, host } = slow()
  const filling = numbers(100).map(n => host.ask(`cnt_a${n}`, large('a'), { fresh: true }))
  await turns()
  const gathered = host.host.active
  const answer = host.ask('cnt_b', add('b'), { fresh: true })
  await turns()
  t.ok(journal.now.includes('cnt_b'), `beside ${gathered} actors`)
  await journal.end('cnt_b')
  t.strictSame((await answer).added, ['b'])
  let commits = 0
  while (journal.underWay.length > 0) {
    t.equal(journal.underWay.length, 1)
    commits++
    await journal.end(journal.now[0]!)
  }
  await Promise.all(filling)
  t.ok(commits >= (100 * bounds.heavyBytes) / bounds.bytesPerCommit, `${commits} commits`)
  t.equal(host.host.queued, 0)
})
