// Schedules on their way in and out: what a request and its prompt say of when a workflow runs, and how a workflow's
// schedule is shown.
import type { Caller } from '../domain/permissions.ts'
import type { Compilation, Plan } from '../domain/plan.ts'
import { type KeptSchedule, Schedule, type ShownSchedule, show } from '../domain/schedule.ts'
import type { StoredWorkflow, Workflow } from '../domain/workflow.ts'
import type { Services } from './services.ts'

export interface Said {
  /** Of the request: null removes it, undefined leaves it to the prompt. */
  readonly schedule?: Schedule | null | undefined
  /** Of the request: one that somebody wrote says nothing of the time. */
  readonly plan?: Plan | null | undefined
  /** Of the new prompt or plan, if there is one. */
  readonly compilation?: Compilation | undefined
}

/** What was said of the schedule; undefined when nothing was. */
export function scheduleSaid(
  { userId }: Caller,
  { schedule, plan, compilation }: Said,
): KeptSchedule | undefined {
  if (schedule !== undefined) return { schedule, isFromPrompt: false, setBy: userId }
  const found = compilation && promptSchedule(compilation)
  if (found === undefined || (found === null && plan)) return undefined
  return { schedule: found, isFromPrompt: true, setBy: userId }
}

/** Of POST /workflows/plan: a schedule that nothing has come of yet. */
export function shownInPlan(compilation: Compilation): ShownSchedule | null {
  const schedule = promptSchedule(compilation)
  return schedule && show(schedule, { lastRunAt: null, lastError: null }, Date.now())
}

/** The workflow as it leaves; only one with a schedule needs a promise. @throws {Failure} unavailable */
export function shown(
  { schedules }: Services,
  { schedule, ...workflow }: StoredWorkflow,
): Workflow | Promise<Workflow> {
  if (schedule === null) return { ...workflow, schedule }
  return schedules
    .status(workflow.id)
    .then(status => ({ ...workflow, schedule: show(schedule, status, Date.now()) }))
}

/** The same after a change: its actor hears of it first. */
export async function told(services: Services, workflow: StoredWorkflow): Promise<Workflow> {
  await services.schedules.hear()
  return shown(services, workflow)
}

function promptSchedule({ schedule }: Compilation): Schedule | null {
  return schedule ? Schedule.parse(schedule) : null
}
