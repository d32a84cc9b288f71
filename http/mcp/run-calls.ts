// Calls of tools that start an execution: `run_<slug>`, and execute_workflow. A client with tasks gets a task
// at once. Every other caller of `run_<slug>` waits for the output; it hears of the steps if it asks for
// progress, and is asked about approvals if it can be. The answers come in a second call: see SurfaceContext.

import { Failure } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { runOutputSchema } from '../../domain/tools/run-output.ts'
import { type Execution, isTerminal } from '../../domain/work/execution.ts'
import { asksPerson, hasTasks } from '../../rpc/surface/capabilities.ts'
import { executionResult, runResult } from '../../rpc/surface/execution-result.ts'
import type { Outcome, SurfaceContext } from '../../rpc/surface/surface.ts'
import type { WireResult } from '../../rpc/tool-wire.ts'
import { preferredWait } from '../pipeline/prefer.ts'
import { type Approvals, questionsOf } from './approvals.ts'
import { type ExecutionTasks, ignoringEnd } from './execution-tasks.ts'
import { briefStart } from './route-tools/execution-tools.ts'
import type { ToolCallContext } from './service-tools.ts'
import { type Following, follow, startForTool, type ToolStart } from './tool-executions.ts'
import type { OfferedTool, ToolOffer } from './tool-offer.ts'

export interface RunCallParts {
  readonly callContext: ToolCallContext
  readonly offer: ToolOffer
  readonly approvals: Approvals
  readonly tasks: ExecutionTasks
}

type Called = Outcome<WireResult>

/** In `_meta` of a call: when its caller leaves, gives up or cancels it, the execution is cancelled too. */
const cancelOnAbort = 'troupe/cancelOnAbort'

export interface ExecuteCall extends ToolStart {
  readonly isDetailed: boolean
  /** How long the caller would wait for the end; null: it does not say. */
  readonly waitMs: number | null
}

/**
 * Answers at once with the execution; or when it is at rest, or after the wait that the caller asks for, by
 * `waitMs` or by `Prefer: wait=N` of the request.
 * @throws {Failure} as beginRun
 */
export async function executeCall(
  { callContext, tasks }: RunCallParts,
  { isDetailed, waitMs: asked, ...run }: ExecuteCall,
  context: SurfaceContext,
): Promise<Called> {
  if (hasTasks(context.clientCapabilities))
    return { type: 'task', task: await tasks.of(await startForTool(callContext, run)) }
  const waitMs = asked ?? (preferredWait(callContext.request) ?? 0) * 1_000
  const execution =
    waitMs === 0
      ? await startForTool(callContext, run)
      : await startAndFollow(callContext, { ...run, waitMs }, context)
  const whole = execution as unknown as JsonObject
  return {
    type: 'complete',
    result: executionResult(execution, isDetailed ? whole : briefStart(whole)),
  }
}

/** @throws {Failure} as beginRun */
export async function runCall(parts: RunCallParts, run: ToolStart, context: SurfaceContext): Promise<Called> {
  const { callContext, tasks } = parts
  const earlier = stateOf(context.requestState)
  if (earlier !== null) return resume(parts, earlier, context)
  if (hasTasks(context.clientCapabilities))
    return { type: 'task', task: await tasks.of(await startForTool(callContext, run)) }
  const execution = await startAndFollow(callContext, run, context)
  return conclude(parts, execution, { context, defects: new Map() })
}

function startAndFollow(
  callContext: ToolCallContext,
  { waitMs, ...run }: ToolStart & Pick<Following, 'waitMs'>,
  context: SurfaceContext,
): Promise<Execution> {
  const id = callContext.services.executionClient.newId()
  const begin = () => startForTool(callContext, { ...run, id })
  return followExecution(callContext, { id, begin, waitMs }, context)
}

/** Takes the client's answers about approvals: decides them, and waits again. */
async function resume(parts: RunCallParts, id: string, context: SurfaceContext): Promise<Called> {
  const { callContext, offer, approvals } = parts
  const { services, caller } = callContext
  const execution = await services.executions.get(caller.organizationId, id)
  const decide = decideTool(offer)
  const defects = new Map<string, string>()
  for (const approval of decide === null ? [] : execution.approvals) {
    const response = context.inputs[approval.id]
    if (response === undefined) continue
    try {
      const decided = await approvals.decide(callContext, decide!, approval, response)
      if (decided === 'open') return { type: 'complete', result: resultOf(offer, execution) }
    } catch (error) {
      // Somebody else decided first; the execution shows the result.
      if (!(error instanceof Failure) || error.code === 'conflict') continue
      defects.set(approval.id, error.message)
    }
  }
  return conclude(parts, await followExecution(callContext, { id }, context), { context, defects })
}

function resultOf({ sources }: ToolOffer, execution: Execution): WireResult {
  const workflow = sources.workflows.find(({ id }) => id === execution.workflowId)
  return runResult(execution, runOutputSchema(workflow?.outputSchema ?? null) !== null)
}

/** @param defects by approval, why its answer was refused: the question is asked again */
async function conclude(
  { callContext, offer, approvals }: RunCallParts,
  execution: Execution,
  { context, defects }: { readonly context: SurfaceContext; readonly defects: ReadonlyMap<string, string> },
): Promise<Called> {
  const complete: Called = { type: 'complete', result: resultOf(offer, execution) }
  if (isTerminal(execution.status) || !asksPerson(context.clientCapabilities)) return complete
  const asked = await approvals.askedOf(callContext, decideTool(offer), execution)
  if (asked.length === 0) return complete
  return {
    type: 'input-required',
    requests: questionsOf(callContext, offer, asked, defects),
    state: { executionId: execution.id },
  }
}

/** The first notice of progress names the execution, so that a caller that gives up can find it. */
async function followExecution(
  { services, caller }: ToolCallContext,
  { id, begin, waitMs }: Pick<Following, 'id' | 'begin' | 'waitMs'>,
  { signal, progress, meta }: SurfaceContext,
): Promise<Execution> {
  const { organizationId } = caller
  let isNamed = begin === undefined
  const name = () => {
    if (!isNamed) progress?.(0, null, `execution ${id} has started`)
    isNamed = true
  }
  const onStep = (done: number, message: string) => {
    name()
    progress?.(done, null, message)
  }
  const started = begin && (() => begin().then(name))
  const following = { organizationId, id, signal, onStep, waitMs, ...(started && { begin: started }) }
  const execution = await follow(services, following)
  if (!signal.aborted || meta[cancelOnAbort] !== true || isTerminal(execution.status)) return execution
  await ignoringEnd(services.executionClient.cancel(organizationId, id))
  return execution
}

/**
 * The execution that an earlier round of this call has started. The lane has checked that the state is ours.
 */
function stateOf(state: Json | null): string | null {
  return isObject(state) && typeof state['executionId'] === 'string' ? state['executionId'] : null
}

export function decideTool(offer: ToolOffer): OfferedTool | null {
  return offer.find('decide_approval')
}
