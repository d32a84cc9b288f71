// Turns a commit into the events that it publishes: an execution began or ended, an approval was asked for
// or decided. Called by storage/journal/actor-rows.ts for every commit.
// 1. It is a function of the commit, with ids that follow from it: a repeated commit publishes the same
//    events.
// 2. A commit without events that anybody wants costs a look at it, no more.

import { derivedIdAt, isId } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import { type EventRow, type EventType, eventRow } from '../../domain/news/event.ts'
import type { ApprovalStatus } from '../../domain/work/approval.ts'
import { budgetStep } from '../../domain/work/budget.ts'
import { isTerminal } from '../../domain/work/execution.ts'
import {
  type ApprovalChange,
  type ApprovalOrigin,
  type ApprovalProjection,
  type ApprovalRow,
  changeOf,
  type ExecutionChange,
  type ExecutionOrigin,
  type Projection,
  projectionOf,
} from '../../domain/work/projection.ts'
import type { Commit } from '../../runtime/journal.ts'

/**
 * Outputs and arguments over this, in characters of JSON, are left out of events; readers fetch them by the
 * API.
 */
const largestPart = 16_384

interface Source<Origin = ApprovalOrigin> {
  /** The actor's address and the time of the commit. */
  readonly commit: Pick<Commit<Projection>, 'address' | 'at'>
  readonly origin: Origin
}

type ExecutionCommit = Source<ExecutionOrigin>

/**
 * @param subscribed organizations that have webhooks; of the others only what notifications need: failed
 *   executions and approvals
 */
export function eventsOf(
  commits: readonly Commit<Projection>[],
  subscribed: ReadonlySet<string>,
): EventRow[] {
  const events: EventRow[] = []
  for (const commit of commits) {
    const { projections } = commit
    if (projections.length === 0) continue
    const execution = projectionOf(projections, 'execution')
    const approvals = projectionOf(projections, 'approvals')
    const asked = approvals && approvalEvents({ commit, origin: approvals.origin }, approvals)
    if (execution === undefined) {
      events.push(...(asked ?? []))
      continue
    }
    const { origin } = execution
    const change = changeOf(execution)
    const isSubscribed = subscribed.has(origin.organizationId)
    const isWanted = change.status === 'failed' || isSubscribed
    const source = { commit, origin }
    if (isSubscribed && change.startedAt === commit.at)
      events.push(executionEvent(source, 'execution.started', { ...begun, ...change, ...begun }))
    events.push(...(asked ?? []))
    if (isWanted && isTerminal(change.status) && change.finishedAt === commit.at)
      events.push(executionEvent(source, `execution.${change.status as Ended}`, change))
  }
  return events
}

type Ended = 'completed' | 'failed' | 'cancelled'

/** The execution may have ended in this very commit; the event tells how it stood when it began. */
const begun = { status: 'running', output: null, error: null, cu: 1, finishedAt: null } as const

function executionEvent(source: ExecutionCommit, type: EventType, change: ExecutionChange): EventRow {
  const { workflowVersion, trigger, startedBy } = source.origin
  const { id, status, output, error, cu, createdAt, startedAt, finishedAt } = change
  const isOmitted = output !== null && output.length > largestPart
  return eventOf(source, type, type, {
    ...{ id, ...workflowOf(source), workflowVersion, trigger, startedBy, status },
    output: output === null || isOmitted ? null : JSON.parse(output),
    outputOmitted: isOmitted,
    error: error === null ? null : JSON.parse(error),
    ...{ cu, createdAt, startedAt, finishedAt },
    durationMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
  })
}

function approvalEvents(source: Source, { requested, decided }: ApprovalProjection): EventRow[] {
  const ended = [...requested.filter(row => row.status !== 'pending'), ...decided]
  const short = requested.filter(row => row.stepId === budgetStep)
  return [
    ...short.map(row => eventOf(source, 'budget.reached', `budget ${row.id}`, budgetOf(source, row))),
    ...requested.map(row =>
      eventOf(source, 'approval.requested', `requested ${row.id}`, requestOf(source, row)),
    ),
    ...ended.map(change =>
      eventOf(source, 'approval.decided', `decided ${change.id}`, decisionOf(source, change)),
    ),
  ]
}

/** The origin is that of an execution, since only they have budgets. */
function budgetOf(source: Source, { executionId, args }: ApprovalRow): Json {
  const { trigger, startedBy } = source.origin as ExecutionOrigin
  const apiKeyId = trigger.ref !== null && isId('apiKey', trigger.ref) ? trigger.ref : null
  return { ...JSON.parse(args!), executionId, ...workflowOf(source), apiKeyId, startedBy }
}

function decisionOf(source: Source, change: ApprovalChange): Json {
  const { id, kind, executionId, stepId, sessionId, status, decidedAt, decidedBy, note, decidedArgs } = change
  const isOmitted = decidedArgs !== null && decidedArgs.length > largestPart
  return {
    ...{
      id,
      kind,
      executionId,
      stepId,
      sessionId,
      ...workflowOf(source),
      status,
      decidedAt,
      decidedBy,
      note,
    },
    decidedArgs: decidedArgs === null || isOmitted ? null : JSON.parse(decidedArgs),
    decidedArgsOmitted: isOmitted,
  }
}

function requestOf(source: Source, row: ApprovalRow): Json {
  const { id, kind, executionId, stepId, sessionId, message, tool, args, digest, assignees } = row
  const { requestedAt, expiresAt } = row
  const status: ApprovalStatus = 'pending'
  return {
    ...{ id, kind, executionId, stepId, sessionId, ...workflowOf(source), message, tool },
    args: args === null || args.length > largestPart ? null : JSON.parse(args),
    ...{ digest, assignees: JSON.parse(assignees), status, requestedAt, expiresAt },
  }
}

function workflowOf({ origin: { workflowId, workflowName } }: Source) {
  return { workflowId, workflowName }
}

/** @param what names the event within its execution: the same on every attempt of the commit */
function eventOf({ commit, origin }: Source, type: EventType, what: string, data: Json): EventRow {
  const { address: resource, at } = commit
  const { organizationId } = origin
  const id = derivedIdAt('event', `${resource}/${what}`, at)
  return eventRow({ id, organizationId, type, resource, data, at })
}
