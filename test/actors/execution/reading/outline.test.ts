// The outline of an execution: which row stands in which, what is counted, and in which order pages come.
import { test } from 'tap'
import type { Outline } from '../../../../domain/work/outline.ts'
import { block, type each, look, organizationId, set } from '../../../support/execution.ts'
import { World } from '../../../support/world.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const loop = (steps: Parameters<typeof each>[1]) =>
  block('loop', { kind: 'foreach', over: 'inputs.list', as: 'item', steps })
const asked = { limit: 200 }
const places = ({ rows }: Outline) => rows.map(row => [row.id, row.in, row.kind, row.place])

test('an item with one step is that step; an item with several is a row of its own', async t => {
  const world = await World.start(t, [
    loop([set('one', 1)]),
    block('fork', {
      kind: 'parallel',
      branches: [{ steps: [set('left', 1), set('more', 2)] }, { steps: [set('right', 3)] }],
    }),
  ])
  const { id } = await world.run({ list: [1, 2] })
  const outline = await world.executionLog.outline(organizationId, id, asked)
  t.strictSame(places(outline), [
    ['loop', null, 'foreach', null],
    ['loop.each[0].one', 'loop', 'set', 0],
    ['loop.each[1].one', 'loop', 'set', 1],
    ['fork', null, 'parallel', null],
    ['fork.branch[0]', 'fork', 'branch', 0],
    ['fork.branch[0].left', 'fork.branch[0]', 'set', null],
    ['fork.branch[0].more', 'fork.branch[0]', 'set', null],
    ['fork.branch[1].right', 'fork', 'set', 1],
  ])
  t.match(outline.rows[4], { status: 'completed', inside: { rows: 2, steps: 2, open: 0, failed: 0 } })
  t.match(outline.inside, { rows: 2, steps: 7, open: 0, failed: 0 })
})

test('a large group is counted, and opened page by page, with failures first when asked', async t => {
  const fails = block(
    'one',
    { kind: 'fail', message: 'seventh' },
    { onError: 'continue', when: 'item == 40' },
  )
  const world = await World.start(t, [loop([fails])])
  const { id } = await world.run({ list: numbers(50) })
  const top = await world.executionLog.outline(organizationId, id, asked)
  t.equal(top.rows.length, 1)
  t.match(top.rows[0], { inside: { rows: 50, steps: 50, failed: 1 } })
  const page = (request: object) =>
    world.executionLog.outline(organizationId, id, { in: 'loop', limit: 20, ...request })
  const first = await page({ first: 'failed' })
  t.match(first.rows[0], { place: 40, status: 'failed', error: 'seventh' })
  t.equal(first.rows[1]!.place, 0)
  const seen: (number | null)[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await page({ cursor })
    seen.push(...rows.map(({ place }) => place))
    if (next === null) break
    cursor = next
  }
  t.strictSame(seen, numbers(50))
  await t.rejects(page({ cursor: 'bWFkZSB1cA' }), { code: 'validation-failed' })
})

test('an outline follows an execution that goes on, and says from which event the log goes on', async t => {
  const world = await World.start(t, [look('x'), set('b', { $: 'steps.x' })])
  const { id } = await world.run()
  const outline = await world.executionLog.outline(organizationId, id, asked)
  t.equal(outline.seq, world.eventsOf(id))
  t.match(outline.rows, [
    { id: 'x', phases: [{ kind: 'run' }] },
    { id: 'b', status: 'completed' },
  ])
  t.strictSame(await world.executionLog.outline(organizationId, id, asked), outline)
})

test('an execution of others has no outline', async t => {
  const world = await World.start(t, [set('a', 1)])
  const { id } = await world.run()
  const stranger = 'org_02jd0000000000000000000000'
  await t.rejects(world.executionLog.outline(stranger, id, asked), { code: 'not-found' })
})
