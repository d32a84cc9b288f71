import { test } from 'tap'
import type { Event } from '../../../../actors/execution/protocol.ts'
import { keptResults } from '../../../../actors/execution/starting/forking.ts'
import type { JsonObject } from '../../../../domain/json.ts'
import type { Step } from '../../../../domain/plan/plan.ts'
import {
  all,
  begunLife,
  block,
  broke,
  call,
  cancel,
  decision,
  each,
  Life,
  race,
  returned,
  running,
  set,
  startOf,
} from '../../../support/execution.ts'

/** The execution that a retry of this one is. */
function forkOf(
  life: Life,
  steps: readonly Step[],
  inputs: JsonObject,
  fromStep: string | null = null,
): Life {
  const fork = new Life(running(steps))
  const forkedFrom = { id: 'exec_1', ...resultsOf(life, fromStep) }
  fork.tell({ type: 'start', start: { ...startOf(inputs), forkedFrom } })
  return fork
}

function resultsOf({ events }: Life, fromStep: string | null) {
  return keptResults([{ address: 'exec_1', seq: 1, at: 0, body: JSON.stringify(events) }], fromStep)
}

const begins = ({ events }: Life) =>
  events
    .filter((event): event is Extract<Event, { type: 'step-started' }> => event.type === 'step-started')
    .map(({ step }) => step)

test('a retry knows of the results that it keeps which were skipped, and which a handler gave', async t => {
  const steps = [
    call('a', {}, { onError: { steps: [set('instead', 7)] } }),
    set('b', 1, { when: 'inputs.b' }),
    call('c'),
    set('end', { $: '[steps.a, failed(steps.a), skipped(steps.b), failed(steps.b), failed(steps.c)]' }),
  ]
  const life = begunLife(steps, { b: false })
  life.tell(broke('a'))
  life.tell(broke('c'))
  const fork = forkOf(life, steps, { b: true })
  fork.tell(returned('c'))
  t.match(fork.state, { status: 'completed', output: [7, true, true, false, false] })
  const again = forkOf(fork, steps, { b: true })
  t.match(again.state, { status: 'completed', output: [7, true, true, false, false] }, 'also a retry of that')
})

test('what succeeded is not run again, what failed and what follows is', async t => {
  const steps = [call('first'), call('second', { n: { $: 'steps.first' } }), call('third')]
  const life = begunLife(steps)
  life.tell(returned('first', 7))
  life.tell(broke('second'))
  const fork = forkOf(life, steps, {})
  t.strictSame(fork.owed, ['second'])
  t.strictSame(fork.state.calls['second']?.input, { n: 7 })
  t.match(fork.behavior.view(fork.state), { forkedFrom: 'exec_1', cu: 2 })
  fork.tell(returned('second', 8))
  t.strictSame(fork.owed, ['third'])
})

test('items and branches that succeeded are kept, the others run', async t => {
  const steps = [each('all', [all('fork', [call('left')], [call('right')])], { concurrency: 2 })]
  const inputs = { list: [1, 2] }
  const life = begunLife(steps, inputs)
  const path = (item: number, branch: number) =>
    `all.each[${item}].fork.branch[${branch}].${branch ? 'right' : 'left'}`
  for (const [item, branch] of [
    [0, 0],
    [0, 1],
    [1, 0],
  ] as const)
    life.tell(returned(path(item, branch), `${item}${branch}`))
  life.tell(broke(path(1, 1)))
  const fork = forkOf(life, steps, inputs)
  t.strictSame(fork.owed, [path(1, 1)])
  fork.tell(returned(path(1, 1), '11'))
  t.strictSame(fork.state.output, [
    ['00', '01'],
    ['10', '11'],
  ])
})

test('with fromStep only what had succeeded before it began is kept, also inside of a loop', async t => {
  const steps = [call('first'), call('second'), call('third')]
  const life = begunLife(steps)
  for (const step of ['first', 'second', 'third']) life.tell(returned(step, step))
  t.strictSame(begins(forkOf(life, steps, {}, 'second')), ['second'])

  const loop = [each('all', [call('pay')])]
  const looped = begunLife(loop, { list: [1, 2, 3] })
  for (const item of [0, 1, 2]) looped.tell(returned(`all.each[${item}].pay`, item))
  const fork = forkOf(looped, loop, { list: [1, 2, 3] }, 'all.each[1].pay')
  t.strictSame(fork.owed, ['all.each[1].pay'])
  for (const item of [1, 2]) fork.tell(returned(`all.each[${item}].pay`, `again ${item}`))
  t.strictSame(fork.state.output, [0, 'again 1', 'again 2'])
})

