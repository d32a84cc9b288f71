// Approvals, read-only: the journal's commits write the rows. Called by routes and by
// storage/executions/executions.ts.

import { notFound } from '../../domain/failure.ts'
import type { Approval, ApprovalStatus, ListedApproval } from '../../domain/work/approval.ts'
import type { ApprovalRow } from '../../domain/work/projection.ts'
import type { Database } from '../postgres/database.ts'
import {
  boundedRows,
  type Counted,
  idBefore,
  listedValues,
  type Page,
  type PageRequest,
  pageOf,
  type Shortened,
} from '../postgres/page.ts'

export type ApprovalStore = ReturnType<typeof approvalStore>

export function approvalStore(database: Database) {
  return {
    /** @throws {Failure} not-found */
    async get(organizationId: string, id: string): Promise<Approval> {
      const [row] = await database.query<ApprovalRow>(find, [organizationId, id])
      if (row === undefined) throw notFound('approval')
      return approvalView(row)
    },

    /** Those of these ids that there are, in no order. */
    async those(organizationId: string, ids: readonly string[]): Promise<readonly Approval[]> {
      return (await database.query<ApprovalRow>(findThose, [organizationId, ids])).map(approvalView)
    },

    /** Newest first; all statuses unless one is given. */
    async list(
      organizationId: string,
      status: ApprovalStatus | null,
      page: PageRequest,
    ): Promise<Page<ListedApproval>> {
      const values = [organizationId, status, idBefore('approval', page), page.limit + 1]
      return pageOf(await database.query<ListedRow>(list, values), page, listedView)
    },

    /** The pending ones of an execution. */
    async pendingOf(executionId: string): Promise<readonly Approval[]> {
      return (await database.query<ApprovalRow>(pending, [executionId])).map(approvalView)
    },

    /** The first pending ones of each of several executions, for a list. */
    async pendingOfEach(executionIds: readonly string[]): Promise<ReadonlyMap<string, PendingApprovals>> {
      const rows = await database.query<PendingRow>(pendingOfEach, [executionIds, shownBytes])
      const byExecution = Map.groupBy(rows, ({ executionId }) => executionId!)
      return new Map([...byExecution].map(([id, them]) => [id, pendingView(them)]))
    },
  }
}

/** The pending approvals of an execution, as far as a list shows them. */
export interface PendingApprovals {
  readonly shown: readonly Approval[]
  /** Size of all pending ones when not all are shown, else 0. */
  readonly sizeBytes: number
  readonly preview: string
}

/** Bytes of approvals in one item of a list of executions: a page may have a hundred such items. */
const shownBytes = 16_384

interface ListedRow extends Omit<ApprovalRow, 'message'>, Counted, Shortened {
  readonly message: string | null
}

interface PendingRow extends ApprovalRow {
  /** `upTo`: bytes of this one and those before it; below: of all. */
  readonly upTo: number
  readonly whole: number
}

function approvalView(row: Omit<ApprovalRow, 'organizationId'>): Approval {
  return {
    id: row.id,
    kind: row.kind,
    executionId: row.executionId,
    stepId: row.stepId,
    sessionId: row.sessionId,
    callId: row.callId,
    message: row.message,
    tool: row.tool,
    args: row.args === null ? null : JSON.parse(row.args),
    decidedArgs: row.decidedArgs === null ? null : JSON.parse(row.decidedArgs),
    digest: row.digest,
    assignees: JSON.parse(row.assignees),
    form: row.form === null ? null : JSON.parse(row.form),
    status: row.status,
    requestedAt: row.requestedAt,
    expiresAt: row.expiresAt,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy,
    note: row.note,
  }
}

function listedView(row: ListedRow): ListedApproval {
  const link = `/api/v1/approvals/${row.id}`
  const truncated = (row.truncated ?? []).map(one => ({ ...one, link }))
  return { ...approvalView({ ...row, message: row.message ?? '' }), truncated }
}

/** The first row comes even when it has no room, and then without its large values. */
function pendingView(rows: readonly PendingRow[]): PendingApprovals {
  const shown = rows.filter(({ upTo }) => upTo <= shownBytes)
  const { whole, stepId, message } = rows[0]!
  const preview = JSON.stringify([{ stepId, message }]).slice(0, -2)
  return { shown: shown.map(approvalView), sizeBytes: whole > shownBytes ? whole : 0, preview }
}

const facts = `id, kind, execution_id as "executionId", step_id as "stepId",
    session_id as "sessionId", call_id as "callId", tool, digest, assignees,
    status, requested_at as "requestedAt", expires_at as "expiresAt", decided_at as "decidedAt",
    decided_by as "decidedBy", note`

const select = `select ${facts}, message, args, decided_args as "decidedArgs", form from approvals`

const find = { name: 'approvals.find', text: `${select} where organization_id = $1 and id = $2` }

const findThose = {
  name: 'approvals.find-those',
  text: `${select} where organization_id = $1 and id = any($2::text[])`,
}

const large = listedValues({ message: 'message', args: 'args', decidedArgs: 'decided_args', form: 'form' })

const list = {
  name: 'approvals.list',
  text: boundedRows(
    `select ${facts}, ${large.columns}, ${large.bytes} as bytes from approvals
      where organization_id = $1 and ($2::text is null or status = $2) and ($3::text is null or id < $3)
      order by id desc limit $4`,
    'id desc',
  ),
}

const pending = {
  name: 'approvals.pending',
  text: `${select} where execution_id = $1 and status = 'pending' order by id`,
}

/**
 * The first pending approval of each execution, and further ones that there is room for. Beside the counted
 * columns a row has some 500 bytes.
 */
const pendingOfEach = {
  name: 'approvals.pending-of-each',
  text: `select ${facts}, up_to as "upTo", whole, case when up_to <= $2 then message else left(message, 500) end as message,
      case when up_to <= $2 then args end as args, case when up_to <= $2 then form end as form,
      null as "decidedArgs"
    from (
      select sized.*, sum(bytes) over (partition by execution_id order by id) as up_to,
        sum(bytes) over (partition by execution_id) as whole,
        row_number() over (partition by execution_id order by id) as n
      from (
        select *, 500 + octet_length(message) + octet_length(assignees) + coalesce(octet_length(args), 0)
          + coalesce(octet_length(form), 0) as bytes
        from approvals where execution_id = any($1) and status = 'pending'
      ) sized
    ) counted
    where up_to <= $2 or n = 1 order by id`,
}
