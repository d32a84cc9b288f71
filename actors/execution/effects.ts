// Where an execution meets the world: loads the immutable plan that it runs, and carries out what it owes: calls of
// tools, sub-executions, word to its parent. Runs in a host thread; what comes of it returns as a message.
import { Failure, notFound } from '../../domain/failure.ts'
import { prefixes } from '../../domain/ids.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Projection } from '../../domain/projection.ts'
import type { Hub, ToolCall } from '../../rpc/hub.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import { longestTimerMs } from '../../runtime/clock.ts'
import type { Tracing } from '../../runtime/tracing.ts'
import { patiently } from '../patiently.ts'
import { type ExecutionBehavior, execution } from './behavior.ts'
import { compileProgram, type Program } from './program.ts'
import type {
  End,
  Event,
  ExecutionEffect,
  Message,
  StartChildEffect,
  State,
  ToolCallEffect,
} from './protocol.ts'
import { freeze, stateVersion, thaw } from './snapshots.ts'
import { acceptableInputs, type Runnable } from './starting.ts'
import { childTrace, toolSpan } from './tool-span.ts'

export interface ExecutionParts {
  readonly hub: Pick<Hub, 'call' | 'pure'>
  /** The plan of a version; versions never change. */
  readonly loadPlan: (versionId: string) => Promise<Plan>
  /** The active version of a workflow, by its id or name. @throws {Failure} not-found */
  readonly findWorkflow: (organizationId: string, idOrName: string) => Promise<Runnable>
  /** Pure tools run inside the decision and share its commit; otherwise each is a call of its own. */
  readonly fusePureSteps: boolean
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | null
}

export type ExecutionKind = ActorKind<Message, Event, State, ExecutionEffect, Projection>

/**
 * The start of a child that was on its way when its host died becomes durable this much later at most: a statement is
 * ended after 2.8 s (storage/connection-config.ts).
 */
const strayMs = 5_000

/** Programs kept per thread; a version that is not among them is loaded and compiled again. */
const programsKept = 1_000

export function executionKind(parts: ExecutionParts): ExecutionKind {
  const programs = new Map<string, Program>()
  const pure = parts.fusePureSteps ? (tool: string) => parts.hub.pure(tool) : () => null

  async function load(address: string, versionId: string): Promise<ExecutionBehavior> {
    const program = compileProgram(await parts.loadPlan(versionId), pure)
    if (programs.size >= programsKept) programs.delete(programs.keys().next().value!)
    programs.set(versionId, program)
    return execution(address, program)
  }

  function openVersion(address: string, versionId: string): ExecutionBehavior | Promise<ExecutionBehavior> {
    const program = programs.get(versionId)
    return program ? execution(address, program) : load(address, versionId)
  }

  return {
    prefix: prefixes.execution,
    alarm: { type: 'alarm' },
    parked: reason => ({ type: 'park', reason }),
    open(address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type === 'park')
        throw new Failure('start-failed', `the execution cannot start: ${first.reason}`)
      if (first.type !== 'start' && first.type !== 'started') throw notFound('execution')
      return openVersion(address, first.start.versionId)
    },
    snapshots: {
      version: stateVersion,
      open: (address, { start }) => openVersion(address, start!.versionId),
      freeze,
      thaw,
    },
    perform(address, effect, outside) {
      switch (effect.type) {
        case 'call':
          return callTool(parts, address, effect, outside)
        case 'start-child':
          return startChild(parts, address, effect, outside)
        case 'cancel-child':
          return cancelChild(effect, outside)
        case 'tell-parent':
          return tellParent(address, effect, outside)
      }
    },
  }
}

/** What the hub must read first, it may not be able to read just now: then nothing was called. */
async function callTool(
  { hub, tracing = null }: Pick<ExecutionParts, 'hub' | 'tracing'>,
  address: string,
  effect: ToolCallEffect,
  outside: Outside,
): Promise<Message | null> {
  const { id: step, organizationId, server, tool, args, secrets, timeoutMs, attempt, approved } = effect
  const idempotencyKey = `${address}/${step}`
  const { signal } = outside
  const span = toolSpan(tracing, address, effect)
  const { traceparent } = span
  const call: ToolCall = {
    organizationId,
    server,
    tool,
    args,
    secrets,
    idempotencyKey,
    // A plan may say a year; what makes the call measures it by timers.
    timeoutMs: Math.min(timeoutMs, longestTimerMs),
    signal,
    approved,
    traceparent,
  }
  const result = await patiently(outside, () => hub.call(call))
  span.end(result)
  return result === null ? null : { type: 'step-returned', step, attempt, result }
}

/** The child's id follows from the step: started twice, it is the same execution. */
async function startChild(
  parts: ExecutionParts,
  address: string,
  effect: StartChildEffect,
  outside: Outside,
): Promise<Message | null> {
  const { id: childId, step, organizationId, workflow, inputs, limit, startedBy, depth } = effect
  const trace = childTrace(parts.tracing ?? null, address, effect.trace)
  try {
    const runnable = await patiently(outside, () => parts.findWorkflow(organizationId, workflow))
    if (runnable === null) return null
    acceptableInputs(runnable, inputs)
    const start = {
      ...{ organizationId, inputs, limit, startedBy, forkedFrom: null },
      ...{ workflowId: runnable.workflowId, workflowName: runnable.workflowName },
      ...{ workflowVersion: runnable.version, versionId: runnable.versionId },
      trigger: { kind: 'workflow', ref: address },
      parent: { id: address, step, depth },
      ...(trace !== null && { trace }),
    } as const
    const message: Message = { type: 'start', start }
    const reply = await patiently(outside, () => outside.ask(childId, message))
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

async function cancelChild(
  { organizationId, childId }: Extract<ExecutionEffect, { type: 'cancel-child' }>,
  outside: Outside,
): Promise<Message | null> {
  const cancelled: Message = { type: 'child-cancelled', childId }
  const message: Message = { type: 'cancel', organizationId }
  const isGone = async () => {
    try {
      await patiently(outside, () => outside.ask(childId, message))
      return true
    } catch (error) {
      // It has ended already, or never began: there is nothing to cancel.
      if (error instanceof Failure) return error.code !== 'not-found'
      throw error
    }
  }
  if (!(await isGone())) {
    await outside.pause(strayMs)
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
    return (await patiently(outside, () => outside.ask(parentId, message))) === null
      ? null
      : { type: 'parent-told' }
  } catch (error) {
    // A parent that does not exist any more waits for nobody.
    if (error instanceof Failure) return { type: 'parent-told' }
    throw error
  }
}
