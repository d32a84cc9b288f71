// Statistics of workflows over their latest executions, for `include=stats` of the list of workflows: one
// query for a whole page. Its cost does not grow with the history of a workflow.
import { type WorkflowStats, workflowBounds } from '../../domain/work/workflow.ts'
import type { Queries } from '../postgres/statement.ts'

/** Statistics of each workflow, also of those that never ran. @throws {Failure} unavailable */
export async function loadStats(
  queries: Queries,
  organizationId: string,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, WorkflowStats>> {
  const rows = await queries.query<WorkflowStats & { workflowId: string }>(stats, [
    organizationId,
    workflowIds,
    workflowBounds.statsExecutions,
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
  latest: [],
}

/** successRate, 0..1: of the executions that completed or failed. Durations: of the completed ones. */
const stats = {
  name: 'executions.stats',
  text: `select w.id as "workflowId",
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
      max(created_at) as "lastExecutionAt",
      to_jsonb((array_agg(jsonb_build_object('id', latest.id, 'status', status)
        order by created_at desc, latest.id desc))[1:20]) as latest
    from unnest($2::text[]) w (id) cross join lateral (
      select id, status, created_at, started_at, finished_at from executions
      where workflow_id = w.id and organization_id = $1 order by created_at desc, id desc limit $3
    ) latest group by w.id`,
}
