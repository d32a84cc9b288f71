// A turn that is full leaves what follows to the next one, and a host may die between the two.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import type { ExecutionBehavior } from '../../../actors/execution/behavior.ts'
import type { Event } from '../../../actors/execution/protocol.ts'
import type { Projection } from '../../../domain/projection.ts'
import {
  alarm,
  all,
  arrived,
  begunLife,
  block,
  call,
  each,
  faltered,
  resume,
  running,
  set,
} from '../../support/execution.ts'
import { lifeOf } from '../../support/lives.ts'
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
    const rows = (world.journal.projections as Projection[]).flatMap(({ requested, decided }) => [
      ...requested.filter(row => row.executionId === id),
      ...decided,
    ])
    t.equal(rows.at(-1)?.status, 'cancelled')
    world.journal.projections.length = 0
  }
  t.equal(world.system.load.restarts, 0)
})

test('what is left of an execution that pauses is found by its moment, which passes with it', async t => {
  const heard = begunLife([waits], { list })
  const parked = begunLife([parks], { list })
  for (const path of parked.owed) parked.tell(faltered(path))
  for (const [life, message] of [
    [heard, arrived('go')],
    [parked, resume],
  ] as const) {
    t.strictSame([life.state.status, life.behavior.wakeAt(life.state)], ['waiting', null])
    for (const event of life.behavior.decide(life.state, message, life.now).events) life.take(event)
    t.equal(life.state.status, 'waiting')
    t.equal(life.behavior.wakeAt(life.state), life.now)
    life.tell(alarm)
    t.strictSame([life.state.status, life.behavior.wakeAt(life.state)], ['running', null])
    t.equal(life.owed.length, list.length)
  }
})

test('wherever a turn is full its rows can be written, and a restart finds what follows', async () => {
  const property = fc.property(plans, fc.array(fc.nat(), { maxLength: 60 }), (steps, choices) => {
    lifeOf(cutAnywhere(running(steps)), choices)
  })
  fc.assert(property, { numRuns: 300 })
})

/** Checks each state that may be the last one of a turn. */
function cutAnywhere(behavior: ExecutionBehavior): ExecutionBehavior {
  let turn: Event[] = []
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
      behavior.project(state, turn, false)
      const isPaused = state.status === 'waiting' || state.status === 'awaiting_approval'
      if (isPaused && events.length > 0) assert.ok(behavior.wakeAt(state)! <= now)
      return events
    },
  }
}
