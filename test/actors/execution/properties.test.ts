// Laws over random plans in which everything happens in a random order: results, failures, decisions, events,
// alarms at any time, children that start and end, things that come twice or late, a cancel somewhere.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { Metering } from '../../../actors/execution/reading/metering.ts'
import { isFoundByRow } from '../../../actors/execution/steps/pending.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { ApprovalStatus } from '../../../domain/work/approval.ts'
import { type ExecutionStatus, isTerminal } from '../../../domain/work/execution.ts'
import { changeOf } from '../../../domain/work/projection.ts'
import { answerEverything, isCall, lifeOf, live, Recorded } from '../../support/actors/lives.ts'
import {
  alarm,
  arrived,
  cancel,
  decision,
  faltered,
  resume,
  returned,
  running,
} from '../../support/execution.ts'
import { plans } from '../../support/plans.ts'

const ways: Record<ExecutionStatus, readonly ExecutionStatus[]> = {
  queued: ['running', 'cancelled'],
  running: ['waiting', 'awaiting_approval', 'completed', 'failed', 'cancelled'],
  waiting: ['running', 'failed', 'cancelled'],
  awaiting_approval: ['running', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

test('a replay gives the state that life gave, and owes and wakes the same', async () => {
  checkLives(life => {
    const replay = life.replay()
    assert.deepEqual(replay.state, life.state)
    assert.deepEqual(replay.owed, life.owed)
    assert.equal(replay.wakeAt, life.wakeAt)
  })
})

test('an execution that forgot everything but its events lives on as if it had not', async () => {
  checkLives((life, choices) => {
    const stop = choices.length >> 1
    const resumed = lifeOf(life.behavior, choices.slice(0, stop)).replay()
    for (const choice of choices.slice(stop)) live(resumed, choice)
    assert.deepEqual(resumed.events, life.events)
  })
})

test('a fold of the journal alone gives the compute units that the execution has counted', async () => {
  checkLives((life, _, steps) => {
    const metering = new Metering({ steps: [...steps] })
    for (const event of life.events) metering.take(event)
    assert.equal(metering.cu, life.state.cu)
    assert.deepEqual(metering.meter, life.state.meter)
  })
})

test('the state is JSON at every moment', async () => {
  checkLives(life => {
    const replay = new Recorded(life.behavior)
    for (const event of life.events) {
      replay.take(event)
      assert.deepEqual(JSON.parse(JSON.stringify(replay.state)), replay.state)
    }
  })
})

test('an execution that is told everything ends, and nothing happens after its end', async () => {
  checkLives(life => {
    for (let n = 0; !life.state.hasEnded; n++) {
      assert.ok(n < 500, 'it ends')
      answerEverything(life)
    }
    answerEverything(life)
    assert.equal(life.events.filter(event => event.type === 'ended').length, 1)
    assert.deepEqual([life.owed, life.wakeAt], [[], null])
    const before = life.events.length
    for (const event of [...life.events]) {
      if ('step' in event)
        for (const message of [returned(event.step, 'late'), faltered(event.step)]) life.tell(message)
      if (event.type === 'approval-requested') life.tell(decision('approve', event.request.id))
    }
    for (const message of [cancel(), alarm, arrived('paid'), resume]) life.tell(message)
    assert.equal(life.events.length, before)
  })
})

test('a step has at most one result, and begins once for each attempt', async () => {
  checkLives(life => {
    const results = life.events.flatMap(event =>
      event.type === 'step-completed' || event.type === 'step-skipped' ? [event.step] : [],
    )
    assert.equal(new Set(results).size, results.length)
    const open = new Set<string>()
    for (const event of life.events) {
      if (event.type === 'step-started') {
        assert.ok(!open.has(event.step), `${event.step} began twice`)
        open.add(event.step)
      } else if (event.type === 'attempt-failed' || event.type === 'step-parked') open.delete(event.step)
    }
  })
})

test('a status changes along the graph of the contract only', async () => {
  checkLives(life => {
    let status: ExecutionStatus = 'queued'
    for (const next of life.statuses) {
      assert.ok(ways[status].includes(next), `${status} -> ${next}`)
      status = next
    }
  })
})

// A full turn may leave something of an execution that pauses (full-turns.test.ts). Its row does not say that
// it is at work, so its commit does (test/runtime/owing.test.ts).
test('an execution that pauses has no pending effect, and is not found by its row', async () => {
  checkLives(({ state, owed }) => {
    if (state.status !== 'waiting' && state.status !== 'awaiting_approval') return
    assert.deepEqual(owed, [])
    assert.ok(!isFoundByRow(state))
  })
})

test('calls are owed only for what began and has no result, none after the end', async () => {
  checkLives(life => {
    const open = new Set<string>()
    for (const event of life.events) {
      if (event.type === 'step-started' && isCall(event.step)) open.add(event.step)
      else if ('step' in event && isCall(event.step)) open.delete(event.step)
    }
    const calls = life.owed.filter(isCall)
    assert.ok(calls.every(path => open.has(path)))
    if (isTerminal(life.state.status)) assert.deepEqual(calls, [])
  })
})

test('an execution costs one unit and one for each call that began and did not fail because of us', async () => {
  checkLives(life => {
    const calls = life.events.filter(event => event.type === 'step-started' && isCall(event.step))
    const forgiven = life.events.filter(
      event =>
        (event.type === 'attempt-failed' || event.type === 'step-failed' || event.type === 'step-parked') &&
        event.error.code === 'unavailable',
    )
    assert.equal(life.state.cu, 1 + calls.length - forgiven.length)
  })
})

test('no call of a tool that somebody approves begins before its approval', async () => {
  checkLives(life => {
    const approved = new Set<string>()
    for (const event of life.events) {
      if (event.type === 'approval-decided' && event.decision === 'approved') approved.add(event.step)
      if (event.type === 'step-started' && /gated\d+$/.test(event.step)) assert.ok(approved.has(event.step))
    }
  })
})

test('every approval is asked once and decided at most once, and after the end exactly once', async () => {
  checkLives(life => {
    const asked = life.events.flatMap(event =>
      event.type === 'approval-requested' ? [event.request.id] : [],
    )
    const decided = life.events.flatMap(event => (event.type === 'approval-decided' ? [event.id] : []))
    assert.equal(new Set(asked).size, asked.length)
    assert.equal(new Set(decided).size, decided.length)
    const open = Object.values(life.state.approvals).map(({ request }) => request.id)
    assert.deepEqual([...decided, ...open].sort(), asked.sort())
    if (isTerminal(life.state.status)) assert.deepEqual(open, [])
  })
})

test('the rows of approvals and of the execution say what the state says', async () => {
  checkLives(life => {
    const rows = new Map<string, ApprovalStatus>()
    let status: ExecutionStatus | null = null
    for (const projection of life.projections) {
      if (projection.kind === 'execution') {
        status = changeOf(projection).status
        continue
      }
      if (projection.kind !== 'approvals') continue
      for (const row of projection.requested) rows.set(row.id, row.status)
      for (const change of projection.decided) {
        assert.ok(rows.has(change.id))
        rows.set(change.id, change.status)
      }
    }
    const expected = new Map<string, string>()
    for (const { request } of Object.values(life.state.approvals)) expected.set(request.id, 'pending')
    for (const [id, { decision: decided }] of Object.entries(life.state.decisions)) expected.set(id, decided)
    assert.deepEqual(new Map([...rows].sort()), new Map([...expected].sort()))
    assert.equal(status, life.state.status)
  })
})

test('an execution is woken at the first of its moments', async () => {
  checkLives(life => {
    const { retries, waits, approvals, children, hasEnded } = life.state
    if (hasEnded) return
    const moments = [
      ...Object.values(retries).map(({ dueAt }) => dueAt),
      ...Object.values(waits).flatMap(({ dueAt, expiresAt }) => [dueAt, expiresAt]),
      ...Object.values(approvals).map(({ request }) => request.expiresAt),
      ...Object.values(children).map(({ expiresAt }) => expiresAt),
    ].filter(at => at !== null)
    assert.equal(life.wakeAt, moments.length === 0 ? null : Math.min(...moments))
    assert.ok(
      moments.every(at => at > life.lastTurnAt),
      'what was due has been decided',
    )
  })
})

type Check = (life: Recorded, choices: readonly number[], steps: readonly Step[]) => void

function checkLives(check: Check): void {
  const property = fc.property(
    plans,
    fc.array(fc.nat(), { maxLength: 60, size: 'max' }),
    (steps, choices) => {
      check(lifeOf(running(steps), choices), choices, steps)
    },
  )
  fc.assert(property, { numRuns: 200 })
}
