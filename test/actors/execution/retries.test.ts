import { test } from 'tap'
import type { Message } from '../../../actors/execution/protocol.ts'
import type { RetryPolicy } from '../../../domain/plan/plan.ts'
import {
  ann,
  begunLife,
  broke,
  call,
  cancel,
  decision,
  each,
  faltered,
  Life,
  resume,
  returned,
  running,
} from '../../support/execution.ts'

const fetching = (retry: RetryPolicy, extra = {}) =>
  call('fetch', { n: { $: 'inputs.n' } }, { retry, ...extra })
const begun = (retry: RetryPolicy, extra = {}) => begunLife([fetching(retry, extra)], { n: 7 })
/** Lets the pause before the next attempt pass. */
const again = (life: Life) => life.pass(life.behavior.wakeAt(life.state)! - life.now)

test('a call that may succeed later is made again, as often as the policy says, and then the step fails', async t => {
  const life = begun({ maxAttempts: 3 })
  for (const attempt of [1, 2, 3]) {
    t.equal(life.state.calls['fetch']?.attempt, attempt)
    life.tell(faltered('fetch'))
    if (attempt < 3) {
      t.strictSame(life.owed, [])
      again(life)
    }
  }
  t.match(life.state, { status: 'failed', error: { code: 'unreachable', step: 'fetch' }, cu: 4 })
  t.equal(life.events.filter(event => event.type === 'attempt-failed').length, 2)
})

test('every attempt has the same input and the same id, which is its idempotency key', async t => {
  const life = begun({ maxAttempts: 3 })
  const owed = () => [...life.behavior.pending(life.state)]
  const first = owed()
  t.match(first, [{ id: 'fetch', args: { n: 7 }, attempt: 1 }])
  life.tell(faltered('fetch'))
  again(life)
  t.strictSame(
    owed(),
    first.map(effect => ({ ...effect, attempt: 2 })),
  )
})

test('the result of an attempt that comes again is not that of the next one', async t => {
  const life = begun({ maxAttempts: 3 })
  life.tell({ ...faltered('fetch'), attempt: 1 } as Message)
  again(life)
  const before = life.events.length
  life.tell({ ...faltered('fetch'), attempt: 1 } as Message)
  t.equal(life.events.length, before)
  t.strictSame(life.owed, ['fetch'])
  life.tell({ ...faltered('fetch'), attempt: 2 } as Message)
  again(life)
  t.equal(life.state.calls['fetch']?.attempt, 3)
})

test('an execution that pauses before an attempt waits, and succeeds with it', async t => {
  const life = begun({ maxAttempts: 2, backoffMs: 1_000 })
  life.tell(faltered('fetch'))
  t.equal(life.state.status, 'waiting')
  again(life)
  t.equal(life.state.status, 'running')
  life.tell(returned('fetch', 'late but there'))
  t.match(life.state, { status: 'completed', output: 'late but there' })
})

test('the pause is drawn between nothing and a ceiling that doubles up to its cap', async t => {
  const pauses = (attempts: number) => {
    const policy = { maxAttempts: 100, backoffMs: 1_000, maxBackoffMs: 8_000 }
    const items = Array.from({ length: 300 }, (_, n) => n)
    const life = begunLife([each('all', [call('fetch', {}, { retry: policy })], { concurrency: 300 })], {
      list: items,
    })
    for (let attempt = 1; attempt < attempts; attempt++) {
      for (const path of life.owed) life.tell(faltered(path))
      life.pass(8_000)
    }
    for (const path of life.owed) life.tell(faltered(path))
    return Object.values(life.state.retries).map(({ dueAt }) => dueAt - life.now)
  }
  for (const [attempts, ceiling] of [
    [1, 1_000],
    [2, 2_000],
    [4, 8_000],
    [6, 8_000],
  ] as const) {
    const drawn = pauses(attempts)
    t.equal(drawn.length, 300)
    t.ok(
      drawn.every(ms => ms >= 0 && ms < ceiling),
      `below ${ceiling}`,
    )
    t.ok(Math.max(...drawn) > ceiling * 0.9 && Math.min(...drawn) < ceiling * 0.1, `the whole of ${ceiling}`)
  }
})

test('a server that asks to be left alone is left alone, for a day at most', async t => {
  for (const [asked, least, most] of [
    [30_000, 30_000, 30_000],
    [1e12, 86_400_000, 86_400_000],
    [0, 0, 999],
  ] as const) {
    const life = begun({ maxAttempts: 2, backoffMs: 1_000 })
    life.tell(faltered('fetch', asked))
    const pauseMs = life.behavior.wakeAt(life.state)! - life.now
    t.ok(pauseMs >= least && pauseMs <= most, `${pauseMs} ms`)
  }
})

