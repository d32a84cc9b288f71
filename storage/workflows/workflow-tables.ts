// Workflows and their versions as MikroORM entities, for writing; storage/workflows/workflow-rows.ts reads
// them by SQL.
import { defineEntity, p } from '@mikro-orm/postgresql'
import { newId } from '../../domain/ids.ts'
import { type AttributedPlan, type Compilation, planners, type SaidOfPlan } from '../../domain/plan/plan.ts'
import { planDigest } from '../../domain/work/confirming/acceptance.ts'
import { needsConfirmation } from '../../domain/work/confirming/needs-confirmation.ts'
import type { KeptTrigger } from '../../domain/work/prompt-triggers.ts'
import type { Schedule } from '../../domain/work/schedule.ts'

export const WorkflowTable = defineEntity({
  name: 'Workflow',
  tableName: 'workflows',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    name: p.text(),
    description: p.text().nullable(),
    /** See domain/work/workflow-slug.ts. */
    slug: p.text(),
    tool: p.boolean(),
    /** Executions at work at once; null for no limit. */
    concurrency: p.integer().nullable(),
    /** Compute units that each execution may use; null for no limit. */
    budget: p.integer().nullable(),
    monthlyBudget: p.integer().nullable(),
    activeVersionId: p.text(),
    latestVersion: p.integer(),
    /** JSON text: KeptSchedule. */
    schedule: p.text().nullable(),
    scheduleRevision: p.integer(),
    scheduleTold: p.integer(),
    /** JSON text: KeptCanary, EndedCanary. */
    canary: p.text().nullable(),
    endedCanary: p.text().nullable(),
    createdAt: p.bigint('number'),
    updatedAt: p.bigint('number'),
    deletedAt: p.bigint('number').nullable(),
  },
})

export const WorkflowVersionTable = defineEntity({
  name: 'WorkflowVersion',
  tableName: 'workflow_versions',
  properties: {
    id: p.text().primary(),
    workflowId: p.text(),
    organizationId: p.text(),
    version: p.integer(),
    prompt: p.text(),
    /** JSON text: Plan, Diagnostic[], JsonSchema. */
    plan: p.text(),
    diagnostics: p.text(),
    inputsSchema: p.text(),
    explanation: p.text().nullable(),
    /** Null in versions from before it was kept. */
    plannedBy: p.enum(planners).nullable(),
    /**
     * Of plan and explanation, where somebody has to accept them; see domain/work/confirming/acceptance.ts.
     */
    digest: p.text().nullable(),
    /** JSON text: KeptSaying. */
    said: p.text().nullable(),
    status: p.enum(['ready', 'needs_review'] as const),
    /** JSON text: Schedule | null; see VersionContent. */
    promptSchedule: p.text().nullable(),
    /** JSON text: KeptTrigger[]; see VersionContent. */
    promptTriggers: p.text().nullable(),
    note: p.text().nullable(),
    createdBy: p.text(),
    createdAt: p.bigint('number'),
  },
})

/** What was said of a plan, beside it: for who confirms it. */
export type KeptSaying = Pick<SaidOfPlan, 'quotes' | 'assumptions' | 'cannot' | 'questions' | 'base'>

/** The content of a version. */
export interface VersionContent {
  /** Default: a new id. */
  readonly id?: string
  readonly prompt: string
  /** Without `plannedBy` nobody knows who made the plan. */
  readonly compilation: Compilation & Partial<AttributedPlan>
  /** The schedule that the prompt names; null for none, absent where nobody can tell. */
  readonly promptSchedule?: Schedule | null | undefined
  /** The triggers that the prompt says; absent where nobody can tell. */
  readonly promptTriggers?: readonly KeptTrigger[] | undefined
  readonly note?: string | null
  /** Id of the user. */
  readonly createdBy: string
  /** The API key of the request, for the triggers that the prompt says; null or absent: a person's. */
  readonly keyId?: string | null
}

/** The row of a new version. */
export function versionRow(
  workflow: { readonly id: string; readonly organizationId: string },
  version: number,
  {
    id = newId('workflowVersion'),
    prompt,
    compilation,
    promptSchedule,
    promptTriggers,
    note = null,
    createdBy,
  }: VersionContent,
  createdAt: number,
) {
  return {
    id,
    workflowId: workflow.id,
    organizationId: workflow.organizationId,
    version,
    prompt,
    plan: JSON.stringify(compilation.plan),
    diagnostics: JSON.stringify(compilation.diagnostics),
    inputsSchema: JSON.stringify(compilation.inputsSchema),
    explanation: compilation.explanation,
    plannedBy: compilation.plannedBy ?? null,
    digest: needsConfirmation(compilation.plannedBy) ? planDigest(compilation) : null,
    said: saidText(compilation),
    status: compilation.status,
    promptSchedule: promptSchedule === undefined ? null : JSON.stringify(promptSchedule),
    promptTriggers: promptTriggers === undefined ? null : JSON.stringify(promptTriggers),
    note,
    createdBy,
    createdAt,
  }
}

/** What was said of the plan, as it is kept; null where nothing was. */
function saidText({ quotes, assumptions, cannot, questions, base }: Partial<AttributedPlan>): string | null {
  if (quotes === undefined && assumptions === undefined && base === undefined) return null
  return JSON.stringify({ quotes, assumptions, cannot, questions, base })
}
