// Reads the execution that a retry starts from. Host threads call it (actors/bulk/retries.ts), since they
// have no stores.

import { notFound } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type ExecutionStatus, isTerminal } from '../../domain/work/execution.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export interface EarlierExecution {
  readonly id: string
  readonly isOver: boolean
  readonly workflowId: string
  readonly workflowVersion: number
  readonly versionId: string
  readonly inputs: JsonObject
  /** As of StartExecution; null or absent: it descends from no other. */
  readonly root?: string | null
}

/** @throws {Failure} not-found, unavailable */
export async function loadEarlier(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<EarlierExecution> {
  const [row] = await queries.query<Row>(find, [organizationId, id])
  if (row === undefined) throw notFound('execution')
  const { status, inputs, ...rest } = row
  return { ...rest, isOver: isTerminal(status), inputs: JSON.parse(inputs) }
}

type Row = Omit<EarlierExecution, 'isOver' | 'inputs'> & { status: ExecutionStatus; inputs: string }

const find: Statement = {
  name: 'executions.earlier',
  text: `select id, status, workflow_id as "workflowId", workflow_version as "workflowVersion",
      version_id as "versionId", inputs, root
    from executions where organization_id = $1 and id = $2`,
}
