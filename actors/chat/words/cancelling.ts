// Cancelling one execution that runs.

import { isTerminal } from '../../../domain/work/execution.ts'
import type { Command, ExecutionRef } from '../../../language/commands.ts'
import { sayExecution } from './execution-words.ts'
import { executionTitle, findExecution, findWorkflow, which } from './finding.ts'
import { itemOf } from './memory.ts'
import { isSaid, type Said, say, type Talk } from './talk.ts'
import { strong } from './text/markdown.ts'

type Cancel = Extract<Command, { type: 'cancel' }>

export async function cancel(talk: Talk, command: Cancel): Promise<Said> {
  const found = await findRunning(talk, command)
  if (isSaid(found)) return found
  const execution = await talk.calls.execution(found.id)
  const { status, workflowName, finishedAt } = execution
  const isOurs = status === 'cancelled' && (finishedAt ?? 0) >= talk.request.now
  if (isTerminal(status) && !isOurs)
    return say(`${strong(workflowName)} is ${status} already; there is nothing to cancel.`)
  const ended = await talk.calls.cancel(found.id)
  return { parts: sayExecution(ended), memory: { executionId: ended.id, workflowId: ended.workflowId } }
}

/** A workflow's name means the one of its executions that runs. */
async function findRunning(talk: Talk, command: Cancel): Promise<{ readonly id: string } | Said> {
  const { execution } = command
  const again = (other: ExecutionRef): Cancel => ({ ...command, execution: other })
  if (execution.by !== 'newest') return findExecution(talk, execution, again)
  const { workflow } = execution
  const named = workflow && findWorkflow(talk, workflow, other => again({ ...execution, workflow: other }))
  if (named !== null && isSaid(named)) return named
  const { now } = talk.request
  const recent = await talk.calls.executions({ workflowId: named?.id, createdBefore: now + 1, limit: 50 })
  const running = recent.filter(
    ({ status, finishedAt }) => !isTerminal(status) || (status === 'cancelled' && (finishedAt ?? 0) >= now),
  )
  const [first, second] = running
  if (first === undefined)
    return say(`${named === null ? 'Nothing' : `No run of ${strong(named.name)}`} is under way.`)
  if (second === undefined) return first
  const options = running.map(each => itemOf('execution', each.id, executionTitle(each, now)))
  return which(`${running.length} are under way. Which one?`, options, command)
}
