// The outcome of an execution as the result of the tool that started it. Agents read the text; programs find
// the execution's id and status in `_meta`, of an error too. Called by http/mcp/ and execution-task.ts.

import type { Json } from '../../domain/json.ts'
import { shownName, shownText } from '../../domain/shown/shown.ts'
import { withoutBinaries } from '../../domain/tools/content.ts'
import { unfinishedRun } from '../../domain/tools/run-output.ts'
import { type Execution, isTerminal } from '../../domain/work/execution.ts'
import { type WireResult, wireFailure, wireResult } from '../tool-wire.ts'

/**
 * The result of `run_<slug>`: the workflow's output if there is one, else the execution's status.
 * @param isTyped the tool says what it gives, so an execution that has not ended says it in that form, too
 */
export function runResult(execution: Execution, isTyped = false): WireResult {
  const result = resultOf(execution)
  if (!isTyped || isTerminal(execution.status)) return withExecution(result, execution)
  const [said] = result.content
  const text = String((said as { readonly text?: string } | undefined)?.text)
  return withExecution({ ...result, structuredContent: unfinishedRun(execution, text) }, execution)
}

/** The result of `execute_workflow`. @param shown what of the execution it gives */
export function executionResult(execution: Execution, shown: Json): WireResult {
  return withExecution(wireResult({ ok: true, output: withoutBinaries(shown) }), execution)
}

function resultOf({ id, status, output, error, approvals }: Execution): WireResult {
  switch (status) {
    case 'completed':
      return wireResult({ ok: true, output })
    case 'failed':
      return wireFailure(error?.code ?? 'failed', error?.message ?? 'the execution failed', {
        step: error?.step ?? null,
      })
    case 'cancelled':
      return wireFailure('cancelled', `execution ${id} was cancelled`)
    case 'awaiting_approval':
      return textResult(
        `Execution ${id} waits for approval: ${approvals.map(asked).join('; ')}. It goes on once that is decided: decide_approval decides, get_execution shows what came of it.`,
      )
    case 'queued':
    case 'running':
    case 'waiting':
      return textResult(`Execution ${id} goes on (${status}): get_execution shows what came of it.`)
  }
}

function asked({ id, message, tool }: Execution['approvals'][number]): string {
  const said = shownText(message)
  return tool === null ? `${id}, ${said}` : `${id}, tool ${shownName(tool)}, ${said}`
}

function textResult(text: string): WireResult {
  return { content: [{ type: 'text', text }] }
}

function withExecution(result: WireResult, { id, status, workflowId }: Execution): WireResult {
  return { ...result, _meta: { ...result._meta, 'troupe/execution': { id, status, workflowId } } }
}
