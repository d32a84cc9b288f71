// Inserts a workflow and its version 1 in one transaction. Called by storage/workflows/workflows.ts.
import type { KeptSchedule } from '../../domain/work/schedule.ts'
import { distinctSlug, workflowSlug } from '../../domain/work/workflow-slug.ts'
import { EventOutboxTable } from '../events/event-table.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { applyPromptTriggers } from './prompt-triggers.ts'
import { firstSchedule } from './schedules.ts'
import { schedulePlan, triggerPlan } from './starts.ts'
import { workflowEvent } from './workflow-events.ts'
import { type VersionContent, versionRow, WorkflowTable, WorkflowVersionTable } from './workflow-tables.ts'

export interface NewWorkflow extends VersionContent {
  /** Default: a new id. If the id exists already, its workflow is the answer. */
  readonly id?: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly concurrency?: number | null | undefined
  readonly budget?: number | null | undefined
  readonly monthlyBudget?: number | null | undefined
  /** Default false. */
  readonly tool?: boolean | undefined
  readonly schedule?: KeptSchedule | undefined
}

/** Changes nothing when the id exists. */
export async function insertWorkflow(
  database: Database,
  identity: { readonly id: string; readonly organizationId: string },
  {
    name,
    description = null,
    concurrency = null,
    budget = null,
    monthlyBudget = null,
    tool = false,
    schedule,
    ...content
  }: NewWorkflow,
): Promise<void> {
  const now = Date.now()
  const first = versionRow(identity, 1, content, now)
  const row = {
    ...identity,
    ...{
      name,
      description,
      concurrency,
      budget,
      monthlyBudget,
      tool,
      activeVersionId: first.id,
      latestVersion: 1,
    },
    ...firstSchedule(schedule),
    ...{ canary: null, endedCanary: null },
    ...{ createdAt: now, updatedAt: now, deletedAt: null },
  }
  const { promptTriggers, createdBy: userId, keyId = null, compilation } = content
  const { plan, status, plannedBy = null } = compilation
  const [version, maker] = [
    { plan, status, plannedBy },
    { userId, keyId },
  ]
  schedulePlan(row, version, maker)
  const slug = workflowSlug(name)
  for (const free of [slug, distinctSlug(slug, identity.id)]) {
    try {
      await database.transaction(async em => {
        await em.insert(WorkflowTable, { ...row, slug: free })
        await em.insert(WorkflowVersionTable, first)
        if (promptTriggers?.length) await applyPromptTriggers(em, row, promptTriggers, maker)
        await triggerPlan(em, row, version, maker)
        await em.insert(EventOutboxTable, workflowEvent('workflow.created', row))
      })
      return
    } catch (error) {
      // A repeated request breaks either constraint, whichever PostgreSQL checks first.
      if (!breaksUnique(error, 'workflows_pkey') && !breaksUnique(error, 'workflows_slug')) throw error
    }
  }
}
