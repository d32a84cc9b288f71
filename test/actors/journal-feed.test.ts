// Every reader of a journal under the contract of event sources: the log of an execution, the progress of a
// bulk action, and a fold of this test over live actors.
import { test } from 'tap'
import { bulkClient } from '../../actors/bulk/client.ts'
import { executionLog } from '../../actors/execution/reading/execution-log.ts'
import { type JournalFold, journalSource } from '../../actors/journal-feed.ts'
import { newId } from '../../domain/ids.ts'
import { SimulatedClock } from '../../runtime/clock.ts'
import type { EventFeed } from '../../runtime/event-source.ts'
import type { Entry } from '../../runtime/journal.ts'
import { eventSourceContract, type SourceLife } from '../contracts/event-source.ts'
import { turns } from '../support/actors/host.ts'
import { TestSystem } from '../support/actors/system.ts'
import { organizationId, startOf } from '../support/execution.ts'
import { LiveJournal } from '../support/live-journal.ts'

const clock = new SimulatedClock()
const settle = () => turns(5)

async function logOfExecution(): Promise<SourceLife> {
  const id = newId('execution')
  const journal = new LiveJournal(id)
  await journal.commit([{ type: 'started', start: startOf() }])
  const { read, system } = journal
  const log = executionLog({
    read,
    readShort: read,
    system,
    clock,
    loadPlan: async () => ({ steps: [] }),
  })
  return {
    source: (await log.log(organizationId, id, 0))!,
    begun: 1,
    add: count => journal.add(count, n => ({ type: 'event-received', name: `paid ${n}`, body: null })),
    end: () => journal.commit([{ type: 'ended', output: null, error: null }]),
    settle,
    get reads() {
      return journal.reads
    },
  }
}

async function progressOfBulkAction(): Promise<SourceLife> {
  const id = newId('bulk')
  const journal = new LiveJournal(id)
  const start = { organizationId, action: 'cancel', filter: {}, startedBy: null }
  await journal.commit([
    { type: 'started', start },
    { type: 'counted', total: 3 },
  ])
  const { read, system } = journal
  const page = { type: 'page-done', page: 0, done: 100, failed: 0, failures: [], next: 'x' }
  return {
    source: (await bulkClient({ read, system, clock }).progress(organizationId, id, 0))!,
    begun: 2,
    add: count => journal.add(count, () => page),
    end: () => journal.commit([{ type: 'ended', status: 'completed', error: null }]),
    settle,
    get reads() {
      return journal.reads
    },
  }
}

/** Names of the events of a counter, as a kind to come would show them. */
class Names implements JournalFold {
  seq = 0

  take({ seq, body }: Entry) {
    const events = (JSON.parse(body) as { type: string }[]).slice(Math.max(0, this.seq + 1 - seq))
    return events.map(({ type }) => ({
      id: ++this.seq,
      event: type === 'ended' ? 'end' : 'event',
      data: type,
    }))
  }
}

async function counterThatLives(t: { teardown(end: () => unknown): unknown }): Promise<SourceLife> {
  const world = await TestSystem.start(t, { slots: 1 })
  const [address, system] = ['cnt_followed', world.system]
  let reads = 0
  const read = (from: string, after: number, limit: number) => {
    reads++
    return world.journals[0]!.read(from, after, limit)
  }
  let added = 0
  return {
    source: (await journalSource(
      { read, system, clock },
      { address, after: 0, openFold: () => new Names() },
    ))!,
    begun: 0,
    async add(count) {
      // A burst is an event and those that follow from it, large turns of many.
      if (count > 100) await world.ask(address, { type: 'burst', events: count - 1 })
      else for (let n = 0; n < count; n++) await world.ask(address, { type: 'add', id: String(added++) })
      await turns()
    },
    end: () => world.ask(address, { type: 'end' }),
    settle: () => turns(),
    get reads() {
      return reads
    },
  }
}

eventSourceContract('the log of an execution', { open: logOfExecution, holds: null })
eventSourceContract('the progress of a bulk action', { open: progressOfBulkAction, holds: null })
eventSourceContract('the journal of an actor that lives', { open: counterThatLives, holds: null })

test('an entry that was not announced is read when the next one is', async t => {
  const journal = new LiveJournal('cnt_1')
  const { read, system } = journal
  const of = { address: 'cnt_1', after: 0, openFold: () => new Names() }
  const feed = (await journalSource({ read, system, clock }, of))!.open(0, () => {})
  await settle()
  const add = async (name: string) => journal.commit([{ type: name }])
  await add('a')
  t.strictSame(await drain(feed), [1])
  journal.isHeard = false
  await add('b')
  journal.isHeard = true
  await add('c')
  t.strictSame(await drain(feed), [2, 3])
})

async function drain(feed: EventFeed): Promise<number[]> {
  const ids: number[] = []
  for (let more = await feed.pull(9); more.length > 0; more = await feed.pull(9))
    ids.push(...more.map(({ id }) => id))
  return ids
}
