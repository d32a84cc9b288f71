// Executions, read-only: the journal's commits write the rows. An execution is one row, so lists and
// searches read nothing else. Called by routes.

import { notFound } from '../../domain/failure.ts'
import type { Approval } from '../../domain/work/approval.ts'
import { type Execution, isTerminal, type ListedExecution } from '../../domain/work/execution.ts'
import type { ExecutionFilter } from '../../domain/work/execution-filter.ts'
import type * as projection from '../../domain/work/projection.ts'
import type { Database } from '../postgres/database.ts'
import { boundedRows, type Counted, listedValues, type Page, type Shortened } from '../postgres/page.ts'
import { approvalStore, type PendingApprovals } from './approvals.ts'
import { findExecutions, type SearchRequest } from './execution-search.ts'

export type ExecutionStore = ReturnType<typeof executionStore>

export function executionStore(database: Database) {
  const approvals = approvalStore(database)

  return {
    /** @throws {Failure} not-found */
    async get(organizationId: string, id: string): Promise<Execution> {
      const [row] = await database.query<ExecutionRow>(find, [organizationId, id])
      if (row === undefined) throw notFound('execution')
      const pending = isTerminal(row.status) ? [] : await approvals.pendingOf(id)
      return executionView(row, pending)
    },

    /** @throws {Failure} validation-failed: a cursor that was made up, or of another order */
    async search(
      organizationId: string,
      filter: ExecutionFilter,
      request: SearchRequest,
    ): Promise<Page<ListedExecution>> {
      const { ids, next, cursorAfter } = await findExecutions(database, organizationId, filter, request)
      const rows = ids.length === 0 ? [] : await database.query<ListedRow>(byIds, [organizationId, ids])
      const open = rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id)
      const pending = open.length === 0 ? null : await approvals.pendingOfEach(open)
      const after = (index: number) => cursorAfter(rows[index]!.place - 1)
      return {
        items: rows.map(row => listedView(row, pending?.get(row.id))),
        cursorAfter: after,
        next: rows.length < (rows[0]?.found ?? 0) ? after(rows.length - 1) : next,
      }
    },
  }
}

type ExecutionRow = Omit<projection.ExecutionRow, 'organizationId' | 'versionId'>

interface ListedRow extends Omit<ExecutionRow, 'inputs'>, Counted, Shortened {
  readonly inputs: string | null
  /** Its place among the requested ids, from 1. */
  readonly place: number
}

function executionView(row: ExecutionRow, approvals: readonly Approval[]): Execution {
  const { startedAt, finishedAt } = row
  return {
    id: row.id,
    workflowId: row.workflowId,
    workflowName: row.workflowName,
    workflowVersion: row.workflowVersion,
    status: row.status,
    trigger: JSON.parse(row.trigger),
    inputs: JSON.parse(row.inputs),
    output: row.output === null ? null : JSON.parse(row.output),
    error: row.error === null ? null : JSON.parse(row.error),
    cu: row.cu,
    createdAt: row.createdAt,
    startedAt,
    finishedAt,
    forkedFrom: row.forkedFrom,
    approvals: [...approvals],
    durationMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
  }
}

function listedView(row: ListedRow, pending: PendingApprovals | undefined): ListedExecution {
  const link = `/api/v1/executions/${row.id}`
  const truncated = (row.truncated ?? []).map(one => ({ ...one, link }))
  if (pending && pending.sizeBytes > 0)
    truncated.push({ field: 'approvals', preview: pending.preview, sizeBytes: pending.sizeBytes, link })
  return { ...executionView({ ...row, inputs: row.inputs ?? '{}' }, pending?.shown ?? []), truncated }
}

const columns = `id, workflow_id as "workflowId", workflow_name as "workflowName",
  workflow_version as "workflowVersion", status, trigger, cu, created_at as "createdAt",
  started_at as "startedAt", finished_at as "finishedAt", forked_from as "forkedFrom"`

const find = {
  name: 'executions.find',
  text: `select ${columns}, inputs, output, error from executions where id = $2 and organization_id = $1`,
}

const large = listedValues({ inputs: 'inputs', output: 'output', error: 'error' })

const byIds = {
  name: 'executions.by-ids',
  text: boundedRows(
    `select ${columns}, ${large.columns}, ${large.bytes} as bytes, place
      from executions join unnest($2::text[]) with ordinality as wanted(wanted_id, place) on id = wanted_id
      where organization_id = $1`,
    'place',
  ),
}
