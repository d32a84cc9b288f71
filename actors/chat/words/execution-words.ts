import type { ChatPart } from '../../../domain/chat/chat.ts'
import type { ListedExecution } from '../../../domain/work/execution.ts'
export function sayExecution(execution: ListedExecution): ChatPart[] {
  const { id, workflowId, workflowName, status, approvals, output } = execution
  return [
    { type: 'text', text: `${workflowName} is ${status}: ${JSON.stringify(output)}` },
    { type: 'execution', executionId: id, workflowId, workflowName, status },
    ...approvals.map(approval => ({ type: 'approval' as const, approval })),
  ]
}
