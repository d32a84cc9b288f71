// Rows beside which memories are tested: shared memories and executions.
import { newId } from '../../domain/ids.ts'
import type { ExecutionStatus } from '../../domain/work/execution.ts'
import type { Queries } from '../../storage/postgres/statement.ts'

/** @param lists workflows that may; absent: all */
export async function sharedMemory(
  queries: Queries,
  organizationId: string,
  name: string,
  { readers, writers }: { readers?: readonly string[]; writers?: readonly string[] } = {},
): Promise<void> {
  const text = `insert into memories (id, organization_id, name, readers, writers, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 0, 0)`
  const values = [`test-${newId('event')}`, organizationId, name, readers ?? null, writers ?? null]
  await queries.query({ name: 'test.shared-memory', text }, values)
}

/** An execution as its row shows it, or another status of one. */
export async function executionRow(
  queries: Queries,
  { organizationId, workflowId }: { readonly organizationId: string; readonly workflowId: string },
  row: { readonly id?: string; readonly status?: ExecutionStatus; readonly forkedFrom?: string },
): Promise<string> {
  const { id = newId('execution'), status = 'running', forkedFrom = null } = row
  const text = `insert into executions as e (id, organization_id, workflow_id, workflow_name, workflow_version,
      version_id, status, trigger, inputs, cu, created_at, forked_from)
    values ($1, $2, $3, '', 1, '', $4, '{}', '{}', 0, 0, $5) on conflict (id) do update set status = $4`
  await queries.query({ name: 'test.execution-row', text }, [
    id,
    organizationId,
    workflowId,
    status,
    forkedFrom,
  ])
  return id
}
