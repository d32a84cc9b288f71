// What is written beside a journal entry, in the same commit: the rows that lists, searches and metering read. Made by
// behaviors, kept by storage/journal.ts.
import type { ApprovalStatus } from './approval.ts'
import type { ExecutionStatus, StartExecution } from './execution.ts'

/** The row of an execution; `inputs`, `output`, `error`, `trigger` are JSON text. */
export interface ExecutionRow {
  readonly id: string
  readonly organizationId: string
  readonly workflowId: string
  readonly workflowName: string
  readonly workflowVersion: number
  readonly versionId: string
  readonly status: ExecutionStatus
  readonly trigger: string
  readonly inputs: string
  readonly output: string | null
  readonly error: string | null
  readonly cu: number
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly forkedFrom: string | null
}

/** What of a row changes after its first commit. */
export type ExecutionChange = Pick<
  ExecutionRow,
  'id' | 'organizationId' | 'status' | 'output' | 'error' | 'cu' | 'createdAt' | 'startedAt' | 'finishedAt'
>

/** What events, the log and traces say of an execution beside what has changed: as it was started. */
export type ExecutionOrigin = Pick<
  StartExecution,
  | 'organizationId'
  | 'workflowId'
  | 'workflowName'
  | 'workflowVersion'
  | 'trigger'
  | 'startedBy'
  | 'requestId'
  | 'trace'
>

/** Counts a started execution against the organization's monthly limit; past it the commit is refused. */
export interface Charge {
  readonly limit: number | null
}

/** The row of an approval, written when it is requested; `args`, `assignees`, `form` are JSON text. */
export interface ApprovalRow {
  readonly id: string
  readonly organizationId: string
  readonly executionId: string
  readonly stepId: string
  readonly message: string
  readonly tool: string | null
  readonly args: string | null
  readonly digest: string
  readonly assignees: string
  readonly form: string | null
  readonly status: ApprovalStatus
  readonly requestedAt: number
  readonly expiresAt: number | null
  readonly decidedAt: number | null
  readonly decidedBy: string | null
  readonly note: string | null
}

/** What of its row a decision changes. `args` is null when those that were shown stay. */
export type ApprovalChange = Pick<
  ApprovalRow,
  'id' | 'stepId' | 'status' | 'decidedAt' | 'decidedBy' | 'note' | 'args'
>

export interface Projection {
  readonly execution:
    | { readonly type: 'started'; readonly row: ExecutionRow; readonly charge: Charge }
    | { readonly type: 'changed'; readonly change: ExecutionChange }
    | null
  readonly requested: readonly ApprovalRow[]
  readonly decided: readonly ApprovalChange[]
  readonly origin: ExecutionOrigin
}

/** The month that usage counts in, UTC: 202611 for November 2026. */
export function periodOf(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}
