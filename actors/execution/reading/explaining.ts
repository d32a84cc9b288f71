// Explains why an execution does not go on: what it waits for, who or what can end the wait, and when.
// behavior.ts answers the message `explain` with it. A function of the state.

import { shownText } from '../../../domain/shown/shown.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import { isTerminal } from '../../../domain/work/execution.ts'
import type { Reason, Why } from '../../../domain/work/why.ts'
import type { State } from '../protocol.ts'
import { asking, callAt } from '../steps/agent.ts'
import { type ExecutionContext, stepAt } from '../steps/paths.ts'
import { deadlineOf, wakeAt } from '../steps/pending.ts'

/** Reasons in an answer: a loop may wait once for each of its items. */
const mostReasons = 100
/** Characters of a message: a plan may ask at any length. */
const mostLength = 2_000

export function explain(context: ExecutionContext, state: State, now: number): Why {
  const waitsFor = isTerminal(state.status) ? [] : reasons(context, state)
  const etas = waitsFor.flatMap(({ eta }) => (eta === null ? [] : [eta]))
  return {
    executionId: context.id,
    status: state.status,
    error: state.error,
    startedBy: state.start?.startedBy ?? null,
    waitsFor: waitsFor.slice(0, mostReasons).map(shortened),
    waitsForCount: waitsFor.length,
    eta: etas.length === 0 || etas.length < waitsFor.length ? null : Math.max(...etas, now),
    nextCheckAt: wakeAt(context, state),
    deadlineAt: deadlineOf(context, state),
  }
}

function reasons(context: ExecutionContext, state: State): Reason[] {
  const nothing = {
    eta: null,
    tool: null,
    assignees: null,
    quorum: null,
    approvedBy: null,
    notStarter: null,
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
    const tool = toolAt(context, state, step)
    const what = tool === null ? 'the code' : `tool ${tool}`
    const message = `${what} is working, attempt ${attempt}`
    all.push({ ...nothing, kind: tool === null ? 'code' : 'tool', step, tool, attempt, message })
  }
  for (const { step, turn } of asking(context, state)) {
    const message = `the language model is asked, turn ${turn + 1}`
    all.push({ ...nothing, kind: 'model', step, message })
  }
  for (const [step, { attempt, dueAt }] of Object.entries(state.retries)) {
    const tool = toolAt(context, state, step)
    const what = tool === null ? 'the code' : `tool ${tool}`
    const message = `attempt ${attempt} of ${what} failed, the next follows`
    all.push({ ...nothing, kind: 'retry', step, tool, attempt, eta: dueAt, message })
  }
  for (const [step, { error }] of Object.entries(state.parked)) {
    all.push({
      ...nothing,
      kind: 'parked',
      step,
      tool: toolAt(context, state, step),
      error: error.message,
      message: 'every attempt failed; mend the cause, then retry the execution',
    })
  }
  for (const [step, { request, votes }] of Object.entries(state.approvals)) {
    const who =
      request.assignees.length === 0 ? 'anybody who may decide approvals' : request.assignees.join(', ')
    all.push({
      ...nothing,
      kind: 'approval',
      step,
      approvalId: request.id,
      assignees: [...request.assignees],
      quorum: request.quorum,
      approvedBy: [...votes],
      notStarter: request.notStarter,
      tool: request.tool,
      eta: request.expiresAt,
      message: `${who} decides: ${shownText(request.message)}`,
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

function shortened({ message, error, ...reason }: Reason): Reason {
  return { ...reason, message: cut(message), error: error === null ? null : cut(error) }
}

function cut(text: string): string {
  return text.length <= mostLength ? text : `${text.slice(0, mostLength - 1).toWellFormed()}…`
}

/** Null when the step calls no tool. */
function toolAt(context: ExecutionContext, state: State, path: string): string | null {
  const { block } = stepAt(context, path)
  if (block.kind === 'agent-call') return callAt(state, path).tool
  return block.kind === 'tool' ? offeredName({ server: block.server, name: block.tool }) : null
}
