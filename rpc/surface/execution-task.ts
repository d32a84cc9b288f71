// An execution as a task of MCP 2026-07-28 (extension io.modelcontextprotocol/tasks); the task's id is the
// execution's. A failed workflow is a task that completed with an error result: the status `failed` means
// that the tool gave no result. Called by http/mcp/execution-tasks.ts.
// https://modelcontextprotocol.io/seps/2663-tasks-extension
import type { Json } from '../../domain/json.ts'
import { type Execution, isTerminal } from '../../domain/work/execution.ts'
import type { WireResult } from '../tool-wire.ts'
import { executionResult, runResult } from './execution-result.ts'
import type { InputRequest, WireTask } from './surface.ts'

export interface TaskFacts {
  /** Of pending approvals that the caller may decide, by their ids. */
  readonly questions: Readonly<Record<string, InputRequest>>
  /** What it is doing, for a person; null when unknown. */
  readonly message: string | null
  /** What `execute_workflow` gives of the execution. */
  readonly shown: Json
}

/** How often a client that does not listen may poll. */
const pollIntervalMs = 1_000

export function taskOf(execution: Execution, { questions, message, shown }: TaskFacts): WireTask {
  const { id, status, createdAt, startedAt, finishedAt } = execution
  const common = {
    taskId: id,
    statusMessage: message ?? status,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(finishedAt ?? latest(execution) ?? startedAt ?? createdAt).toISOString(),
    // Executions are kept until retention removes them, days after their end.
    ttlMs: null,
    pollIntervalMs,
  }
  if (status === 'cancelled') return { ...common, status: 'cancelled' }
  if (isTerminal(status))
    return { ...common, status: 'completed', result: taskResult(execution, shown) as never }
  if (Object.keys(questions).length === 0) return { ...common, status: 'working' }
  return { ...common, status: 'input_required', inputRequests: questions as never }
}

/** The result of the tool that started the execution; without such a tool, that of `execute_workflow`. */
function taskResult(execution: Execution, shown: Json): WireResult {
  const { trigger } = execution
  const isRun = trigger.kind === 'tool' && trigger.ref?.startsWith('run_')
  return isRun || execution.status === 'failed' ? runResult(execution) : executionResult(execution, shown)
}

function latest({ approvals }: Execution): number | null {
  return approvals.length === 0 ? null : Math.max(...approvals.map(({ requestedAt }) => requestedAt))
}
