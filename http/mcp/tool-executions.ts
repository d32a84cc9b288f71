// Starts executions for tools of /rpc, and waits for their results. An execution continues when the wait
// ends: a caller that leaves, or waits too long, finds it by its id.

import type { Event } from '../../actors/execution/protocol.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type Execution, isTerminal } from '../../domain/work/execution.ts'
import { activeRunnable, startNow } from '../executions/starts.ts'
import { unkeyed } from '../pipeline/intent.ts'
import type { Services } from '../services.ts'
import type { ToolCallContext } from './service-tools.ts'

/** Less than the 60 s after which clients of MCP give up by default. */
export const longestWaitMs = 50_000

export interface ToolStart {
  readonly workflowId: string
  readonly inputs: JsonObject
  /** Compute units; absent or null: those of the workflow. */
  readonly budget?: number | null
  /** The tool that was called. */
  readonly tool: string
  /** Id of the execution; default: a new one. */
  readonly id?: string
}

/**
 * Starts an execution, and answers at once.
 * @throws {Failure} not-found, workflow-needs-review, validation-failed, quota-exceeded, overloaded,
 *   unavailable
 */
export async function startForTool(
  { caller, services }: ToolCallContext,
  run: ToolStart,
): Promise<Execution> {
  const { workflowId, inputs, budget = null, tool, id = services.executionClient.newId() } = run
  const terms = await services.organizations.terms(caller.organizationId)
  const runnable = await activeRunnable(services, { ...caller, terms }, workflowId)
  const intent = { ...unkeyed, newId: () => id }
  const trigger = { kind: 'tool', ref: tool } as const
  return JSON.parse(
    await startNow({ services, caller, intent }, { runnable, inputs, budget, terms, trigger }, 0),
  )
}

export interface Following {
  readonly organizationId: string
  readonly id: string
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Called for each finished step, with the number of finished steps. */
  readonly onStep: (done: number, message: string) => void
  /** Starts the execution once it is watched, so that no step is missed. Default: it runs already. */
  readonly begin?: () => Promise<unknown>
  /** How long to wait; at most, and by default, `longestWaitMs`. */
  readonly waitMs?: number | undefined
}

/**
 * The execution when it has ended or waits for a decision; after the wait, or when the caller leaves, as it
 * is then.
 * @throws {Failure} as `begin`
 */
export async function follow(
  { executions, watch }: Pick<Services, 'executions' | 'watch'>,
  { organizationId, id, signal, onStep, begin, waitMs = longestWaitMs }: Following,
): Promise<Execution> {
  const { promise, resolve, reject } = Promise.withResolvers<Execution>()
  const look = (isLast: boolean) =>
    void executions.get(organizationId, id).then(execution => {
      if (isLast || isAtRest(execution)) resolve(execution)
    }, reject)
  let done = 0
  let hasBegun = false
  let isOver = signal.aborted
  const giveUp = () => {
    isOver = true
    if (hasBegun) look(true)
  }
  const unwatch = watch(id, events => {
    for (const event of events ?? []) {
      const message = stepMessage(event)
      if (message !== null) onStep(++done, message)
    }
    if (hasBegun && (events === null || events.some(isTurn))) look(false)
  })
  const timer = setTimeout(giveUp, Math.min(waitMs, longestWaitMs))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await begin?.()
    hasBegun = true
    look(isOver)
    return await promise
  } finally {
    unwatch()
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

function isAtRest({ status }: Execution): boolean {
  return isTerminal(status) || status === 'awaiting_approval'
}

/** Whether the execution may be at rest after this event. */
function isTurn({ type }: Event): boolean {
  return type === 'ended' || type === 'status-changed' || type === 'approval-requested'
}

function stepMessage(event: Event): string | null {
  switch (event.type) {
    case 'step-completed':
      return `${event.step} completed`
    case 'step-failed':
      return `${event.step} failed: ${event.error.message}`
    case 'step-skipped':
      return `${event.step} skipped`
    default:
      return null
  }
}
