import { test } from 'tap'
import type { Execution } from '../../../../domain/work/execution.ts'
import type { SourceEvent } from '../../../../runtime/event-source.ts'
import { turns } from '../../../support/actors/host.ts'
import { block, call, each, look, organizationId, set, startOf } from '../../../support/execution.ts'
import { pagesOf } from '../../../support/pages.ts'
import { type Reader, World } from '../../../support/world.ts'

const stranger = 'org_02jd0000000000000000000000'
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test('the log of a finished execution has every event once and ends', async t => {
  const world = await World.start(t, [set('a', 1), set('b', 2)])
  const { id } = await world.run()
  const lines = await drain(await world.open(id))
  t.strictSame(
    lines.map(line => [line.id, line.event, line.isLast]),
    [
      [1, 'status', false],
      [2, 'status', false],
      [3, 'step', false],
      [4, 'step', false],
      [5, 'status', false],
      [6, 'end', true],
    ],
  )
  t.match(JSON.parse(lines[3]!.data), { step: { id: 'b', status: 'completed', output: 2 } })
})

test('a log that is resumed after any event gives exactly the rest, also from the middle of an entry', async t => {
  const world = await World.start(t, [
    set('a', 1),
    look('x'),
    set('b', { $: 'steps.x' }),
    look('y', { n: { $: 'steps.b' } }),
  ])
  const { id } = await world.run()
  const all = await drain(await world.open(id))
  t.ok(world.journal.entries.get(id)!.length >= 3)
  for (let after = 0; after < all.length; after++) {
    t.strictSame(await drain(await world.open(id, after)), all.slice(after), `after ${after}`)
  }
})

test('after the end there is nothing to resume, and beyond what has happened neither', async t => {
  const world = await World.start(t, [set('a', 1), look('x')])
  const { id } = await world.run()
  const last = world.eventsOf(id)
  t.equal(await world.executionLog.log(organizationId, id, last), null)
  t.not(await world.executionLog.log(organizationId, id, last - 1), null)
  await t.rejects(world.executionLog.log(organizationId, id, last + 1), { code: 'bad-request' })
})

test('a long log is read page by page, without gap or repeat', async t => {
  const each = block('each', { kind: 'foreach', over: 'inputs.list', as: 'item', steps: [look('x')] })
  const world = await World.start(t, [each])
  const { id } = await world.run({ list: numbers(350) })
  t.ok(world.journal.entries.get(id)!.length > 300)
  const lines = await drain(await world.open(id), 7)
  t.strictSame(
    lines.map(line => line.id),
    lines.map((_, n) => n + 1),
  )
  t.equal(lines.at(-1)?.isLast, true)
  const ids = (await pagesOf(request => world.executionLog.steps(organizationId, id, request), 100))
    .flat()
    .map(at => at.id)
  t.strictSame([ids.length, new Set(ids).size, ids[0]], [351, 351, 'each'])
})

test('a live log has no gap and no repeat while entries are committed during its reads', async t => {
  const each = block('each', {
    kind: 'foreach',
    over: 'inputs.list',
    as: 'item',
    concurrency: 4,
    steps: [look('x')],
  })
  const world = await World.start(t, [each])
  world.isReadSlow = true
  const start = { ...startOf({ list: numbers(200) }) }
  const { id } = JSON.parse(await world.client.start(start)) as Execution
  const readers = await Promise.all(numbers(5).map(n => world.open(id, n)))
  const logs = await Promise.all(readers.map(follow))
  const total = world.eventsOf(id)
  for (const [n, lines] of logs.entries()) {
    t.strictSame(
      lines.map(line => line.id),
      numbers(total - n).map(index => index + n + 1),
    )
  }
})

test('a live log goes on when the host of the execution dies', async t => {
  const world = await World.start(t, [look('x'), call('y')])
  world.isHolding = true
  const { id } = JSON.parse(await world.client.start(startOf())) as Execution
  const reader = await world.open(id)
  const lines = follow(reader)
  await turns()
  world.isHolding = false
  await world.replaceHost()
  t.strictSame(
    (await lines).map(line => line.id),
    numbers(world.eventsOf(id)).map(n => n + 1),
  )
})

test('a reader that takes nothing is held little for, and loses nothing', async t => {
  const each = block('each', {
    kind: 'foreach',
    over: 'inputs.list',
    as: 'item',
    steps: [look('x', { text: 'x'.repeat(5_000) })],
  })
  const world = await World.start(t, [each])
  world.isHolding = true
  const { id } = JSON.parse(await world.client.start(startOf({ list: numbers(40) }))) as Execution
  const reader = await world.open(id)
  const lines = await reader.feed.pull(1_000)
  await world.releaseAll()
  for (let more = await reader.feed.pull(3); more.length > 0; more = await reader.feed.pull(3))
    lines.push(...more)
  t.strictSame(
    lines.map(line => line.id),
    numbers(world.eventsOf(id)).map(n => n + 1),
  )
})

test('an entry larger than what is held for a reader is read from the journal', async t => {
  const world = await World.start(t, [look('x'), set('big', 'x'.repeat(60_000), { when: 'steps.x == 1' })])
  world.isHolding = true
  const { id } = JSON.parse(await world.client.start(startOf())) as Execution
  const lines = follow(await world.open(id))
  await turns()
  await world.releaseAll()
  t.strictSame(
    (await lines).map(line => line.id),
    numbers(world.eventsOf(id)).map(n => n + 1),
  )
})

