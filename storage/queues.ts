// Executions that wait for a place, and how many places there are. Read by actors/admission.ts; a place is taken by an
// execution at work (running), not by one that is paused.
import type { Queries } from './statement.ts'

export interface QueuedExecution {
  readonly id: string
  readonly workflowId: string
}

/** What of an organization's executions wants a place, and what has one. */
export interface Queue {
  /** Of the organization; null for no limit. */
  readonly limit: number | null
  readonly workflows: readonly QueuedWorkflow[]
}

export interface QueuedWorkflow {
  readonly workflowId: string
  /** Null for no limit of its own. */
  readonly limit: number | null
  readonly running: number
  /** Oldest first, at most as many as were asked for. */
  readonly queued: readonly string[]
}

/** Organizations in which something is queued. */
export async function queuedOrganizations(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ id: string }>(organizations, [])
  return rows.map(row => row.id)
}

/** @param most how many queued executions of each workflow are of interest */
export async function readQueue(queries: Queries, organizationId: string, most: number): Promise<Queue> {
  const [[organization], rows] = await Promise.all([
    queries.query<{ concurrency: number | null }>(organizationLimit, [organizationId]),
    queries.query<QueuedWorkflow>(queue, [organizationId, most]),
  ])
  return { limit: organization?.concurrency ?? null, workflows: rows }
}

const organizations = {
  name: 'queues.organizations',
  text: `select distinct organization_id as id from executions where status = 'queued'`,
}

const organizationLimit = {
  name: 'queues.organization-limit',
  text: 'select concurrency from organizations where id = $1',
}

const queue = {
  name: 'queues.read',
  text: `select e.workflow_id as "workflowId", w.concurrency as "limit",
      (count(*) filter (where e.status = 'running'))::int as running,
      coalesce((array_agg(e.id order by e.id) filter (where e.status = 'queued'))[1:$2], '{}') as queued
    from executions e left join workflows w on w.id = e.workflow_id
    where e.organization_id = $1 and e.status in ('queued', 'running')
    group by e.workflow_id, w.concurrency`,
}
