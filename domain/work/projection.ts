// Projections: rows that are written beside a journal entry, in the same commit, for lists, searches and
// metering. Behaviors make them and storage/journal/journal.ts writes them; a commit carries projections of
// any kinds, all or nothing. A new kind is a member of the union here and an entry of the record in
// storage/journal/projected-rows.ts, which the compiler then asks for.
import type { ApprovalStatus } from './approval.ts'
import type { SubjectColumns } from './approval-subject.ts'
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
  /** JSON text of a Meter (domain/billing/meter.ts), once it has ended; null when it used nothing more. */
  readonly usage: string | null
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly forkedFrom: string | null
  /** As of StartExecution; null: it descends from no other. */
  readonly root: string | null
}

/** The columns that change after the first commit. */
export type ExecutionChange = Pick<
  ExecutionRow,
  | 'id'
  | 'organizationId'
  | 'status'
  | 'output'
  | 'error'
  | 'cu'
  | 'usage'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
>

/** The columns that never change, for events, the log and traces. */
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

/** Counts a start against the organization's monthly limit; past it the commit refuses the start. */
export interface Charge {
  readonly limit: number | null
}

/** An approval's row, written when it is requested; both `args`, `assignees`, `form` are JSON text. */
export interface ApprovalRow extends SubjectColumns {
  readonly id: string
  readonly organizationId: string
  readonly message: string
  readonly tool: string | null
  readonly args: string | null
  readonly decidedArgs: string | null
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

/** The columns that a decision changes, and the subject of the row. */
export type ApprovalChange = SubjectColumns &
  Pick<ApprovalRow, 'id' | 'status' | 'decidedAt' | 'decidedBy' | 'note' | 'decidedArgs'>

export type Projection = ExecutionProjection | ApprovalProjection | ChatProjection

export type ProjectionKind = Projection['kind']
export type ProjectionOf<K extends ProjectionKind> = Extract<Projection, { kind: K }>

/** The row of an execution; at most one in a commit of an actor. */
export type ExecutionProjection = {
  readonly kind: 'execution'
  readonly origin: ExecutionOrigin
} & (
  | { readonly type: 'started'; readonly row: ExecutionRow; readonly charge: Charge }
  | { readonly type: 'changed'; readonly change: ExecutionChange }
)

/** Rows of approvals; at most one in a commit of an actor. */
export interface ApprovalProjection {
  readonly kind: 'approvals'
  readonly requested: readonly ApprovalRow[]
  readonly decided: readonly ApprovalChange[]
  readonly origin: ApprovalOrigin
}

/** Who asks: an execution, or a chat session, whose name then stands for the workflow's. */
export interface ApprovalOrigin {
  readonly organizationId: string
  readonly workflowId: string | null
  readonly workflowName: string
}

/** The row of a chat session as it is after the commit, and its new messages; at most one in a commit. */
export interface ChatProjection {
  readonly kind: 'chat'
  readonly session: ChatRow
  readonly messages: readonly ChatMessageRow[]
}

export interface ChatRow {
  readonly id: string
  readonly organizationId: string
  /** Who sees it (domain/chat/speaker.ts). */
  readonly owner: string
  readonly title: string | null
  readonly workflowId: string | null
  readonly createdAt: number
  readonly lastMessageAt: number | null
  readonly messageCount: number
  /** Its messages go with it. */
  readonly deletedAt: number | null
}

export interface ChatMessageRow {
  readonly id: string
  /** Its place in the session, from 1. */
  readonly number: number
  readonly sessionId: string
  readonly organizationId: string
  readonly role: string
  readonly status: string
  readonly content: string
  /** JSON text. */
  readonly parts: string
  readonly executionId: string | null
  readonly createdAt: number
}

/** The projection of a kind among those of one actor's commit. */
export function projectionOf<K extends ProjectionKind>(
  projections: readonly Projection[],
  kind: K,
): ProjectionOf<K> | undefined {
  return projections.find(projection => isOfKind(projection, kind))
}

export function isOfKind<K extends ProjectionKind>(
  projection: Projection,
  kind: K,
): projection is ProjectionOf<K> {
  return projection.kind === kind
}

/** The changing columns as they are after the commit. */
export function changeOf(projection: ExecutionProjection): ExecutionChange {
  return projection.type === 'started' ? projection.row : projection.change
}

/** The month that usage counts in, UTC: 202611 for November 2026. */
export function periodOf(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}