test('what cannot succeed later fails at once', async t => {
  const life = begun({ maxAttempts: 5 })
  life.tell(broke('fetch'))
  t.match(life.state, { status: 'failed', error: { code: 'tool-failed' } })
})

test('with `on: any` an error that the tool answers is tried again, too', async t => {
  const life = begun({ maxAttempts: 2, on: 'any' })
  life.tell(broke('fetch'))
  t.match(life.state, { status: 'waiting' })
  again(life)
  t.equal(life.state.calls['fetch']?.attempt, 2)
  life.tell(broke('fetch'))
  t.match(life.state, { status: 'failed', error: { code: 'tool-failed' } })
})

test('what we refuse ourselves is not tried again by any policy', async t => {
  for (const code of [
    'invalid-arguments',
    'aborted',
    'unknown-credential',
    'secret-not-allowed',
    'unknown-tool',
  ] as const) {
    const life = begun({ maxAttempts: 3, on: 'any' })
    const error = { code, message: 'no', retryable: false }
    life.tell({ type: 'step-returned', step: 'fetch', result: { ok: false, error } })
    t.match(life.state, { status: 'failed', error: { code } })
  }
})

test('a parked step waits for a person, and is tried anew when it is continued', async t => {
  const life = begun({ maxAttempts: 1, park: true })
  life.tell(faltered('fetch'))
  t.strictSame([life.state.status, life.owed, life.behavior.wakeAt(life.state)], ['waiting', [], null])
  life.tell(returned('fetch', 'late'))
  t.equal(life.state.status, 'waiting')
  t.equal(life.tell(resume), null)
  t.strictSame(life.state.calls['fetch'], { input: { n: 7 }, attempt: 1 })
  t.equal(life.tell(resume), 'conflict')
  life.tell(returned('fetch', 'there'))
  t.match(life.state, { status: 'completed', output: 'there' })
})

test('all parked steps are continued at once', async t => {
  const step = call('fetch', {}, { retry: { maxAttempts: 1, park: true } })
  const life = begunLife([each('all', [step], { concurrency: 3 })], { list: [1, 2, 3] })
  for (const path of life.owed) life.tell(faltered(path))
  life.tell(resume)
  t.equal(life.owed.length, 3)
})

test('a result that comes during a pause, or after a cancel, changes nothing', async t => {
  const life = begun({ maxAttempts: 2, backoffMs: 60_000 })
  life.tell(faltered('fetch'))
  const before = life.events.length
  life.tell(returned('fetch', 'late'))
  t.equal(life.events.length, before)
  life.tell(cancel())
  t.equal(life.behavior.wakeAt(life.state), null)
  life.pass(120_000)
  t.strictSame(life.owed, [])
})

test('what was approved is asked for once, however often it is tried', async t => {
  const life = begun({ maxAttempts: 3 }, { approval: { message: 'Fetch?' } })
  life.tell(decision('approve', life.asked('fetch'), { args: { n: 8 }, by: ann }))
  life.tell(faltered('fetch'))
  again(life)
  t.strictSame(life.state.calls['fetch'], { input: { n: 8 }, attempt: 2, isApproved: true })
  t.equal(life.events.filter(event => event.type === 'approval-requested').length, 1)
})

test('the pause follows from the journal: a replay names the same moment', async t => {
  const life = begun({ maxAttempts: 2 })
  life.tell(faltered('fetch'))
  const replay = new Life(running([fetching({ maxAttempts: 2 })]))
  for (const event of life.events) replay.take(event)
  t.equal(replay.behavior.wakeAt(replay.state), life.behavior.wakeAt(life.state))
  const same = begun({ maxAttempts: 2 })
  same.tell(faltered('fetch'))
  t.strictSame(same.events, life.events)
})

test('pauses of one length are that long, unless the other side asks for more', async t => {
  const life = begun({ maxAttempts: 4, pauseMs: 5_000 })
  for (const [asked, pause] of [
    [undefined, 5_000],
    [1_000, 5_000],
    [20_000, 20_000],
  ] as const) {
    life.tell(faltered('fetch', asked))
    t.equal(life.behavior.wakeAt(life.state)! - life.now, pause)
    again(life)
  }
})

test('after the deadline of its attempts no other one begins', async t => {
  const life = begun({ maxAttempts: 100, pauseMs: 60_000, deadlineMs: 150_000 })
  for (const _ of [1, 2]) {
    life.tell(faltered('fetch'))
    again(life)
  }
  life.tell(faltered('fetch'))
  t.match(life.state, { status: 'failed', error: { code: 'unreachable' } }, 'a third would begin at 180 s')
  const parking = begun({ maxAttempts: 100, pauseMs: 60_000, deadlineMs: 1, park: true })
  parking.tell(faltered('fetch'))
  t.match(parking.state.parked, { fetch: { attempt: 1 } })
})
