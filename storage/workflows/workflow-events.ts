// The events of a workflow that is made, changed or removed. Called by storage/workflows/workflows.ts and
// new-workflow.ts in the transaction of the change.
import { type EventRow, eventRow } from '../../domain/news/event.ts'

interface ChangedWorkflow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly activeVersionId: string
  readonly latestVersion: number
  readonly createdAt: number
  readonly updatedAt: number
}

export function workflowEvent(
  type: 'workflow.created' | 'workflow.updated' | 'workflow.deleted',
  workflow: ChangedWorkflow,
): EventRow {
  const {
    id,
    organizationId,
    name,
    description = null,
    activeVersionId,
    latestVersion,
    createdAt,
    updatedAt,
  } = workflow
  const data = { id, name, description, activeVersionId, latestVersion, createdAt, updatedAt }
  return eventRow({ organizationId, type, resource: id, data, at: updatedAt })
}
