// What the state of an execution owes to the world (R4), and when it wants to be woken. Both are functions of the state:
// after a restart they say the same.
import { isTerminal } from '../../domain/execution.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type Run, stepAt } from './paths.ts'
import type { ExecutionEffect, State } from './protocol.ts'
import { isAtRest } from './resting.ts'

/** Deadline of a tool call whose step names none. */
const defaultTimeoutMs = 60_000

export function* pending(run: Run, state: State): Iterable<ExecutionEffect> {
  if (!state.start) return
  const { organizationId, limit, startedBy, parent, trace = null } = state.start
  for (const path in state.calls) {
    const { block, timeoutMs } = stepAt(run, path)
    if (block.kind !== 'tool') continue
    const { server, tool, secrets } = block
    const { input: args, attempt, isApproved: approved = false } = state.calls[path]!
    yield {
      type: 'call',
      id: path,
      organizationId,
      server,
      tool,
      args,
      secrets,
      timeoutMs: timeoutMs ?? defaultTimeoutMs,
      attempt,
      approved,
      trace,
    }
  }
  for (const [path, child] of Object.entries(state.children)) {
    const { block } = stepAt(run, path)
    if (child.isStarted || block.kind !== 'workflow') continue
    const depth = (parent?.depth ?? 0) + 1
    const { workflow } = block
    const inputs = child.inputs as JsonObject
    yield {
      type: 'start-child',
      id: child.id,
      step: path,
      organizationId,
      workflow,
      inputs,
      limit,
      startedBy,
      depth,
      trace,
    }
  }
  for (const childId of state.abandoned)
    yield { type: 'cancel-child', id: `cancel ${childId}`, organizationId, childId }
  if (state.hasEnded && parent && !state.isParentTold) {
    const { status, output, error } = state
    yield {
      type: 'tell-parent',
      id: 'tell parent',
      parentId: parent.id,
      step: parent.step,
      end: { status, output, error },
    }
  }
}

/** Unix ms of the next moment at which something must be decided without a message; null when there is none. */
export function wakeAt(run: Run, state: State): number | null {
  // Owed after the end: a row that is due finds it again after a crash.
  if (state.finishedAt !== null) return isSettled(state) ? null : state.finishedAt
  // As does this what a full turn left of an execution that pauses: no row says that it is at work.
  if (state.pausedSince !== null && !isAtRest(state)) return state.pausedSince
  let earliest = deadlineOf(run, state) ?? Number.POSITIVE_INFINITY
  const take = (at: number | null) => {
    if (at !== null && at < earliest) earliest = at
  }
  for (const path in state.retries) take(state.retries[path]!.dueAt)
  for (const path in state.waits) {
    take(state.waits[path]!.dueAt)
    take(state.waits[path]!.expiresAt)
  }
  for (const path in state.approvals) take(state.approvals[path]!.request.expiresAt)
  for (const path in state.children) take(state.children[path]!.expiresAt)
  return earliest === Number.POSITIVE_INFINITY ? null : earliest
}

/** Unix ms; null without a deadline, or while a pause stops its clock. */
export function deadlineOf({ program }: Run, state: State): number | null {
  const { deadline } = program
  if (!deadline || state.startedAt === null || isTerminal(state.status)) return null
  if (!deadline.excludeWaiting) return state.startedAt + deadline.ms
  return state.pausedSince === null ? state.startedAt + state.pausedMs + deadline.ms : null
}

/** Ended, and nobody is left to be told. */
function isSettled({ start, abandoned, isParentTold }: State): boolean {
  return abandoned.length === 0 && (start?.parent == null || isParentTold)
}
