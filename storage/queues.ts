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

// A queue may be a million long and is looked at every 250 ms. So nothing here goes through it: from one organization,
// or workflow, to the next leads one step in the index executions_queued.

const organizations = {
  name: 'queues.organizations',
  text: `with recursive organizations as (
      (select organization_id as id from executions where status = 'queued' order by organization_id limit 1)
      union all
      select (select organization_id from executions where status = 'queued' and organization_id > o.id
        order by organization_id limit 1)
      from organizations o where o.id is not null
    )
    select id from organizations where id is not null`,
}

const organizationLimit = {
  name: 'queues.organization-limit',
  text: 'select concurrency from organizations where id = $1',
}

const queue = {
  name: 'queues.read',
  text: `with recursive queued as (
      (select workflow_id as id from executions where organization_id = $1 and status = 'queued'
        order by workflow_id limit 1)
      union all
      select (select workflow_id from executions where organization_id = $1 and status = 'queued' and workflow_id > q.id
        order by workflow_id limit 1)
      from queued q where q.id is not null
    ),
    running as (
      select workflow_id as id, count(*)::int as count from executions
      where organization_id = $1 and status = 'running' group by workflow_id
    )
    select id as "workflowId", w.concurrency as "limit", coalesce(r.count, 0) as running,
      array(select e.id from executions e where e.organization_id = $1 and e.status = 'queued' and e.workflow_id = q.id
        order by e.id limit $2) as queued
    from (select id from queued where id is not null) q full join running r using (id) left join workflows w using (id)`,
}
