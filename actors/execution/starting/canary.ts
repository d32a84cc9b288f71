// Chooses between the active version and the canary of a workflow, for an execution whose id is known. Every
// way in that starts the active version asks; a start of a named version does not.
import { takesCanary } from '../../../domain/work/versions/canary.ts'
import type { StoredVersion } from '../../../storage/workflows/plan-reader.ts'
import type { Runnable } from './starting.ts'

interface Choosing {
  /** Lets the organization nothing run unattended that a model or an agent planned and nobody accepted? */
  readonly acceptsPlans: () => boolean | Promise<boolean>
  /** A version by its id. */
  readonly load: (versionId: string) => Promise<StoredVersion | null>
}

/**
 * What was accepted when it was tried may be reopened since: until somebody accepts it again, it gets
 * nothing.
 */
export async function chosenVersion(
  runnable: Runnable,
  executionId: string,
  { acceptsPlans, load }: Choosing,
): Promise<Runnable> {
  const { canary } = runnable
  if (!canary || !takesCanary(executionId, canary.percent)) return runnable
  const found = await load(canary.versionId)
  if (found === null || (found.isUnaccepted && (await acceptsPlans()))) return runnable
  const { id: versionId, version, status, inputsSchema } = found
  return { ...runnable, versionId, version, status, inputsSchema, diagnostics: [], needsAcceptance: false }
}
