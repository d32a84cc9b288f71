// The kind of executions, which actors/host.ts gives to its host: opens the behavior over the immutable plan
// and performs the effects in the host's thread. Effects are calls of tools and of code, the start and cancel
// of children, and the report to the parent. Each result returns as a message.
import { Failure, notFound } from '../../domain/failure.ts'
import { prefixes } from '../../domain/ids.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { StartExecution } from '../../domain/work/execution.ts'
import type { RunCode } from '../../rpc/code/code-runner.ts'
import type { Hub, ToolCall } from '../../rpc/hub.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import { longestTimerMs } from '../../runtime/clock.ts'
import type { Tracing } from '../../runtime/tracing/tracing.ts'
import type { MonthBudgets } from '../../storage/usage/month-budgets.ts'
import { type StartBounds, startWithin, unbounded } from '../../storage/usage/start-bounds.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'
import { tenantOf } from '../tenant.ts'
import type { AskingParts } from './asking/answer.ts'
import { askModel, callForAgent } from './asking.ts'
import { type ExecutionBehavior, execution } from './behavior.ts'
import type { ExecutionProjections } from './projection.ts'
import type {
  AskModelEffect,
  End,
  Event,
  ExecutionEffect,
  Message,
  ReserveBudgetEffect,
  RunCodeEffect,
  SettleBudgetEffect,
  StartChildEffect,
  State,
  ToolCallEffect,
} from './protocol.ts'
import { freeze, stateVersion, thaw } from './snapshots.ts'
import { acceptableInputs, budgetsOf, type Runnable, refuseUnaccepted } from './starting/starting.ts'
import { Programs } from './steps/programs.ts'
import { childTrace, toolSpan } from './steps/tool-span.ts'
import { tellFollower } from './telling.ts'

export interface ExecutionParts {
  readonly hub: Pick<Hub, 'call' | 'pure'>
  /** For agent steps. Default: there is no model. */
  readonly asking?: AskingParts
  /** Loads the plan of a version; versions never change. */
  readonly loadPlan: (versionId: string) => Promise<Plan>
  /** The active version of a workflow, by its id or name. @throws {Failure} not-found */
  readonly findWorkflow: (organizationId: string, idOrName: string, executionId: string) => Promise<Runnable>
  /** True: pure tools run inside the decision and share its commit. False: each is a call. */
  readonly fusePureSteps: boolean
  /** Monthly budgets. Default: they grant everything. */
  readonly monthBudgets?: Pick<MonthBudgets, 'reserve' | 'settle'>
  /** Bounds of starts. Default: there are none. */
  readonly startBounds?: StartBounds
  /** Default: code steps fail. */
  readonly runCode?: RunCode
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | null
}

export type ExecutionKind = ActorKind<Message, Event, State, ExecutionEffect, ExecutionProjections>

/**
 * A start that is under way becomes durable within this time or never, whatever became of the host that asked
 * for it. Its node forwards it for 30 s, until there is a way to the node of the child (`askMs` in
 * runtime/config.ts); a link that is silent ends after 2 s (`linkSilenceMs`); PostgreSQL ends a statement
 * after 2.8 s (storage/postgres/connection-config.ts).
 */
const lateStartMs = 40_000