test('what a reader hears live is not read again', async t => {
  const each = block('each', { kind: 'foreach', over: 'inputs.list', as: 'item', steps: [look('x')] })
  const world = await World.start(t, [each])
  world.isHolding = true
  const { id } = JSON.parse(await world.client.start(startOf({ list: numbers(200) }))) as Execution
  const lines = follow(await world.open(id))
  await turns()
  const before = world.reads
  await world.releaseAll()
  await lines
  t.equal(world.reads, before)
})

test('a reader that pauses all the time has everything once, and little is read twice for it', async t => {
  const world = await World.start(t, [each('each', [look('x')], { concurrency: 4 })])
  const { id } = await world.run({ list: numbers(350) })
  const count = world.journal.entries.get(id)!.length
  for (const after of [0, 100]) {
    const { feed } = await world.open(id, after)
    const before = world.entriesRead
    const lines: SourceEvent[] = []
    for (let more = await feed.pull(2); more.length > 0; more = await feed.pull(2)) {
      lines.push(...more)
      feed.pause()
    }
    t.strictSame(
      lines.map(line => line.id),
      numbers(world.eventsOf(id) - after).map(n => n + after + 1),
    )
    const read = world.entriesRead - before
    t.ok(read < 5 * count, `${read} entries were read, of ${count}`)
    feed.close()
  }
})

test('what happens while a reader pauses is not held for it, but read when it goes on', async t => {
  const world = await World.start(t, [look('x'), set('end', 1)])
  world.isHolding = true
  const { id } = JSON.parse(await world.client.start(startOf())) as Execution
  const reader = await world.open(id)
  const lines = await reader.feed.pull(100)
  reader.feed.pause()
  await world.releaseAll()
  const before = world.reads
  lines.push(...(await drain(reader)))
  t.ok(world.reads > before)
  t.strictSame(
    lines.map(line => line.id),
    numbers(world.eventsOf(id)).map(n => n + 1),
  )
})

test('the thread does other work while a long story is folded', async t => {
  const world = await World.start(t, [each('each', [look('x', { text: 'x'.repeat(20_000) })])])
  const { id } = await world.run({ list: numbers(60) })
  t.ok(world.journal.entries.get(id)!.length < 100, 'one page')
  const { feed } = await world.open(id)
  const length = world.journal.entries.get(id)!.reduce((sum, { body }) => sum + body.length, 0)
  const readings = {
    steps: () => world.executionLog.steps(organizationId, id, { limit: 1 }),
    log: async () => {
      while ((await feed.pull(100)).length > 0);
    },
  }
  for (const [what, reading] of Object.entries(readings)) {
    let isRead = false
    const done = reading().then(() => {
      isRead = true
    })
    let meanwhile = 0
    for (; !isRead; meanwhile++) await turns(1)
    await done
    t.ok(meanwhile >= length / 300_000, `${what}: ${meanwhile} times`)
  }
})

test('a reader that was closed is woken no more', async t => {
  const world = await World.start(t, [look('x')])
  world.isHolding = true
  const { id } = JSON.parse(await world.client.start(startOf())) as Execution
  const reader = await world.open(id)
  await turns()
  reader.feed.close()
  const { wakes } = reader
  await world.releaseAll()
  t.equal(reader.wakes, wakes)
})

test('a value too large for the timeline is left out there, and whole in its step', async t => {
  const text = `\u0000${'x'.repeat(70_000)}`
  const world = await World.start(t, [set('small', 1), look('large', { text })])
  const { id } = await world.run()
  const { items } = await world.executionLog.steps(organizationId, id, { limit: 2 })
  t.match(items, [
    { id: 'small', output: 1, truncated: [] },
    {
      id: 'large',
      input: null,
      truncated: [{ field: 'input', link: `/api/v1/executions/${id}/steps/large` }],
    },
  ])
  const input = JSON.stringify({ text })
  const { preview, sizeBytes } = items[1]!.truncated[0]!
  t.strictSame([preview, sizeBytes], [input.slice(0, 1_000), Buffer.byteLength(input)])
  t.strictSame((await world.executionLog.step(organizationId, id, 'large')).input, { text })
  const second = await world.executionLog.steps(organizationId, id, { limit: 1, cursor: null })
  t.strictSame([second.items.length, second.items[0]!.output], [1, 1])
})

test('steps and log of a foreign or unknown execution are not found', async t => {
  const world = await World.start(t, [set('a', 1)])
  const { id } = await world.run()
  await t.rejects(world.executionLog.steps(stranger, id, { limit: 1 }), { code: 'not-found' })
  await t.rejects(world.executionLog.step(stranger, id, 'a'), { code: 'not-found' })
  await t.rejects(world.executionLog.step(organizationId, id, 'b'), { code: 'not-found' })
  await t.rejects(world.executionLog.log(stranger, id, 0), { code: 'not-found' })
  await t.rejects(world.executionLog.log(organizationId, 'exec_unknown', 0), { code: 'not-found' })
})

/** Everything that is there now. */
async function drain({ feed }: Reader, max = 1_000): Promise<SourceEvent[]> {
  const lines: SourceEvent[] = []
  for (let more = await feed.pull(max); more.length > 0; more = await feed.pull(max)) lines.push(...more)
  feed.close()
  return lines
}

/** Everything until the end, as it comes. */
async function follow(reader: Reader): Promise<SourceEvent[]> {
  const lines: SourceEvent[] = []
  for (;;) {
    const { woken } = reader
    const more = await reader.feed.pull(3)
    lines.push(...more)
    if (lines.at(-1)?.isLast) break
    if (more.length === 0) await woken
  }
  reader.feed.close()
  return lines
}
