// Prepares the start of an execution: checks that the version is ready, fills missing inputs with their
// defaults, checks that they fit, and adds the limits of the organization. Every way in uses it: REST, /rpc,
// schedules, retries, bulk actions.

import type { ExecutionLimits } from '../../../domain/billing/tiers.ts'
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { BillingPlan } from '../../../domain/people/organization.ts'
import { withDefaults } from '../../../domain/schema/defaults.ts'
import { compileSchema, defectUnder } from '../../../domain/schema/schema-check.ts'
import { smallerBudget } from '../../../domain/work/budget.ts'
import { isUnattended } from '../../../domain/work/confirming/acceptance.ts'
import type { StartExecution, Trigger } from '../../../domain/work/execution.ts'

import type { ActiveVersion } from '../../../storage/workflows/plan-reader.ts'

/** The version to run: the active one of a workflow, or another. */
export type Runnable = ActiveVersion

export interface StartRequest {
  readonly organizationId: string
  readonly runnable: Runnable
  readonly inputs: JsonObject
  readonly trigger: Trigger
  readonly plan: BillingPlan
  readonly executionLimits: ExecutionLimits
  /** The user, or the owner of the API key. */
  readonly startedBy: string | null
  /** Of this start; the workflow may have a smaller one. Default: none. */
  readonly budget?: number | null | undefined
  /** The API key that starts it, when it has a budget. */
  readonly key?: { readonly id: string; readonly budget: number } | null | undefined
  readonly forkedFrom?: StartExecution['forkedFrom']
  readonly follower?: string | undefined
  /** As of StartExecution. */
  readonly root?: string | undefined
  /** Id and traceparent of the HTTP request. */
  readonly requestId?: string | undefined
  readonly trace?: string | undefined
}

/** @throws {Failure} workflow-needs-review, validation-failed naming the input */
export function prepareStart(request: StartRequest): StartExecution {
  acceptableInputs(request.runnable, request.inputs)
  refuseUnaccepted(request.runnable, request.trigger)
  return startOf(request)
}

/** The start of what `refuseUnready` and `refuseUnfit` let pass. */
export function startOf(request: StartRequest): StartExecution {
  const {
    organizationId,
    runnable,
    inputs,
    trigger,
    plan,
    executionLimits,
    startedBy,
    forkedFrom = null,
    follower,
    root,
    requestId,
    trace,
  } = request
  const budget = smallerBudget(request.budget ?? null, runnable.budget ?? null)
  return {
    organizationId,
    workflowId: runnable.workflowId,
    workflowName: runnable.workflowName,
    workflowVersion: runnable.version,
    versionId: runnable.versionId,
    inputs: withDefaults(runnable.inputsSchema, inputs),
    trigger,
    limit: executionLimits[plan],
    ...(runnable.isLimited && { isGated: true }),
    ...(budget !== null && { budget }),
    ...budgetsOf(runnable, request.key ?? null),
    startedBy,
    parent: null,
    forkedFrom,
    ...(follower !== undefined && { follower }),
    ...(root !== undefined && { root }),
    ...(requestId !== undefined && { requestId }),
    ...(trace !== undefined && { trace }),
  }
}

/** The monthly budgets of a start, always in the same order: so they are locked. */
export function budgetsOf(
  { workflowId, monthlyBudget = null }: Pick<Runnable, 'workflowId' | 'monthlyBudget'>,
  key: { readonly id: string; readonly budget: number } | null,
): Pick<StartExecution, 'budgets'> {
  const ofKey = key === null ? [] : [{ scope: 'key', id: key.id, limit: key.budget } as const]
  const ofWorkflow =
    monthlyBudget === null ? [] : [{ scope: 'workflow', id: workflowId, limit: monthlyBudget } as const]
  const budgets = [...ofKey, ...ofWorkflow]
  return budgets.length === 0 ? {} : { budgets }
}

/**
 * Checks that a version can run with these inputs.
 * @returns them, with the defaults of those that are missing
 * @throws {Failure} as `prepareStart`
 */
export function acceptableInputs(runnable: Runnable, given: JsonObject): JsonObject {
  refuseUnready(runnable)
  const inputs = withDefaults(runnable.inputsSchema, given)
  refuseUnfit(compileSchema(runnable.inputsSchema)(inputs))
  return inputs
}

/** @throws {Failure} workflow-needs-review */
export function refuseUnready(runnable: Runnable): void {
  if (runnable.status !== 'ready') throw needsReview(runnable)
}

/** @throws {Failure} workflow-needs-review: nobody has confirmed the plan, and nobody watches */
export function refuseUnaccepted(
  { needsAcceptance, workflowName }: Runnable,
  trigger: Pick<Trigger, 'kind' | 'ref'>,
): void {
  if (!needsAcceptance || !isUnattended(trigger)) return
  throw new Failure(
    'workflow-needs-review',
    `workflow "${workflowName}" was planned by a language model or an agent: somebody has to confirm it before it runs unattended`,
  )
}

/** @param defect of the inputs @throws {Failure} validation-failed */
export function refuseUnfit(defect: string | null): void {
  if (defect !== null) throw new Failure('validation-failed', defectUnder('inputs', defect))
}

function needsReview({ workflowName, diagnostics }: Runnable): Failure {
  const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0]
  return new Failure(
    'workflow-needs-review',
    `workflow "${workflowName}" needs review: ${first?.message ?? 'it has no plan'}`,
  )
}
