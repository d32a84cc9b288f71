// Starts executions for routes and for tools of /rpc: picks the version that runs, records who started it and
// why, and waits for its end as long as the request prefers.
import type { ContinueWish } from '../../actors/execution/client.ts'
import { chosenVersion } from '../../actors/execution/starting/canary.ts'
import { servingVersion } from '../../actors/execution/starting/serving.ts'
import {
  type Runnable,
  refuseUnaccepted,
  refuseUnfit,
  refuseUnready,
  startOf,
} from '../../actors/execution/starting/starting.ts'
import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { withDefaults } from '../../domain/schema/defaults.ts'
import { formatTraceparent, parseTraceparent } from '../../domain/traceparent.ts'
import { type Execution, isTerminal, type StartExecution, type Trigger } from '../../domain/work/execution.ts'
import type { Terms } from '../../storage/accounts/terms.ts'
import { startWithin } from '../../storage/usage/start-bounds.ts'
import type { StoredTrigger } from '../../storage/workflows/triggers.ts'
import type { IncomingRequest } from '../exchange.ts'
import { type Intent, unkeyed } from '../pipeline/intent.ts'
import { preferredWait } from '../pipeline/prefer.ts'
import { type Reply, rawJson } from '../pipeline/reply.ts'
import type { Services } from '../services.ts'

/** The caller and the request that ask for a start. */
export interface StartContext {
  readonly services: Services
  readonly caller: Caller
  readonly request: IncomingRequest
  readonly intent: Intent
}

/** The execution to start. */
export interface Start {
  readonly runnable: Runnable
  readonly inputs: JsonObject
  readonly budget?: number | null | undefined
  /** The terms of the organization, by which the runnable was chosen. */
  readonly terms: Terms
  /** Default: started over the API. */
  readonly trigger?: Trigger
  readonly forkedFrom?: StartExecution['forkedFrom']
  /** The execution from which it descends. Default: that of the caller's request. */
  readonly root?: string | undefined
}

/**
 * The answer to a repeated request: the execution that it started before, as it is now. Null when the request
 * is new.
 */
export async function repeatedStart(context: StartContext): Promise<Reply<never> | null> {
  const { services, caller, intent, request } = context
  if (!intent.isRepeated) return null
  const wait = preferredWait(request)
  try {
    const id = intent.newId('execution')
    return startReply(await services.executionClient.view(caller.organizationId, id, waitMsOf(wait)), wait)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return null
    throw error
  }
}

/**
 * Starts an execution and answers it, after the wait that the request prefers.
 * @throws {Failure} workflow-needs-review, validation-failed, quota-exceeded, budget-exceeded, conflict: too
 *   many descend from one execution; rate-limited, overloaded, unavailable
 */
export async function startExecution(context: StartContext, start: Start): Promise<Reply<never>> {
  const wait = preferredWait(context.request)
  return startReply(await startNow(context, start, waitMsOf(wait)), wait)
}

/** @param wait seconds that the request prefers; null for none */
function startReply(execution: string, wait: number | null): Reply<never> {
  return rawJson(execution, wait === null ? {} : { headers: { 'Preference-Applied': `wait=${wait}` } })
}

function waitMsOf(wait: number | null): number {
  return wait === null ? 0 : wait * 1_000
}

/**
 * @param waitMs answers at the end of the execution, or after that time with its state then; 0 answers at
 *   once
 * @returns the execution as JSON text
 * @throws {Failure} as startExecution
 */
export async function startNow(
  {
    services,
    caller,
    intent,
    request,
  }: Omit<StartContext, 'request'> & { readonly request?: IncomingRequest },
  {
    runnable,
    inputs,
    budget,
    terms,
    trigger = triggerOf(caller),
    forkedFrom = null,
    root = caller.root,
  }: Start,
  waitMs: number,
): Promise<string> {
  const { organizationId, userId: startedBy } = caller
  const { executionLimits, executionClient: runs, thinking } = services
  const id = intent === unkeyed ? runs.newId() : intent.newId('execution')
  const version = await chosenVersion(runnable, id, {
    acceptsPlans: () => terms.acceptsPlans,
    load: services.workflows.versionById,
  })
  refuseUnready(version)
  refuseUnaccepted(version, trigger)
  const filled = withDefaults(version.inputsSchema, inputs)
  refuseUnfit(await thinking.check({ organizationId }, version.inputsSchema, filled))
  const facts = { organizationId, plan: terms.plan, executionLimits, startedBy }
  const prepared = startOf({
    ...{
      ...facts,
      runnable: version,
      inputs: filled,
      budget,
      key: keyOf(caller),
      trigger,
      forkedFrom,
      follower: caller.chatId,
      root,
    },
    ...originOf(request),
  })
  const identity = { id, isRepeated: intent.isRepeated }
  const start = (ms: number) =>
    startWithin(services.startBounds, id, prepared, admitted => runs.start(admitted, ms, identity))
  if (!prepared.isGated) return start(waitMs)
  const queued = await start(0)
  services.admission.poke()
  return waitMs === 0 ? queued : runs.view(organizationId, id, waitMs)
}

