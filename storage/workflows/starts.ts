// What starts a workflow once a version is the active one, where its plan says it: the schedules in the row
// of the workflow, the other triggers in rows of their own. Called under the lock of the workflow's row, in
// the transaction of the change (storage/workflows/workflows.ts, new-workflow.ts).
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Plan, PlannedBy } from '../../domain/plan/plan.ts'
import { type SaidStarts, startsIn } from '../../domain/work/starts/plan-starts.ts'
import { applyPlanTriggers, leavePlanTriggers } from './plan-triggers.ts'
import type { TriggerMaker } from './prompt-triggers.ts'
import { leavePlanSchedules, type ScheduleColumns, setPlanSchedules } from './schedules.ts'

interface StartedWorkflow extends ScheduleColumns {
  readonly id: string
  readonly organizationId: string
  readonly updatedAt: number
}

export interface ActivatedVersion {
  readonly plan: Plan
  readonly status: 'ready' | 'needs_review'
  /** Null: nobody knows. */
  readonly plannedBy: PlannedBy | null
}

/** A version that needs review changes nothing; nor does the plan of a prompt, which says it by itself. */
export async function applyPlanStarts(
  em: EntityManager,
  workflow: StartedWorkflow,
  version: ActivatedVersion,
  maker: TriggerMaker,
): Promise<void> {
  schedulePlan(workflow, version, maker)
  await triggerPlan(em, workflow, version, maker)
}

/** The part of it that is in the row of the workflow. */
export function schedulePlan(row: ScheduleColumns, version: ActivatedVersion, maker: TriggerMaker): void {
  const said = saidBy(version)
  if (said === null) return
  if (said === 'nothing') leavePlanSchedules(row, maker)
  else setPlanSchedules(row, said.schedules, maker)
}

/** The part of it that has rows of its own. @throws {Failure} conflict: there are too many */
export async function triggerPlan(
  em: EntityManager,
  workflow: Omit<StartedWorkflow, keyof ScheduleColumns>,
  version: ActivatedVersion,
  maker: TriggerMaker,
): Promise<void> {
  const said = saidBy(version)
  if (said === null) return
  await (said === 'nothing'
    ? leavePlanTriggers(em, workflow)
    : applyPlanTriggers(em, workflow, said.triggers, maker))
}

/** Does the end of an execution start it? */
export function watchesEnds(plan: Plan): boolean {
  return plan.start?.some(({ kind }) => kind === 'completion') ?? false
}

/** Null: the plan has no say. `nothing`: no prompt was read, and it has no start, so a plan's goes. */
function saidBy({ plan, status, plannedBy }: ActivatedVersion): SaidStarts | 'nothing' | null {
  if (status !== 'ready') return null
  const isOfPrompt = plannedBy === null || plannedBy === 'reader'
  return startsIn(plan) ?? (isOfPrompt ? null : 'nothing')
}
