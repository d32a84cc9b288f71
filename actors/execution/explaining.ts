// Why an execution is where it is: everything that it waits for, who or what can end the wait, and when that may be.

import { isTerminal } from '../../domain/execution.ts'
import { offeredName } from '../../domain/tool.ts'
import type { Reason, Why } from '../../domain/why.ts'
import { deadlineOf, wakeAt } from './owed.ts'
import { type Run, stepAt } from './paths.ts'
import type { State } from './protocol.ts'

export function explain(run: Run, state: State, now: number): Why {
  const waitsFor = isTerminal(state.status) ? [] : reasons(run, state)
  const etas = waitsFor.flatMap(({ eta }) => (eta === null ? [] : [eta]))
  return {
    executionId: run.id,
    status: state.status,
    waitsFor,
    eta: etas.length === 0 || etas.length < waitsFor.length ? null : Math.max(...etas, now),
    nextCheckAt: wakeAt(run, state),
    deadlineAt: deadlineOf(run, state),
  }
}

function reasons(run: Run, state: State): Reason[] {
  const nothing = {
    eta: null,
    tool: null,
    assignees: null,
    approvalId: null,
    event: null,
    executionId: null,
    attempt: null,
    error: null,
    server: null,
  }
  const all: Reason[] = []
  if (state.status === 'queued') {
    const message = 'the limit of executions at work at once is reached; others must end or pause first'
    all.push({ ...nothing, kind: 'queue', step: null, message })
  }
  for (const [step, { attempt }] of Object.entries(state.calls)) {
    all.push({
      ...nothing,
      kind: 'tool',
      step,
      tool: toolAt(run, step),
      attempt,
      message: `tool ${toolAt(run, step)} is working, attempt ${attempt}`,
    })
  }
  for (const [step, { attempt, dueAt }] of Object.entries(state.retries)) {
    const message = `attempt ${attempt} of tool ${toolAt(run, step)} failed, the next follows`
    all.push({ ...nothing, kind: 'retry', step, tool: toolAt(run, step), attempt, eta: dueAt, message })
  }
  for (const [step, { error }] of Object.entries(state.parked)) {
    all.push({
      ...nothing,
      kind: 'parked',
      step,
      tool: toolAt(run, step),
      error: error.message,
      message: 'every attempt failed; mend the cause, then retry the execution',
    })
  }
  for (const [step, { request }] of Object.entries(state.approvals)) {
    const who =
      request.assignees.length === 0 ? 'anybody who may decide approvals' : request.assignees.join(', ')
    all.push({
      ...nothing,
      kind: 'approval',
      step,
      approvalId: request.id,
      assignees: [...request.assignees],
      tool: request.tool,
      eta: request.expiresAt,
      message: `${who} decides: ${request.message}`,
    })
  }
  for (const [step, { dueAt, event, expiresAt }] of Object.entries(state.waits)) {
    if (event === null)
      all.push({ ...nothing, kind: 'timer', step, eta: dueAt, message: 'waits for a moment' })
    else
      all.push({
        ...nothing,
        kind: 'event',
        step,
        event,
        eta: expiresAt,
        message: `waits for the event ${event}`,
      })
  }
  for (const [step, { id, expiresAt }] of Object.entries(state.children)) {
    all.push({
      ...nothing,
      kind: 'workflow',
      step,
      executionId: id,
      eta: expiresAt,
      message: `execution ${id} must end`,
    })
  }
  return all
}

function toolAt(run: Run, path: string): string {
  const { block } = stepAt(run, path)
  return block.kind === 'tool' ? offeredName({ server: block.server, name: block.tool }) : block.kind
}
