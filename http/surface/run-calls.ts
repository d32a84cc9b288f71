// A call of a tool that starts an execution: `run_<slug>`, and execute_workflow. A client with tasks gets a task at once;
// every other caller of `run_<slug>` waits for the output, is told of the steps if it wants to be, and is asked about
// approvals if it can be. What it is asked comes back with the answers in a second call: see SurfaceContext.
import type { Approval } from '../../domain/approval.ts'
import { type Execution, isTerminal } from '../../domain/execution.ts'
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { isObject, type Json } from '../../domain/json.ts'
import { questionOf } from '../../rpc/surface/approval-form.ts'
import { hasTasks } from '../../rpc/surface/capabilities.ts'
import { executionResult, runResult } from '../../rpc/surface/execution-result.ts'
import type { Outcome, SurfaceContext } from '../../rpc/surface/surface.ts'
import type { WireResult } from '../../rpc/tool-wire.ts'
import { preferredWait } from '../prefer.ts'
import type { Visit } from '../service-tools.ts'
import type { Approvals } from './approvals.ts'
import type { ExecutionTasks } from './execution-tasks.ts'
import { beginRun, type Following, follow, type Run } from './runs.ts'
import type { OfferedTool, ToolOffer } from './tool-offer.ts'

export interface RunCallParts {
  readonly visit: Visit
  readonly offer: ToolOffer
  readonly approvals: Approvals
  readonly tasks: ExecutionTasks
}

type Called = Outcome<WireResult>

/** Answers at once with the execution; `Prefer: wait=N` of the request makes it wait. @throws {Failure} as beginRun */
export async function executeCall(
  { visit, tasks }: RunCallParts,
  run: Run,
  context: SurfaceContext,
): Promise<Called> {
  if (hasTasks(context.clientCapabilities))
    return { type: 'task', task: await tasks.of(await beginRun(visit, run)) }
  const waitMs = (preferredWait(visit.request) ?? 0) * 1_000
  return { type: 'complete', result: executionResult(await beginRun(visit, run, waitMs)) }
}

/** @throws {Failure} as beginRun */
export async function runCall(parts: RunCallParts, run: Run, context: SurfaceContext): Promise<Called> {
  const { visit, tasks } = parts
  const earlier = stateOf(context.requestState)
  if (earlier !== null) return resume(parts, earlier, context)
  if (hasTasks(context.clientCapabilities))
    return { type: 'task', task: await tasks.of(await beginRun(visit, run)) }
  const id = newId('execution')
  const begin = () => beginRun(visit, { ...run, id })
  return conclude(parts, await followed(visit, { id, begin }, context), { context, defects: new Map() })
}

/** The client has answered questions about approvals: decides them, and waits on. */
async function resume(parts: RunCallParts, id: string, context: SurfaceContext): Promise<Called> {
  const { visit, offer, approvals } = parts
  const { services, caller } = visit
  const execution = await services.executions.get(caller.organizationId, id)
  const decide = decideTool(offer)
  const defects = new Map<string, string>()
  for (const approval of decide === null ? [] : execution.approvals) {
    const response = context.inputs[approval.id]
    if (response === undefined) continue
    try {
      const decided = await approvals.decide(visit, decide!, approval, response)
      if (decided === 'open') return { type: 'complete', result: runResult(execution) }
    } catch (error) {
      // Somebody else was first: what came of it shows in what follows.
      if (!(error instanceof Failure) || error.code === 'conflict') continue
      defects.set(approval.id, error.message)
    }
  }
  return conclude(parts, await followed(visit, { id }, context), { context, defects })
}

/** @param defects why an answer was not taken, by approval: it is asked for again */
async function conclude(
  { visit, offer, approvals }: RunCallParts,
  execution: Execution,
  { context, defects }: { readonly context: SurfaceContext; readonly defects: ReadonlyMap<string, string> },
): Promise<Called> {
  const complete: Called = { type: 'complete', result: runResult(execution) }
  if (isTerminal(execution.status) || !isObject(context.clientCapabilities['elicitation'])) return complete
  const asked = await approvals.askedOf(visit, decideTool(offer), execution)
  if (asked.length === 0) return complete
  const question = (approval: Approval) =>
    [approval.id, questionOf(approval, defects.get(approval.id) ?? null)] as const
  return {
    type: 'input-required',
    requests: Object.fromEntries(asked.map(question)),
    state: { executionId: execution.id },
  }
}

function followed(
  { services, caller }: Visit,
  execution: Pick<Following, 'id' | 'begin'>,
  { signal, progress }: SurfaceContext,
): Promise<Execution> {
  const onStep = (done: number, message: string) => progress?.(done, null, message)
  return follow(services, { ...execution, organizationId: caller.organizationId, signal, onStep })
}

/** The execution that an earlier round of this call has started; the lane has checked that the state is ours. */
function stateOf(state: Json | null): string | null {
  return isObject(state) && typeof state['executionId'] === 'string' ? state['executionId'] : null
}

export function decideTool(offer: ToolOffer): OfferedTool | null {
  return offer.find('decide_approval')
}
