// Which version the triggers of a workflow start while its active one needs review: the ready one that was
// active before. Called under the lock of the workflow's row, in the transaction of the change that
// activates another version (storage/workflows/workflows.ts).
// 1. It is noted on the triggers that are there: what was live stays live, and nothing else becomes so.
// 2. It counts only while the active version needs review, so a note that is out of date does no harm.
import type { EntityManager } from '@mikro-orm/postgresql'
import { noteServing as noteOnSchedule, type ScheduleColumns } from './schedules.ts'
import { WorkflowVersionTable } from './workflow-tables.ts'

interface ChangedWorkflow extends ScheduleColumns {
  readonly id: string
  readonly organizationId: string
  /** Of the version before. */
  readonly activeVersionId: string
}

/** @param status of the version that becomes the active one */
export async function noteServing(
  em: EntityManager,
  workflow: ChangedWorkflow,
  status: 'ready' | 'needs_review',
): Promise<void> {
  if (status === 'ready') return
  const before = await em.findOne(WorkflowVersionTable, { id: workflow.activeVersionId })
  // After several that need review it is still the one before the first of them.
  if (before?.status !== 'ready') return
  await em.execute(noteOnTriggers, [before.id, workflow.organizationId, workflow.id])
  noteOnSchedule(workflow, before.id)
}

const noteOnTriggers = `update workflow_triggers
  set settings = (settings::jsonb || jsonb_build_object('servedBy', ?::text))::text
  where organization_id = ? and workflow_id = ?`
