// The events of a failure, in order of preference: another attempt, a park until somebody mends the cause,
// the `onError` of the step or of a block around it, the end of the execution. Also the events of that end.
// behavior.ts and the files beside this one call it.

import type { Json } from '../../../domain/json.ts'
import { isRetried, jitterOf, retryPauseMs } from '../../../domain/plan/retry.ts'
import type { StepErrorCode } from '../../../domain/tools/failures/step-errors.ts'
import type { ToolAnswer } from '../../../domain/tools/failures/tool-answer.ts'
import type { ToolError } from '../../../domain/tools/tool.ts'
import type { ExecutionError, ExecutionStatus } from '../../../domain/work/execution.ts'
import type { Event, State } from '../protocol.ts'
import { type ExecutionContext, framePathOf, stepAt } from './paths.ts'

export interface Cause {
  readonly code: StepErrorCode
  readonly message: string
  readonly tool?: ToolAnswer
}

/** The events after a call that returned an error, by the retry policy of its step. */
export function callFailed(
  context: ExecutionContext,
  state: State,
  path: string,
  cause: ToolError,
  now: number,
): readonly Event[] {
  const { retry } = stepAt(context, path)
  const { attempt, firstAt = now } = state.calls[path]!
  const error = errorAt(path, cause)
  if (retry && isRetried(retry, cause) && attempt < retry.maxAttempts) {
    const random = jitterOf(`${context.id}/${path}/${attempt}`)
    const retryAt = now + retryPauseMs(retry, attempt, random, cause.retryAfterMs)
    const isInTime = retryAt <= firstAt + (retry.deadlineMs ?? Number.POSITIVE_INFINITY)
    if (isInTime) return [{ type: 'attempt-failed', step: path, error, retryAt }]
  }
  if (retry?.park) return [{ type: 'step-parked', step: path, error }]
  return failed(context, state, path, cause)
}

/** The events of a final failure. @param input of a pure step, which has no `step-started` */
export function failed(
  context: ExecutionContext,
  state: State,
  path: string,
  cause: Cause,
  input?: Json,
): readonly Event[] {
  const error = errorAt(path, cause)
  const failure: Event = { type: 'step-failed', step: path, error, ...(input !== undefined && { input }) }
  const handler = handlerOf(context, state, path)
  if (handler === null) return [failure, ...ended(state, 'failed', null, error)]
  return [failure, { type: 'step-recovered', step: handler, error }]
}

/** The last events of every execution. They cancel its pending approvals. */
export function ended(
  state: State,
  status: ExecutionStatus,
  output: Json,
  error: ExecutionError | null,
): readonly Event[] {
  return [...cancelledApprovals(state), { type: 'status-changed', status }, { type: 'ended', output, error }]
}

function errorAt(path: string, { code, message, tool }: Cause): ExecutionError {
  return { code, message, step: path, ...(tool && { tool }) }
}

/** The nearest step, from the failed one outward, that has an `onError`; null when none has. */
function handlerOf(context: ExecutionContext, state: State, path: string): string | null {
  let step = path
  for (;;) {
    // A handler does not handle its own failure.
    const isHandling = path.startsWith(`${step}.onError.`)
    if (!isHandling && stepAt(context, step).onError.type !== 'fail') return step
    const { owner } = state.frames[framePathOf(step)]!
    if (owner === null) return null
    step = owner
  }
}

function cancelledApprovals({ approvals, withdrawn }: State): readonly Event[] {
  const pending = Object.entries(approvals).map(([step, { request }]) => ({ step, id: request.id }))
  return [...withdrawn, ...pending].map(cancelledApproval)
}

/** The event that cancels an approval. */
export function cancelledApproval({ step, id }: { readonly step: string; readonly id: string }): Event {
  const nobody = { by: null, note: null, args: null, form: null }
  return { type: 'approval-decided', step, id, decision: 'cancelled', ...nobody }
}