/**
 * The facts of a request that its execution keeps. An incoming trace continues, even when requests are not
 * traced here.
 */
function originOf(request: IncomingRequest | undefined): { requestId?: string; trace?: string } {
  if (request === undefined) return {}
  const context = request.span?.context ?? parseTraceparent(request.header('traceparent'))
  return { requestId: request.id, ...(context && { trace: formatTraceparent(context) }) }
}

/**
 * Retries the parked steps of an execution that has not ended, or the one that is wished; null when it has
 * ended, and a new one must be started.
 * @throws {Failure} conflict: it has not ended, and no step is parked; validation-failed: the wished step is
 *   not parked
 */
export async function continueInPlace(
  { services, caller, intent }: StartContext,
  { id, status }: Execution,
  wish: Pick<ContinueWish, 'step' | 'edit'>,
): Promise<Reply<never> | null> {
  const isOver = isTerminal(status)
  // The execution may have ended since an earlier try of this request retried its parked steps.
  if (isOver && !intent.isRepeated) return null
  try {
    const execution = await services.executionClient.continueParked(caller.organizationId, id, {
      ...wish,
      intent: intent.id,
    })
    return rawJson(execution, { status: 200 })
  } catch (error) {
    if (isOver && error instanceof Failure && error.code === 'conflict') return null
    throw error
  }
}

/** The key whose budget holds for what the caller does. */
export function keyOf({ key }: Pick<Caller, 'key'>): { readonly id: string; readonly budget: number } | null {
  return key?.budget == null ? null : { id: key.id, budget: key.budget }
}

function triggerOf({ key, chatId }: Caller): Trigger {
  return chatId === undefined ? { kind: 'api', ref: key?.id ?? null } : { kind: 'chat', ref: chatId }
}

/**
 * The active version of a workflow, under the terms of its organization.
 * @throws {Failure} not-found
 */
export async function activeRunnable(
  { workflows }: Pick<Services, 'workflows'>,
  { organizationId, terms }: { readonly organizationId: string; readonly terms: Terms },
  id: string,
): Promise<Runnable> {
  const { view, versionId, canary } = await workflows.active(organizationId, id)
  const isLimited = view.concurrency !== null || terms.concurrency !== null
  const { version, status, diagnostics, inputsSchema, name, acceptance } = view
  return {
    workflowId: id,
    workflowName: name,
    versionId,
    version,
    status,
    diagnostics,
    inputsSchema,
    isLimited,
    budget: view.budget,
    monthlyBudget: view.monthlyBudget,
    needsAcceptance: terms.acceptsPlans && acceptance !== null && acceptance.acceptedAt === null,
    canary,
  }
}

/** The version that a trigger of a workflow starts. @throws {Failure} not-found */
export async function triggeredRunnable(
  services: Pick<Services, 'workflows'>,
  organization: { readonly organizationId: string; readonly terms: Terms },
  { workflowId, servedBy }: Pick<StoredTrigger, 'workflowId' | 'servedBy'>,
): Promise<Runnable> {
  const active = await activeRunnable(services, organization, workflowId)
  const { acceptsPlans } = organization.terms
  return servingVersion(active, { servedBy, acceptsPlans, load: services.workflows.versionById })
}

/** Another version of the workflow. @throws {Failure} not-found */
export async function versionRunnable(
  { workflows }: Pick<Services, 'workflows'>,
  organizationId: string,
  active: Runnable,
  number: number,
): Promise<Runnable> {
  const { id, version, diagnostics } = await workflows.version(organizationId, active.workflowId, number)
  const stored = await workflows.versionById(id)
  const { status, inputsSchema } = stored!
  // Nobody starts another version than the active one unattended.
  const needsAcceptance = stored!.isUnaccepted
  return {
    ...active,
    versionId: id,
    version,
    status,
    diagnostics,
    inputsSchema,
    needsAcceptance,
    canary: null,
  }
}