export function executionKind(parts: ExecutionParts): ExecutionKind {
  const pure = parts.fusePureSteps ? (tool: string) => parts.hub.pure(tool) : () => null
  const programs = new Programs({ loadPlan: parts.loadPlan, pure })

  function openVersion(
    address: string,
    { organizationId, versionId }: Pick<StartExecution, 'organizationId' | 'versionId'>,
  ): ExecutionBehavior | Promise<ExecutionBehavior> {
    const program = programs.of(organizationId, versionId)
    return program instanceof Promise
      ? program.then(compiled => execution(address, compiled))
      : execution(address, program)
  }

  return {
    prefix: prefixes.execution,
    alarm: { type: 'alarm' },
    poisoned: reason => ({ type: 'poison', reason }),
    open(address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type === 'poison')
        throw new Failure('start-failed', `the execution cannot start: ${first.reason}`)
      if (first.type !== 'start' && first.type !== 'started') throw notFound('execution')
      return openVersion(address, first.start)
    },
    tenantOf,
    snapshots: {
      version: stateVersion,
      open: (address, { start }) => openVersion(address, start!),
      freeze,
      thaw,
    },
    perform(address, effect, outside) {
      switch (effect.type) {
        case 'call':
          return callTool(parts, address, effect, outside)
        case 'ask-model':
          return ask(parts, address, effect, outside)
        case 'run-code':
          return runCode(parts, effect, outside)
        case 'start-child':
          return startChild(parts, address, effect, outside)
        case 'cancel-child':
          return cancelChild(effect, outside)
        case 'tell-parent':
          return tellParent(address, effect, outside)
        case 'reserve-budget':
        case 'settle-budget':
          return keepBudget(parts, effect, outside)
        case 'tell-follower':
          return tellFollower(effect, outside)
      }
    },
  }
}

/** Tries again while the hub cannot read its own data: until then it has made no call. */
async function callTool(
  { hub, tracing = null, asking = noModels }: Pick<ExecutionParts, 'hub' | 'tracing' | 'asking'>,
  address: string,
  effect: ToolCallEffect,
  outside: Outside,
): Promise<Message | null> {
  const { id: step, organizationId, server, tool, args, secrets, timeoutMs, attempt, edits } = effect
  const { approved, startedBy: userId = null, model, root, execution } = effect
  const span = toolSpan(tracing, address, effect)
  const call = {
    ...{ organizationId, userId, args, root, execution, traceparent: span.traceparent },
    // Other arguments are another call: a server that heeds the key would answer with the result of the
    // first.
    idempotencyKey: edits === 0 ? `${address}/${step}` : `${address}/${step}#${edits}`,
    // A plan may say a year, longer than any timer.
    timeoutMs: Math.min(timeoutMs, longestTimerMs),
  }
  const byPlan: ToolCall = { ...call, server, tool, secrets, approved, signal: outside.signal }
  const result =
    model === undefined
      ? await askUntilAnswered(outside, () => hub.call(byPlan))
      : await callForAgent(asking, address, { ...call, ...model, server, tool, approved }, outside)
  span.end(result)
  return result === null ? null : { type: 'step-returned', step, attempt, result }
}

async function ask(
  { asking = noModels }: Pick<ExecutionParts, 'asking'>,
  address: string,
  effect: AskModelEffect,
  outside: Outside,
): Promise<Message | null> {
  const { step, turn } = effect
  try {
    const result = await askUntilAnswered(outside, () => askModel(asking, address, effect, outside))
    if (result === null || outside.signal.aborted) return null
    return 'most' in result
      ? { type: 'input-too-long', step, turn, most: result.most }
      : { type: 'model-answered', step, turn, result }
  } catch (error) {
    if (outside.signal.aborted) return null
    throw error
  }
}

const noModels: AskingParts = {
  hub: {
    list: async () => [],
    call: async () => ({
      ok: false,
      error: { code: 'model-no-model', message: 'there is no language model', retryable: false },
    }),
  },
  models: { open: async () => null },
  hosts: async () => [],
  noteRefusal: async () => {},
}

const refuseCode: RunCode = async () => {
  const error = { code: 'code-failed' as const, message: 'this service runs no code', retryable: false }
  return { ok: false, error }
}

async function runCode(
  { runCode: run = refuseCode }: Pick<ExecutionParts, 'runCode'>,
  { id: step, organizationId, js, args, timeoutMs, attempt }: RunCodeEffect,
  { signal }: Outside,
): Promise<Message | null> {
  const result = await run({ organizationId, js, args, timeoutMs, signal })
  return signal.aborted ? null : { type: 'step-returned', step, attempt, result }
}

