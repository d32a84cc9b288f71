// Statistics of workflows over their executions, for `include=stats`: one query for a whole page of workflows.
import type { WorkflowStats } from '../domain/workflow.ts'
import type { Queries } from './statement.ts'

/** Of each workflow, also of those that never ran. @throws {Failure} unavailable */
export async function loadStats(
  queries: Queries,
  organizationId: string,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, WorkflowStats>> {
  const rows = await queries.query<WorkflowStats & { workflowId: string }>(stats, [
    organizationId,
    workflowIds,
  ])
  const found = new Map(rows.map(({ workflowId, ...row }) => [workflowId, row]))
  return new Map(workflowIds.map(id => [id, found.get(id) ?? neverRan]))
}

const neverRan: WorkflowStats = {
  executions: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  running: 0,
  successRate: null,
  avgDurationMs: null,
  p95DurationMs: null,
  lastExecutionAt: null,
}

/** successRate: of those that ran to an end of their own, 0..1. Durations: of the completed ones. */
const stats = {
  name: 'executions.stats',
  text: `select workflow_id as "workflowId",
      count(*)::int as executions,
      count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where finished_at is null)::int as running,
      (count(*) filter (where status = 'completed'))::float8
        / nullif(count(*) filter (where status in ('completed', 'failed')), 0) as "successRate",
      round(avg(finished_at - started_at) filter (where status = 'completed'))::float8 as "avgDurationMs",
      percentile_disc(0.95) within group (order by finished_at - started_at)
        filter (where status = 'completed') as "p95DurationMs",
      max(created_at) as "lastExecutionAt"
    from executions where workflow_id = any($2) and organization_id = $1 group by workflow_id`,
}
