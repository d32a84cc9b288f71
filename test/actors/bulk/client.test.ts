import { test } from 'tap'
import { bulkClient } from '../../../actors/bulk/client.ts'
import type { Event } from '../../../actors/bulk/protocol.ts'
import { newId } from '../../../domain/ids.ts'
import type { Entry } from '../../../runtime/journal.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import type { ActorSystem } from '../../../runtime/system.ts'

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
    await journal.commit([{ ...entry, projection: null }])
    seq += events.length
  }
  const system = { ask: async () => '{}', subscribe: () => () => {} } as unknown as ActorSystem
  return bulkClient({ system, read: (address, after, limit) => journal.read(address, after, limit) })
}

test('nothing follows the last event of an action that has ended', async t => {
  const id = newId('bulk')
  const ended = await clientOf(id, beginning, end)
  t.equal(await ended.progress(organizationId, id, 4), null)
  for (const after of [0, 1, 3]) {
    const feed = (await ended.progress(organizationId, id, after))!.open(after, () => {})
    const events = await feed.pull(10)
    t.strictSame(
      events.map(({ id, isLast }) => [id, isLast]),
      [1, 2, 3, 4].filter(id => id > after).map(id => [id, id === 4]),
    )
  }
  const underWay = await clientOf(id, beginning)
  t.strictSame(await (await underWay.progress(organizationId, id, 2))!.open(2, () => {}).pull(10), [])
})

test('an event that there is not is refused, whatever its number', async t => {
  const id = newId('bulk')
  const ended = await clientOf(id, beginning, end)
  for (const after of [5, 2 ** 31, 2 ** 53 - 1])
    await t.rejects(ended.progress(organizationId, id, after), { code: 'bad-request' })
})
