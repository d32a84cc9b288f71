// Which events a commit of executions is: what is told of an execution when it begins and ends, and of its approvals. A
// function of the commit, so that a commit that is tried again tells the same. Runs for every commit: what nobody may
// want to hear of costs a look.
import type { ApprovalStatus } from '../domain/approval.ts'
import { type EventRow, type EventType, eventRow } from '../domain/event.ts'
import { isTerminal } from '../domain/execution.ts'
import { derivedIdAt } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { ApprovalRow, ExecutionChange, Projection } from '../domain/projection.ts'
import type { Commit } from '../runtime/journal.ts'

/** Larger outputs and arguments are left out of events, in characters of JSON: whoever wants them asks for them. */
const largestPart = 16_384

type Told = Commit<Projection> & { readonly projection: Projection }

/**
 * @param subscribed organizations that have webhooks; of the others only what notifications tell: runs that failed,
 *   and approvals
 */
export function eventsOf(
  commits: readonly Commit<Projection>[],
  subscribed: ReadonlySet<string>,
): EventRow[] {
  const events: EventRow[] = []
  for (const commit of commits) {
    const { projection } = commit
    if (projection === null) continue
    const { execution, requested, decided, origin } = projection
    const change = execution === null ? null : execution.type === 'started' ? execution.row : execution.change
    const isWanted = change !== null && (change.status === 'failed' || subscribed.has(origin.organizationId))
    if (!isWanted && requested.length === 0 && decided.length === 0) continue
    const told = { ...commit, projection }
    if (isWanted && change.startedAt === commit.at && subscribed.has(origin.organizationId))
      events.push(executionEvent(told, 'execution.started', { ...begun, ...change, ...begun }))
    events.push(...approvalEvents(told))
    if (isWanted && isTerminal(change.status) && change.finishedAt === commit.at)
      events.push(executionEvent(told, `execution.${change.status as Ended}`, change))
  }
  return events
}

type Ended = 'completed' | 'failed' | 'cancelled'

/** It may have ended in the same commit: when it began, it had not. */
const begun = { status: 'running', output: null, error: null, cu: 1, finishedAt: null } as const

function executionEvent(commit: Told, type: EventType, change: ExecutionChange): EventRow {
  const { organizationId: _, ...origin } = originOf(commit)
  const { id, status, output, error, cu, createdAt, startedAt, finishedAt } = change
  const isOmitted = output !== null && output.length > largestPart
  return eventOf(commit, type, type, {
    ...{ id, ...origin, status },
    output: output === null || isOmitted ? null : JSON.parse(output),
    outputOmitted: isOmitted,
    error: error === null ? null : JSON.parse(error),
    ...{ cu, createdAt, startedAt, finishedAt },
    durationMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
  })
}

function approvalEvents(commit: Told): EventRow[] {
  const { requested, decided } = commit.projection
  const ended = [...requested.filter(row => row.status !== 'pending'), ...decided]
  return [
    ...requested.map(row =>
      eventOf(commit, 'approval.requested', `requested ${row.id}`, requestOf(commit, row)),
    ),
    ...ended.map(({ id, stepId, status, decidedAt, decidedBy, note }) =>
      eventOf(commit, 'approval.decided', `decided ${id}`, {
        ...{ id, executionId: commit.address, stepId, ...workflowOf(commit) },
        ...{ status, decidedAt, decidedBy, note },
      }),
    ),
  ]
}

function requestOf(commit: Told, row: ApprovalRow): Json {
  const { id, stepId, message, tool, args, digest, assignees, requestedAt, expiresAt } = row
  const status: ApprovalStatus = 'pending'
  return {
    ...{ id, executionId: commit.address, stepId, ...workflowOf(commit), message, tool },
    args: args === null || args.length > largestPart ? null : JSON.parse(args),
    ...{ digest, assignees: JSON.parse(assignees), status, requestedAt, expiresAt },
  }
}

function originOf({ projection }: Told) {
  const { organizationId, workflowId, workflowName, workflowVersion, trigger, startedBy } = projection.origin
  return { organizationId, workflowId, workflowName, workflowVersion, trigger, startedBy }
}

function workflowOf(commit: Told) {
  const { workflowId, workflowName } = originOf(commit)
  return { workflowId, workflowName }
}

/** @param what the same for the same event of this execution, whenever it is told */
function eventOf(commit: Told, type: EventType, what: string, data: Json): EventRow {
  const { address: resource, at } = commit
  const { organizationId } = commit.projection.origin
  const id = derivedIdAt('event', `${resource}/${what}`, at)
  return eventRow({ id, organizationId, type, resource, data, at })
}
