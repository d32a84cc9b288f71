// Chooses between the active version and the canary of a workflow, for an execution whose id is known. Every
// way in that starts the active version asks; a start of a named version does not.
import { takesCanary } from '../../../domain/work/versions/canary.ts'
import type { StoredVersion } from '../../../storage/workflows/plan-reader.ts'
import type { Runnable } from './starting.ts'

/** @param load a version by its id */
export async function chosenVersion(
  runnable: Runnable,
  executionId: string,
  load: (versionId: string) => Promise<StoredVersion | null>,
): Promise<Runnable> {
  const { canary } = runnable
  if (!canary || !takesCanary(executionId, canary.percent)) return runnable
  const found = await load(canary.versionId)
  if (found === null) return runnable
  const { id: versionId, version, status, inputsSchema } = found
  // It was accepted before it was tried, where that is asked for (storage/workflows/workflows.ts).
  return { ...runnable, versionId, version, status, inputsSchema, diagnostics: [], needsAcceptance: false }
}
