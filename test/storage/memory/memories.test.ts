// What memories promise: an item is taken once, a call that comes again has the same answer, a memory is full
// at its bounds, and nobody reaches another one's.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { type MemoryChange, memoryBounds } from '../../../domain/memory/memory.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { memoryStore } from '../../../storage/memory/memories.ts'
import { memoryRetention } from '../../../storage/memory/memory-retention.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { executionRow, sharedMemory } from '../../support/memories.ts'

const database = await openTestDatabase()
const clock = new SimulatedClock(Date.UTC(2026, 10, 27))
const memories = memoryStore(database, clock)
const workflows = workflowStore(database)

async function newWorkflow(): Promise<Place> {
  const { organizationId, userId } = await signUpSomeone(database)
  const content = { prompt: 'Answer', compilation: compilationOf('hello'), createdBy: userId }
  const { id } = await workflows.create(organizationId, { name: 'Orders', description: null, ...content })
  return { organizationId, workflowId: id, name: null }
}

interface Place {
  readonly organizationId: string
  readonly workflowId: string
  readonly name: string | null
}

/** A call of an execution's step; each has another key. */
function callOf({ workflowId }: Place, run = newId('execution'), step = 'new') {
  return { key: `${run}/${step}`, execution: { id: run, workflowId, run, step } }
}

const take = (keys: readonly string[], holds = false): MemoryChange => ({ type: 'take', keys, holds })
const set = (key: string, value: string, expiresAt: number | null = null): MemoryChange => ({
  ...{ type: 'set', key, value, expiresAt },
})

async function answerTo(place: Place, change: MemoryChange, call = callOf(place)) {
  const answer = await memories.change(place, call, change)
  return answer.ok ? answer.answer : answer.refusal
}

async function recalled(place: Place, key: string) {
  const answer = await memories.read(place, key)
  return answer.ok ? answer.answer : answer.refusal
}

test('of 100 calls at once that want the same items, one gets each', async t => {
  const place = await newWorkflow()
  const keys = Array.from({ length: 40 }, (_, index) => `item:id=${index}`)
  const answers = await Promise.all(Array.from({ length: 100 }, () => answerTo(place, take(keys))))
  const taken = answers.flat() as number[]
  t.strictSame(
    taken.toSorted((a, b) => a - b),
    keys.map((_, index) => index + 1),
  )
  t.strictSame(await answerTo(place, take([...keys, 'item:id=40'])), [41])
})

test('of calls at once that count, each gets another number', async t => {
  const place = await newWorkflow()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => answerTo(place, { type: 'add', key: 'n', by: 1 })),
  )
  t.strictSame(
    (answers as number[]).toSorted((a, b) => a - b),
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
})

test('a call that is made again has the same answer and changes nothing more', async t => {
  const place = await newWorkflow()
  const again = async (change: MemoryChange, call: ReturnType<typeof callOf>, answer: unknown) => {
    const answers = await Promise.all([1, 2, 3].map(() => answerTo(place, change, call)))
    t.strictSame(answers, [answer, answer, answer], change.type)
  }
  await again(take(['item:=1', 'item:=2']), callOf(place), [1, 2])
  await again({ type: 'add', key: 'n', by: 2 }, callOf(place), 2)
  await again({ type: 'compare', key: 'c', value: '1' }, callOf(place), { changed: true, before: null })
  await again({ type: 'compare', key: 'c', value: '2' }, callOf(place), { changed: true, before: 1 })
  const first = callOf(place)
  await again(set('k', '"old"'), first, true)
  await answerTo(place, set('k', '"newer"'))
  await again(set('k', '"old"'), first, true)
  t.equal(await recalled(place, 'k'), 'newer', 'what came after it stays')
  await again({ type: 'delete', key: 'k' }, callOf(place), true)
  await again({ type: 'delete', key: 'k' }, callOf(place), false)
})

test('a value is another than before, or the same', async t => {
  const place = await newWorkflow()
  const compare = (value: string) => answerTo(place, { type: 'compare', key: 'price', value })
  t.strictSame(await compare('null'), { changed: true, before: null }, 'the first one, even null')
  t.strictSame(await compare('null'), { changed: false, before: null })
  t.strictSame(await compare('{"a":1}'), { changed: true, before: null })
  t.strictSame(await compare('{"a":1}'), { changed: false, before: { a: 1 } })
})

