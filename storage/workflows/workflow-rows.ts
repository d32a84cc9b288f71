// Reads workflows and versions: prepared SQL, and the way from a row to the view that leaves over HTTP.
// Called by storage/workflows/workflows.ts.
import { computeEstimate } from '../../domain/plan/compute-estimate.ts'
import type { Compilation, Plan, PlannedBy } from '../../domain/plan/plan.ts'
import type { KeptSchedule, NamedSchedule } from '../../domain/work/schedule.ts'
import { startableOf } from '../../domain/work/startable.ts'
import type { KeptCanary } from '../../domain/work/versions/canary.ts'
import type {
  Acceptance,
  ListedVersion,
  StoredListedWorkflow,
  StoredWorkflow,
  WorkflowVersion,
} from '../../domain/work/workflow.ts'
import { boundedRows, type Counted, listedValues, type Shortened } from '../postgres/page.ts'
import type { KeptSaying } from './workflow-tables.ts'

/** A workflow with its active version. */
export interface ActiveWorkflow {
  readonly organizationId: string
  readonly view: StoredWorkflow
  readonly versionId: string
  readonly canary: KeptCanary | null
  /** Those that the plan says, where it says several. */
  readonly schedules: readonly NamedSchedule[]
  /** Of the only one, in the plan that says it; null: none does. */
  readonly startId: string | null
  /** Rough size in memory, in characters. */
  readonly length: number
}

/** The columns of a version that say who made its plan, and who has accepted it. */
interface Attributed {
  readonly plannedBy: PlannedBy | null
  readonly digest: string | null
  readonly acceptedAt: number | null
  readonly acceptedBy: string | null
}

export interface WorkflowRow extends Attributed {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly description: string | null
  readonly slug: string
  readonly tool: boolean
  readonly concurrency: number | null
  readonly budget: number | null
  readonly monthlyBudget: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly versionId: string
  readonly version: number
  readonly prompt: string
  readonly plan: string
  readonly diagnostics: string
  readonly explanation: string | null
  readonly inputsSchema: string
  readonly status: Compilation['status']
  readonly schedule: string | null
  readonly canary: string | null
}

/** In a list null stands for a value that was left out. */
export interface ListedWorkflowRow
  extends Omit<WorkflowRow, 'plan' | 'diagnostics' | 'inputsSchema'>,
    Counted,
    Shortened {
  readonly plan: string | null
  readonly diagnostics: string | null
  readonly inputsSchema: string | null
}

export function activeWorkflow(row: WorkflowRow): ActiveWorkflow {
  const { organizationId, versionId, prompt } = row
  const length =
    1_000 +
    2 * (prompt.length + 2 * row.plan.length + row.diagnostics.length + row.inputsSchema.length) +
    2 * (row.explanation?.length ?? 0) +
    (row.schedule?.length ?? 0)
  return {
    organizationId,
    versionId,
    canary: row.canary === null ? null : JSON.parse(row.canary),
    ...severalIn(row),
    length,
    view: workflowView(row),
  }
}

function severalIn({ schedule }: WorkflowRow): Pick<ActiveWorkflow, 'schedules' | 'startId'> {
  if (schedule === null) return { schedules: [], startId: null }
  const { others = [], startId = null } = JSON.parse(schedule) as KeptSchedule
  return { schedules: others.filter(other => other.schedule !== null), startId }
}

export function listedWorkflow(row: ListedWorkflowRow): StoredListedWorkflow {
  const { plan, diagnostics, inputsSchema } = row
  const shown = {
    plan: plan ?? noPlan,
    diagnostics: diagnostics ?? '[]',
    inputsSchema: inputsSchema ?? '{}',
  }
  return { ...workflowView({ ...row, ...shown }), truncated: linkValues(row, `/api/v1/workflows/${row.id}`) }
}

