// Executions, the reading side: rows that the journal's commits write. One row an execution, so that lists and
// searches need nothing else.
import type { Approval } from '../domain/approval.ts'
import { type Execution, isTerminal } from '../domain/execution.ts'
import type { ExecutionFilter } from '../domain/execution-filter.ts'
import { notFound } from '../domain/failure.ts'
import type * as projection from '../domain/projection.ts'
import { approvalStore } from './approvals.ts'
import type { Database } from './database.ts'
import { findExecutions, type SearchRequest } from './execution-search.ts'
import type { Page } from './page.ts'

export type ExecutionStore = ReturnType<typeof executionStore>

export function executionStore(database: Database) {
  const approvals = approvalStore(database)

  /** Rows as they leave, those that are not over with the approvals that they wait for. */
  async function views(rows: readonly ExecutionRow[]): Promise<Execution[]> {
    const open = rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id)
    const pending = open.length === 0 ? null : await approvals.pendingOf(open)
    return rows.map(row => executionView(row, pending?.get(row.id) ?? []))
  }

  return {
    /** @throws {Failure} not-found */
    async get(organizationId: string, id: string): Promise<Execution> {
      const [row] = await database.query<ExecutionRow>(find, [organizationId, id])
      if (row === undefined) throw notFound('execution')
      return (await views([row]))[0]!
    },

    /** @throws {Failure} validation-failed: a cursor that was made up, or of another order */
    async search(
      organizationId: string,
      filter: ExecutionFilter,
      request: SearchRequest,
    ): Promise<Page<Execution>> {
      const { ids, next } = await findExecutions(database, organizationId, filter, request)
      if (ids.length === 0) return { items: [], next }
      const rows = await database.query<ExecutionRow>(byIds, [organizationId, ids])
      const byId = new Map(rows.map(row => [row.id, row]))
      return { items: await views(ids.flatMap(id => byId.get(id) ?? [])), next }
    },

    /**
     * Ids of executions that were at work, of every organization, ascending: what a start looks through.
     * @param after the last id of the previous call; empty at first
     */
    async unfinished(limit: number, after = ''): Promise<string[]> {
      const rows = await database.query<{ id: string }>(unfinished, [after, limit])
      return rows.map(row => row.id)
    },
  }
}

type ExecutionRow = Omit<projection.ExecutionRow, 'organizationId' | 'versionId'>

function executionView(row: ExecutionRow, approvals: readonly Approval[]): Execution {
  const { startedAt, finishedAt } = row
  return {
    ...row,
    trigger: JSON.parse(row.trigger),
    inputs: JSON.parse(row.inputs),
    output: row.output === null ? null : JSON.parse(row.output),
    error: row.error === null ? null : JSON.parse(row.error),
    approvals: [...approvals],
    durationMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
  }
}

const columns = `id, workflow_id as "workflowId", workflow_name as "workflowName",
  workflow_version as "workflowVersion", status, trigger, inputs, output, error, cu, created_at as "createdAt",
  started_at as "startedAt", finished_at as "finishedAt", forked_from as "forkedFrom"`

const find = {
  name: 'executions.find',
  text: `select ${columns} from executions where id = $2 and organization_id = $1`,
}

const byIds = {
  name: 'executions.by-ids',
  text: `select ${columns} from executions where id = any($2) and organization_id = $1`,
}

const unfinished = {
  name: 'executions.unfinished',
  text: `select id from executions where status in ('queued', 'running') and id > $1 order by id limit $2`,
}
