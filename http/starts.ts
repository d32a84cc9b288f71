// From a request to an execution under way: which version runs, who started it and why, how long the answer waits.
import { prepareStart, type Runnable } from '../actors/execution/starting.ts'
import { type Execution, isTerminal, type StartExecution, type Trigger } from '../domain/execution.ts'
import { Failure } from '../domain/failure.ts'
import type { JsonObject } from '../domain/json.ts'
import type { Caller } from '../domain/permissions.ts'
import { formatTraceparent, parseTraceparent } from '../domain/traceparent.ts'
import type { IncomingRequest } from './exchange.ts'
import type { Intent } from './intent.ts'
import { preferredWait } from './prefer.ts'
import { type Reply, rawJson } from './reply.ts'
import type { Services } from './services.ts'

export interface Visit {
  readonly services: Services
  readonly caller: Caller
  readonly request: IncomingRequest
  readonly intent: Intent
}

/** What is to be started. */
export interface Start {
  readonly runnable: Runnable
  readonly inputs: JsonObject
  /** Default: started over the API. */
  readonly trigger?: Trigger
  readonly forkedFrom?: StartExecution['forkedFrom']
}

/**
 * Answers the execution that the intent starts; one that it has started before, as it is now.
 * @param choose says what to start; not asked when it has been started
 * @throws {Failure} not-found, workflow-needs-review, validation-failed, quota-exceeded, overloaded, unavailable
 */
export async function startOnce(visit: Visit, choose: () => Promise<Start>): Promise<Reply<never>> {
  const { request } = visit
  const wait = preferredWait(request)
  const waitMs = wait === null ? 0 : wait * 1_000
  const execution = (await startedBefore(visit, waitMs)) ?? (await startNow(visit, await choose(), waitMs))
  return rawJson(execution, wait === null ? {} : { headers: { 'Preference-Applied': `wait=${wait}` } })
}

async function startedBefore({ services, caller, intent }: Visit, waitMs: number): Promise<string | null> {
  if (!intent.isRepeated) return null
  try {
    return await services.runs.view(caller.organizationId, intent.newId('execution'), waitMs)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return null
    throw error
  }
}

/**
 * @param waitMs answers when it has ended, or after that time what it is then; 0 answers at once
 * @returns the execution as JSON text
 * @throws {Failure} as startOnce
 */
export async function startNow(
  { services, caller, intent, request }: Omit<Visit, 'request'> & { readonly request?: IncomingRequest },
  { runnable, inputs, trigger = triggerOf(caller), forkedFrom = null }: Start,
  waitMs: number,
): Promise<string> {
  const { organizationId, userId: startedBy } = caller
  const { freeExecutions, organizations, runs } = services
  const { plan } = await organizations.terms(organizationId)
  const facts = { organizationId, plan, freeExecutions, startedBy }
  const prepared = prepareStart({ ...facts, runnable, inputs, trigger, forkedFrom, ...originOf(request) })
  const id = intent.newId('execution')
  const identity = { id, isRepeated: intent.isRepeated }
  if (!prepared.isGated) return runs.start(prepared, waitMs, identity)
  const queued = await runs.start(prepared, 0, identity)
  services.admission.poke()
  return waitMs === 0 ? queued : runs.view(organizationId, id, waitMs)
}

/** What of the request its execution keeps: a trace that came in goes on, whether requests are traced here or not. */
function originOf(request: IncomingRequest | undefined): { requestId?: string; trace?: string } {
  if (request === undefined) return {}
  const context = request.span?.context ?? parseTraceparent(request.header('traceparent'))
  return { requestId: request.id, ...(context && { trace: formatTraceparent(context) }) }
}

/**
 * Tries the parked steps of an execution that goes on; null when it is over, and another has to be started.
 * @throws {Failure} conflict: it goes on, and nothing is parked
 */
export async function continueInPlace(
  { services, caller, intent }: Visit,
  { id, status }: Execution,
): Promise<Reply<never> | null> {
  const isOver = isTerminal(status)
  // What is over now may have been parked when the same request came before.
  if (isOver && !intent.isRepeated) return null
  try {
    const execution = await services.runs.continueParked(caller.organizationId, id, intent.id)
    return rawJson(execution, { status: 200 })
  } catch (error) {
    if (isOver && error instanceof Failure && error.code === 'conflict') return null
    throw error
  }
}

function triggerOf({ key }: Caller): Trigger {
  return { kind: 'api', ref: key?.id ?? null }
}

/** The version of a workflow that runs now. @throws {Failure} not-found */
export async function activeRunnable(
  { workflows, organizations }: Services,
  organizationId: string,
  id: string,
): Promise<Runnable> {
  const { view, versionId } = await workflows.active(organizationId, id)
  const terms = await organizations.terms(organizationId)
  const isLimited = view.concurrency !== null || terms.concurrency !== null
  const { version, status, diagnostics, inputsSchema, name } = view
  return {
    workflowId: id,
    workflowName: name,
    versionId,
    version,
    status,
    diagnostics,
    inputsSchema,
    isLimited,
  }
}

/** Another version of the workflow. @throws {Failure} not-found */
export async function versionRunnable(
  { workflows }: Services,
  organizationId: string,
  active: Runnable,
  number: number,
): Promise<Runnable> {
  const { id, version, diagnostics } = await workflows.version(organizationId, active.workflowId, number)
  const stored = await workflows.versionById(id)
  const { status, inputsSchema } = stored!
  return { ...active, versionId: id, version, status, diagnostics, inputsSchema }
}
