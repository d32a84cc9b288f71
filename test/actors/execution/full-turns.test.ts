// A full turn leaves the rest to the next one, and a host may die between the two.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import type { ExecutionBehavior } from '../../../actors/execution/behavior.ts'
import type { Event } from '../../../actors/execution/protocol.ts'
import { changeOf, type Projection, projectionOf } from '../../../domain/work/projection.ts'
import { lifeOf } from '../../support/actors/lives.ts'
import {
  alarm,
  all,
  arrived,
  begunLife,
  block,
  call,
  each,
  faltered,
  Life,
  resume,
  running,
  set,
  start,
} from '../../support/execution.ts'
import { plans } from '../../support/plans.ts'
import { World } from '../../support/world.ts'

/** Two executions whose rows say that they pause, in the midst of a turn that is full. */
const waits = each('all', [block('hear', { kind: 'wait', event: 'go' }), call('pay')], { concurrency: 300 })
const parks = each('all', [call('pay', {}, { retry: { maxAttempts: 1, park: true } })], { concurrency: 300 })
const list = Array(300).fill(1)

test('an approval that is asked and dropped where a turn is full has its row', async t => {
  const dropped = all(
    'both',
    [block('ask', { kind: 'approval', message: 'Go on?' })],
    [each('all', [set('x', 1)]), block('bad', { kind: 'fail', message: 'no' })],
  )
  const world = await World.start(t, [{ ...dropped, onError: 'continue' }])
  for (let length = 240; length <= 260; length++) {
    const { id, status } = await world.run({ list: Array(length).fill(1) })
    t.equal(status, 'completed', `a list of ${length}`)
    const rows = (world.journal.projections as Projection[])
      .filter(projection => projection.kind === 'approvals')
      .flatMap(({ requested, decided }) => [...requested.filter(row => row.executionId === id), ...decided])
    t.equal(rows.at(-1)?.status, 'cancelled')
    world.journal.projections.length = 0
  }
  t.equal(world.system.load.restarts, 0)
})

test('what is left of an execution that pauses is not found by its row, and follows at an alarm', async t => {
  const heard = begunLife([waits], { list })
  const parked = begunLife([parks], { list })
  for (const path of parked.owed) parked.tell(faltered(path))
  for (const [life, message] of [
    [heard, arrived('go')],
    [parked, resume],
  ] as const) {
    t.strictSame([life.state.status, life.isLeft], ['waiting', false])
    for (const event of life.behavior.decide(life.state, message, life.now).events) life.take(event)
    t.strictSame([life.state.status, life.isLeft], ['waiting', true])
    t.equal(life.behavior.isFoundByRow!(life.state), false, 'the runtime has to say that it owes something')
    life.tell(alarm)
    t.strictSame([life.state.status, life.isLeft], ['running', false])
    t.equal(life.behavior.isFoundByRow!(life.state), true)
    t.equal(life.owed.length, list.length)
  }
})

test('one step begins at a time, so that a turn can end after each item of a list', async t => {
  const behavior = running([each('all', [set('x', 1)], { concurrency: 300 })])
  const begun: number[] = []
  const life = new Life({
    ...behavior,
    advance(state, now) {
      const events = behavior.advance(state, now)
      begun.push(events.filter(event => event.type === 'step-completed').length)
      return events
    },
  })
  life.tell(start({ list }))
  t.equal(life.state.status, 'completed')
  t.equal(Math.max(...begun), 1)
  t.equal(begun.filter(count => count === 1).length, list.length + 1)
})

test('wherever a turn is full its rows can be written, and say whether a start finds it by them', async () => {
  const property = fc.property(plans, fc.array(fc.nat(), { maxLength: 60 }), (steps, choices) => {
    lifeOf(cutAnywhere(running(steps)), choices)
  })
  fc.assert(property, { numRuns: 300 })
})

/** Checks each state that may be the last one of a turn. */
function cutAnywhere(behavior: ExecutionBehavior): ExecutionBehavior {
  let turn: Event[] = []
  let hasRow = false
  return {
    ...behavior,
    decide(state, message, now) {
      turn = []
      return behavior.decide(state, message, now)
    },
    evolve(state, event, at) {
      turn.push(event)
      return behavior.evolve(state, event, at)
    },
    advance(state, now) {
      const events = behavior.advance(state, now)
      const execution = projectionOf(behavior.project(state, turn, !hasRow), 'execution')
      hasRow ||= execution !== undefined
      if (execution !== undefined)
        assert.equal(
          behavior.isFoundByRow!(state),
          ['queued', 'running'].includes(changeOf(execution).status),
          'storage/journal/wakeups.ts looks for these',
        )
      return events
    },
  }
}
