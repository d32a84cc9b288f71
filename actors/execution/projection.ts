// What others see of an execution: the answer to whoever asks, and the rows that lists and searches read.
import type { Approval } from '../../domain/approval.ts'
import type { Execution } from '../../domain/execution.ts'
import type {
  ApprovalChange,
  ApprovalRow,
  ExecutionChange,
  ExecutionRow,
  Projection,
} from '../../domain/projection.ts'
import { own, type Run } from './paths.ts'
import type { ApprovalDecided, Event, State } from './protocol.ts'

export function view({ id }: Run, state: State): Execution {
  const { workflowId, workflowName, workflowVersion, inputs, trigger, forkedFrom } = state.start!
  const { status, output, error, cu, createdAt, startedAt, finishedAt } = state
  return {
    id,
    workflowId,
    workflowName,
    workflowVersion,
    status,
    inputs,
    output: state.hasEnded ? output : null,
    error,
    trigger,
    approvals: pendingApprovals(id, state),
    forkedFrom: forkedFrom?.id ?? null,
    cu,
    createdAt,
    startedAt,
    finishedAt,
    durationMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
  }
}

function pendingApprovals(executionId: string, { approvals }: State): Approval[] {
  return Object.entries(approvals).map(([stepId, { request, requestedAt }]) => {
    const { id, message, tool, args, digest, assignees, form, expiresAt } = request
    const shown = { id, executionId, stepId, message, tool, args, digest, assignees: [...assignees], form }
    const undecided = { decidedAt: null, decidedBy: null, note: null }
    return { ...shown, status: 'pending', requestedAt, expiresAt, ...undecided }
  })
}

/** One row at the start, and one change at each change of status; nothing for the steps between. */
export function project(
  run: Run,
  state: State,
  events: readonly Event[],
  isFirst: boolean,
): Projection | null {
  if (!state.start) return null
  const execution = isFirst
    ? { type: 'started' as const, row: rowOf(run, state), charge: { limit: state.start.limit } }
    : events.some(event => event.type === 'status-changed')
      ? { type: 'changed' as const, change: changeOf(run, state) }
      : null
  const approvals = events.filter(
    event => event.type === 'approval-requested' || event.type === 'approval-decided',
  )
  const origin = state.start
  if (approvals.length === 0) return execution && { execution, requested: [], decided: [], origin }
  return { execution, ...approvalRows(run, state, events), origin }
}

function changeOf({ id }: Run, state: State): ExecutionChange {
  const { start, status, error, cu, createdAt, startedAt, finishedAt } = state
  return {
    id,
    organizationId: start!.organizationId,
    status,
    output: status === 'completed' ? JSON.stringify(state.output) : null,
    error: error === null ? null : JSON.stringify(error),
    cu,
    createdAt,
    startedAt,
    finishedAt,
  }
}

function rowOf(run: Run, state: State): ExecutionRow {
  const { workflowId, workflowName, workflowVersion, versionId, trigger, inputs, forkedFrom } = state.start!
  return {
    ...changeOf(run, state),
    workflowId,
    workflowName,
    workflowVersion,
    versionId,
    trigger: JSON.stringify(trigger),
    inputs: JSON.stringify(inputs),
    forkedFrom: forkedFrom?.id ?? null,
  }
}

/** An approval that was requested and decided in the same commit has one row, the last word. */
function approvalRows(
  { id: executionId }: Run,
  state: State,
  events: readonly Event[],
): Pick<Projection, 'requested' | 'decided'> {
  const requested = new Map<string, ApprovalRow>()
  const decided: ApprovalChange[] = []
  for (const event of events) {
    if (event.type === 'approval-requested') {
      const { step: stepId, request } = event
      const requestedAt = requestedAtOf(state, event)
      requested.set(request.id, {
        ...{ id: request.id, organizationId: state.start!.organizationId, executionId, stepId },
        ...{ message: request.message, tool: request.tool, digest: request.digest },
        args: request.args && JSON.stringify(request.args),
        assignees: JSON.stringify(request.assignees),
        form: request.form && JSON.stringify(request.form),
        ...{
          status: 'pending',
          requestedAt,
          expiresAt: request.expiresAt,
          decidedAt: null,
          decidedBy: null,
          note: null,
        },
      })
    } else if (event.type === 'approval-decided') {
      const change = changeOfApproval(event, state)
      const row = requested.get(event.id)
      if (row) requested.set(event.id, { ...row, ...change, args: change.args ?? row.args })
      else decided.push(change)
    }
  }
  return { requested: [...requested.values()], decided }
}

/** When this commit requested it: it is pending still, or withdrawn and its cancel is to come, or decided. */
function requestedAtOf(
  { approvals, withdrawn, decisions }: State,
  { step, request: { id } }: Extract<Event, { type: 'approval-requested' }>,
): number {
  const open = own(approvals, step) ?? withdrawn.find(approval => approval.id === id)
  return open?.requestedAt ?? decisions[id]!.at
}

function changeOfApproval(
  { id, step: stepId, decision, by, note, args }: ApprovalDecided,
  state: State,
): ApprovalChange {
  const decidedAt = state.decisions[id]?.at ?? null
  return { id, stepId, status: decision, decidedAt, decidedBy: by, note, args: args && JSON.stringify(args) }
}