async function keepBudget(
  { monthBudgets }: Pick<ExecutionParts, 'monthBudgets'>,
  effect: ReserveBudgetEffect | SettleBudgetEffect,
  outside: Outside,
): Promise<Message | null> {
  const { executionId, budgets } = effect
  if (effect.type === 'settle-budget') {
    return askUntilAnswered(outside, async () => {
      await monthBudgets?.settle(executionId, budgets, effect.used)
      return { type: 'budget-settled' } as const
    })
  }
  const { question, needed: granted } = effect
  const everything = { granted, refused: null }
  const answer = await askUntilAnswered(outside, async () => monthBudgets?.reserve(effect) ?? everything)
  return answer === null ? null : { type: 'budget-answered', question, ...answer }
}

/** Starts the child. Its id derives from the step, so a second start finds the same execution. */
async function startChild(
  parts: ExecutionParts,
  address: string,
  effect: StartChildEffect,
  outside: Outside,
): Promise<Message | null> {
  const { id: childId, step, organizationId, workflow, inputs, limit, startedBy, depth, root, top } = effect
  const trace = childTrace(parts.tracing ?? null, address, effect.trace)
  try {
    const runnable = await askUntilAnswered(outside, () =>
      parts.findWorkflow(organizationId, workflow, childId),
    )
    if (runnable === null) return null
    const filled = acceptableInputs(runnable, inputs)
    refuseUnaccepted(runnable, { kind: 'workflow', ref: null })
    const start = {
      ...{ organizationId, inputs: filled, limit, startedBy, forkedFrom: null },
      ...{ workflowId: runnable.workflowId, workflowName: runnable.workflowName },
      ...{ workflowVersion: runnable.version, versionId: runnable.versionId },
      ...(runnable.budget != null && { budget: runnable.budget }),
      ...budgetsOf(runnable, effect.key),
      trigger: { kind: 'workflow', ref: address },
      parent: { id: address, step, depth },
      root,
      top,
      ...(trace !== null && { trace }),
    } as const
    const begin = (admitted: StartExecution) => outside.ask(childId, { type: 'start', start: admitted })
    const reply = await askUntilAnswered(outside, () =>
      startWithin(parts.startBounds ?? unbounded, childId, start, begin),
    )
    return reply === null ? null : { type: 'child-started', step }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const end: End = {
      status: 'failed',
      output: null,
      error: { code: error.code, message: `${workflow}: ${error.message}`, step },
    }
    return { type: 'child-ended', step, childId, end }
  }
}

/** Cancels the child, twice when it is not found at first: its start may become durable late. */
async function cancelChild(
  { organizationId, childId }: Extract<ExecutionEffect, { type: 'cancel-child' }>,
  outside: Outside,
): Promise<Message | null> {
  const cancelled: Message = { type: 'child-cancelled', childId }
  const message: Message = { type: 'cancel', organizationId }
  const isGone = async () => {
    try {
      await askUntilAnswered(outside, () => outside.ask(childId, message))
      return true
    } catch (error) {
      // It has ended already, or never began: there is nothing to cancel.
      if (error instanceof Failure) return error.code !== 'not-found'
      throw error
    }
  }
  if (!(await isGone())) {
    await outside.pause(lateStartMs)
    await isGone()
  }
  return outside.signal.aborted ? null : cancelled
}

async function tellParent(
  address: string,
  effect: Extract<ExecutionEffect, { type: 'tell-parent' }>,
  outside: Outside,
): Promise<Message | null> {
  const { parentId, step, end } = effect
  const message: Message = { type: 'child-ended', step, childId: address, end }
  try {
    return (await askUntilAnswered(outside, () => outside.ask(parentId, message))) === null
      ? null
      : { type: 'parent-told' }
  } catch (error) {
    // The parent no longer exists, so nobody waits.
    if (error instanceof Failure) return { type: 'parent-told' }
    throw error
  }
}
