import type { Assistant } from '../../../domain/chat/assistant.ts'
import type { Execution } from '../../../domain/work/execution.ts'
export const plainAssistant: Assistant = async ({ text, memory }, { service }) => {
  const run = /^run (\S+)(?: (.*))?$/.exec(text)
  if (run) {
    const started = await service.call(
      'POST /api/v1/workflows/:id/execute',
      { id: run[1]!, inputs: JSON.parse(run[2] ?? '{}') },
      0,
    )
    if (!started.ok) return { parts: [{ type: 'text', text: started.message }], memory, executionId: null }
    const { id, workflowId, workflowName, status } = started.value as unknown as Execution
    return {
      parts: [
        { type: 'text', text: 'Running' },
        { type: 'execution', executionId: id, workflowId, workflowName, status },
      ],
      memory,
      executionId: id,
    }
  }
  const decide = /^(approve|deny) (apr_\w+)/.exec(text)
  if (decide) {
    const decided = await service.call('POST /api/v1/approvals/:id', { id: decide[2]!, decision: decide[1]! })
    if (!decided.ok) return { parts: [{ type: 'text', text: decided.message }], memory, executionId: null }
    return {
      parts: [{ type: 'text', text: 'Decided' }],
      memory,
      executionId: (decided.value as { executionId: string }).executionId,
    }
  }
  const listed = await service.call('GET /api/v1/workflows')
  return { parts: [{ type: 'text', text: JSON.stringify(listed) }], memory, executionId: null }
}
