// The status of an execution that has no more steps to begin by itself. advance.ts asks for it at the end of
// every turn.
import type { ExecutionStatus } from '../../../domain/work/execution.ts'
import type { State } from '../protocol.ts'
import { isAsking } from './agent.ts'
import { isReserving } from './month-budget.ts'

/**
 * `running` while calls, questions to models, cancels or starts of children are pending. Otherwise what it
 * waits for: a person (`awaiting_approval`) goes before time, events and children (`waiting`).
 */
export function restingStatus(state: State): ExecutionStatus {
  const { calls, approvals, children, abandoned } = state
  if (
    !isEmpty(calls) ||
    isAsking(state) ||
    isReserving(state) ||
    abandoned.length > 0 ||
    hasUnstarted(children)
  )
    return 'running'
  return isEmpty(approvals) ? 'waiting' : 'awaiting_approval'
}

function hasUnstarted(children: State['children']): boolean {
  for (const path in children) if (!children[path]!.isStarted) return true
  return false
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}
