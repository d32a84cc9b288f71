// The version that a trigger starts: the active one, and while that needs review the ready one that was
// active before (storage/workflows/serving.ts). A prompt that somebody is still working on takes no hook,
// schedule or completion down. Whoever asks for an execution themselves is told of the review instead.
import type { StoredVersion } from '../../../storage/workflows/plan-reader.ts'
import type { Runnable } from './starting.ts'

interface Serving {
  /** Id of the version, as the trigger has it noted; absent: none was live. */
  readonly servedBy?: string | undefined
  /** The organization lets nothing run unattended that a model planned and nobody accepted. */
  readonly acceptsPlans: boolean
  readonly load: (versionId: string) => Promise<StoredVersion | null>
}

export async function servingVersion(
  active: Runnable,
  { servedBy, acceptsPlans, load }: Serving,
): Promise<Runnable> {
  if (active.status === 'ready' || servedBy === undefined) return active
  const found = await load(servedBy)
  if (found === null || found.workflowId !== active.workflowId) return active
  const { id: versionId, version, status, inputsSchema, isUnaccepted } = found
  const needsAcceptance = acceptsPlans && isUnaccepted
  return { ...active, versionId, version, status, inputsSchema, diagnostics: [], needsAcceptance }
}
