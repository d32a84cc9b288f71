import assert from 'node:assert/strict'
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import {
  begun,
  block,
  broke,
  call,
  completed,
  done,
  failed,
  given,
  Life,
  look,
  returned,
  running,
  set,
  start,
  started,
} from '../../support/execution.ts'

test('foreach gives the last output of each item, in the order of the items', async t => {
  const life = lifeOf({ concurrency: 3 }, [call('pay', { to: { $: 'item' } })], ['a', 'b', 'c'])
  for (const slot of [2, 0, 1]) life.tell(returned(`all.each[${slot}].pay`, `paid ${slot}`))
  t.strictSame(life.state.output, ['paid 0', 'paid 1', 'paid 2'])
  t.equal(life.state.status, 'completed')
})

test('foreach goes through its items one at a time unless it is told otherwise', async t => {
  const life = lifeOf({}, [call('pay')], [1, 2, 3])
  const seen = [life.owed]
  for (const slot of [0, 1]) {
    life.tell(returned(`all.each[${slot}].pay`))
    seen.push(life.owed)
  }
  t.strictSame(seen, [['all.each[0].pay'], ['all.each[1].pay'], ['all.each[2].pay']])
})

test('foreach never has more items open than its concurrency', async t => {
  const life = lifeOf({ concurrency: 2 }, [call('pay')], [1, 2, 3, 4, 5])
  t.equal(life.owed.length, 2)
  life.tell(returned('all.each[1].pay'))
  t.strictSame(life.owed.sort(), ['all.each[0].pay', 'all.each[2].pay'])
  life.tell(returned('all.each[0].pay'))
  t.strictSame(life.owed.sort(), ['all.each[2].pay', 'all.each[3].pay'])
})

test('foreach over an empty list gives an empty list', async t => {
  given(running([each({}, [call('pay')])]))
    .when(start({ list: [] }))
    .then(t, [started({ list: [] }), done('all', []), completed([])])
})

test('foreach without steps gives null for each item, however many', async t => {
  const many = Array.from({ length: 20_000 }, (_, n) => n)
  for (const concurrency of [1, 3]) {
    const life = lifeOf({ concurrency }, [], many)
    t.equal(life.state.status, 'completed')
    t.ok(Array.isArray(life.state.output) && life.state.output.length === many.length)
  }
})

test('foreach over what is not a list fails its step and says what came', async t => {
  for (const [list, name] of [
    ['abc', 'a string'],
    [null, 'null'],
    [{ a: 1 }, 'an object'],
  ] as const) {
    given(running([each({}, [call('pay')])]))
      .when(start({ list }))
      .then(t, [
        started({ list }),
        failed('all', 'not-a-list', `expected a list to go through, received ${name}`),
      ])
  }
})

test('a failure in one item fails the execution and opens no further item', async t => {
  const life = lifeOf({ concurrency: 2 }, [call('pay')], [1, 2, 3])
  life.tell(broke('all.each[1].pay'))
  t.strictSame(life.events.slice(-3), failed('all.each[1].pay', 'tool-failed', 'it broke'))
  life.tell(returned('all.each[0].pay'))
  t.strictSame(life.owed, [])
  t.equal(life.state.status, 'failed')
})

test('each item sees itself, the item around it, and its own steps only', async t => {
  const inner = each({ as: 'small', over: 'item.inner', id: 'inner' }, [set('sum', { $: 'item.n + small' })])
  const items = [
    { n: 10, inner: [1, 2] },
    { n: 20, inner: [] },
  ]
  t.strictSame(lifeOf({ concurrency: 2 }, [inner], items).state.output, [[11, 12], []])
})

test('foreach in if in parallel keeps every result at its place', async t => {
  const items = each({ id: 'items', concurrency: 2 }, [look('check', { of: { $: 'item' } })])
  const gate = block('gate', { kind: 'if', cases: [{ when: 'size(inputs.list) > 1', steps: [items] }] })
  const fork = block('fork', { kind: 'parallel', branches: [{ steps: [gate] }, { steps: [look('other')] }] })
  const life = new Life(running([fork, set('after', { $: 'steps.fork[0][1]' })]))
  life.tell(start({ list: ['a', 'b'] }))
  const path = (slot: number) => `fork.branch[0].gate.then.items.each[${slot}].check`
  t.strictSame(life.owed.sort(), [path(0), path(1), 'fork.branch[1].other'].sort())
  life.tell(returned(path(1), 'B'))
  life.tell(returned('fork.branch[1].other', 'O'))
  life.tell(returned(path(0), 'A'))
  t.ok(life.events.some(event => event.type === 'step-completed' && event.step === 'fork'))
  t.match(life.state, { status: 'completed', output: 'B' })
})

test('an open foreach is JSON, also when its items end out of order', async t => {
  const life = lifeOf({ concurrency: 3 }, [call('pay')], [1, 2, 3])
  life.tell(returned('all.each[2].pay', 'third'))
  t.strictSame(life.state, JSON.parse(JSON.stringify(life.state)))
  assert.deepEqual(life.state.composites['all']!.results, [null, null, 'third'])
})

test('foreach is recorded with the list that it goes through', async t => {
  given(running([each({}, [call('pay', { to: { $: 'item' } })])]))
    .when(start({ list: ['a'] }))
    .then(t, [started({ list: ['a'] }), begun('all', ['a']), begun('all.each[0].pay', { to: 'a' })])
})

interface Each {
  readonly id?: string
  readonly as?: string
  readonly over?: string
  readonly concurrency?: number
}

function each(
  { id = 'all', as = 'item', over = 'inputs.list', ...rest }: Each,
  steps: readonly Step[],
): Step {
  return block(id, { kind: 'foreach', as, over, steps, ...rest })
}

function lifeOf(options: Each, steps: readonly Step[], list: readonly Json[]): Life {
  const life = new Life(running([each(options, steps)]))
  life.tell(start({ list }))
  return life
}
