// Executions that are queued because of a limit of concurrency, and how many may start. actors/admission.ts
// reads it. An execution that runs takes a place; one that is paused does not.
import type { Queries } from '../postgres/statement.ts'

export interface QueuedExecution {
  readonly id: string
  readonly workflowId: string
}

/** The queued and running executions of an organization. */
export interface Queue {
  /** Limit of the organization; null for none. */
  readonly limit: number | null
  readonly workflows: readonly QueuedWorkflow[]
}

export interface QueuedWorkflow {
  readonly workflowId: string
  /** Limit of the workflow; null for none. */
  readonly limit: number | null
  readonly running: number
  /** Oldest first, at most `most` of them. */
  readonly queued: readonly string[]
}

/** Organizations in which something is queued. */
export async function queuedOrganizations(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ id: string }>(organizations, [])
  return rows.map(row => row.id)
}

/** @param most how many queued executions of each workflow to read */
export async function readQueue(queries: Queries, organizationId: string, most: number): Promise<Queue> {
  const [[organization], rows] = await Promise.all([
    queries.query<{ concurrency: number | null }>(organizationLimit, [organizationId]),
    queries.query<QueuedWorkflow>(queue, [organizationId, most]),
  ])
  return { limit: organization?.concurrency ?? null, workflows: rows }
}

// A queue may be a million long and is read every 250 ms, so nothing here scans it: one step in the index
// executions_queued leads from one organization, or workflow, to the next.

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
