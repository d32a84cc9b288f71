// Prepares the retry of one execution for bulk/effects.ts, in a host's thread, from rows and the journal.

import type { ExecutionLimits } from '../../domain/billing/tiers.ts'
import { notFound } from '../../domain/failure.ts'
import type { StartExecution } from '../../domain/work/execution.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { Terms } from '../../storage/accounts/terms.ts'
import type { FindBudget } from '../../storage/chat/maker-keys.ts'
import type { EarlierExecution } from '../../storage/executions/earlier-execution.ts'
import type { StoredVersion } from '../../storage/workflows/plan-reader.ts'
import { keptOf } from '../execution/starting/forking.ts'
import { retryOf } from '../execution/starting/retrying.ts'
import { prepareStart, type Runnable } from '../execution/starting/starting.ts'

export interface RetriesParts {
  /** @throws {Failure} not-found */
  readonly findExecution: (organizationId: string, id: string) => Promise<EarlierExecution>
  /** @throws {Failure} not-found */
  readonly findWorkflow: (organizationId: string, idOrName: string) => Promise<Runnable>
  readonly findVersion: (versionId: string) => Promise<StoredVersion | null>
  /** @throws {Failure} not-found */
  readonly findTerms: (organizationId: string) => Promise<Terms>
  readonly read: (address: string, after: number, limit: number) => Promise<Entry[]>
  /** The budget of the key that asks. Default: none. @throws {Failure} forbidden: the key has ended */
  readonly findBudget?: FindBudget
  /** Executions a month, by plan. */
  readonly executionLimits: ExecutionLimits
}

export interface RetryRequest {
  readonly organizationId: string
  readonly id: string
  readonly startedBy: string | null
  /** Id of the API key that asks. */
  readonly key?: string | null
  readonly root?: string | undefined
}

/**
 * The start of a new execution that retries an ended one; `continue` when the execution goes on, so that its
 * parked steps are retried.
 * @throws {Failure} not-found, workflow-needs-review, validation-failed
 */
export type Retries = (request: RetryRequest) => Promise<StartExecution | 'continue'>

export function retries(parts: RetriesParts): Retries {
  return async ({ organizationId, id, startedBy, key: keyId = null, root: ofRequest }) => {
    const key = (await parts.findBudget?.(organizationId, keyId)) ?? null
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
    const root = ofRequest ?? earlier.root ?? undefined
    const facts = { organizationId, plan, executionLimits: parts.executionLimits, startedBy, key, root }
    return prepareStart({ ...facts, ...retry })
  }
}

/** The version that the execution ran. It was ready then, so it has no diagnostics. */
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
