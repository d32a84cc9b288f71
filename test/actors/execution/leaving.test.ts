// Ways out of a loop or a branch: `stop` ends the execution well, `next` ends a turn.
import { test } from 'tap'
import { Timeline } from '../../../actors/execution/reading/timeline.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { all, begunLife, block, call, each, type Life, look, returned, set } from '../../support/execution.ts'

test('stop ends the execution from inside of loops and branches, with its value', async t => {
  const found = stop({ $: 'item' }, 'item > 2')
  const life = begunLife([each('loop', [found, set('seen', { $: 'item' })]), set('after', 1)], {
    list: [1, 2, 3, 4],
  })
  t.match(life.state, { status: 'completed', output: 3, frames: {}, composites: {} })
  t.equal(begunLife([stop()]).state.output, null)
})

test('stop in one branch cancels the others, whose calls are owed no more', async t => {
  const plan = [all('both', [look('slow')], [look('quick'), stop('enough')])]
  const life = begunLife(plan)
  life.tell(returned('both.branch[1].quick'))
  t.match(life.state, { status: 'completed', output: 'enough' })
  t.strictSame(life.owed, [])
  const statuses = Object.fromEntries(timelineOf(plan, life).steps.map(({ id, status }) => [id, status]))
  t.strictSame(statuses, {
    both: 'completed',
    'both.branch[0].slow': 'cancelled',
    'both.branch[1].quick': 'completed',
    'both.branch[1].out': 'completed',
  })
  t.equal(life.tell(returned('both.branch[0].slow')), null, 'a late answer changes nothing')
  t.equal(life.state.output, 'enough')
})

test('next ends the turn of the innermost loop, which goes on', async t => {
  const plan = [
    each('loop', [
      block('check', { kind: 'if', cases: [{ when: 'item == 2', steps: [next('skipped')] }] }),
      call('pay', { to: { $: 'item' } }),
    ]),
  ]
  const life = begunLife(plan, { list: [1, 2, 3] })
  life.tell(returned('loop.each[0].pay', 'paid 1'))
  t.strictSame(life.owed, ['loop.each[2].pay'])
  life.tell(returned('loop.each[2].pay', 'paid 3'))
  t.match(life.state, { status: 'completed', output: ['paid 1', 'skipped', 'paid 3'], frames: {} })
  const check = timelineOf(plan, life).steps.find(({ id }) => id === 'loop.each[1].check')
  t.match(check, { status: 'completed' })
})

test('next in a branch cancels what goes on beside it in the turn, and nothing else', async t => {
  const plan = [
    each('loop', [all('both', [look('slow')], [look('quick'), next()]), call('pay')], { concurrency: 2 }),
  ]
  const life = begunLife(plan, { list: ['a', 'b'] })
  life.tell(returned('loop.each[0].both.branch[1].quick'))
  t.strictSame(life.owed.toSorted(), [
    'loop.each[1].both.branch[0].slow',
    'loop.each[1].both.branch[1].quick',
  ])
  const statuses = Object.fromEntries(timelineOf(plan, life).steps.map(({ id, status }) => [id, status]))
  t.match(statuses, {
    'loop.each[0].both': 'completed',
    'loop.each[0].both.branch[0].slow': 'cancelled',
    'loop.each[1].both': 'running',
    'loop.each[1].both.branch[0].slow': 'running',
  })
})

test('next in a repeat is followed by its condition, to which steps that did not run gave null', async t => {
  const plan = block('loop', {
    ...{ kind: 'repeat', most: 5, until: 'steps.pay == "paid"' },
    steps: [call('look'), { ...next(), when: 'steps.look == "none"' }, call('pay')],
  })
  const life = begunLife([plan])
  life.tell(returned('loop.turn[0].look', 'none'))
  life.tell(returned('loop.turn[1].look', 'one'))
  life.tell(returned('loop.turn[1].pay', 'paid'))
  t.match(life.state, { status: 'completed', output: 'paid' })
})

test('next in the onError of a step of the turn ends the turn', async t => {
  const risky: Step = { ...call('pay'), onError: { steps: [next('failed')] } }
  const life = begunLife([each('loop', [risky, call('tell')])], { list: [1] })
  life.tell({
    ...{ type: 'step-returned', step: 'loop.each[0].pay' },
    result: { ok: false, error: { code: 'tool-failed', message: 'no', retryable: false } },
  })
  t.match(life.state, { status: 'completed', output: ['failed'] })
})

function stop(value?: unknown, when?: string): Step {
  return block(
    'out',
    { kind: 'stop', ...(value !== undefined && { value: value as never }) },
    when ? { when } : {},
  )
}

function next(value?: unknown): Step {
  return block('out', { kind: 'next', ...(value !== undefined && { value: value as never }) })
}

function timelineOf(steps: readonly Step[], { events, times }: Life): Timeline {
  const timeline = new Timeline({ steps })
  for (const [index, event] of events.entries())
    timeline.take({ address: '', seq: index + 1, at: times[index]!, body: JSON.stringify([event]) })
  return timeline
}
