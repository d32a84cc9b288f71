// A workflow comes into being: its row and that of version 1, or neither.
import type { KeptSchedule } from '../domain/schedule.ts'
import { distinctSlug, workflowSlug } from '../domain/workflow-slug.ts'
import type { Database } from './database.ts'
import { breaksUnique } from './database-errors.ts'
import { EventOutboxTable } from './event-table.ts'
import { firstSchedule } from './schedules.ts'
import { workflowEvent } from './workflow-events.ts'
import { type VersionContent, versionRow, WorkflowTable, WorkflowVersionTable } from './workflow-tables.ts'

export interface NewWorkflow extends VersionContent {
  /** Default: a new one. With one that is there already, that workflow is the answer. */
  readonly id?: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly concurrency?: number | null | undefined
  /** Default false. */
  readonly tool?: boolean | undefined
  readonly schedule?: KeptSchedule | undefined
}

/** Changes nothing when there is a workflow of that id. */
export async function insertWorkflow(
  database: Database,
  identity: { readonly id: string; readonly organizationId: string },
  { name, description = null, concurrency = null, tool = false, schedule, ...content }: NewWorkflow,
): Promise<void> {
  const now = Date.now()
  const first = versionRow(identity, 1, content, now)
  const row = {
    ...identity,
    ...{ name, description, concurrency, tool, activeVersionId: first.id, latestVersion: 1 },
    ...firstSchedule(schedule),
    ...{ createdAt: now, updatedAt: now, deletedAt: null },
  }
  const slug = workflowSlug(name)
  for (const free of [slug, distinctSlug(slug, identity.id)]) {
    try {
      await database.transaction(async em => {
        await em.insert(WorkflowTable, { ...row, slug: free })
        await em.insert(WorkflowVersionTable, first)
        await em.insert(EventOutboxTable, workflowEvent('workflow.created', row))
      })
      return
    } catch (error) {
      // A repeated request breaks one or the other, whichever PostgreSQL looks at first.
      if (!breaksUnique(error, 'workflows_pkey') && !breaksUnique(error, 'workflows_slug')) throw error
    }
  }
}
