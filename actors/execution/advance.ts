// What follows by itself in an execution: the next step that can begin, the next composite that can close, and, when
// nothing can, what is due, and the status that says what it waits for.
import { alarm, overdue } from './alarm.ts'
import { begin } from './beginning.ts'
import { cancelledApproval, ended } from './failing.ts'
import type { Run } from './paths.ts'
import type { Event, State } from './protocol.ts'
import { restingStatus } from './resting.ts'

const nothing: readonly Event[] = []

/** The events of the oldest thing that is ready; none when everything waits, or the execution has ended. */
export function advance(run: Run, state: State, now: number): readonly Event[] {
  if (state.startedAt === null || state.finishedAt !== null) return nothing
  if (state.withdrawn.length > 0) return state.withdrawn.map(cancelledApproval)
  const next = state.ready[0]
  const due = next ? overdue(run, state, now) : alarm(run, state, now)
  if (due.length > 0) return due
  if (!next) return rest(state)
  if (state.status !== 'running') return [{ type: 'status-changed', status: 'running' }]
  if (next.act === 'begin') return begin(run, state, next.path, now)
  if (next.path === '') return ended(state, 'completed', state.output, null)
  const { isSingle, results } = state.composites[next.path]!
  return [{ type: 'step-completed', step: next.path, output: isSingle ? (results[0] ?? null) : results }]
}

function rest(state: State): readonly Event[] {
  const status = restingStatus(state)
  if (status === state.status) return nothing
  // From one pause to the other leads only the way through `running`.
  return [{ type: 'status-changed', status: state.status === 'running' ? status : 'running' }]
}
