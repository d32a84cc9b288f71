// Executions that tools of /rpc start, and the wait for what comes of them. The execution goes on whatever becomes of
// the wait: a caller that leaves, or waits in vain, finds it by its id.

import type { Event } from '../../actors/execution/protocol.ts'
import { type Execution, isTerminal } from '../../domain/execution.ts'
import { newId } from '../../domain/ids.ts'
import type { JsonObject } from '../../domain/json.ts'
import { unkeyed } from '../intent.ts'
import type { Visit } from '../service-tools.ts'
import type { Services } from '../services.ts'
import { activeRunnable, startNow } from '../starts.ts'

/** Below the 60 s after which clients of MCP give up on a request by default. */
export const longestWaitMs = 50_000

export interface Run {
  readonly workflowId: string
  readonly inputs: JsonObject
  /** The tool that was called. */
  readonly tool: string
  /** Of the execution; default: a new one. */
  readonly id?: string
}

/**
 * Starts an execution.
 * @param waitMs answers when it has ended, or after that time what it is then; 0 answers at once
 * @throws {Failure} not-found, workflow-needs-review, validation-failed, quota-exceeded, overloaded, unavailable
 */
export async function beginRun({ caller, services }: Visit, run: Run, waitMs = 0): Promise<Execution> {
  const { workflowId, inputs, tool, id = newId('execution') } = run
  const runnable = await activeRunnable(services, caller.organizationId, workflowId)
  const intent = { ...unkeyed, newId: () => id }
  const trigger = { kind: 'tool', ref: tool } as const
  return JSON.parse(await startNow({ services, caller, intent }, { runnable, inputs, trigger }, waitMs))
}

export interface Following {
  readonly organizationId: string
  readonly id: string
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Told of each step that is done, with how many are. */
  readonly onStep: (done: number, message: string) => void
  /** Starts it, once it is watched: no step passes unheard. Default: it was started before. */
  readonly begin?: () => Promise<unknown>
}

/**
 * The execution when it has ended or somebody is to decide; after `longestWaitMs`, or when the caller leaves, as it is.
 * @throws {Failure} as `begin`
 */
export async function follow(
  { executions, watch }: Pick<Services, 'executions' | 'watch'>,
  { organizationId, id, signal, onStep, begin }: Following,
): Promise<Execution> {
  const { promise, resolve, reject } = Promise.withResolvers<Execution>()
  const look = (isLast: boolean) =>
    void executions.get(organizationId, id).then(execution => {
      if (isLast || isAtRest(execution)) resolve(execution)
    }, reject)
  const giveUp = () => {
    if (hasBegun) look(true)
  }
  let done = 0
  let hasBegun = false
  const unwatch = watch(id, events => {
    for (const event of events ?? []) {
      const message = stepMessage(event)
      if (message !== null) onStep(++done, message)
    }
    if (hasBegun && (events === null || events.some(isTurn))) look(false)
  })
  const timer = setTimeout(giveUp, longestWaitMs)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await begin?.()
    hasBegun = true
    look(signal.aborted)
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

/** May it be at rest after this? */
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
