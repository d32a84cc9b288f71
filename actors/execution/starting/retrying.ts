// The retry of an ended execution: its version and inputs, or others, and the results that it keeps. The
// route of retries and bulk actions (actors/bulk/retries.ts) call it.

import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { ForkedFrom, StepEdit, Trigger } from '../../../domain/work/execution.ts'
import { sizeBounds, sizeOf } from '../steps/sizes.ts'
import { type Kept, withoutApprovals } from './forking.ts'
import type { Runnable } from './starting.ts'

/** The execution to retry. */
export interface Earlier {
  readonly id: string
  readonly workflowId: string
  readonly workflowVersion: number
  readonly inputs: JsonObject
}

/** What the retry changes; null and undefined change nothing. */
export interface RetryWish {
  readonly fromStep?: string | null | undefined
  readonly inputs?: JsonObject | null | undefined
  readonly version?: number | null | undefined
  /** Of `fromStep`. */
  readonly edit?: StepEdit | null | undefined
}

export interface RetryParts {
  /** The active version of a workflow. @throws {Failure} not-found */
  readonly active: (workflowId: string) => Promise<Runnable>
  /** @throws {Failure} not-found */
  readonly version: (active: Runnable, version: number) => Promise<Runnable>
  /** Results of an execution, by path. @throws {Failure} not-found; validation-failed: no such step */
  readonly kept: (id: string, fromStep: string | null) => Promise<Kept>
  /** The plan of a version. */
  readonly plan: (versionId: string) => Promise<Plan>
}

export interface Retry {
  readonly runnable: Runnable
  readonly inputs: JsonObject
  readonly trigger: Trigger
  readonly forkedFrom: ForkedFrom
}

/**
 * @throws {Failure} not-found: the workflow or the version; validation-failed: no such step; conflict: too
 *   much to keep
 */
export async function retryOf(parts: RetryParts, earlier: Earlier, wish: RetryWish = {}): Promise<Retry> {
  const { id, workflowId, workflowVersion } = earlier
  const active = await parts.active(workflowId)
  const runnable = await parts.version(active, wish.version ?? workflowVersion)
  const { kept, endings } = await parts.kept(id, wish.fromStep ?? null)
  // An approval covers what was shown, once. So only an unchanged retry keeps it.
  const isDecided = wish.fromStep == null && wish.inputs == null && wish.version == null
  const wanted = isDecided ? kept : withoutApprovals(kept, await parts.plan(runnable.versionId))
  return {
    runnable,
    inputs: wish.inputs ?? earlier.inputs,
    trigger: { kind: 'retry', ref: id },
    forkedFrom: {
      id,
      kept: keepable(wanted),
      ...endingsOf(wanted, endings),
      ...(wish.edit && { edit: wish.edit }),
    },
  }
}

/** Of the results that are kept; nothing where all are what their steps gave. */
function endingsOf(wanted: JsonObject, endings: Kept['endings']): Pick<ForkedFrom, 'endings'> {
  const its = Object.entries(endings).filter(([path]) => Object.hasOwn(wanted, path))
  return its.length === 0 ? {} : { endings: Object.fromEntries(its) }
}

function keepable(kept: JsonObject): JsonObject {
  const bytes = sizeOf(kept)
  if (bytes <= sizeBounds.kept) return kept
  const message = `a retry keeps ${sizeBounds.kept} bytes of results at most, and these have ${bytes}: start the workflow anew`
  throw new Failure('conflict', message)
}
