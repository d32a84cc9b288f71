import { test } from 'tap'
import { bulkClient } from '../../../actors/bulk/client.ts'
import type { Event } from '../../../actors/bulk/protocol.ts'
import { newId } from '../../../domain/ids.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import type { ActorSystem } from '../../../runtime/engine.ts'
import type { EventFeed, SourceEvent } from '../../../runtime/event-source.ts'
import type { Entry } from '../../../runtime/journal.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'

const organizationId = newId('organization')
const start = { organizationId, action: 'cancel', filter: {}, startedBy: null } as const
const beginning: Event[] = [
  { type: 'started', start },
  { type: 'counted', total: 0 },
]
const end: Event[] = [
  { type: 'page-done', page: 0, done: 0, failed: 0, failures: [], next: null },
  { type: 'ended', status: 'completed', error: null },
]

/** A client of a bulk action that has these events. */
async function clientOf(id: string, ...commits: Event[][]) {
  const journal = new MemoryJournal<null>()
  let seq = 1
  for (const events of commits) {
    const entry: Entry = { address: id, seq, at: 1, body: JSON.stringify(events) }
    await journal.commit([{ ...entry, projections: [] }])
    seq += events.length
  }
  const system = { ask: async () => '{}', subscribe: () => () => {} } as unknown as ActorSystem
  const read = (...[address, after, limit]: [string, number, number]) => journal.read(address, after, limit)
  return bulkClient({ system, read, clock: new SimulatedClock() })
}

test('nothing follows the last event of an action that has ended', async t => {
  const id = newId('bulk')
  const ended = await clientOf(id, beginning, end)
  t.equal(await ended.progress(organizationId, id, 4), null)
  for (const after of [0, 1, 3]) {
    const feed = (await ended.progress(organizationId, id, after))!.open(after, () => {})
    const events = await drain(feed)
    t.strictSame(
      events.map(({ id, isLast }) => [id, isLast]),
      [1, 2, 3, 4].filter(id => id > after).map(id => [id, id === 4]),
    )
  }
  const underWay = await clientOf(id, beginning)
  t.strictSame(await (await underWay.progress(organizationId, id, 2))!.open(2, () => {}).pull(10), [])
})

/** Everything that there is. */
async function drain(feed: EventFeed): Promise<SourceEvent[]> {
  const events: SourceEvent[] = []
  for (let more = await feed.pull(3); more.length > 0; more = await feed.pull(3)) events.push(...more)
  return events
}

test('an event that there is not is refused, whatever its number', async t => {
  const id = newId('bulk')
  const ended = await clientOf(id, beginning, end)
  for (const after of [5, 2 ** 31, 2 ** 53 - 1])
    await t.rejects(ended.progress(organizationId, id, after), { code: 'bad-request' })
})
