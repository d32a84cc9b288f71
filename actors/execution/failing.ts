// What follows when a step fails: another attempt, a pause for somebody to mend the cause, its own `onError` or that of a
// block around it, else the end of the execution.
import type { ExecutionError, ExecutionStatus } from '../../domain/execution.ts'
import type { Json } from '../../domain/json.ts'
import { jitterOf, retryPauseMs } from '../../domain/retry.ts'
import type { ToolError } from '../../domain/tool.ts'
import { framePathOf, type Run, stepAt } from './paths.ts'
import type { Event, State } from './protocol.ts'

export interface Cause {
  readonly code: string
  readonly message: string
}

/** A call came back with an error: the policy of its step decides. */
export function callFailed(
  run: Run,
  state: State,
  path: string,
  cause: ToolError,
  now: number,
): readonly Event[] {
  const { retry } = stepAt(run, path)
  const { attempt } = state.calls[path]!
  const error = errorAt(path, cause)
  if (retry && cause.retryable && attempt < retry.maxAttempts) {
    const random = jitterOf(`${run.id}/${path}/${attempt}`)
    const retryAt = now + retryPauseMs(retry, attempt, random, cause.retryAfterMs)
    return [{ type: 'attempt-failed', step: path, error, retryAt }]
  }
  if (retry?.park) return [{ type: 'step-parked', step: path, error }]
  return failed(run, state, path, cause)
}

/** The step has failed for good. @param input of a step that started in the same commit */
export function failed(run: Run, state: State, path: string, cause: Cause, input?: Json): readonly Event[] {
  const error = errorAt(path, cause)
  const failure: Event = { type: 'step-failed', step: path, error, ...(input !== undefined && { input }) }
  const handler = handlerOf(run, state, path)
  if (handler === null) return [failure, ...ended(state, 'failed', null, error)]
  return [failure, { type: 'step-recovered', step: handler, error }]
}

/** The last events of every life. Approvals that nobody has decided are cancelled with it. */
export function ended(
  state: State,
  status: ExecutionStatus,
  output: Json,
  error: ExecutionError | null,
): readonly Event[] {
  return [...cancelledApprovals(state), { type: 'status-changed', status }, { type: 'ended', output, error }]
}

function errorAt(path: string, { code, message }: Cause): ExecutionError {
  return { code, message, step: path }
}

/** The nearest step, from the failed one outward, whose `onError` takes over; null when none does. */
function handlerOf(run: Run, state: State, path: string): string | null {
  let step = path
  for (;;) {
    // A handler that fails itself is not its own handler.
    const isHandling = path.startsWith(`${step}.onError.`)
    if (!isHandling && stepAt(run, step).onError.type !== 'fail') return step
    const { owner } = state.frames[framePathOf(step)]!
    if (owner === null) return null
    step = owner
  }
}

function cancelledApprovals({ approvals, withdrawn }: State): readonly Event[] {
  const pending = Object.entries(approvals).map(([step, { request }]) => ({ step, id: request.id }))
  return [...withdrawn, ...pending].map(cancelledApproval)
}

/** An approval that nobody needs to decide any more. */
export function cancelledApproval({ step, id }: { readonly step: string; readonly id: string }): Event {
  const nobody = { by: null, note: null, args: null, form: null }
  return { type: 'approval-decided', step, id, decision: 'cancelled', ...nobody }
}
