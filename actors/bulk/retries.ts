// The start of an execution that retries another, put together in a host thread from rows and the journal.
import type { StartExecution } from '../../domain/execution.ts'
import { notFound } from '../../domain/failure.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { EarlierExecution } from '../../storage/earlier-execution.ts'
import type { StoredVersion } from '../../storage/plan-reader.ts'
import type { Terms } from '../../storage/terms.ts'
import { keptOf } from '../execution/forking.ts'
import { retryOf } from '../execution/retrying.ts'
import { prepareStart, type Runnable } from '../execution/starting.ts'

export interface RetriesParts {
  /** @throws {Failure} not-found */
  readonly findExecution: (organizationId: string, id: string) => Promise<EarlierExecution>
  /** @throws {Failure} not-found */
  readonly findWorkflow: (organizationId: string, idOrName: string) => Promise<Runnable>
  readonly findVersion: (versionId: string) => Promise<StoredVersion | null>
  /** @throws {Failure} not-found */
  readonly findTerms: (organizationId: string) => Promise<Terms>
  readonly read: (address: string, after: number, limit: number) => Promise<Entry[]>
  /** Executions a month on the free plan. */
  readonly freeExecutions: number
}

export interface RetryRequest {
  readonly organizationId: string
  readonly id: string
  readonly startedBy: string | null
}

/**
 * The start of the execution that retries one that is over; `continue` for one that goes on, with steps that wait for it.
 * @throws {Failure} not-found, workflow-needs-review, validation-failed
 */
export type Retries = (request: RetryRequest) => Promise<StartExecution | 'continue'>

export function retries(parts: RetriesParts): Retries {
  return async ({ organizationId, id, startedBy }) => {
    const earlier = await parts.findExecution(organizationId, id)
    if (!earlier.isOver) return 'continue'
    const retry = await retryOf(
      {
        active: workflowId => parts.findWorkflow(organizationId, workflowId),
        version: active => versionOf(parts, active, earlier),
        kept: (id, fromStep) => keptOf(parts.read, id, fromStep),
        plan: async versionId => (await storedVersion(parts, versionId)).plan,
      },
      earlier,
    )
    const { plan } = await parts.findTerms(organizationId)
    return prepareStart({ organizationId, plan, freeExecutions: parts.freeExecutions, startedBy, ...retry })
  }
}

/** The version that the execution ran; what was ready once stays so. */
async function versionOf(
  parts: RetriesParts,
  active: Runnable,
  { versionId }: EarlierExecution,
): Promise<Runnable> {
  const { version, status, inputsSchema } = await storedVersion(parts, versionId)
  return { ...active, versionId, version, status, diagnostics: [], inputsSchema }
}

async function storedVersion({ findVersion }: RetriesParts, versionId: string): Promise<StoredVersion> {
  const version = await findVersion(versionId)
  if (version === null) throw notFound('workflow version')
  return version
}
