// How an execution goes on without a message. The runtime calls `advance` until it returns nothing.
// 1. It begins the next ready step or closes the next ready composite, one at a time.
// 2. When nothing is ready it decides what is due, then sets the status that says what it waits for.
// 3. A passed deadline of the whole execution goes first.
// 4. Nothing begins that the budget does not hold (budget.ts).

import type { Event, State } from '../protocol.ts'
import { isHeldBack } from './agent.ts'
import { alarm, overdue } from './alarm.ts'
import { begin } from './beginning.ts'
import { isOutOfBudget, modelRoom, moreFor, withinBudget } from './budget.ts'
import { cancelledApproval } from './failing.ts'
import { afterTurn, isBetweenTurns } from './loops/repeating.ts'
import { nextItem } from './loops/waiting-items.ts'
import { endedWithout } from './output.ts'
import { type ExecutionContext, stepAt } from './paths.ts'
import { restingStatus } from './resting.ts'

const nothing: readonly Event[] = []

/** The events of the oldest ready entry; none when everything waits, or the execution has ended. */
export function advance(context: ExecutionContext, state: State, now: number): readonly Event[] {
  if (state.startedAt === null || state.finishedAt !== null) return nothing
  if (state.withdrawn.length > 0) return state.withdrawn.map(cancelledApproval)
  const next = state.ready[0]
  const isParked = isOutOfBudget(state)
  const due = next && !isParked ? overdue(context, state, now) : alarm(context, state, now)
  if (due.length > 0) return due
  if (isParked) return rest(state)
  if (!next) return heldBack(context, state, now) ?? nextItem(context, state) ?? rest(state)
  if (state.status !== 'running') return [{ type: 'status-changed', status: 'running' }]
  if (next.act === 'begin') return withinBudget(context, state, begin(context, state, next.path, now), now)
  if (next.path === '') return endedWithout(context, state)
  const { block } = stepAt(context, next.path)
  if (block.kind === 'repeat' && isBetweenTurns(state, next.path))
    return afterTurn(context, state, next.path, block, now)
  const { isSingle, results } = state.composites[next.path]!
  return [{ type: 'step-completed', step: next.path, output: isSingle ? (results[0] ?? null) : results }]
}

/** A model that would be asked, were there something left for it. */
function heldBack(context: ExecutionContext, state: State, now: number): readonly Event[] | null {
  if (!isHeldBack(state)) return null
  const isOwn = state.budget !== null && state.cu >= state.budget
  return moreFor(context, state, isOwn ? 1 : modelRoom, now)
}

function rest(state: State): readonly Event[] {
  const status = restingStatus(state)
  if (status === state.status) return nothing
  // Between the two pauses the only way is through `running`.
  return [{ type: 'status-changed', status: state.status === 'running' ? status : 'running' }]
}
