// How others see an execution: the reply to callers, and the rows that lists and searches read. behavior.ts
// hands both to the runtime; the journal writes the rows in the same commit. Pure.

import { meterText } from '../../domain/billing/meter.ts'
import { own } from '../../domain/own.ts'
import type { Approval } from '../../domain/work/approval.ts'
import { columnsOf } from '../../domain/work/approval-subject.ts'
import type { Execution } from '../../domain/work/execution.ts'
import type {
  ApprovalChange,
  ApprovalProjection,
  ApprovalRow,
  ExecutionChange,
  ExecutionProjection,
  ExecutionRow,
} from '../../domain/work/projection.ts'
import type { ApprovalDecided, Event, State } from './protocol.ts'
import type { ExecutionContext } from './steps/paths.ts'

export function view({ id }: ExecutionContext, state: State): Execution {
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

const undecided = { decidedArgs: null, decidedAt: null, decidedBy: null, note: null } as const

function pendingApprovals(executionId: string, { approvals }: State): Approval[] {
  return Object.entries(approvals).map(([stepId, { request, requestedAt }]) => {
    const { id, message, tool, args, digest, assignees, form, expiresAt } = request
    const subject = columnsOf({ kind: 'execution', executionId, stepId })
    const shown = { id, ...subject, message, tool, args, digest, assignees: [...assignees], form }
    return { ...shown, status: 'pending', requestedAt, expiresAt, ...undecided }
  })
}

/** The rows that executions write beside their entries. */
export type ExecutionProjections = ExecutionProjection | ApprovalProjection

const nothing: readonly never[] = []

/** A row at the start, a change at each change of status, the approvals; nothing for steps in between. */
export function project(
  context: ExecutionContext,
  state: State,
  events: readonly Event[],
  isFirst: boolean,
): readonly ExecutionProjections[] {
  if (!state.start) return nothing
  const execution = executionOf(context, state, events, isFirst)
  const hasApprovals = events.some(
    event => event.type === 'approval-requested' || event.type === 'approval-decided',
  )
  if (!hasApprovals) return execution === null ? nothing : [execution]
  const approvals = {
    kind: 'approvals',
    origin: state.start,
    ...approvalRows(context, state, events),
  } as const
  return execution === null ? [approvals] : [execution, approvals]
}

function executionOf(
  context: ExecutionContext,
  state: State,
  events: readonly Event[],
  isFirst: boolean,
): ExecutionProjection | null {
  const origin = state.start!
  if (isFirst)
    return {
      ...{ kind: 'execution', type: 'started', origin },
      ...{ row: rowOf(context, state), charge: { limit: origin.limit } },
    }
  if (!events.some(event => event.type === 'status-changed')) return null
  return { kind: 'execution', type: 'changed', origin, change: changeOf(context, state) }
}

function changeOf({ id }: ExecutionContext, state: State): ExecutionChange {
  const { start, status, error, cu, createdAt, startedAt, finishedAt } = state
  return {
    id,
    organizationId: start!.organizationId,
    status,
    output: status === 'completed' ? JSON.stringify(state.output) : null,
    error: error === null ? null : JSON.stringify(error),
    cu,
    usage: finishedAt === null ? null : meterText(state.meter),
    createdAt,
    startedAt,
    finishedAt,
  }
}

function rowOf(context: ExecutionContext, state: State): ExecutionRow {
  const { workflowId, workflowName, workflowVersion, versionId, trigger, inputs, forkedFrom, root } =
    state.start!
  return {
    ...changeOf(context, state),
    workflowId,
    workflowName,
    workflowVersion,
    versionId,
    trigger: JSON.stringify(trigger),
    inputs: JSON.stringify(inputs),
    forkedFrom: forkedFrom?.id ?? null,
    root: root ?? null,
  }
}

/** An approval that one commit both requests and decides has one row, with the decision. */
function approvalRows(
  { id: executionId }: ExecutionContext,
  state: State,
  events: readonly Event[],
): Pick<ApprovalProjection, 'requested' | 'decided'> {
  const requested = new Map<string, ApprovalRow>()
  const decided: ApprovalChange[] = []
  for (const event of events) {
    if (event.type === 'approval-requested') {
      const { step: stepId, request } = event
      const requestedAt = requestedAtOf(state, event)
      requested.set(request.id, {
        ...{ id: request.id, organizationId: state.start!.organizationId },
        ...columnsOf({ kind: 'execution', executionId, stepId }),
        ...{ message: request.message, tool: request.tool, digest: request.digest },
        args: request.args && JSON.stringify(request.args),
        assignees: JSON.stringify(request.assignees),
        form: request.form && JSON.stringify(request.form),
        ...{ status: 'pending', requestedAt, expiresAt: request.expiresAt },
        ...undecided,
      })
    } else if (event.type === 'approval-decided') {
      const change = changeOfApproval(executionId, event, state)
      const row = requested.get(event.id)
      if (row) requested.set(event.id, { ...row, ...change })
      else decided.push(change)
    }
  }
  return { requested: [...requested.values()], decided }
}

/** When this commit requested it. It may be pending, withdrawn or decided by now. */
function requestedAtOf(
  { approvals, withdrawn, decisions }: State,
  { step, request: { id } }: Extract<Event, { type: 'approval-requested' }>,
): number {
  const open = own(approvals, step) ?? withdrawn.find(approval => approval.id === id)
  return open?.requestedAt ?? decisions[id]!.at
}

function changeOfApproval(
  executionId: string,
  { id, step: stepId, decision, by, note, args }: ApprovalDecided,
  state: State,
): ApprovalChange {
  const decidedAt = state.decisions[id]?.at ?? null
  const decided = {
    status: decision,
    decidedAt,
    decidedBy: by,
    note,
    decidedArgs: args && JSON.stringify(args),
  }
  return { id, ...columnsOf({ kind: 'execution', executionId, stepId }), ...decided }
}