function workflowView(row: WorkflowRow): StoredWorkflow {
  const plan: Plan = JSON.parse(row.plan)
  const { status } = row
  const diagnostics = JSON.parse(row.diagnostics)
  const inputsSchema = JSON.parse(row.inputsSchema)
  return {
    id: row.id,
    name: row.name,
    prompt: row.prompt,
    description: row.description,
    slug: row.slug,
    tool: row.tool,
    concurrency: row.concurrency,
    budget: row.budget,
    monthlyBudget: row.monthlyBudget,
    version: row.version,
    status,
    plan,
    diagnostics,
    explanation: row.explanation,
    cu: row.plan === noPlan ? null : computeEstimate(plan),
    plannedBy: row.plannedBy,
    acceptance: acceptanceOf(row),
    inputsSchema,
    startable: startableOf({ status, diagnostics, inputsSchema }, null),
    schedule: row.schedule === null ? null : (JSON.parse(row.schedule) as KeptSchedule).schedule,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

function acceptanceOf({ digest, acceptedAt, acceptedBy }: Attributed): Acceptance | null {
  return digest === null ? null : { digest, acceptedAt, acceptedBy }
}

/** Stands for a plan that was left out. */
const noPlan = '{"steps":[]}'

function linkValues({ truncated }: Shortened, link: string) {
  return (truncated ?? []).map(one => ({ ...one, link }))
}

export interface VersionRow
  extends Omit<WorkflowVersion, 'plan' | 'base' | 'diagnostics' | 'plannedBy' | 'acceptance'>,
    Attributed {
  readonly plan: string
  readonly diagnostics: string
  /** JSON text: KeptSaying; absent in a list. */
  readonly said?: string | null
}

export interface ListedVersionRow extends Omit<VersionRow, 'plan' | 'diagnostics'>, Counted, Shortened {
  readonly plan: string | null
  readonly diagnostics: string | null
}

export function versionView(row: VersionRow): WorkflowVersion {
  const { base }: Partial<KeptSaying> = JSON.parse(row.said ?? '{}')
  return {
    id: row.id,
    workflowId: row.workflowId,
    version: row.version,
    prompt: row.prompt,
    plan: JSON.parse(row.plan),
    diagnostics: JSON.parse(row.diagnostics),
    ...(base !== undefined && { base }),
    explanation: row.explanation,
    plannedBy: row.plannedBy,
    acceptance: acceptanceOf(row),
    note: row.note,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    active: row.active,
  }
}

export function listedVersion(row: ListedVersionRow): ListedVersion {
  const { workflowId, version, plan, diagnostics } = row
  return {
    ...versionView({ ...row, plan: plan ?? noPlan, diagnostics: diagnostics ?? '[]' }),
    truncated: linkValues(row, `/api/v1/workflows/${workflowId}/versions/${version}`),
  }
}

/** Of a version, and its acceptance. */
const attributed = `v.planned_by as "plannedBy", v.digest, a.accepted_at as "acceptedAt", a.accepted_by as "acceptedBy"`
const acceptanceSource = 'left join accepted_versions a on a.version_id = v.id'

const workflowColumns = `w.id, w.organization_id as "organizationId", w.name, w.description, w.slug, w.tool, w.concurrency, w.budget,
    w.monthly_budget as "monthlyBudget",
    w.created_at as "createdAt", w.updated_at as "updatedAt", v.id as "versionId", v.version, v.prompt, v.status,
    w.schedule, w.canary, ${attributed}`
const workflowSource = `from workflows w join workflow_versions v on v.id = w.active_version_id ${acceptanceSource}`

export const findWorkflow = {
  name: 'workflows.find',
  text: `select ${workflowColumns}, v.plan, v.diagnostics, v.explanation, v.inputs_schema as "inputsSchema" ${workflowSource}
    where w.organization_id = $1 and w.id = $2 and w.deleted_at is null`,
}

export const findBySlug = {
  name: 'workflows.by-slug',
  text: 'select id from workflows where organization_id = $1 and slug = $2 and deleted_at is null',
}

const largeInVersion = { plan: 'v.plan', diagnostics: 'v.diagnostics', explanation: 'v.explanation' }
const large = listedValues({ ...largeInVersion, inputsSchema: 'v.inputs_schema' })

export const listWorkflows = {
  name: 'workflows.list',
  text: boundedRows(
    `select ${workflowColumns}, ${large.columns}, octet_length(v.prompt) + ${large.bytes} as bytes ${workflowSource}
      where w.organization_id = $1 and w.deleted_at is null and ($2::text is null or w.id < $2)
        and ($4::text is null or position(lower($4) in lower(w.name)) > 0)
      order by w.id desc limit $3`,
    'id desc',
  ),
}

const versionColumns = `v.id, v.workflow_id as "workflowId", v.version, v.prompt, v.note,
    v.created_by as "createdBy", v.created_at as "createdAt", v.id = w.active_version_id as active,
    ${attributed}`
const versionSource = `from workflow_versions v join workflows w on w.id = v.workflow_id ${acceptanceSource}
    where w.organization_id = $1 and w.id = $2 and w.deleted_at is null`

export const findVersion = {
  name: 'workflow-versions.by-number',
  text: `select ${versionColumns}, v.plan, v.diagnostics, v.explanation, v.said ${versionSource} and v.version = $3`,
}

const largeVersion = listedValues(largeInVersion)

export const listVersions = {
  name: 'workflow-versions.list',
  text: boundedRows(
    `select ${versionColumns}, ${largeVersion.columns}, octet_length(v.prompt) + ${largeVersion.bytes} as bytes
      ${versionSource} and ($3::text is null or v.version < (select version from workflow_versions where id = $3))
      order by v.version desc limit $4`,
    'version desc',
  ),
}
