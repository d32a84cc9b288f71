// What an execution is when nothing more follows by itself, and whether it has come so far.
import type { ExecutionStatus } from '../../domain/execution.ts'
import type { State } from './protocol.ts'

/**
 * Running while something is owed to the outside, since that is what a start looks for; else what it waits for, people
 * before time.
 */
export function restingStatus({ calls, approvals, children, abandoned }: State): ExecutionStatus {
  if (!isEmpty(calls) || abandoned.length > 0 || hasUnstarted(children)) return 'running'
  return isEmpty(approvals) ? 'waiting' : 'awaiting_approval'
}

/** Does nothing follow by itself? Until it does not, a turn that is full leaves the rest to the next one. */
export function isAtRest(state: State): boolean {
  const { ready, withdrawn, status } = state
  return ready.length === 0 && withdrawn.length === 0 && status === restingStatus(state)
}

function hasUnstarted(children: State['children']): boolean {
  for (const path in children) if (!children[path]!.isStarted) return true
  return false
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}
