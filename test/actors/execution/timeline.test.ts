import { test } from 'tap'
import type { Event } from '../../../actors/execution/protocol.ts'
import { Timeline } from '../../../actors/execution/timeline.ts'
import type { Step } from '../../../domain/plan.ts'
import type { Entry } from '../../../runtime/journal.ts'
import {
  begun,
  block,
  call,
  cancelled,
  completed,
  compute,
  computed,
  done,
  failed,
  set,
  skipped,
  started,
  taken,
} from '../../support/execution.ts'

const pay = call('pay', {}, { title: 'Pay the invoice' })
const items = block('items', { kind: 'foreach', over: 'inputs.list', as: 'item', steps: [pay] })
const check = block('check', {
  kind: 'if',
  cases: [{ when: 'true', steps: [items, compute('sum', 'list_sum', {})] }],
})
const steps = [check, set('after', 1)]
const path = 'check.then.items.each[0].pay'

/** Entries of an execution: what was decided together, a second apart. */
function entriesOf(...turns: (Event | readonly Event[])[][]): Entry[] {
  let seq = 1
  return turns.map((turn, index) => {
    const events = turn.flat()
    const entry = { address: 'exec_1', seq, at: 1_000 * (index + 1), body: JSON.stringify(events) }
    seq += events.length
    return entry
  })
}

const entries = entriesOf(
  [started(), taken('check', 'then'), begun('check.then.items', ['a']), begun(path, { to: 'a' })],
  [
    done(path, 'paid'),
    done('check.then.items', ['paid']),
    computed('check.then.sum', { list: [] }, 0),
    done('check', 0),
  ],
  [skipped('after'), completed(null)],
)

test('every step has its title, its tool, its times and its result', async t => {
  const timeline = told(steps, entries)
  t.strictSame(
    timeline.steps.map(({ id, status, startedAt, finishedAt, durationMs }) => [
      id,
      status,
      startedAt,
      finishedAt,
      durationMs,
    ]),
    [
      ['check', 'completed', 1_000, 2_000, 1_000],
      ['check.then.items', 'completed', 1_000, 2_000, 1_000],
      [path, 'completed', 1_000, 2_000, 1_000],
      ['check.then.sum', 'completed', 2_000, 2_000, 0],
      ['after', 'skipped', 3_000, 3_000, 0],
    ],
  )
  t.strictSame(timeline.steps[2], {
    id: path,
    kind: 'tool',
    title: 'Pay the invoice',
    status: 'completed',
    tool: 'shop__pay',
    input: { to: 'a' },
    output: 'paid',
    error: null,
    attempt: 1,
    startedAt: 1_000,
    finishedAt: 2_000,
    durationMs: 1_000,
  })
  t.match(timeline.steps[3], { tool: 'list_sum', input: { list: [] }, output: 0 })
})

test('the ids of the log are 1, 2, 3 ... without a gap, and the last event is the end', async t => {
  const timeline = new Timeline({ steps })
  const log = entries.flatMap(entry => timeline.take(entry))
  t.strictSame(
    log.map(({ id }) => id),
    log.map((_, index) => index + 1),
  )
  t.equal(log.length, entries.flatMap(({ body }) => JSON.parse(body)).length)
  t.strictSame(
    log.filter(({ event }) => event === 'end').map(({ id }) => id),
    [log.length],
  )
  t.strictSame(log.at(-1)?.data, { ts: 3_000, status: 'completed', output: null, error: null })
  t.strictSame(
    log.filter(({ event }) => event === 'status').map(({ data }) => (data as { status: string }).status),
    ['queued', 'running', 'completed'],
  )
})

test('an entry that comes again, or begins before what was taken, tells only what is new', async t => {
  const once = new Timeline({ steps })
  const log = entries.flatMap(entry => once.take(entry))
  const again = new Timeline({ steps })
  const [first, second, third] = entries as [Entry, Entry, Entry]
  const half = { ...second, body: JSON.stringify(JSON.parse(second.body).slice(0, 2)) }
  const told = [first, first, half, second, first, third, third].flatMap(entry => again.take(entry))
  t.strictSame(told, log)
  t.strictSame(again.steps, once.steps)
})

test('blocks around a failed step fail with it, with its error', async t => {
  const history = entriesOf(
    [started(), taken('check', 'then'), begun('check.then.items', ['a']), begun(path)],
    [failed(path, 'timeout', 'too slow')],
  )
  const error = { code: 'timeout', message: 'too slow', step: path }
  for (const step of told(steps, history).steps) t.match(step, { status: 'failed', error, finishedAt: 2_000 })
})

test('what was under way when another step failed, or when it was cancelled, is cancelled', async t => {
  const fork = block('fork', {
    kind: 'parallel',
    branches: [{ steps: [call('left')] }, { steps: [call('right')] }],
  })
  const begin = [started(), begun('fork', null), begun('fork.branch[0].left'), begun('fork.branch[1].right')]
  const statuses = (history: Entry[]) => told([fork], history).steps.map(({ status }) => status)
  t.strictSame(statuses(entriesOf(begin, [failed('fork.branch[1].right', 'x', 'y')])), [
    'failed',
    'cancelled',
    'failed',
  ])
  t.strictSame(statuses(entriesOf(begin, [cancelled()])), ['cancelled', 'cancelled', 'cancelled'])
  t.strictSame(statuses(entriesOf(begin)), ['running', 'running', 'running'])
})

test('blocks around a return are completed', async t => {
  const answer = block('answer', { kind: 'return', value: 1 })
  const gate = block('gate', { kind: 'if', cases: [{ when: 'true', steps: [answer] }] })
  const history = entriesOf([started(), taken('gate', 'then'), done('gate.then.answer', 1), completed(1)])
  t.strictSame(
    told([gate], history).steps.map(({ id, status }) => [id, status]),
    [
      ['gate', 'completed'],
      ['gate.then.answer', 'completed'],
    ],
  )
})

function told(plan: readonly Step[], history: readonly Entry[]): Timeline {
  const timeline = new Timeline({ steps: plan })
  for (const entry of history) timeline.take(entry)
  return timeline
}