test('what is no number cannot be counted, and a number stays one that JavaScript holds', async t => {
  const place = await newWorkflow()
  await answerTo(place, set('k', '"seven"'))
  t.equal(await answerTo(place, { type: 'add', key: 'k', by: 1 }), 'no-number')
  await answerTo(place, set('most', String(Number.MAX_SAFE_INTEGER)))
  t.equal(await answerTo(place, { type: 'add', key: 'most', by: 1 }), 'no-number')
  t.equal(await answerTo(place, { type: 'add', key: 'most', by: -1 }), Number.MAX_SAFE_INTEGER - 1)
})

test('a value is there until its time, and then makes room', async t => {
  const place = await newWorkflow()
  await answerTo(place, set('k', '1', clock.now() + 1_000))
  t.equal(await recalled(place, 'k'), 1)
  clock.advance(1_000)
  t.equal(await recalled(place, 'k'), null)
  t.strictSame(await memories.missing(place, ['k']), { ok: true, answer: [1] })
  t.strictSame(await answerTo(place, { type: 'compare', key: 'k', value: '1' }), {
    changed: true,
    before: null,
  })
})

test('a memory takes values up to its bound, and what would pass it changes nothing', async t => {
  const place = await newWorkflow()
  const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
  const whole = memoryBounds.bytes / 16
  for (let n = 0; n < 16; n++) t.equal(await answerTo(place, set(`k${n}`, text(whole))), true)
  t.equal(await answerTo(place, set('k0', text(whole + 1))), 'full')
  t.equal(await answerTo(place, set('one more', '1')), 'full')
  t.strictSame(await memories.missing(place, ['one more']), { ok: true, answer: [1] })
  t.equal(await answerTo(place, set('k0', text(whole - 1))), true)
  t.equal(await answerTo(place, set('one more', '1')), true, 'room that was made is there')
})

test('a memory takes keys up to its bound', async t => {
  const place = await newWorkflow()
  const keys = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `item:=${from + index}`)
  for (let n = 0; n < memoryBounds.keys; n += 10_000) {
    const taken = await answerTo(place, take(keys(n, Math.min(10_000, memoryBounds.keys - 1 - n))))
    t.ok(Array.isArray(taken))
  }
  t.equal(await answerTo(place, take(['item:new', 'item:newer'])), 'full')
  t.strictSame(await answerTo(place, take(['item:new', 'item:=1'])), [1])
  t.equal(await answerTo(place, set('k', '1')), 'full')
  t.equal(await answerTo(place, { type: 'delete', key: 'item:=1' }), true)
  t.equal(await answerTo(place, set('k', '1')), true)
})

test("what a failed run holds is its retry's at the same step, and nobody else's", async t => {
  const place = await newWorkflow()
  const run = await executionRow(database, place, { status: 'running' })
  t.strictSame(await answerTo(place, take(['item:=1', 'item:=2'], true), callOf(place, run)), [1, 2])
  const early = await executionRow(database, place, { forkedFrom: run })
  t.strictSame(await answerTo(place, take(['item:=1'], true), callOf(place, early)), [], 'it runs still')
  await executionRow(database, place, { id: run, status: 'failed' })
  t.strictSame(await answerTo(place, take(['item:=1', 'item:=2'], true)), [], 'of another run')
  const retry = await executionRow(database, place, { forkedFrom: run, status: 'cancelled' })
  t.strictSame(await answerTo(place, take(['item:=1'], true), callOf(place, retry, 'other')), [])
  t.strictSame(await answerTo(place, take(['item:=2', 'item:=3'], true), callOf(place, retry)), [1, 2])
  const third = await executionRow(database, place, { forkedFrom: retry })
  const wanted = take(['item:=1', 'item:=2', 'item:=3'], true)
  t.strictSame(await answerTo(place, wanted, callOf(place, third)), [1, 2, 3], 'of all attempts before')
  const rival = await executionRow(database, place, { forkedFrom: run })
  t.strictSame(await answerTo(place, wanted, callOf(place, rival)), [], 'a second retry finds them taken')
})

test('what a run took that has completed, or for good, no retry gets', async t => {
  const place = await newWorkflow()
  const run = await executionRow(database, place, { status: 'completed' })
  await answerTo(place, take(['item:=1'], true), callOf(place, run))
  const fork = await executionRow(database, place, { forkedFrom: run })
  t.strictSame(await answerTo(place, take(['item:=1'], true), callOf(place, fork)), [])
  const failed = await executionRow(database, place, { status: 'failed' })
  await answerTo(place, take(['item:=2']), callOf(place, failed))
  const retry = await executionRow(database, place, { forkedFrom: failed })
  t.strictSame(await answerTo(place, take(['item:=2']), callOf(place, retry)), [], 'at most once')
})

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
