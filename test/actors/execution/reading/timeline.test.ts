import { test } from 'tap'
import type { Event } from '../../../../actors/execution/protocol.ts'
import { Timeline } from '../../../../actors/execution/reading/timeline.ts'
import type { Step } from '../../../../domain/plan/plan.ts'
import type { Entry } from '../../../../runtime/journal.ts'
import {
  all,
  ann,
  begun,
  begunLife,
  block,
  broke,
  call,
  cancel,
  cancelled,
  completed,
  compute,
  computed,
  decision,
  done,
  each,
  failed,
  type Life,
  look,
  race,
  returned,
  set,
  skipped,
  started,
  taken,
} from '../../../support/execution.ts'

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
    approval: null,
    phases: [{ kind: 'run', at: 1_000, error: null }],
    startedAt: 1_000,
    finishedAt: 2_000,
    durationMs: 1_000,
  })
  t.match(timeline.steps[3], { tool: 'list_sum', input: { list: [] }, output: 0 })
})

test('a step shows what became of its approval, and what was proposed where something else was approved', async t => {
  for (const [args, input, proposedArgs, line] of [
    [{ sum: 5 }, { sum: 5 }, { sum: 7 }, 'approval approved by user_ann with edited arguments: half'],
    [null, { sum: 7 }, null, 'approval approved by user_ann: half'],
  ] as const) {
    const { life, steps } = asking()
    const id = life.asked('pay')
    const asked = { id, requestedAt: life.now, proposedArgs: null }
    const undecided = { status: 'pending', decidedAt: null, decidedBy: null, note: null } as const
    t.match(told(steps, entriesOfLife(life)).steps, [
      { input: { sum: 7 }, approval: { ...asked, ...undecided } },
    ])
    life.now += 5_000
    life.tell(decision('approve', id, { args, note: 'half' }))
    const decided = { status: 'approved', decidedAt: life.now, decidedBy: ann.userId, note: 'half' }
    life.tell(returned('pay', 'paid'))
    const timeline = new Timeline({ steps })
    const log = entriesOfLife(life).flatMap(entry => timeline.take(entry))
    t.match(timeline.steps, [{ input, output: 'paid', approval: { ...asked, ...decided, proposedArgs } }])
    t.ok(log.some(({ data }) => 'message' in data && data.message === line))
  }
})

