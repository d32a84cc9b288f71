// The kind of schedules, which actors/host.ts gives to its host: opens the behavior and starts executions in
// the host's thread. The id of an execution derives from its scheduled time, so a repeated start is harmless.

import type { ExecutionLimits } from '../../domain/billing/tiers.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { derivedIdAt, prefixes } from '../../domain/ids.ts'
import { type Execution, isTerminal, type StartExecution } from '../../domain/work/execution.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import type { Terms } from '../../storage/accounts/terms.ts'
import type { FindBudget } from '../../storage/chat/maker-keys.ts'
import { type StartBounds, startWithin, unbounded } from '../../storage/usage/start-bounds.ts'
import type { StoredVersion } from '../../storage/workflows/plan-reader.ts'
import type { ScheduleRefusal } from '../../storage/workflows/schedule-refusals.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'
import { servingVersion } from '../execution/starting/serving.ts'
import { prepareStart, type Runnable } from '../execution/starting/starting.ts'
import { tenantOf } from '../tenant.ts'
import { schedule } from './behavior.ts'
import { type Event, type Message, type StartRunEffect, type State, stateVersion } from './protocol.ts'

export interface ScheduleParts {
  /** The active version of a workflow. @throws {Failure} not-found */
  readonly findWorkflow: (organizationId: string, idOrName: string, executionId: string) => Promise<Runnable>
  readonly findVersion: (versionId: string) => Promise<StoredVersion | null>
  /** @throws {Failure} not-found */
  readonly findTerms: (organizationId: string) => Promise<Terms>
  /**
   * The budget of the key with which a schedule was set. Default: none.
   * @throws {Failure} forbidden: the key has ended
   */
  readonly findBudget?: FindBudget
  /** Default: there are none. */
  readonly startBounds?: StartBounds
  /** Tells people that a start was refused. Default: nobody is told. */
  readonly tellRefusal?: (refusal: ScheduleRefusal) => Promise<void>
  /** Executions a month, by plan. */
  readonly executionLimits: ExecutionLimits
}

export type ScheduleKind = ActorKind<Message, Event, State, StartRunEffect, never>

export function scheduleKind(parts: ScheduleParts): ScheduleKind {
  return {
    prefix: prefixes.schedule,
    alarm: { type: 'alarm' },
    poisoned: reason => ({ type: 'poison', reason }),
    tenantOf,
    snapshots: { version: stateVersion, open: () => schedule },
    open(_address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type !== 'set') throw notFound('schedule')
      return schedule
    },
    perform: (address, effect, outside) => startRun(parts, address, effect, outside),
  }
}

async function startRun(
  parts: ScheduleParts,
  address: string,
  effect: StartRunEffect,
  outside: Outside,
): Promise<Message | null> {
  const { scheduledAt } = effect
  const step = String(scheduledAt)
  const childId = derivedIdAt('execution', `${address}/${scheduledAt}`, scheduledAt)
  try {
    const prepared = await askUntilAnswered(outside, () => prepare(parts, effect, childId))
    if (prepared === null) return null
    // The execution reports its end to its parent.
    const start = { ...prepared, parent: { id: address, step, depth: 0 } }
    const begin = (admitted: StartExecution) => outside.ask(childId, { type: 'start', start: admitted })
    const reply = await askUntilAnswered(outside, () =>
      startWithin(parts.startBounds ?? unbounded, childId, start, begin),
    )
    if (reply === null) return null
    const { status, output, error } = JSON.parse(reply) as Execution
    // It has reported its end already, maybe long ago.
    if (isTerminal(status)) return { type: 'child-ended', step, childId, end: { status, output, error } }
    return { type: 'run-started', scheduledAt }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message } = error
    const { organizationId, workflowId, setBy } = effect.setting
    const refusal = { organizationId, workflowId, setBy, scheduledAt, error: { code, message } }
    await askUntilAnswered(outside, async () => parts.tellRefusal?.(refusal))
    if (outside.signal.aborted) return null
    return { type: 'run-refused', scheduledAt, error: { code, message, step: null } }
  }
}

/** @throws {Failure} not-found, workflow-needs-review, validation-failed: the inputs do not fit */
async function prepare(parts: ScheduleParts, { setting }: StartRunEffect, executionId: string) {
  const { organizationId, workflowId, schedule, setBy, key = null, servedBy } = setting
  const active = await parts.findWorkflow(organizationId, workflowId, executionId)
  const { plan, acceptsPlans } = await parts.findTerms(organizationId)
  const runnable = await servingVersion(active, { servedBy, acceptsPlans, load: parts.findVersion })
  return prepareStart({
    organizationId,
    runnable,
    inputs: schedule.inputs,
    trigger: { kind: 'schedule', ref: workflowId },
    plan,
    executionLimits: parts.executionLimits,
    startedBy: setBy,
    key: await parts.findBudget?.(organizationId, key),
  })
}
