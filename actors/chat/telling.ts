// Names what there is to tell of an execution, so that a session tells it once. Pure.
import type { ChatPart } from '../../domain/chat/chat.ts'
import { type ExecutionStatus, isTerminal, type ListedExecution } from '../../domain/work/execution.ts'

/** It has ended, or waits for somebody: only then there is something to tell. */
export function isRest(status: ExecutionStatus): boolean {
  return isTerminal(status) || status === 'awaiting_approval'
}

/** Names what there is to tell of a state: of a pause for approvals, which they are. */
export function tellingOf({ status, approvals }: Pick<ListedExecution, 'status' | 'approvals'>): string {
  return status === 'awaiting_approval' ? [status, ...approvals.map(({ id }) => id).sort()].join(' ') : status
}

/** What these parts tell of an execution at rest; null when they tell nothing of it. */
export function saidOf(parts: readonly ChatPart[], executionId: string): string | null {
  const told = parts.find(part => part.type === 'execution' && part.executionId === executionId)
  if (told?.type !== 'execution' || !isRest(told.status)) return null
  const approvals = parts.flatMap(part => (part.type === 'approval' ? [part.approval] : []))
  if (told.status === 'awaiting_approval' && approvals.length === 0) return null
  return tellingOf({ status: told.status, approvals })
}
