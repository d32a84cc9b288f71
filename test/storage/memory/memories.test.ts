// What the memories of PostgreSQL promise: the contract of the port; nobody reaches another's, a memory goes
// with its workflow, and what calls were answered is forgotten.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { MemoryChange } from '../../../domain/memory/memory.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { memoryStore } from '../../../storage/memory/memories.ts'
import { memoryRetention } from '../../../storage/memory/memory-retention.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { asking, callOf, memoryContract, type Place, set } from '../../contracts/memory.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { executionRow, sharedMemory } from '../../support/memories.ts'

const database = await openTestDatabase()
const clock = new SimulatedClock(Date.UTC(2026, 10, 27))
const memories = memoryStore(database, clock)
const workflows = workflowStore(database)
const { answerTo, recalled } = asking(memories)

memoryContract(() => ({
  ...{ memories, clock, newPlace: newWorkflow },
  execution: (place, row) => executionRow(database, place, row),
}))

async function newWorkflow(): Promise<Place> {
  const { organizationId, userId } = await signUpSomeone(database)
  const content = { prompt: 'Answer', compilation: compilationOf('hello'), createdBy: userId }
  const { id } = await workflows.create(organizationId, { name: 'Orders', description: null, ...content })
  return { organizationId, workflowId: id, name: null }
}

test('no workflow reaches the memory of another, and no organization a shared one of another', async t => {
  const [mine, theirs] = [await newWorkflow(), await newWorkflow()]
  await answerTo(mine, set('k', '1'))
  t.equal(await recalled(theirs, 'k'), null)
  t.equal(await recalled({ ...mine, organizationId: theirs.organizationId }, 'k'), null)
  t.equal(await answerTo({ ...mine, organizationId: theirs.organizationId }, set('k', '2')), 'gone')
  await sharedMemory(database, mine.organizationId, 'customers')
  const named = { ...mine, name: 'customers' }
  t.equal(await answerTo(named, set('k', '3')), true)
  t.equal(await recalled({ ...theirs, name: 'customers' }, 'k'), 'unknown')
  t.equal(await answerTo({ ...theirs, name: 'customers' }, set('k', '2')), 'unknown')
  t.equal(await recalled(mine, 'k'), 1)
})

test('a shared memory answers those workflows that its settings name', async t => {
  const place = await newWorkflow()
  await sharedMemory(database, place.organizationId, 'read-only', { writers: [] })
  await sharedMemory(database, place.organizationId, 'mine', {
    readers: [place.workflowId],
    writers: [place.workflowId],
  })
  const named = (name: string, workflowId: string | null = place.workflowId) =>
    ({ ...place, workflowId, name }) as Place
  t.equal(await recalled(named('read-only'), 'k'), null)
  t.equal(await answerTo(named('read-only'), set('k', '1')), 'refused')
  t.equal(await answerTo(named('mine'), set('k', '1')), true)
  t.equal(await recalled(named('mine'), 'k'), 1)
  t.equal(await recalled(named('mine', newId('workflow')), 'k'), 'refused')
  t.equal(await recalled(named('mine', null), 'k'), 'refused', 'nor somebody who is no workflow')
  t.equal(await recalled(named('read-only', null), 'k'), null, 'who may where every workflow may')
  t.equal(await recalled({ ...place, workflowId: null } as never, 'k'), 'none')
})

test('a memory goes with its workflow', async t => {
  const place = await newWorkflow()
  await answerTo(place, set('k', '1'))
  await workflows.remove(place.organizationId, place.workflowId)
  t.equal(await answerTo(place, set('k', '2')), 'gone')
  const text = 'select count(*)::int as count from memory_keys where memory_id = $1'
  const [row] = await database.query<{ count: number }>({ name: 'test.keys', text }, [place.workflowId])
  t.equal(row!.count, 0)
})

test('what calls were answered is forgotten once their execution has ended', async t => {
  const place = await newWorkflow()
  const [ended, running] = [
    await executionRow(database, place, { status: 'completed' }),
    await executionRow(database, place, { status: 'running' }),
  ]
  const count: MemoryChange = { type: 'add', key: 'n', by: 1 }
  t.equal(await answerTo(place, count, callOf(place, ended)), 1)
  t.equal(await answerTo(place, count, callOf(place, running)), 2)
  const chore = memoryRetention(database, clock)
  await chore.work()
  t.equal(await answerTo(place, count, callOf(place, ended)), 1, 'a late call has its answer for a while')
  clock.advance(2 * 60 * 60_000)
  while ((await chore.work()) < 1_000);
  t.equal(await answerTo(place, count, callOf(place, running)), 2)
  t.equal(await answerTo(place, count, callOf(place, ended)), 3)
})
