// Lists what runs a workflow: workflows whose active version has a step that runs it, and those that its end
// starts. Read when somebody deletes it or is about to, which is rare, so plans are searched as text.
import { allSteps } from '../../domain/plan/nested-steps.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { WorkflowUsers } from '../../domain/work/workflow.ts'
import type { Queries } from '../postgres/statement.ts'

/** Longest list of each kind. */
const listed = 100

export async function workflowUsers(
  queries: Queries,
  organizationId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<WorkflowUsers> {
  // The text that JSON.stringify wrote: a step has the id or the name as the value of this key.
  const marks = [id, name].map(named => `"workflow":${JSON.stringify(named)}`)
  const rows = await queries.query<RunnerRow>(runners, [organizationId, id, name, ...marks, listed])
  const runBy = rows.filter(({ plan }) => runs(JSON.parse(plan), [id, name]))
  const starts = await queries.query<WorkflowUsers['starts'][number]>(started, [organizationId, id, listed])
  return { runBy: runBy.map(one => ({ id: one.id, name: one.name })), starts }
}

/** The text may also stand among the inputs of a step. */
function runs({ steps }: Plan, named: readonly string[]): boolean {
  return allSteps(steps).some(step => step.kind === 'workflow' && named.includes(step.workflow))
}

interface RunnerRow {
  readonly id: string
  readonly name: string
  readonly plan: string
}

/** A name stands for the newest workflow of that name (storage/workflows/plan-reader.ts). */
const runners = {
  name: 'workflow-users.runners',
  text: `select w.id, w.name, v.plan from workflows w join workflow_versions v on v.id = w.active_version_id
    where w.organization_id = $1 and w.id <> $2 and w.deleted_at is null
      and (position($4 in v.plan) > 0 or (position($5 in v.plan) > 0 and $2 = (
        select n.id from workflows n where n.organization_id = $1 and n.name = $3 and n.deleted_at is null
        order by n.id desc limit 1)))
    order by w.id limit $6`,
}

const started = {
  name: 'workflow-users.started',
  text: `select w.id, w.name from workflows w
    where w.organization_id = $1 and w.id <> $2 and w.deleted_at is null and exists (
      select from workflow_triggers t
      where t.organization_id = $1 and t.workflow_id = w.id and t.kind = 'completion' and t.source_id = $2)
    order by w.id limit $3`,
}
