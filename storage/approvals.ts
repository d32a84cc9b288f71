// Approvals, the reading side: rows that the journal's commits write.
import type { Approval, ApprovalStatus } from '../domain/approval.ts'
import { notFound } from '../domain/failure.ts'
import type { ApprovalRow } from '../domain/projection.ts'
import type { Database } from './database.ts'
import { idBefore, type Page, type PageRequest, pageOf } from './page.ts'

export type ApprovalStore = ReturnType<typeof approvalStore>

export function approvalStore(database: Database) {
  return {
    /** @throws {Failure} not-found */
    async get(organizationId: string, id: string): Promise<Approval> {
      const [row] = await database.query<ApprovalRow>(find, [organizationId, id])
      if (row === undefined) throw notFound('approval')
      return approvalView(row)
    },

    /** Newest first; of every status unless one is given. */
    async list(
      organizationId: string,
      status: ApprovalStatus | null,
      page: PageRequest,
    ): Promise<Page<Approval>> {
      const values = [organizationId, status, idBefore('approval', page), page.limit + 1]
      return pageOf(await database.query<ApprovalRow>(list, values), page, approvalView)
    },

    /** Those that wait for a decision, by the executions that they belong to. */
    async pendingOf(executionIds: readonly string[]): Promise<ReadonlyMap<string, readonly Approval[]>> {
      const rows = await database.query<ApprovalRow>(pending, [executionIds])
      return Map.groupBy(rows.map(approvalView), approval => approval.executionId)
    },
  }
}

function approvalView({ organizationId: _, ...row }: ApprovalRow): Approval {
  return {
    ...row,
    args: row.args === null ? null : JSON.parse(row.args),
    assignees: JSON.parse(row.assignees),
    form: row.form === null ? null : JSON.parse(row.form),
  }
}

const select = `select id, execution_id as "executionId", step_id as "stepId", message, tool, args, digest, assignees, form,
    status, requested_at as "requestedAt", expires_at as "expiresAt", decided_at as "decidedAt",
    decided_by as "decidedBy", note
  from approvals`

const find = { name: 'approvals.find', text: `${select} where organization_id = $1 and id = $2` }

const list = {
  name: 'approvals.list',
  text: `${select} where organization_id = $1 and ($2::text is null or status = $2) and ($3::text is null or id < $3)
    order by id desc limit $4`,
}

const pending = {
  name: 'approvals.pending',
  text: `${select} where execution_id = any($1) and status = 'pending' order by id`,
}