test('a retry of a retry keeps what the first one kept, also when it had not come to it', async t => {
  const pay = [call('one'), call('two'), call('three')]
  const steps = [all('both', pay, [call('look'), set('sum', { $: 'inputs.amount + 1' })])]
  const life = begunLife(steps, { amount: 'none' })
  for (const { id } of pay) life.tell(returned(`both.branch[0].${id}`, id))
  life.tell(returned('both.branch[1].look'))
  const retry = forkOf(life, steps, { amount: 'none' })
  t.match(retry.state, { status: 'failed', error: { step: 'both.branch[1].sum' } })
  const again = forkOf(retry, steps, { amount: 1 })
  t.match(again.state, { status: 'completed', output: ['three', 2], cu: 1 })

  const items = [each('all', [call('pay')], { concurrency: 3 })]
  const list = { list: [1, 2, 3] }
  const paid = begunLife(items, list)
  paid.tell(returned('all.each[2].pay', 'C'))
  paid.tell(broke('all.each[0].pay'))
  const gated = { ...startOf(list), isGated: true, forkedFrom: { id: 'exec_1', ...resultsOf(paid, null) } }
  const queued = new Life(running(items))
  queued.tell({ type: 'start', start: gated })
  queued.tell(cancel())
  t.strictSame(forkOf(queued, items, list).owed, ['all.each[0].pay', 'all.each[1].pay'])
})

test('of a retry, fromStep keeps what had succeeded in it before that step began', async t => {
  const steps = [call('first'), call('second'), call('third')]
  const life = begunLife(steps)
  for (const step of ['first', 'second']) life.tell(returned(step, step))
  life.tell(broke('third'))
  const retry = forkOf(life, steps, {})
  t.strictSame(forkOf(retry, steps, {}, 'second').owed, ['second'])
  t.strictSame(forkOf(forkOf(life, steps, {}, 'second'), steps, {}).owed, ['second'])
  t.throws(() => forkOf(forkOf(life, steps, {}, 'second'), steps, {}, 'third'), { code: 'validation-failed' })
})

test('a step that never began cannot be retried from', async t => {
  const life = begunLife([call('first'), call('second')])
  t.throws(() => forkOf(life, [], {}, 'second'), { code: 'validation-failed' })
})

test('what was skipped is kept as null; what failed and went on is run again', async t => {
  const steps = [
    call('maybe', {}, { when: 'inputs.yes' }),
    call('tried', {}, { onError: 'continue' }),
    call('last'),
  ]
  const life = begunLife(steps, { yes: false })
  life.tell(broke('tried'))
  life.tell(broke('last'))
  const fork = forkOf(life, steps, { yes: true })
  t.strictSame(fork.owed, ['tried'])
})

test('an approval is kept when it was approved, and asked anew under another id when it was not', async t => {
  const gated = call('pay', {}, { approval: { message: 'Pay?' } } as never)
  const steps = [block('ok', { kind: 'approval', message: 'Go on?' }), gated]
  const life = begunLife(steps)
  life.tell(decision('approve', life.asked('ok')))
  life.tell(decision('approve', life.asked('pay')))
  life.tell(broke('pay'))
  const fork = forkOf(life, steps, {})
  t.strictSame(Object.keys(fork.state.approvals), ['pay'])
  t.strictSame(fork.owed, [])
})

test('a return ends the fork as it ended the execution', async t => {
  const gate = block('gate', {
    kind: 'if',
    cases: [{ when: 'true', steps: [block('answer', { kind: 'return', value: 1 })] }],
  })
  const steps = [gate, call('never')]
  const life = begunLife(steps)
  const fork = forkOf(life, steps, {})
  t.match(fork.state, { status: 'completed', output: 1 })
  t.strictSame(fork.owed, [])
})

test('a race is run again unless it was won', async t => {
  const steps = [race('first', [call('left')], [call('right')]), call('last')]
  const life = begunLife(steps)
  life.tell(returned('first.branch[1].right', 'R'))
  life.tell(broke('last'))
  t.strictSame(forkOf(life, steps, {}).owed, ['last'])
  const open = begunLife([...steps, set('x', 1)])
  open.tell(broke('first.branch[1].right'))
  t.strictSame(forkOf(open, steps, {}).owed.sort(), ['first.branch[0].left', 'first.branch[1].right'])
})