test('an approval that was dropped with its step is shown as cancelled', async t => {
  const { life, steps } = asking({ onError: 'continue' })
  life.tell(broke('fork.branch[1].send'))
  const shown = told(steps, entriesOfLife(life)).steps.find(({ id }) => id === 'fork.branch[0].pay')
  t.match(shown, {
    status: 'cancelled',
    approval: { status: 'cancelled', decidedAt: life.now, decidedBy: null },
  })
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
  t.strictSame(log.at(-1)?.data, { ts: 3_000, status: 'completed', output: null, error: null, cu: 3 })
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

test('a step that ends with something else is named by the event of that, so a log shows the end of each', async t => {
  const fork = block('fork', {
    kind: 'parallel',
    branches: [{ steps: [call('left')] }, { steps: [call('right')] }],
  })
  const begin = [started(), begun('fork', null), begun('fork.branch[0].left'), begun('fork.branch[1].right')]
  const endedIn = (history: Entry[]) => {
    const timeline = new Timeline({ steps: [fork] })
    return history
      .flatMap(entry => timeline.take(entry))
      .flatMap(({ id, event, data }) =>
        'ended' in data ? [{ id, event, ended: data.ended!.map(step => `${step.id} ${step.status}`) }] : [],
      )
  }
  t.strictSame(endedIn(entriesOf(begin)), [])
  const cancels = ['fork.branch[0].left cancelled', 'fork.branch[1].right cancelled', 'fork cancelled']
  t.strictSame(endedIn(entriesOf(begin, [cancelled()])), [{ id: 6, event: 'status', ended: cancels }])
  const broken = entriesOf(begin, [failed('fork.branch[1].right', 'x', 'y')])
  t.match(endedIn(broken), [{ event: 'status', ended: ['fork.branch[0].left cancelled', 'fork failed'] }])
  const given = entriesOf(begin, [done('fork', [1])])
  t.match(endedIn(given), [{ event: 'step', ended: cancels.slice(0, 2) }])
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

test('a step whose failure is passed over stays failed, with its error and its time', async t => {
  const life = begunLife([call('tried', {}, { onError: 'continue' }), call('last')])
  life.now += 1_000
  life.tell(broke('tried'))
  life.now += 60_000
  life.tell(returned('last', 1))
  const error = { code: 'tool-failed', message: 'it broke', step: 'tried' }
  t.match(told([call('tried', {}, { onError: 'continue' }), call('last')], lived(life)).steps, [
    { id: 'tried', status: 'failed', error, durationMs: 1_000, output: null },
    { id: 'last', status: 'completed', error: null, durationMs: 61_000 - 1_000 },
  ])
})

test('a block whose failure is passed over fails, and what was under way in it is cancelled', async t => {
  const fork = { ...all('fork', [look('left')], [look('right')]), onError: 'continue' } as const
  const life = begunLife([fork, call('last')])
  life.tell(broke('fork.branch[1].right'))
  const error = { step: 'fork.branch[1].right', message: 'it broke' }
  t.match(told([fork, call('last')], lived(life)).steps, [
    { id: 'fork', status: 'failed', error, finishedAt: life.now },
    { id: 'fork.branch[0].left', status: 'cancelled', error: null, finishedAt: life.now },
    { id: 'fork.branch[1].right', status: 'failed', error, finishedAt: life.now },
    { id: 'last', status: 'running' },
  ])
  // It has ended neither the one nor the other execution.
  life.tell(cancel())
  t.match(told([fork, call('last')], lived(life)).steps.at(-1), { status: 'cancelled', error: null })
})

test('a step runs while others make up for its failure', async t => {
  const steps = [call('tried', {}, { onError: { steps: [call('mend')] } })]
  const life = begunLife(steps)
  life.tell(broke('tried'))
  const error = { message: 'it broke' }
  t.match(told(steps, lived(life)).steps, [
    { id: 'tried', status: 'running', error, finishedAt: null, durationMs: null },
    { id: 'tried.onError.mend', status: 'running' },
  ])
  life.now += 5_000
  life.tell(returned('tried.onError.mend', 1))
  t.match(told(steps, lived(life)).steps, [
    { id: 'tried', status: 'completed', error: null, finishedAt: life.now, durationMs: 5_000 },
    { id: 'tried.onError.mend', status: 'completed' },
  ])
})

test('a block around a failure that was passed over did not fail', async t => {
  const steps = [each('items', [call('pay', {}, { onError: 'continue' })])]
  const life = begunLife(steps, { list: ['a', 'b'] })
  life.tell(broke('items.each[0].pay'))
  life.tell(cancel())
  t.match(told(steps, lived(life)).steps, [
    { id: 'items', status: 'cancelled', error: null },
    { status: 'failed' },
    { status: 'cancelled' },
  ])
})

test('branches that lost a race are cancelled when it is over', async t => {
  const steps = [race('first', [look('fast')], [all('slow', [look('a')], [look('b')])]), call('last')]
  const life = begunLife(steps)
  life.tell(returned('first.branch[0].fast', 1))
  life.now += 5_000
  life.tell(returned('last', 1))
  const lost = { status: 'cancelled', durationMs: 0 }
  t.match(told(steps, lived(life)).steps, [
    { id: 'first', status: 'completed', durationMs: 0 },
    { id: 'first.branch[0].fast', status: 'completed' },
    { id: 'first.branch[1].slow', ...lost },
    { id: 'first.branch[1].slow.branch[0].a', ...lost },
    { id: 'first.branch[1].slow.branch[1].b', ...lost },
    { id: 'last', status: 'completed' },
  ])
})

test('a log is the same when the steps that have ended are forgotten, and only the open ones are held', async t => {
  const pay = call('pay', {}, { onError: { steps: [look('mend')] } })
  const steps = [race('first', [look('fast')], [look('slow')]), each('items', [pay], { concurrency: 2 })]
  const life = begunLife(steps, { list: ['a', 'b', 'c'] })
  for (const message of [
    returned('first.branch[0].fast', 1),
    broke('items.each[0].pay'),
    returned('items.each[1].pay', 1),
    returned('items.each[0].pay.onError.mend', 1),
  ]) {
    life.now += 1_000
    life.tell(message)
  }
  const whole = new Timeline({ steps })
  const forgetful = new Timeline({ steps })
  for (const entry of lived(life)) {
    const events = forgetful.take(entry)
    forgetful.forgetEnded()
    t.strictSame(events, whole.take(entry))
  }
  t.strictSame(
    forgetful.steps,
    whole.steps.filter(({ finishedAt }) => finishedAt === null),
  )
  t.strictSame(
    forgetful.steps.map(({ id }) => id),
    ['items', 'items.each[2].pay'],
  )
})

test('what an event costs does not grow with the number of steps', async t => {
  const pay = call('pay', {}, { onError: 'continue' })
  const gate = block('gate', { kind: 'if', cases: [{ when: 'true', steps: [pay, call('book')] }] })
  const steps = [each('items', [{ ...gate, onError: 'continue' }], { concurrency: 40 })]
  const looksFor = (count: number) => {
    const life = begunLife(steps, { list: Array.from({ length: count }, (_, n) => n) })
    for (let n = 0; n < count; n++) {
      life.tell(broke(`items.each[${n}].gate.then.pay`))
      life.tell(broke(`items.each[${n}].gate.then.book`))
    }
    t.equal(life.state.status, 'completed')
    const history = lived(life)
    return looksAt(() => t.equal(told(steps, history).steps.length, 1 + 3 * count))
  }
  const [few, many] = [looksFor(100), looksFor(400)]
  t.ok(many <= 4 * few + 100, `${few} steps were looked at for 100 items, ${many} for 400`)
})

/** How many items of maps and sets were gone through meanwhile. */
function looksAt(work: () => void): number {
  const iterators = [new Map().values(), new Set().values()].map(one => Object.getPrototypeOf(one))
  const originals = iterators.map(one => one.next)
  let looks = 0
  for (const [index, iterator] of iterators.entries()) {
    iterator.next = function next(this: unknown) {
      looks++
      return originals[index].call(this)
    }
  }
  try {
    work()
  } finally {
    for (const [index, iterator] of iterators.entries()) iterator.next = originals[index]
  }
  return looks
}

/** The entries of a life: one for each moment in which something happened. */
function lived({ events, times }: Life): Entry[] {
  return [...new Set(times)].map(at => {
    const body = JSON.stringify(events.filter((_, index) => times[index] === at))
    return { address: 'exec_1', seq: times.indexOf(at) + 1, at, body }
  })
}

function told(plan: readonly Step[], history: readonly Entry[]): Timeline {
  const timeline = new Timeline({ steps: plan })
  for (const entry of history) timeline.take(entry)
  return timeline
}

/** An execution that waits for the approval of a call; with `onError` beside one that may fail. */
function asking(handler: Partial<Step> | null = null): { life: Life; steps: Step[] } {
  const approval = { approval: { message: 'Pay?' } } as never
  const gated = call('pay', { sum: { $: 'inputs.sum' } }, approval)
  const steps = handler === null ? [gated] : [{ ...all('fork', [gated], [call('send')]), ...handler } as Step]
  return { life: begunLife(steps, { sum: 7 }), steps }
}

function entriesOfLife({ events, times }: Life): Entry[] {
  return events.map((event, index) => ({
    ...{ address: 'exec_1', seq: index + 1, at: times[index]! },
    body: JSON.stringify([event]),
  }))
}
