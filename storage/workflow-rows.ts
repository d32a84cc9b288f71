// Workflows and versions as they are read: prepared SQL and the way from a row to what leaves over HTTP.
import type { Compilation } from '../domain/plan.ts'
import type { KeptSchedule } from '../domain/schedule.ts'
import type { StoredWorkflow, WorkflowVersion } from '../domain/workflow.ts'

/** A workflow with the version that it runs now. */
export interface ActiveWorkflow {
  readonly organizationId: string
  readonly view: StoredWorkflow
  /** The view as it leaves: JSON, made once for as long as it is kept; null when it changes by itself (a schedule). */
  readonly text: string | null
  readonly versionId: string
  /** Rough size in memory, in characters. */
  readonly length: number
}

export interface WorkflowRow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly description: string | null
  readonly slug: string
  readonly tool: boolean
  readonly concurrency: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly versionId: string
  readonly version: number
  readonly prompt: string
  readonly plan: string
  readonly diagnostics: string
  readonly inputsSchema: string
  readonly status: Compilation['status']
  readonly schedule: string | null
}

export function activeWorkflow(row: WorkflowRow): ActiveWorkflow {
  const {
    id,
    organizationId,
    name,
    description,
    slug,
    tool,
    concurrency,
    createdAt,
    updatedAt,
    versionId,
    version,
    prompt,
    status,
  } = row
  const plan = JSON.parse(row.plan)
  const diagnostics = JSON.parse(row.diagnostics)
  const inputsSchema = JSON.parse(row.inputsSchema)
  const schedule = row.schedule === null ? null : (JSON.parse(row.schedule) as KeptSchedule).schedule
  const content = {
    prompt,
    description,
    slug,
    tool,
    concurrency,
    version,
    status,
    plan,
    diagnostics,
    inputsSchema,
  }
  const length =
    1_000 +
    2 * (prompt.length + row.plan.length + row.diagnostics.length + row.inputsSchema.length) +
    (row.schedule?.length ?? 0)
  const view = { id, name, ...content, schedule, createdAt, updatedAt }
  return { organizationId, versionId, length, view, text: schedule === null ? JSON.stringify(view) : null }
}

export interface VersionRow extends Omit<WorkflowVersion, 'plan' | 'diagnostics'> {
  readonly plan: string
  readonly diagnostics: string
}

export function versionView(row: VersionRow): WorkflowVersion {
  return { ...row, plan: JSON.parse(row.plan), diagnostics: JSON.parse(row.diagnostics) }
}

const selectWorkflow = `select w.id, w.organization_id as "organizationId", w.name, w.description, w.slug, w.tool, w.concurrency,
    w.created_at as "createdAt", w.updated_at as "updatedAt", v.id as "versionId", v.version, v.prompt, v.plan,
    v.diagnostics, v.inputs_schema as "inputsSchema", v.status, w.schedule
  from workflows w join workflow_versions v on v.id = w.active_version_id`

export const findWorkflow = {
  name: 'workflows.find',
  text: `${selectWorkflow} where w.organization_id = $1 and w.id = $2 and w.deleted_at is null`,
}

export const findBySlug = {
  name: 'workflows.by-slug',
  text: 'select id from workflows where organization_id = $1 and slug = $2 and deleted_at is null',
}

export const listWorkflows = {
  name: 'workflows.list',
  text: `${selectWorkflow} where w.organization_id = $1 and w.deleted_at is null and ($2::text is null or w.id < $2)
    order by w.id desc limit $3`,
}

const selectVersion = `select v.id, v.workflow_id as "workflowId", v.version, v.prompt, v.plan, v.diagnostics, v.note,
    v.created_by as "createdBy", v.created_at as "createdAt", v.id = w.active_version_id as active
  from workflow_versions v join workflows w on w.id = v.workflow_id
  where w.organization_id = $1 and w.id = $2 and w.deleted_at is null`

export const findVersion = {
  name: 'workflow-versions.by-number',
  text: `${selectVersion} and v.version = $3`,
}

export const listVersions = {
  name: 'workflow-versions.list',
  text: `${selectVersion}
    and ($3::text is null or v.version < (select version from workflow_versions where id = $3))
    order by v.version desc limit $4`,
}
