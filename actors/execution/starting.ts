// From "execute this workflow" to a start that an execution accepts: which version runs, do the inputs fit, what may the
// organization start. The same for every way in: REST, /rpc, chat, schedules.
import type { StartExecution, Trigger } from '../../domain/execution.ts'
import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { BillingPlan } from '../../domain/organization.ts'
import { compileSchema, defectUnder } from '../../domain/schema-check.ts'
import { executionLimit } from '../../domain/tiers.ts'

import type { ActiveVersion } from '../../storage/plan-reader.ts'

/** What runs: the active version of a workflow, or one that was asked for. */
export type Runnable = ActiveVersion

export interface StartRequest {
  readonly organizationId: string
  readonly runnable: Runnable
  readonly inputs: JsonObject
  readonly trigger: Trigger
  readonly plan: BillingPlan
  readonly freeExecutions: number
  /** User who asked, or whose key did. */
  readonly startedBy: string | null
  readonly forkedFrom?: StartExecution['forkedFrom']
  /** Of the request. */
  readonly requestId?: string | undefined
  readonly trace?: string | undefined
}

/** @throws {Failure} workflow-needs-review, validation-failed naming the input */
export function prepareStart(request: StartRequest): StartExecution {
  const {
    organizationId,
    runnable,
    inputs,
    trigger,
    plan,
    freeExecutions,
    startedBy,
    forkedFrom = null,
    requestId,
    trace,
  } = request
  acceptableInputs(runnable, inputs)
  return {
    organizationId,
    workflowId: runnable.workflowId,
    workflowName: runnable.workflowName,
    workflowVersion: runnable.version,
    versionId: runnable.versionId,
    inputs,
    trigger,
    limit: executionLimit(plan, freeExecutions),
    ...(runnable.isLimited && { isGated: true }),
    startedBy,
    parent: null,
    forkedFrom,
    ...(requestId !== undefined && { requestId }),
    ...(trace !== undefined && { trace }),
  }
}

/** @throws {Failure} workflow-needs-review, validation-failed naming the input */
export function acceptableInputs(runnable: Runnable, inputs: JsonObject): void {
  if (runnable.status !== 'ready') throw needsReview(runnable)
  const defect = compileSchema(runnable.inputsSchema)(inputs)
  if (defect !== null) throw new Failure('validation-failed', defectUnder('inputs', defect))
}

function needsReview({ workflowName, diagnostics }: Runnable): Failure {
  const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0]
  return new Failure(
    'workflow-needs-review',
    `workflow "${workflowName}" needs review: ${first?.message ?? 'it has no plan'}`,
  )
}
