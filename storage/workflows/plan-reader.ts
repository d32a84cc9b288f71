// Reads workflow versions for those who run them: host threads that open an execution or start one. A
// version never changes, so its readers may keep it for ever.
import type { JsonSchema } from '../../domain/json.ts'
import type { Diagnostic, Plan } from '../../domain/plan/plan.ts'
import type { KeptCanary } from '../../domain/work/versions/canary.ts'
import type { Queries } from '../postgres/statement.ts'

export interface StoredVersion {
  readonly id: string
  readonly organizationId: string
  readonly workflowId: string
  readonly version: number
  readonly status: 'ready' | 'needs_review'
  readonly plan: Plan
  readonly inputsSchema: JsonSchema
  /** A language model made the plan, and nobody has accepted it. */
  readonly isUnaccepted: boolean
}

/** The version, or null when there is none. @throws {Failure} unavailable */
export async function loadVersion(queries: Queries, versionId: string): Promise<StoredVersion | null> {
  const [row] = await queries.query<VersionRow>(find, [versionId])
  if (row === undefined) return null
  return { ...row, plan: JSON.parse(row.plan), inputsSchema: JSON.parse(row.inputsSchema) }
}

type VersionRow = Omit<StoredVersion, 'plan' | 'inputsSchema'> & { plan: string; inputsSchema: string }

const find = {
  name: 'workflow-versions.find',
  text: `select id, organization_id as "organizationId", workflow_id as "workflowId", version, status, plan,
      inputs_schema as "inputsSchema", (digest is not null and not exists (select from accepted_versions a where a.version_id = v.id)) as "isUnaccepted"
    from workflow_versions v where id = $1`,
}

/** The active version, as a start needs it. */
export interface ActiveVersion {
  readonly workflowId: string
  readonly workflowName: string
  readonly versionId: string
  readonly version: number
  readonly status: 'ready' | 'needs_review'
  readonly diagnostics: readonly Diagnostic[]
  readonly inputsSchema: JsonSchema
  /** The workflow or its organization limits how many executions run at once. */
  readonly isLimited: boolean
  /** Compute units that each execution may use; null or absent: no limit. */
  readonly budget?: number | null
  /** Compute units that all of its executions may use in a month. */
  readonly monthlyBudget?: number | null
  /** A language model made the plan, and nobody has accepted it. */
  readonly needsAcceptance: boolean
  /** Gets a share of the executions in its place; absent where a version was named. */
  readonly canary?: KeptCanary | null
}

/**
 * The active version of the workflow with this id or this name (the newest of that name); null when there
 * is none.
 */
export async function findActiveVersion(
  queries: Queries,
  organizationId: string,
  idOrName: string,
): Promise<ActiveVersion | null> {
  const [row] = await queries.query<ActiveVersionRow>(findActive, [organizationId, idOrName])
  if (row === undefined) return null
  const { canary, diagnostics, inputsSchema } = row
  return {
    ...row,
    diagnostics: JSON.parse(diagnostics),
    inputsSchema: JSON.parse(inputsSchema),
    canary: canary === null ? null : JSON.parse(canary),
  }
}

type ActiveVersionRow = Omit<ActiveVersion, 'diagnostics' | 'inputsSchema' | 'canary'> & {
  canary: string | null
  diagnostics: string
  inputsSchema: string
}

const findActive = {
  name: 'workflow-versions.active',
  text: `select w.id as "workflowId", w.name as "workflowName", v.id as "versionId", v.version, v.status, v.diagnostics,
      v.inputs_schema as "inputsSchema", w.canary, w.budget, w.monthly_budget as "monthlyBudget", (w.concurrency is not null or o.concurrency is not null) as "isLimited",
      (v.digest is not null and a.version_id is null and coalesce(m.accept_plans, true)) as "needsAcceptance"
    from workflows w join workflow_versions v on v.id = w.active_version_id
      join organizations o on o.id = w.organization_id
      left join accepted_versions a on a.version_id = v.id
      left join model_settings m on m.organization_id = o.id
    where w.organization_id = $1 and w.deleted_at is null and (w.id = $2 or w.name = $2)
    order by w.id = $2 desc, w.id desc limit 1`,
}
