import { test } from 'tap'
import { bounds } from '../../../runtime/config.ts'
import { type CounterMessage, TestHost, TroubledJournal, turns } from '../../support/actors/host.ts'
import { TestSystem } from '../../support/actors/system.ts'

const add: CounterMessage = { type: 'add', id: '1' }

test('commits that are lost are told: the first at once, then now and then with their number', async t => {
  const host = new TestHost()
  host.journal.losses.push(...Array.from({ length: 8 }, () => 'before' as const))
  const answer = host.ask('cnt_a', add, { fresh: true })
  for (let n = 0; n < 100; n++) {
    await turns(3)
    host.clock.advance(200)
  }
  await answer
  const told = host.frames.flatMap(({ head }) => (head.type === 'trouble' ? [head] : []))
  t.match(told[0], { what: 'a commit was lost', reason: 'the connection is gone', times: 1 })
  t.ok(told.length >= 2 && told.length <= 3, `${told.length} times`)
  t.ok(told[1]!.times > 1)
})

test('an actor that cannot be read is told too', async t => {
  class Unreadable extends TroubledJournal {
    override async read(): Promise<never> {
      throw new Error('the database is away')
    }
  }
  const host = new TestHost({ journal: new Unreadable() })
  void host.ask('cnt_a', add)
  await turns()
  host.clock.advance(bounds.recoverMs[0])
  await turns()
  t.match(
    host.frames.map(({ head }) => head),
    [{ type: 'trouble', what: 'an actor could not be loaded', reason: 'the database is away', times: 1 }],
  )
})

test('what goes wrong in a host is in the log', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  system.journals[0]!.losses.push('before')
  const answer = system.ask('cnt_a', add, { isFresh: true })
  await turns()
  system.clock.advance(bounds.recoverMs[0])
  await answer
  t.match(system.warnings, [
    { slot: 0, message: 'a commit was lost', reason: 'the connection is gone', times: 1 },
  ])
})
