import { test } from 'tap'
import type { WaitBlock } from '../../../domain/plan/blocks/wait.ts'
import {
  all,
  arrived,
  begunLife,
  block,
  call,
  cancel,
  each,
  type Life,
  race,
  returned,
  set,
} from '../../support/execution.ts'

const wait = (stepId: string, body: Omit<WaitBlock, 'kind'>, extra = {}) =>
  block(stepId, { kind: 'wait', ...body }, extra)
const paid = (stepId = 'paid', extra = {}) => wait(stepId, { event: 'paid' }, extra)
const outcome = ({ state: { status, output, error } }: Life) => [status, error?.code ?? output]

test('a wait for a time parks the execution until then, not longer and not shorter', async t => {
  const life = begunLife([wait('rest', { for: 3_600_000 }), set('after', 1)])
  t.strictSame(life.statuses, ['running', 'waiting'])
  t.strictSame(life.owed, [])
  t.equal(life.behavior.wakeAt(life.state), life.now + 3_600_000)
  life.pass(3_599_999)
  t.equal(life.state.status, 'waiting')
  life.pass(1)
  t.strictSame(outcome(life), ['completed', 1])
  t.strictSame(life.statuses, ['running', 'waiting', 'running', 'completed'])
  t.equal(life.behavior.wakeAt(life.state), null)
})

test('a wait until a moment takes Unix ms and ISO 8601 with a zone', async t => {
  for (const until of [
    1_005_000,
    1_005_000.9,
    new Date(1_005_000).toISOString(),
    '1970-01-01T01:16:45+01:00',
  ]) {
    const life = begunLife([wait('rest', { until: { $: 'inputs.until' } })], { until })
    t.equal(life.behavior.wakeAt(life.state), 1_005_000, String(until))
    life.pass(5_000)
    t.strictSame(outcome(life), ['completed', null])
  }
})

test('a wait until a moment that has passed is over at once', async t => {
  const life = begunLife([wait('rest', { until: 1 }), set('after', 1)])
  t.strictSame(outcome(life), ['completed', 1])
  t.notOk(life.statuses.includes('waiting'))
})

test('what is no moment fails the step and is quoted', async t => {
  for (const until of [
    'tomorrow',
    '2026-11-21',
    '2026-11-21T10:00',
    '2026-99-99T10:00Z',
    1e300,
    true,
    null,
  ]) {
    const life = begunLife([wait('rest', { until: { $: 'inputs.until' } })], { until })
    t.strictSame(outcome(life), ['failed', 'not-a-time'], String(until))
    t.ok(life.state.error?.message.includes(String(until)))
  }
})

test('many waits that end at the same moment all end then, in one turn', async t => {
  const items = Array.from({ length: 200 }, (_, n) => n)
  const life = begunLife([each('all', [wait('rest', { for: 1_000 })], { concurrency: 200 })], { list: items })
  life.now += 1_000
  life.tell({ type: 'alarm' })
  t.equal(life.state.status, 'completed')
})

test('a moment that has come is decided upon whatever woke the execution', async t => {
  const life = begunLife([all('fork', [wait('rest', { for: 1_000 })], [call('send')])])
  life.now += 1_000
  life.tell(returned('fork.branch[1].send'))
  t.equal(life.state.status, 'completed')
})

test('an alarm that comes early, or twice, changes nothing', async t => {
  const life = begunLife([wait('rest', { for: 1_000 }), wait('more', { for: 1_000 })])
  const before = life.events.length
  life.tell({ type: 'alarm' })
  t.equal(life.events.length, before)
  life.now += 1_000
  life.tell({ type: 'alarm' })
  const after = life.events.length
  life.tell({ type: 'alarm' })
  t.equal(life.events.length, after)
  t.equal(life.behavior.wakeAt(life.state), life.now + 1_000)
})

test('an event wakes the step that waits for it, and its body is the output', async t => {
  const life = begunLife([paid()])
  t.equal(life.behavior.wakeAt(life.state), null)
  life.tell(arrived('shipped', 1))
  t.equal(life.state.status, 'waiting')
  life.tell(arrived('paid', { sum: 7 }))
  t.strictSame(outcome(life), ['completed', { sum: 7 }])
})

test('events that come before anybody waits are taken in their order, each once', async t => {
  const life = begunLife([
    call('send'),
    paid('first'),
    paid('second'),
    set('both', { $: '[steps.first, steps.second]' }),
  ])
  for (const body of [1, 2, 3]) life.tell(arrived('paid', body))
  t.equal(life.state.inbox.length, 3)
  life.tell(returned('send'))
  t.strictSame(outcome(life), ['completed', [1, 2]])
})

test('a hundred events wait for a step, the next one is a conflict', async t => {
  const life = begunLife([call('send'), paid()])
  for (let n = 0; n < 99; n++) t.equal(life.tell(arrived('other', n)), null)
  t.equal(life.tell(arrived('paid', 'mine')), null)
  t.equal(life.tell(arrived('paid')), 'conflict')
  life.tell(returned('send'))
  t.strictSame(outcome(life), ['completed', 'mine'])
})

test('the events that wait take a mebibyte at most; one more byte is a conflict that says so', async t => {
  const life = begunLife([call('send'), paid()])
  const half = 'é'.repeat(262_144 - 1)
  t.equal(life.tell(arrived('paid', half)), null)
  t.equal(life.tell(arrived('other', `${half}x`)), 'conflict')
  t.match(
    life.refusal(arrived('other', `${half}x`))?.message,
    /524288 bytes wait .* another 524289 .* 1048576$/,
  )
  t.equal(life.tell(arrived('other', half)), null, 'exactly a mebibyte')
  t.equal(life.tell(arrived('other', null)), 'conflict')
  life.tell(returned('send'))
  t.strictSame(outcome(life), ['completed', half])
})

test('an event after the end is refused', async t => {
  const life = begunLife([paid()])
  life.tell(cancel())
  t.equal(life.tell(arrived('paid')), 'execution-ended')
})

test('an event that does not come in time fails the step, one that comes later changes nothing', async t => {
  const life = begunLife([paid('paid', { timeoutMs: 5_000 })])
  life.pass(4_999)
  t.equal(life.state.status, 'waiting')
  life.pass(1)
  t.strictSame(outcome(life), ['failed', 'timeout'])
  t.equal(life.tell(arrived('paid')), 'execution-ended')
})

test('every step that waits for an event has it', async t => {
  const life = begunLife([all('fork', [paid('left')], [paid('right')])])
  life.tell(arrived('paid', 7))
  t.strictSame(outcome(life), ['completed', [7, 7]])
})

test('an event for which both sides of a race wait ends it once', async t => {
  const life = begunLife([race('first', [paid('left')], [paid('right')]), set('after', { $: 'steps.first' })])
  life.tell(arrived('paid', 7))
  t.strictSame(outcome(life), ['completed', 7])
  t.equal(life.events.filter(event => event.type === 'step-completed' && event.step === 'first').length, 1)
})
