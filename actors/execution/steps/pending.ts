// The pending effects of an execution (R4), its next alarm and its deadline, and whether a starting host
// finds it by its row. behavior.ts hands these to the runtime; alarm.ts and explaining.ts ask for the
// deadline. All are functions of the state: after a restart they give the same answers.

import type { JsonObject } from '../../../domain/json.ts'
import type { CallingExecution } from '../../../domain/memory/memory.ts'
import { own } from '../../../domain/own.ts'
import { splitOfferedName } from '../../../domain/tools/tool.ts'
import { isTerminal, type StartExecution } from '../../../domain/work/execution.ts'
import type { ExecutionEffect, State } from '../protocol.ts'
import { askedByModel, asking, callAt } from './agent.ts'
import { isOutOfBudget } from './budget.ts'
import { following } from './following.ts'
import { monthlyEffects } from './month-budget.ts'
import { type ExecutionContext, stepAt } from './paths.ts'

/** Deadline of a tool call whose step names none. */
const defaultTimeoutMs = 60_000

export function* pending(context: ExecutionContext, state: State): Iterable<ExecutionEffect> {
  if (!state.start) return
  const { organizationId, limit, startedBy, parent, root = context.id, trace = null } = state.start
  for (const path in state.calls) {
    const { block, timeoutMs } = stepAt(context, path)
    const { input: args, attempt, isApproved: approved = false } = state.calls[path]!
    if (block.kind === 'code') {
      yield { type: 'run-code', id: path, organizationId, js: block.js, args, timeoutMs, attempt }
      continue
    }
    if (block.kind !== 'tool' && block.kind !== 'agent-call') continue
    const called =
      block.kind === 'tool' ? block : { ...splitOfferedName(callAt(state, path).tool), secrets: [] }
    const { server, tool, secrets } = called
    const model = block.kind === 'agent-call' ? askedByModel(context, state, path) : null
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
      edits: own(state.edited ?? {}, path)?.times ?? 0,
      approved,
      ...(model !== null && { model }),
      ...(startedBy !== null && { startedBy }),
      root,
      ...(server === null && { execution: callingOf(context.id, state.start, path) }),
      trace,
    }
  }
  yield* asking(context, state)
  yield* monthlyEffects(context.id, state)
  for (const [path, child] of Object.entries(state.children)) {
    const { block } = stepAt(context, path)
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
      key: keyOf(state),
      depth,
      root,
      top: topOf(context.id, state.start, path),
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
  if (state.start.follower !== undefined) yield* following(context, state, state.start.follower)
}

function callingOf(id: string, start: StartExecution, path: string): CallingExecution {
  const { id: run, step } = topOf(id, start, path)
  return { id, workflowId: start.workflowId, run, step }
}

/** The execution at the top, and where the step stands in it. */
function topOf(id: string, { top }: StartExecution, path: string): NonNullable<StartExecution['top']> {
  return top === undefined ? { id, step: path } : { id: top.id, step: `${top.step}/${path}` }
}

function keyOf({ start }: State): { readonly id: string; readonly budget: number } | null {
  const found = start?.budgets?.find(({ scope }) => scope === 'key')
  return found === undefined ? null : { id: found.id, budget: found.limit }
}

/** Unix ms of the earliest timeout, retry, wait or deadline; null when there is none. */
export function wakeAt(context: ExecutionContext, state: State): number | null {
  if (state.finishedAt !== null) return null
  let earliest = deadlineOf(context, state) ?? Number.POSITIVE_INFINITY
  const take = (at: number | null) => {
    if (at !== null && at < earliest) earliest = at
  }
  if (!isOutOfBudget(state)) for (const path in state.retries) take(state.retries[path]!.dueAt)
  for (const path in state.waits) {
    take(state.waits[path]!.dueAt)
    take(state.waits[path]!.expiresAt)
  }
  for (const path in state.approvals) take(state.approvals[path]!.request.expiresAt)
  for (const path in state.children) take(state.children[path]!.expiresAt)
  for (const path in state.agents) take(state.agents[path]!.expiresAt)
  return earliest === Number.POSITIVE_INFINITY ? null : earliest
}

/** storage/journal/wakeups.ts finds executions by the status in their row, and looks for these two. */
export function isFoundByRow({ status }: State): boolean {
  return status === 'queued' || status === 'running'
}

/** Unix ms; null when the plan sets none, after the end, or while a pause stops the clock. */
export function deadlineOf({ program }: ExecutionContext, state: State): number | null {
  const { deadline } = program
  if (!deadline || state.startedAt === null || isTerminal(state.status)) return null
  if (!deadline.excludeWaiting) return state.startedAt + deadline.ms
  return state.pausedSince === null ? state.startedAt + state.pausedMs + deadline.ms : null
}
