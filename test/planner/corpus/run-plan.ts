// Runs a plan to its end in this process: the real behavior of executions without a journal, tools behind the
// real hub, time that jumps to the next moment at which something is due. Knows nothing of expectations: the
// judge and other tests call it.
// 1. Calls that are owed at the same time are made together, as a host does.
// 2. Every approval gets the same decision; without one the run stops at the first approval.
// 3. After `lastsMs` of that time the run is left as it is.
import { execution } from '../../../actors/execution/behavior.ts'
import type { ExecutionEffect, Message } from '../../../actors/execution/protocol.ts'
import { compileProgram } from '../../../actors/execution/steps/program.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { ApprovalRequest, Decider } from '../../../domain/work/approval.ts'
import { type ExecutionError, type ExecutionStatus, isTerminal } from '../../../domain/work/execution.ts'
import { alarm, decision, id, Life, organizationId, startOf } from '../../support/execution.ts'
import type { FixtureCall, Shop } from './shop.ts'

export interface PlanRunOptions {
  readonly tools: Pick<Shop, 'hub' | 'begin'>
  readonly inputs?: JsonObject
  readonly decide?: 'approve' | 'deny' | undefined
  /** Who decides, and who started the execution. Default: an owner of the organization. */
  readonly decider?: Decider
  /** Of virtual time. Default 15 s. */
  readonly lastsMs?: number
}

export interface PlanRun {
  readonly status: ExecutionStatus
  /** Null until the execution has ended. */
  readonly output: Json
  readonly error: ExecutionError | null
  /** Calls of the domain's tools, reads too, in the order in which they were made. */
  readonly calls: readonly FixtureCall[]
  /** Those that had been made when the first approval was asked for; null: none was. */
  readonly before: readonly FixtureCall[] | null
  /** An approval that the decider was not allowed to decide. */
  readonly refused: { readonly request: ApprovalRequest; readonly code: string } | null
  /** Of virtual time. */
  readonly lastedMs: number
}

export const runMs = 15_000
const approvalsAtMost = 30

const owner: Decider = { userId: 'user_owner', role: 'owner', email: 'owner@judge.example' }

/** @param plan as the compiler gave it */
export async function runPlan(plan: Plan, options: PlanRunOptions): Promise<PlanRun> {
  const { tools, inputs = {}, decide, decider = owner, lastsMs = runMs } = options
  const { hub } = tools
  const calls = tools.begin()
  const life = new Life(
    execution(
      id,
      compileProgram(plan, name => hub.pure(name)),
    ),
  )
  // Built-in tools read the clock of the machine: both agree.
  life.now = Date.now()
  const startedAt = life.now
  let before: readonly FixtureCall[] | null = null
  let refused: PlanRun['refused'] = null
  life.tell({ type: 'start', start: { ...startOf(inputs), startedBy: decider.userId } })
  for (let asked = 0; ; ) {
    await perform(life, hub)
    const { status, approvals } = life.state
    if (isTerminal(status)) break
    if (status === 'awaiting_approval') {
      before ??= [...calls]
      const { request } = Object.values(approvals)[0]!
      if (decide === undefined || ++asked > approvalsAtMost) break
      const code = life.tell(decision(decide, request.id, { by: decider }))
      if (code !== null) refused = { request, code }
      if (code !== null) break
    } else if (!isTimeLeft(life, startedAt + lastsMs)) break
  }
  const { status, output, error, hasEnded } = life.state
  const made = { calls: [...calls], before, refused }
  return { status, output: hasEnded ? output : null, error, ...made, lastedMs: life.now - startedAt }
}

/** Jumps to the next moment at which something is due; false when that is after `end`, or never. */
function isTimeLeft(life: Life, end: number): boolean {
  const at = life.behavior.wakeAt(life.state)
  if (at === null || at > end) return false
  life.now = Math.max(life.now, at)
  life.tell(alarm)
  return true
}

/** Does what is owed to the outside, until nothing is. */
async function perform(life: Life, hub: Shop['hub']): Promise<void> {
  for (;;) {
    const owed = [...life.behavior.pending(life.state)]
    if (owed.length === 0) return
    for (const message of await Promise.all(owed.map(effect => outcomeOf(effect, hub)))) life.tell(message)
  }
}

async function outcomeOf(effect: ExecutionEffect, hub: Shop['hub']): Promise<Message> {
  switch (effect.type) {
    case 'call': {
      const { id: step, attempt, server, tool, args, secrets, timeoutMs, approved } = effect
      const idempotencyKey = `${id}/${step}`
      const { signal } = new AbortController()
      const call = {
        organizationId,
        server,
        tool,
        args,
        secrets,
        timeoutMs,
        approved,
        idempotencyKey,
        signal,
      }
      return { type: 'step-returned', step, attempt, result: await hub.call(call) }
    }
    case 'ask-model': {
      // No prompt becomes an agent.
      const error = { code: 'model-no-model', message: 'there is no model here', retryable: false } as const
      return { type: 'model-answered', step: effect.step, turn: effect.turn, result: { ok: false, error } }
    }
    case 'run-code': {
      // No prompt becomes code.
      const error = { code: 'code-failed', message: 'no code runs here', retryable: false } as const
      return { type: 'step-returned', step: effect.id, result: { ok: false, error } }
    }
    case 'start-child': {
      // There are no other workflows.
      const { id: childId, step, workflow } = effect
      const error = { code: 'not-found', message: `${workflow}: workflow not found`, step }
      return { type: 'child-ended', step, childId, end: { status: 'failed', output: null, error } }
    }
    case 'cancel-child':
      return { type: 'child-cancelled', childId: effect.childId }
    case 'tell-parent':
      return { type: 'parent-told' }
    case 'reserve-budget': {
      const { question, needed: granted } = effect
      return { type: 'budget-answered', question, granted, refused: null }
    }
    case 'settle-budget':
      return { type: 'budget-settled' }
    case 'tell-follower':
      return { type: 'follower-told', news: effect.news }
  }
}
